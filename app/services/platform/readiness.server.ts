import { sql } from 'drizzle-orm';
import type { RequestContext } from './context.server';
import { type LateWork, lateWorkQuery } from './late-work.server';
import { log } from './log.server';

/** The newest file in db/migrations; a test compares the two. */
export const EXPECTED_MIGRATION = '0032_change_basis.sql';

type Check = 'ok' | 'failed';
type Readiness = {
  /** Migrations are `newer` after a release is rolled back: older code works with a newer schema. */
  checks: Record<'d1' | 'kv' | 'r2', Check> & { migrations: Check | 'newer' };
  /** Number of companies whose last nightly books check found differences; null when D1 couldn't be queried. */
  booksCheckFailures: number | null;
  /** Overdue work; null when D1 couldn't be queried. */
  late: LateWork | null;
};

/** A component that hasn't responded by then has failed. Monitors wait longer than this. */
const CHECK_TIMEOUT_MS = 5_000;

/** Checks D1 (and its migration level), KV and R2. Never throws. A component that hangs is reported as failed. */
export async function checkReadiness(
  ctx: RequestContext,
  { timeoutMs = CHECK_TIMEOUT_MS } = {},
): Promise<Readiness> {
  const { env } = ctx;
  const timeout = scheduler.wait(timeoutMs).then(() => null);
  const probeState = (name: string, probe: Promise<unknown>): Promise<Check> =>
    Promise.race([
      probe.then(
        () => 'ok' as const,
        (error) => {
          logFailure(ctx, name, error);
          return 'failed' as const;
        },
      ),
      timeout.then(() => 'failed' as const),
    ]);
  const [database, kv, r2] = await Promise.all([
    Promise.race([readDatabase(ctx), timeout]),
    probeState('KV', env.SESSIONS.get('readiness')),
    probeState('R2', Promise.all([env.UPLOADS.head('readiness'), env.SEALS.head('readiness')])),
  ]);
  const migrations = compareLevel(database?.level);
  // With a current or newer schema, failing counts mean that D1 failed. With an older one, tables may be missing.
  const d1 = database?.counts || (database && migrations === 'failed') ? 'ok' : 'failed';
  return {
    checks: { d1, migrations, kv, r2 },
    booksCheckFailures: database?.counts?.failures ?? null,
    late: database?.counts?.late ?? null,
  };
}

/** The response names the failed component; the log has the cause. */
function logFailure({ request }: RequestContext, component: string, error: unknown): void {
  log({ level: 'error', requestId: request.id, problem: `${component} did not answer for readiness`, error });
}

/** Migrations are additive, and their names sort in order. */
function compareLevel(level = ''): Readiness['checks']['migrations'] {
  if (level === EXPECTED_MIGRATION) return 'ok';
  return level > EXPECTED_MIGRATION ? 'newer' : 'failed';
}

/** @returns null when D1 doesn't respond */
async function readDatabase(ctx: RequestContext) {
  const { db } = ctx;
  const level = sql`select name from d1_migrations order by id desc limit 1`;
  const failures = sql`
    select count(*) as failures from books_check b join company c on c.ledger_id = b.company
    where b.differences > 0 and c.deleted_at is null`;
  try {
    const [levels, counts, lateRows] = await db.batch([
      db.all<{ name: string }>(level),
      db.all<{ failures: number }>(failures),
      lateWorkQuery(ctx),
    ]);
    return { level: levels[0]?.name, counts: { failures: counts[0]!.failures, late: lateRows[0]! } };
  } catch (error) {
    logFailure(ctx, 'D1', error);
    // A database at an older migration may lack these tables. Its level alone still shows the problem.
    const levels = await db.all<{ name: string }>(level).catch(() => null);
    return levels && { level: levels[0]?.name, counts: null };
  }
}
