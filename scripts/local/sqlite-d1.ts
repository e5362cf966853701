import type { DatabaseSync } from 'node:sqlite';

type Result = { results: unknown[]; success: true; meta: Record<string, never> };

/**
 * A SQLite file behind the parts of D1's interface that reading needs, so the same services can read an exported database and the
 * deployed one.
 */
export function readAsD1(database: DatabaseSync): D1Database {
  const statement = (query: string, values: unknown[] = []) => {
    const prepared = () => database.prepare(query);
    const all = (): Result => ({ results: prepared().all(...(values as never[])), success: true, meta: {} });
    return {
      bind: (...bound: unknown[]) => statement(query, bound),
      all: async () => all(),
      run: async () => all(),
      first: async () => all().results[0] ?? null,
      raw: async () => all().results.map((row) => Object.values(row as object)),
    };
  };
  return {
    prepare: (query: string) => statement(query),
    batch: (statements: { all: () => Promise<Result> }[]) =>
      Promise.all(statements.map((statement) => statement.all())),
  } as unknown as D1Database;
}
