import { type SQL, sql } from 'drizzle-orm';
import { isAborted } from '#db/client';
import { wholeNumber } from '#db/whole-number';
import { type SealHead, STORED_DIGITS, sealText } from '~/domain/audit/seal-chain';
import type { SealView } from '~/schemas/audit/seal';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import type { CompanyScope, RequestContext } from '~/services/platform/context.server';
import { sha256Hex } from '~/services/platform/digest.server';
import { log } from '~/services/platform/log.server';
import { sendJobs } from '~/services/platform/send-jobs.server';
import { readSealKey, type SealKey } from './seal-key.server';
import { auditDigests, postingDigests, type SealScope } from './sealed-rows.server';

/** Maximum audit rows, and maximum postings, per seal: their digests must fit in a D1 row. */
const ROWS_PER_SEAL = 5_000;

/** A seal with its signature. Stored twice: in D1 and, as JSON, in R2. */
export type SignedSeal = SealHead & { hash: string; publicKey: string; signature: string };

type LastSeal = Pick<SealHead, 'number' | 'throughAudit' | 'throughPosting'> & { hash: string };

/** Queues sealing for every company with new rows, and for new rows that belong to no company. */
export async function startSealing(ctx: RequestContext): Promise<void> {
  const newest = sql`(select through_audit as audit, through_posting as posting from seal
    where company = known.ledger_id order by number desc limit 1)`;
  const companies = await ctx.db.all<{ id: string | null }>(sql`
    with known(id, ledger_id) as (select id, ledger_id from company union all select null, 0)
    select known.id from known
    where exists (select 1 from audit_log where company_id is known.id and id > coalesce((select audit from ${newest}), 0))
      or (select id from posting where company = known.ledger_id order by number desc limit 1)
        > coalesce((select posting from ${newest}), 0)`);
  await requestSeals(ctx, companies);
}

/**
 * Queues sealing for every company. For a company with nothing new, this only copies its last seal, in case that failed:
 * only R2 knows which copies exist.
 */
export async function startCopyingSeals(ctx: RequestContext): Promise<void> {
  await requestSeals(ctx, await ctx.db.all(sql`select id from company union all select null`));
}

function requestSeals(ctx: RequestContext, companies: { id: string | null }[]): Promise<void> {
  return sendJobs(
    ctx,
    companies.map(({ id }) => ({ kind: 'seal', companyId: id })),
  );
}

/** Queues a seal now instead of waiting for the hourly job. If queueing fails, the hourly job makes the seal. */
export async function requestSeal(ctx: RequestContext, companyId: string): Promise<void> {
  await sendJobs(ctx, [{ kind: 'seal', companyId }]).catch((error: unknown) =>
    log({ level: 'error', requestId: ctx.request.id, error }),
  );
}

/**
 * Seals new rows of a company's audit log and ledger, or with null those that belong to no company, and copies each seal to
 * R2. Idempotent: a retry or a concurrent run makes no seal twice.
 *
 * @throws errors of D1 or R2: the message must be retried
 * Source: the rule of seals.
 */
export async function makeSeals(
  ctx: RequestContext,
  { companyId }: { companyId: string | null },
): Promise<void> {
  const key = await readSealKey(ctx.env);
  if (!key) {
    log({
      level: 'error',
      requestId: ctx.request.id,
      problem: 'SEAL_SIGNING_KEY is not set: nothing is sealed',
    });
    return;
  }
  const scope: SealScope = { db: ctx.db, companyId };
  for (;;) {
    const { last, next } = await readNext(scope);
    // Copies the seal just made, or one whose copy failed last time.
    if (last) await copySeal(ctx, await readSeal(scope, last.number));
    if (!next || !(await makeSeal(ctx, scope, key, last, next))) return;
  }
}

type NextRange = { throughAudit: number; throughPosting: number };

/** The last seal, and the range of the next one, which is null when nothing is new. */
async function readNext({
  db,
  companyId,
}: SealScope): Promise<{ last: LastSeal | null; next: NextRange | null }> {
  const company = sealCompany(companyId);
  const lastOf = (column: SQL) =>
    sql`coalesce((select max(${column}) from seal where company = ${company}), 0)`;
  const [lastSeals, nextRows] = await db.batch([
    db.all<LastSeal>(sql`
      select number, through_audit as "throughAudit", through_posting as "throughPosting", hash
      from seal where company = ${company} order by number desc limit 1`),
    db.all<{ audit: number | null; posting: number | null }>(sql`
      select
        (select max(id) from (select id from audit_log where company_id is ${companyId}
          and id > ${lastOf(sql`through_audit`)} order by id limit ${wholeNumber(ROWS_PER_SEAL)})) as audit,
        (select max(id) from (select id from posting where company = ${company} and company <> 0
          and id > ${lastOf(sql`through_posting`)} order by id limit ${wholeNumber(ROWS_PER_SEAL)})) as posting`),
  ]);
  const last = lastSeals[0] ?? null;
  const { audit, posting } = nextRows[0]!;
  if (audit === null && posting === null) return { last, next: null };
  return {
    last,
    next: {
      throughAudit: audit ?? last?.throughAudit ?? 0,
      throughPosting: posting ?? last?.throughPosting ?? 0,
    },
  };
}

/** @returns false when a concurrent delivery made this seal first */
async function makeSeal(
  ctx: RequestContext,
  scope: SealScope,
  key: SealKey,
  last: LastSeal | null,
  { throughAudit, throughPosting }: NextRange,
): Promise<boolean> {
  const audit = await auditDigests(scope, { after: last?.throughAudit ?? null, through: throughAudit });
  const postings = await postingDigests(scope, {
    after: last?.throughPosting ?? null,
    through: throughPosting,
  });
  const digests = [...audit, ...postings].map(({ digest }) => digest);
  const head: SealHead = {
    companyId: scope.companyId,
    number: (last?.number ?? 0) + 1,
    throughAudit,
    throughPosting,
    auditRows: audit.length,
    postings: postings.length,
    content: await sha256Hex(digests.join('')),
    previous: last?.hash ?? null,
    createdAt: ctx.now.toISOString(),
  };
  const hash = await sha256Hex(sealText(head));
  const signed = { ...head, hash, publicKey: key.publicKey, signature: await key.sign(hash) };
  try {
    await ctx.db.run(sql`
      insert into seal (company, number, through_audit, through_posting, audit_rows, postings, content, previous, created_at,
        hash, public_key, signature, digests)
      values (${sealCompany(scope.companyId)}, ${head.number}, ${throughAudit}, ${throughPosting}, ${audit.length},
        ${postings.length}, ${head.content}, ${head.previous}, ${head.createdAt}, ${hash}, ${signed.publicKey},
        ${signed.signature}, ${digests.map((digest) => digest.slice(0, STORED_DIGITS)).join('')})`);
  } catch (error) {
    if (isAborted(error, 'a seal is never replaced')) return false;
    throw error;
  }
  return true;
}

/** SQL value: the number of a company's chain; 0 for rows without a company. */
export function sealCompany(companyId: string | null): SQL<number> {
  return companyId === null ? sql<number>`0` : ledgerIdOf({ companyId });
}

/** Columns that make up a SignedSeal, except its company. */
const sealColumns = sql`number, through_audit as "throughAudit", through_posting as "throughPosting",
  audit_rows as "auditRows", postings, content, previous, created_at as "createdAt", hash, public_key as "publicKey", signature`;

/** All seals of a chain, oldest first. Returns an unexecuted query. */
export function sealsQuery({ db, companyId }: SealScope) {
  return db.all<Omit<SignedSeal, 'companyId'>>(
    sql`select ${sealColumns} from seal where company = ${sealCompany(companyId)} order by number`,
  );
}

async function readSeal({ db, companyId }: SealScope, number: number): Promise<SignedSeal> {
  const [seal] = await db.all<Omit<SignedSeal, 'companyId'>>(
    sql`select ${sealColumns} from seal where company = ${sealCompany(companyId)} and number = ${number}`,
  );
  return { companyId, ...seal! };
}

/** The company's newest seal. Returns an unexecuted query. */
export function latestSealQuery({ db, companyId }: CompanyScope) {
  return db.all<SealView>(sql`
    select number, created_at as "createdAt", hash from seal where company = ${ledgerIdOf({ companyId })}
    order by number desc limit 1`);
}

/** Prefix of the R2 keys of a chain's copies. */
export function copyPrefix(companyId: string | null): string {
  return `${companyId ?? 'none'}/`;
}

/** Copies a seal to R2 unless it is already there. An existing copy is never overwritten. */
async function copySeal({ env }: RequestContext, seal: SignedSeal): Promise<void> {
  const key = `${copyPrefix(seal.companyId)}${String(seal.number).padStart(8, '0')}.json`;
  await env.SEALS.put(key, JSON.stringify(seal), {
    onlyIf: new Headers({ 'If-None-Match': '*' }),
    httpMetadata: { contentType: 'application/json' },
  });
}
