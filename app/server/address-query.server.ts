import type { z } from 'zod';

/**
 * Parses a list's parameters from a page's URL. Ignores a parameter that the list's schema rejects, and uses the others.
 * @param names names of the list's parameters
 */
export function readAddressQuery<Query>(
  schema: z.ZodType<Query>,
  params: URLSearchParams,
  names: readonly string[],
): Query {
  const entries = names.flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value] as const] : [];
  });
  const parsed = schema.safeParse(Object.fromEntries(entries));
  if (parsed.success) return parsed.data;
  const invalidNames = new Set(parsed.error.issues.map(({ path }) => path[0]));
  const validNames = entries.flatMap(([name]) => (invalidNames.has(name) ? [] : [name]));
  // Nothing was left out, so the schema rejects something other than a parameter.
  if (validNames.length === entries.length) throw parsed.error;
  return readAddressQuery(schema, params, validNames);
}

/** Serializes a list's query for the URLs of its API calls. Leaves out the limit, which each call sets. */
export function queryText({ limit, ...query }: { limit?: unknown; [name: string]: unknown }): string {
  const entries = Object.entries(query).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return new URLSearchParams(entries).toString();
}
