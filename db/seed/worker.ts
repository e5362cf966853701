import { seedDemo } from './demo';

type Migration = { name: string; statements: string[] };

/** Runs inside workerd, next to its database: from outside, each of the seed's thousands of calls would cross a proxy. */
export default {
  async fetch(request, env) {
    const { migrations, isDemo } = (await request.json()) as { migrations: Migration[]; isDemo: boolean };
    await migrate(env.DB, migrations);
    if (isDemo) await seedDemo(env, new Date());
    return new Response(null, { status: 204 });
  },
} satisfies ExportedHandler<Env>;

/** Each in a transaction, and noted in wrangler's own table, so that `wrangler d1 migrations` knows of it. */
async function migrate(db: D1Database, migrations: Migration[]): Promise<void> {
  // In wrangler's own words: a backup compares the tables of two databases by them.
  const table = `CREATE TABLE IF NOT EXISTS "d1_migrations"(
\t\tid         INTEGER PRIMARY KEY AUTOINCREMENT,
\t\tname       TEXT UNIQUE,
\t\tapplied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;
  await db.prepare(table).run();
  const { results } = await db.prepare('select name from d1_migrations').all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  for (const { name, statements } of migrations) {
    if (applied.has(name)) continue;
    await db.batch([
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare('insert into d1_migrations (name) values (?)').bind(name),
    ]);
  }
}
