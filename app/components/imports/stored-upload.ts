import type { AdditionalCost } from '~/domain/books/uploaded-layer';
import { newIntentKey } from '~/hooks/intent-key';

/** What the person says of a file's rows: the day of their balances, and what the cost of additional layers means. */
export type UploadTerms = { asOf: string | null; additionalCost: AdditionalCost | null };

/** What an upload says besides its rows: the terms, and where the books were when the rows were reviewed. */
export type ReviewedTerms = UploadTerms & { reviewed: string | null };

/** How the upload of a whole file is processed. */
export type SendTerms = ReviewedTerms & { skipPosted: boolean };

/** A file that has arrived whole: another attempt has only to begin its processing, and begins it once. */
export type StoredUpload = { uploadURL: string; key: string; terms: SendTerms };

/**
 * The request that begins a stored file's processing. Other terms are another request: the server refuses a key that it knows
 * with another body. The same terms are the same one, also after a further preview: the first may be at work.
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
