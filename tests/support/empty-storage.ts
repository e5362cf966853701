import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

/** Statements that recreate the migrated schema, in order; set once the migrations have run in this workerd. */
let schema: string[] | null = null;

/** Number of attempts to empty storage that is still in use, and the pause between them, in milliseconds. */
const TRIES = 100;
const PAUSE = 100;

/**
 * Empties D1, KV, R2 and the queues. Tests that compare all rows before and after a request are slow in a full database.
 * @throws Error if the database stays in use: no test should see the rows of another
 */
export async function emptyStorage(): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await reset();
    // Work left running by the previous test file can keep its database through a reset.
    if ((await schemaSql()).length === 0) break;
    if (tries === TRIES) throw new Error('The database of the file before is still in use.');
    await scheduler.wait(PAUSE);
  }
  if (schema) return void (await env.DB.batch(schema.map((sql) => env.DB.prepare(sql))));
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  schema = [...(await schemaSql()), await appliedMigrationsSql()];
}

/** Statements that create the current tables, indexes and triggers. Tables come first, because the others reference them. */
export async function schemaSql(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `select sql from sqlite_master
     where sql is not null and name not like 'sqlite\\_%' escape '\\' and name not like '\\_cf\\_%' escape '\\'
     order by type <> 'table', rowid`,
  ).all<{ sql: string }>();
  return results.map(({ sql }) => sql);
}

async function appliedMigrationsSql(): Promise<string> {
  const { results } = await env.DB.prepare('select id, name, applied_at from d1_migrations').all<object>();
  const rows = JSON.stringify(results).replaceAll("'", "''");
  return `insert into d1_migrations (id, name, applied_at)
    select value ->> 'id', value ->> 'name', value ->> 'applied_at' from json_each('${rows}')`;
}
