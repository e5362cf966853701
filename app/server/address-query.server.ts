import type { z } from 'zod';

/**
 * What a page's address says of a list, as far as the list's schema takes it: what somebody has mistyped counts as absent,
 * and the rest stands.
 * @param names the parameters of the address that are the list's
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
  // A list's parameters are optional, so that something given is to blame.
  if (kept.length === given.length) throw parsed.error;
  return readAddressQuery(schema, params, kept);
}

/** A list's query as it stands behind its calls' `?`. How many rows to answer is each call's own. */
export function queryText({ limit, ...query }: { limit?: unknown; [name: string]: unknown }): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return new URLSearchParams(given).toString();
}
