import { AppError } from '~/errors';
import { log } from './log.server';
import { logSecurity, type SecuritySource } from './security-log.server';

type Rule = {
  /** The rate limit binding in wrangler.toml, whose limit there must be the same number. */
  binding:
    | 'LIMIT_SIGN_IN'
    | 'LIMIT_DOCS'
    | 'LIMIT_READINESS'
    | 'LIMIT_EXPORTS'
    | 'LIMIT_POSTINGS'
    | 'LIMIT_UPLOADS'
    | 'LIMIT_COMPANY'
    | 'LIMIT_TOKENS';
  /** The attribute of the caller that requests are counted by. */
  by: 'address' | 'person' | 'token';
  perMinute: number;
  /** Name of the limited requests, for the docs and for the message: "Too many ... in a minute". */
  what: string;
  covers: string;
};

/** All rate limits. wrangler.toml and docs/operations.md have the same numbers; a test compares them. */
export const RATE_LIMITS = {
  'sign-in': {
    binding: 'LIMIT_SIGN_IN',
    by: 'address',
    perMinute: 60,
    what: 'sign-ins',
    covers: 'sign-in and the provider’s callback: two requests per sign-in',
  },
  docs: {
    binding: 'LIMIT_DOCS',
    by: 'address',
    perMinute: 60,
    what: 'requests for the API reference',
    covers: '`/api/docs`, `/api/openapi.json`',
  },
  readiness: {
    binding: 'LIMIT_READINESS',
    by: 'address',
    perMinute: 30,
    what: 'readiness checks',
    covers: '`/readyz`',
  },
  exports: {
    binding: 'LIMIT_EXPORTS',
    by: 'person',
    perMinute: 60,
    what: 'exports',
    covers:
      'CSV files, reports, evidence files, and lists of wells, layers, accretion and system data without `limit`',
  },
  postings: {
    binding: 'LIMIT_POSTINGS',
    by: 'person',
    perMinute: 240,
    what: 'calculations and postings',
    covers:
      'calculations, revisions, accretion, settlements, sales, reversals, plugging and deleting wells, settings, custom fields, tie-outs, sign-offs, closing and reopening, their previews, and checks of the books, seals and rows to import',
  },
  uploads: {
    binding: 'LIMIT_UPLOADS',
    by: 'person',
    perMinute: 60,
    what: 'uploads',
    covers: 'upload addresses, files, mass uploads with their previews, and adding and removing evidence',
  },
  company: {
    binding: 'LIMIT_COMPANY',
    by: 'person',
    perMinute: 60,
    what: 'company switches',
    covers: '`POST /api/companies/select`',
  },
  tokens: {
    binding: 'LIMIT_TOKENS',
    by: 'token',
    perMinute: 600,
    what: 'requests with this token',
    covers: 'every call with an API token; limits per person then apply per token',
  },
} as const satisfies Record<string, Rule>;

export type RateLimitName = keyof typeof RATE_LIMITS;

/** The binding counts per minute and doesn't report how much of the window is left. */
export const RETRY_AFTER_SECONDS = 60;

/** Rotates through a key's counters when RATE_LIMIT_FACTOR gives it several. */
let counterIndex = 0;
/** Logs a broken limiter once per isolate, not on every request. */
let isReported = false;

/**
 * Counts a request against a limit, without a D1 round trip. If a limiter is missing or fails, requests pass: people must
 * be able to work without it.
 * @param key the caller's key, or the result of addressKey for an IP address
 * @throws AppError too-many-requests
 */
export async function countAgainstLimit(
  source: SecuritySource & { env: Env },
  name: RateLimitName,
  key: string,
): Promise<void> {
  if (await isWithin(source.env, name, key)) return;
  throw limitExceeded(source, name);
}

/** Logs that a caller exceeded a limit as a security event, and returns the error to throw. */
export function limitExceeded(source: SecuritySource, name: RateLimitName): AppError {
  logSecurity(source, 'limit.exceeded', { limit: name });
  const { what } = RATE_LIMITS[name];
  return new AppError('too-many-requests', `Too many ${what} in a minute. Wait a minute, then try again.`);
}

/** Like countAgainstLimit, but returns whether the request is within the limit instead of throwing. */
export async function isWithin(env: Env, name: RateLimitName, key: string): Promise<boolean> {
  const { binding } = RATE_LIMITS[name];
  const factor = Math.max(1, Number(env.RATE_LIMIT_FACTOR) || 1);
  // The binding's limit is fixed at deployment, so a factor gives each key several counters.
  counterIndex = (counterIndex + 1) % factor;
  try {
    const { success } = await env[binding].limit({ key: `${key} ${counterIndex}` });
    return success;
  } catch (error) {
    if (!isReported) log({ level: 'error', problem: `Rate limits do not work (${binding})`, error });
    isReported = true;
    return true;
  }
}

/**
 * The key that an IP address is counted under. IPv6 addresses are grouped by /64, because one household or machine can use
 * any address in its network.
 */
export function addressKey(ip: string | null): string {
  if (!ip?.includes(':')) return ip ?? 'unknown';
  const [head = '', tail] = ip.split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  const groups = [...first, ...Array(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
