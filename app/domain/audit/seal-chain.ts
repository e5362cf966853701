/** What a seal is a fingerprint of, without the rows themselves. Its hash is over exactly this, in this order. */
export type SealHead = {
  /** Null for rows that belong to no company. */
  companyId: string | null;
  /** 1 for the company's first one. */
  number: number;
  /** The last audit row and the last posting that it covers. It begins after those of the seal before. */
  throughAudit: number;
  throughPosting: number;
  auditRows: number;
  postings: number;
  /** SHA-256 over the digests of its rows, as hexadecimal digits. */
  content: string;
  /** The hash of the seal before; null for the first. */
  previous: string | null;
  createdAt: string;
};

/** A row that seals cover, and the SHA-256 of its text as hexadecimal digits. People know a posting by its number, an entry by its id. */
export type SealedRow = { kind: 'audit' | 'posting'; id: number; number: number; digest: string };

/** How much of each row's digest a seal keeps: enough to name the row that differs, in a few bytes. */
export const KEPT_DIGITS = 16;

/** The text that a seal's hash is over. */
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
 * Names the first row that is not as it was sealed: changed, missing, or slipped in. Null when all are as they were.
 *
 * @param kept what the seal keeps of its rows' digests, those of audit rows first
 * @param found the rows as they are now, in the same order
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
