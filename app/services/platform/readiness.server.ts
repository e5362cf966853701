import { sql } from 'drizzle-orm';
import type { RequestContext } from './context.server';

/** The newest file in db/migrations; a test holds the two together. */
export const EXPECTED_MIGRATION = '0005_one_initial_layer_by_number.sql';

type Check = 'ok' | 'failed';

/** Asks D1 (and its migration level), KV and R2 whether they answer. Never throws. */
export async function checkReadiness({
  db,
  env,
}: RequestContext): Promise<Record<'d1' | 'migrations' | 'kv' | 'r2', Check>> {
  const [level, kv, r2] = await Promise.all([
    db.all<{ name: string }>(sql`select name from d1_migrations order by id desc limit 1`).catch(() => null),
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
    d1: level ? 'ok' : 'failed',
    migrations: level?.[0]?.name === EXPECTED_MIGRATION ? 'ok' : 'failed',
    kv,
    r2,
  };
}
