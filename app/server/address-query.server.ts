import type { z } from 'zod';

/**
 * The list parameters in a page's address. One that the list's schema refuses is ignored; the others are used.
 * @param names the list's parameters
 */
export function readAddressQuery<Query>(
  schema: z.ZodType<Query>,
  params: URLSearchParams,
  names: readonly string[],
): Query {
  const given = names.flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value] as const] : [];
  });
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const refused = new Set(parsed.error.issues.map(({ path }) => path[0]));
  const kept = given.flatMap(([name]) => (refused.has(name) ? [] : [name]));
  // Leaving every refused parameter out changed nothing, so the schema refuses something else.
  if (kept.length === given.length) throw parsed.error;
  return readAddressQuery(schema, params, kept);
}

/** A list's query as text for its calls' addresses. The limit is left out: each call has its own. */
export function queryText({ limit, ...query }: { limit?: unknown; [name: string]: unknown }): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return new URLSearchParams(given).toString();
}
