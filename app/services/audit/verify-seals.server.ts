import { sql } from 'drizzle-orm';
import { firstDifference, type SealedRow, sealText } from '~/domain/audit/seal-chain';
import type { SealCheckView, SealView } from '~/schemas/audit/seal';
import { sha256Hex } from '~/services/platform/digest.server';
import { type SignedSeal, sealCompany, sealsQuery } from './seal.server';
import { isSigned } from './seal-key.server';
import { auditDigests, postingDigests, type SealScope } from './sealed-rows.server';

/** Rows whose digests are computed before their seals are compared: a few megabytes, with few round trips for small seals. */
const ROWS_AT_A_TIME = 10_000;

export type SealEvidence = {
  /** Public keys that seals may be signed with. */
  trustedKeys: readonly string[];
  /** Copies of this chain's seals; null when there are none to compare with. */
  copies: readonly SignedSeal[] | null;
};

type Difference = NonNullable<SealCheckView['difference']>;

/**
 * Recomputes a chain of seals and reports the first discrepancy: a seal that is missing, doesn't follow the one before,
 * isn't signed by a trusted key or differs from its copy; or a row that was changed, removed or inserted. Changes nothing.
 *
 * Source: the rule of seals.
 */
export async function verifySeals(
  scope: SealScope,
  { trustedKeys, copies }: SealEvidence,
): Promise<SealCheckView> {
  const seals = (await sealsQuery(scope)).map(
    (seal): SignedSeal => ({ companyId: scope.companyId, ...seal }),
  );
  const copyOf = new Map(copies?.map((copy) => [copy.number, copy]));
  let lastVerified: SignedSeal | null = null;
  let difference: Difference | null = null;
  for (const group of groupsOf(seals)) {
    const rows = await rowsOf(scope, lastVerified, group.at(-1)!);
    for (const seal of group) {
      const message =
        (await sealProblem(seal, lastVerified, trustedKeys, copyOf.get(seal.number))) ??
        (await contentProblem(scope, seal, filterCoveredRows(seal, lastVerified, rows)));
      if (message !== null) {
        difference = { seal: (lastVerified?.number ?? 0) + 1, message };
        break;
      }
      lastVerified = seal;
    }
    if (difference) break;
  }
  difference ??= findMissingSeal(lastVerified, copyOf);
  return {
    ok: difference === null,
    seals: lastVerified?.number ?? 0,
    verifiedThrough: lastVerified && toSealView(lastVerified),
    unsealed: await countUnsealed(scope, seals.at(-1) ?? null),
    difference,
  };
}

function toSealView({ number, createdAt, hash }: SealView): SealView {
  return { number, createdAt, hash };
}

/** Groups consecutive seals, limiting the rows that a group covers. */
function* groupsOf(seals: readonly SignedSeal[]): Generator<SignedSeal[]> {
  let group: SignedSeal[] = [];
  let rows = 0;
  for (const seal of seals) {
    if (group.length > 0 && rows + seal.auditRows + seal.postings > ROWS_AT_A_TIME) {
      yield group;
      [group, rows] = [[], 0];
    }
    group.push(seal);
    rows += seal.auditRows + seal.postings;
  }
  if (group.length > 0) yield group;
}

type Rows = { audit: SealedRow[]; postings: SealedRow[] };

async function rowsOf(scope: SealScope, before: SignedSeal | null, last: SignedSeal): Promise<Rows> {
  return {
    audit: await auditDigests(scope, { after: before?.throughAudit ?? null, through: last.throughAudit }),
    postings: await postingDigests(scope, {
      after: before?.throughPosting ?? null,
      through: last.throughPosting,
    }),
  };
}

function filterCoveredRows(
  seal: SignedSeal,
  before: SignedSeal | null,
  { audit, postings }: Rows,
): SealedRow[] {
  const isCovered =
    (after: number | undefined, through: number) =>
    ({ id }: SealedRow) =>
      (after === undefined || id > after) && id <= through;
  return [
    ...audit.filter(isCovered(before?.throughAudit, seal.throughAudit)),
    ...postings.filter(isCovered(before?.throughPosting, seal.throughPosting)),
  ];
}

/** The problem with the seal itself; null if there is none. */
async function sealProblem(
  seal: SignedSeal,
  before: SignedSeal | null,
  trustedKeys: readonly string[],
  copy: SignedSeal | undefined,
): Promise<string | null> {
  const number = (before?.number ?? 0) + 1;
  if (seal.number !== number) return `Seal ${number} is missing.`;
  if ((await sha256Hex(sealText(seal))) !== seal.hash) return `Seal ${number} was changed.`;
  if (seal.previous !== (before?.hash ?? null))
    return `Seal ${number} doesn’t follow from the previous seal.`;
  if (!trustedKeys.includes(seal.publicKey)) return `Seal ${number} is signed with an untrusted key.`;
  if (!(await isSigned(seal.hash, seal.publicKey, seal.signature))) {
    return `The signature of seal ${number} is not valid.`;
  }
  if (copy && copy.hash !== seal.hash) return `Seal ${number} differs from its copy.`;
  return null;
}

async function contentProblem(scope: SealScope, seal: SignedSeal, rows: SealedRow[]): Promise<string | null> {
  if ((await sha256Hex(rows.map(({ digest }) => digest).join(''))) === seal.content) return null;
  const [storedSeal] = await scope.db.all<{ digests: string }>(sql`
    select digests from seal where company = ${sealCompany(scope.companyId)} and number = ${seal.number}`);
  return (
    firstDifference(seal, storedSeal?.digests ?? '', rows) ??
    'The row digests stored in the seal were changed.'
  );
}

/** Reports copies beyond the last seal: seals were removed from the end. */
function findMissingSeal(
  last: SignedSeal | null,
  copies: ReadonlyMap<number, SignedSeal>,
): Difference | null {
  const next = (last?.number ?? 0) + 1;
  const newest = Math.max(0, ...copies.keys());
  return newest < next
    ? null
    : { seal: next, message: `Seal ${next} is missing, but there is a copy of seal ${newest}.` };
}

async function countUnsealed({ db, companyId }: SealScope, last: SignedSeal | null) {
  const [counts] = await db.all<SealCheckView['unsealed']>(sql`
    select
      (select count(*) from audit_log where company_id is ${companyId} and id > ${last?.throughAudit ?? 0}) as "auditRows",
      (select count(*) from posting where company = ${sealCompany(companyId)} and company <> 0
        and id > ${last?.throughPosting ?? 0}) as postings`);
  return counts!;
}
