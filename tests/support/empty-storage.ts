import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

/** Empties D1, KV, R2 and the queues. Tests that compare all rows before and after a call are slow in a full database. */
export async function emptyStorage(): Promise<void> {
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
}
