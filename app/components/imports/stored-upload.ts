import type { AdditionalCost } from '~/domain/books/uploaded-layer';
import { newIntentKey } from '~/hooks/intent-key';

/** User's terms for a file's rows: the date of their balances, and what the cost of additional layers means. */
export type UploadTerms = { asOf: string | null; additionalCost: AdditionalCost | null };

/** Terms of an upload, with the state of the books when its rows were reviewed. */
export type ReviewedTerms = UploadTerms & { reviewed: string | null };

/** How to process the upload of a whole file. */
export type SendTerms = ReviewedTerms & { skipPosted: boolean };

/** A fully uploaded file. A retry only has to start its processing, and starts it only once. */
export type StoredUpload = { uploadURL: string; key: string; terms: SendTerms };

/**
 * Request that starts a stored file's processing. Changed terms get a new idempotency key, because the server rejects a known key
 * with a different body. Equal terms keep the key, even after another preview, because the first request may still be running.
 */
export function withTerms<T extends StoredUpload>(stored: T, terms: SendTerms): T {
  return isSame(stored.terms, terms) ? stored : { ...stored, key: newIntentKey(), terms };
}

function isSame(one: SendTerms, other: SendTerms): boolean {
  return (
    one.asOf === other.asOf &&
    one.additionalCost === other.additionalCost &&
    one.skipPosted === other.skipPosted
  );
}
