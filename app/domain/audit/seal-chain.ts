/** Content covered by a seal's hash, without the rows themselves. The hash covers exactly these values, in this order. */
export type SealHead = {
  /** Null for rows that belong to no company. */
  companyId: string | null;
  /** Starts at 1 for each company. */
  number: number;
  /** Last audit row and last posting covered. Coverage starts after those of the previous seal. */
  throughAudit: number;
  throughPosting: number;
  auditRows: number;
  postings: number;
  /** SHA-256 over the row digests, in hexadecimal. */
  content: string;
  /** Hash of the previous seal; null for the first. */
  previous: string | null;
  createdAt: string;
};

/**
 * A row covered by seals, with the SHA-256 of its text in hexadecimal. Users identify a posting by its number, an audit
 * entry by its id.
 */
export type SealedRow = { kind: 'audit' | 'posting'; id: number; number: number; digest: string };

/** Digits of each row's digest stored in a seal: a few bytes per row, enough to identify the row that differs. */
export const STORED_DIGITS = 16;

/** Text that a seal's hash is computed over. */
export function sealText(head: SealHead): string {
  const { companyId, number, throughAudit, throughPosting, auditRows, postings } = head;
  const { content, previous, createdAt } = head;
  return JSON.stringify([
    companyId,
    number,
    throughAudit,
    throughPosting,
    auditRows,
    postings,
    content,
    previous,
    createdAt,
  ]);
}

/**
 * Returns a message naming the first row that differs from the seal: changed, missing, or inserted. Null if all rows
 * match.
 *
 * @param storedDigests the row digests stored in the seal, audit rows first
 * @param rows the current rows, in the same order
 * Source: the rule of seals.
 */
export function firstDifference(
  { auditRows, postings }: Pick<SealHead, 'auditRows' | 'postings'>,
  storedDigests: string,
  rows: readonly SealedRow[],
): string | null {
  const digests = storedDigests.match(new RegExp(`.{${STORED_DIGITS}}`, 'g')) ?? [];
  if (digests.length !== auditRows + postings) return 'The row digests stored in the seal were changed.';
  const rowsOfKind = (kind: SealedRow['kind']) => rows.filter((row) => row.kind === kind);
  return (
    findDifference('audit', digests.slice(0, auditRows), rowsOfKind('audit')) ??
    findDifference('posting', digests.slice(auditRows), rowsOfKind('posting'))
  );
}

function findDifference(
  kind: SealedRow['kind'],
  stored: readonly string[],
  rows: readonly SealedRow[],
): string | null {
  const [name, nameWithArticle] =
    kind === 'audit' ? ['Audit entry', 'An audit entry'] : ['Posting', 'A posting'];
  const digestAt = (index: number) => rows[index]?.digest.slice(0, STORED_DIGITS);
  for (let index = 0; index < Math.max(stored.length, rows.length); index += 1) {
    if (stored[index] === digestAt(index)) continue;
    const row = rows[index];
    const isMissing =
      row === undefined || (stored[index + 1] !== undefined && stored[index + 1] === digestAt(index));
    if (isMissing) {
      const before = rows[index - 1];
      return before
        ? `${nameWithArticle} after ${kind === 'audit' ? 'entry' : 'posting'} ${before.number} is missing.`
        : `The first ${kind === 'audit' ? 'audit entry' : 'posting'} of the seal is missing.`;
    }
    const isAdded = stored[index] === undefined || stored[index] === digestAt(index + 1);
    if (isAdded) return `${name} ${row.number} was added after the seal was created.`;
    return kind === 'audit'
      ? `${name} ${row.number} was changed after it was sealed.`
      : `${name} ${row.number}, or one of its movements, was changed after it was sealed.`;
  }
  return null;
}
