import { seedDemo } from './demo';

type Migration = { name: string; statements: string[] };

/** Runs inside workerd, next to its database. From outside, each of the seed's thousands of queries would cross a proxy. */
export default {
  async fetch(request, env) {
    const { migrations, isDemo } = (await request.json()) as { migrations: Migration[]; isDemo: boolean };
    await migrate(env.DB, migrations);
    if (isDemo) await seedDemo(env, new Date());
    return new Response(null, { status: 204 });
  },
} satisfies ExportedHandler<Env>;

/** Applies each migration in a transaction and records it in wrangler's own table, so `wrangler d1 migrations` recognizes it. */
async function migrate(db: D1Database, migrations: Migration[]): Promise<void> {
  // Exactly as wrangler writes it, because a backup compares the table definitions of two databases.
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
