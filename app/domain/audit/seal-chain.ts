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
export const KEPT_DIGITS = 16;

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
 * @param kept the row digests stored in the seal, audit rows first
 * @param found the current rows, in the same order
 * Source: the rule of seals.
 */
export function firstDifference(
  { auditRows, postings }: Pick<SealHead, 'auditRows' | 'postings'>,
  kept: string,
  found: readonly SealedRow[],
): string | null {
  const digests = kept.match(new RegExp(`.{${KEPT_DIGITS}}`, 'g')) ?? [];
  if (digests.length !== auditRows + postings) return 'What the seal keeps of its rows was changed.';
  const ofKind = (kind: SealedRow['kind']) => found.filter((row) => row.kind === kind);
  return (
    differenceOf('audit', digests.slice(0, auditRows), ofKind('audit')) ??
    differenceOf('posting', digests.slice(auditRows), ofKind('posting'))
  );
}

function differenceOf(
  kind: SealedRow['kind'],
  kept: readonly string[],
  found: readonly SealedRow[],
): string | null {
  const [name, one] = kind === 'audit' ? ['Audit entry', 'An audit entry'] : ['Posting', 'A posting'];
  const digestAt = (place: number) => found[place]?.digest.slice(0, KEPT_DIGITS);
  for (let place = 0; place < Math.max(kept.length, found.length); place += 1) {
    if (kept[place] === digestAt(place)) continue;
    const row = found[place];
    const isMissing =
      row === undefined || (kept[place + 1] !== undefined && kept[place + 1] === digestAt(place));
    if (isMissing) {
      const before = found[place - 1];
      return before
        ? `${one} after ${kind === 'audit' ? 'entry' : 'posting'} ${before.number} is missing.`
        : `The first ${kind === 'audit' ? 'audit entry' : 'posting'} of the seal is missing.`;
    }
    const isAdded = kept[place] === undefined || kept[place] === digestAt(place + 1);
    if (isAdded) return `${name} ${row.number} was added after the seal was made.`;
    return kind === 'audit'
      ? `${name} ${row.number} was changed after it was sealed.`
      : `${name} ${row.number}, or one of its movements, was changed after it was sealed.`;
  }
  return null;
}
