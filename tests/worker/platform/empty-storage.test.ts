import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { emptyStorage, schemaSql } from '../../support/empty-storage';

it('an emptied database equals a freshly migrated one', async () => {
  const migrations = async () =>
    (await env.DB.prepare('select id, name from d1_migrations order by id').all()).results;
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  const migrated = [await schemaSql(), await migrations()];
  // The first call in a workerd migrates; the second restores the copy.
  await emptyStorage();
  await emptyStorage();
  expect([await schemaSql(), await migrations()]).toEqual(migrated);
});
