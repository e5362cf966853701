import { AppError } from '~/errors';
import { log } from './log.server';
import { logSecurity, type SecuritySource } from './security-log.server';

type Rule = {
  /** The binding in wrangler.toml that counts; its limit there is the same number. */
  binding:
    | 'LIMIT_SIGN_IN'
    | 'LIMIT_DOCS'
    | 'LIMIT_READINESS'
    | 'LIMIT_EXPORTS'
    | 'LIMIT_POSTINGS'
    | 'LIMIT_UPLOADS'
    | 'LIMIT_COMPANY'
    | 'LIMIT_TOKENS';
  /** Whom a request counts for. */
  by: 'address' | 'person' | 'token';
  perMinute: number;
  /** What it limits, for the documents and for the message: "Too many ... in a minute". */
  what: string;
  covers: string;
};

/** Every limit there is. wrangler.toml and docs/operations.md have the same numbers; a test compares them. */
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
      'CSV files, reports, files of evidence, and lists of wells, layers, accretion and system data without `limit`',
  },
  postings: {
    binding: 'LIMIT_POSTINGS',
    by: 'person',
    perMinute: 240,
    what: 'calculations and postings',
    covers:
      'calculations, accretion, reversals, plugging and deleting wells, settings, custom fields, closing and reopening, previews of them, and the checks of books, seals and rows to import',
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
    what: 'changes of the selected company',
    covers: '`POST /api/companies/select`',
  },
  tokens: {
    binding: 'LIMIT_TOKENS',
    by: 'token',
    perMinute: 600,
    what: 'requests with this token',
    covers: 'every call with an API token; what counts by person besides, counts by token',
  },
} as const satisfies Record<string, Rule>;

export type RateLimitName = keyof typeof RATE_LIMITS;

/** The binding counts by the minute and does not say how much of it is left. */
export const RETRY_AFTER_SECONDS = 60;

/** Requests so far, to take the counters in turn where RATE_LIMIT_FACTOR gives a key several. */
let turn = 0;
/** The log of an isolate names a limiter that does not work once, not with every request. */
let isReported = false;

/**
 * Counts a request against a limit. Costs no D1 round trip. A limiter that is missing or fails lets requests pass:
 * people must be able to work without it.
 * @param key the caller's, or the address as addressKey gives it
 * @throws AppError too-many-requests
 */
export async function takeFromLimit(
  source: SecuritySource & { env: Env },
  name: RateLimitName,
  key: string,
): Promise<void> {
  if (await isWithin(source.env, name, key)) return;
  throw limitExceeded(source, name);
}

/** The error of who exceeded a limit, which the log of security events then has, too. */
export function limitExceeded(source: SecuritySource, name: RateLimitName): AppError {
  logSecurity(source, 'limit.exceeded', { limit: name });
  const { what } = RATE_LIMITS[name];
  return new AppError('too-many-requests', `Too many ${what} in a minute. Wait a minute, then try again.`);
}

/** Counts a request against a limit, as takeFromLimit. */
export async function isWithin(env: Env, name: RateLimitName, key: string): Promise<boolean> {
  const { binding } = RATE_LIMITS[name];
  const factor = Math.max(1, Number(env.RATE_LIMIT_FACTOR) || 1);
  // The binding's number is fixed when it is deployed, so a factor gives each key several counters.
  turn = (turn + 1) % factor;
  try {
    const { success } = await env[binding].limit({ key: `${key} ${turn}` });
    return success;
  } catch (error) {
    if (!isReported) log({ level: 'error', problem: `Rate limits do not work (${binding})`, error });
    isReported = true;
    return true;
  }
}

/**
 * The key an address is counted under. An IPv6 network of /64 is one household or machine, which has all its addresses to choose
 * from.
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
