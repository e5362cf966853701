import { env } from 'cloudflare:workers';

/** Tables that requests never write to: the applied migrations, and a table that stays empty. */
const NOT_KEPT = ['d1_migrations', 'expect'];

/**
 * Snapshots all rows, so that one set of test data can serve many tests that change it.
 * @returns a function that restores the rows; it returns false if files or sessions were added or removed since, which it does not undo
 */
export async function snapshotStorage(): Promise<() => Promise<boolean>> {
  const { results } = await env.DB.prepare(
    `select type, name, sql from sqlite_master where type in ('table', 'trigger')
       and name not like 'sqlite\\_%' escape '\\' and name not like '\\_cf\\_%' escape '\\'`,
  ).all<{ type: string; name: string; sql: string }>();
  const triggers = results.filter(({ type }) => type === 'trigger');
  const tables = results.filter(({ type, name }) => type === 'table' && !NOT_KEPT.includes(name));
  const kept = await env.DB.batch<object>(
    tables.map(({ name }) => env.DB.prepare(`select * from "${name}"`)),
  );
  let names = await filesAndSessions();

  const insert = (name: string, rows: object[]) => {
    const columns = Object.keys(rows[0]!);
    return env.DB.prepare(
      `insert into "${name}" (${columns.map((column) => `"${column}"`).join(', ')})
       select ${columns.map((column) => `value ->> '${column}'`).join(', ')} from json_each(?)`,
    ).bind(JSON.stringify(rows));
  };
  const statements = [
    env.DB.prepare('pragma defer_foreign_keys = on'),
    // The triggers refuse any rewriting of the ledger and its audit data.
    ...triggers.map(({ name }) => env.DB.prepare(`drop trigger "${name}"`)),
    ...tables.map(({ name }) => env.DB.prepare(`delete from "${name}"`)),
    ...tables.flatMap(({ name }, index) => {
      const rows = kept[index]!.results;
      return rows.length > 0 ? [insert(name, rows)] : [];
    }),
    ...triggers.map(({ sql }) => env.DB.prepare(sql)),
  ];
  return async () => {
    await env.DB.batch(statements);
    const before = names;
    names = await filesAndSessions();
    return names === before;
  };
}

async function filesAndSessions(): Promise<string> {
  const [files, sessions] = await Promise.all([env.UPLOADS.list(), env.SESSIONS.list()]);
  return JSON.stringify([
    files.objects.map(({ key, etag }) => [key, etag]),
    sessions.keys.map(({ name }) => name),
  ]);
}
