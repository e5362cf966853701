import { sql } from 'drizzle-orm';
import type { RequestContext } from './context.server';

/** The newest file in db/migrations; a test compares the two. */
export const EXPECTED_MIGRATION = '0027_posting_number.sql';

type Check = 'ok' | 'failed';
type Readiness = {
  checks: Record<'d1' | 'migrations' | 'kv' | 'r2', Check>;
  /** Companies whose last nightly check of the books found differences; null when D1 could not be asked. */
  booksCheckFailures: number | null;
};

/** Checks D1 (and its migration level), KV and R2. Never throws. */
export async function checkReadiness({ db, env }: RequestContext): Promise<Readiness> {
  const [d1, kv, r2] = await Promise.all([
    readDatabase(db),
    env.SESSIONS.get('readiness').then(
      () => 'ok' as const,
      () => 'failed' as const,
    ),
    env.UPLOADS.head('readiness').then(
      () => 'ok' as const,
      () => 'failed' as const,
    ),
  ]);
  return {
    checks: {
      d1: d1 ? 'ok' : 'failed',
      migrations: d1?.level === EXPECTED_MIGRATION ? 'ok' : 'failed',
      kv,
      r2,
    },
    booksCheckFailures: d1?.failures ?? null,
  };
}

/** @returns null when D1 does not answer */
async function readDatabase(db: RequestContext['db']) {
  const level = sql`select name from d1_migrations order by id desc limit 1`;
  const failures = sql`
    select count(*) as failures from books_check b join company c on c.ledger_id = b.company
    where b.differences > 0 and c.deleted_at is null`;
  try {
    const [levels, counts] = await db.batch([
      db.all<{ name: string }>(level),
      db.all<{ failures: number }>(failures),
    ]);
    return { level: levels[0]?.name, failures: counts[0]!.failures };
  } catch {
    // A database at an older migration has no checks yet. Its level still tells what is wrong.
    const levels = await db.all<{ name: string }>(level).catch(() => null);
    return levels && { level: levels[0]?.name, failures: null };
  }
}
