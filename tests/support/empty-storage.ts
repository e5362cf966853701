import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

/** What makes the schema that the migrations leave, in order, once they have run in this workerd. */
let schema: string[] | null = null;

/** Empties D1, KV, R2 and the queues. Tests that compare all rows before and after a call are slow in a full database. */
export async function emptyStorage(): Promise<void> {
  await reset();
  // What the file before left at work may hold on to its database, which then has everything.
  const isEmpty = (await schemaSql()).length === 0;
  if (schema && isEmpty) return void (await env.DB.batch(schema.map((sql) => env.DB.prepare(sql))));
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  if (isEmpty) schema = [...(await schemaSql()), await appliedMigrationsSql()];
}

/** The statements that made tables, indexes and triggers as they are now. Tables come first: what follows names them. */
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
