import { sql } from 'drizzle-orm';
import type { RequestContext } from './context.server';
import { type LateWork, lateWorkQuery } from './late-work.server';
import { log } from './log.server';

/** The newest file in db/migrations; a test compares the two. */
export const EXPECTED_MIGRATION = '0032_change_basis.sql';

type Check = 'ok' | 'failed';
type Readiness = {
  /** Migrations are `newer` after a release was rolled back: an older version works with the tables of a newer one. */
  checks: Record<'d1' | 'kv' | 'r2', Check> & { migrations: Check | 'newer' };
  /** Companies whose last nightly check of the books found differences; null when D1 could not be asked. */
  booksCheckFailures: number | null;
  /** Work that should have ended; null when D1 could not be asked. */
  late: LateWork | null;
};

/** A part that has not answered by then has failed. Monitors wait longer than this. */
const PATIENCE_MS = 5_000;

/** Checks D1 (and its migration level), KV and R2. Never throws, and names a part that hangs. */
export async function checkReadiness(
  ctx: RequestContext,
  { patience = PATIENCE_MS } = {},
): Promise<Readiness> {
  const { env } = ctx;
  const hung = scheduler.wait(patience).then(() => null);
  const stateOf = (name: string, part: Promise<unknown>): Promise<Check> =>
    Promise.race([
      part.then(
        () => 'ok' as const,
        (error) => {
          logFailure(ctx, name, error);
          return 'failed' as const;
        },
      ),
      hung.then(() => 'failed' as const),
    ]);
  const [database, kv, r2] = await Promise.all([
    Promise.race([readDatabase(ctx), hung]),
    stateOf('KV', env.SESSIONS.get('readiness')),
    stateOf('R2', Promise.all([env.UPLOADS.head('readiness'), env.SEALS.head('readiness')])),
  ]);
  const migrations = compareLevel(database?.level);
  // Where every table is there, counts that fail are D1's failure.
  const d1 = database?.counts || (database && migrations === 'failed') ? 'ok' : 'failed';
  return {
    checks: { d1, migrations, kv, r2 },
    booksCheckFailures: database?.counts?.failures ?? null,
    late: database?.counts?.late ?? null,
  };
}

/** The answer says which part failed; the log says why. */
function logFailure({ request }: RequestContext, part: string, error: unknown): void {
  log({ level: 'error', requestId: request.id, problem: `${part} did not answer for readiness`, error });
}

/** Migrations only add, and their names are in order. */
function compareLevel(level = ''): Readiness['checks']['migrations'] {
  if (level === EXPECTED_MIGRATION) return 'ok';
  return level > EXPECTED_MIGRATION ? 'newer' : 'failed';
}

/** @returns null when D1 does not answer */
async function readDatabase(ctx: RequestContext) {
  const { db } = ctx;
  const level = sql`select name from d1_migrations order by id desc limit 1`;
  const failures = sql`
    select count(*) as failures from books_check b join company c on c.ledger_id = b.company
    where b.differences > 0 and c.deleted_at is null`;
  try {
    const [levels, counts, lates] = await db.batch([
      db.all<{ name: string }>(level),
      db.all<{ failures: number }>(failures),
      lateWorkQuery(ctx),
    ]);
    return { level: levels[0]?.name, counts: { failures: counts[0]!.failures, late: lates[0]! } };
  } catch (error) {
    logFailure(ctx, 'D1', error);
    // A database at an older migration may lack these tables. Its level still tells what is wrong.
    const levels = await db.all<{ name: string }>(level).catch(() => null);
    return levels && { level: levels[0]?.name, counts: null };
  }
}
