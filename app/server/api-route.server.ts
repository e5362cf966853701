import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import type { z } from 'zod';
import { AppError, type AppErrorCode, type FieldErrors } from '~/errors';
import { issueText } from '~/schemas/platform/issue-text';
import type { RequestContext } from '~/services/platform/context.server';
import { isWithin, limitExceeded, type RateLimitName } from '~/services/platform/rate-limit.server';
import type { ReadScope, Reads, RowsOf } from '~/services/platform/reads.server';
import { logSecurity, requestForLog } from '~/services/platform/security-log.server';
import { errorResponse, methodNotAllowed } from './error-response.server';
import { beginIdempotency } from './idempotency.server';
import { MAX_BODY_BYTES, readJsonBody } from './json-body.server';
import type { LoadContext } from './request-context.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** How the API reference describes a call. */
export type EndpointDescription = {
  summary: string;
  /** Schema of a successful response; omitted when it has no body. Tests validate responses against it. */
  response?: z.ZodType;
  /** Media types of a successful file response: instead of JSON, or in addition to it if there is a `response`. */
  files?: readonly string[];
  /** Media types of a file in the request body, instead of JSON. */
  accepts?: readonly string[];
  /** True when the query or the body names something that may be missing: 404. Calls with a path parameter always have it. */
  mayBeMissing?: boolean;
  /** For a response with a secret, which is shown once and never stored: the message for a replay. */
  replayMessage?: string;
  /** Schema of the response to `?preview=true`: 200, whatever the call's own status is. */
  preview?: z.ZodType;
  /** Schema of a 202 response, for work that continues after it. */
  acceptedResponse?: z.ZodType;
  /** True when the call accepts If-Match. */
  isVersioned?: boolean;
  /** More than fits in the summary. */
  details?: string;
};

/** The path's dynamic segments. The router has matched the ones that a route declares. */
type PathParams = Record<
  | 'wellId'
  | 'postingId'
  | 'layerId'
  | 'companyId'
  | 'effectiveOn'
  | 'userId'
  | 'key'
  | 'jobId'
  | 'token'
  | 'sessionId'
  | 'periodEnd'
  | 'evidenceId'
  | 'exportId'
  | 'invitationId'
  | 'profileId'
  | 'tokenId'
  | 'month'
  | 'reportId',
  string
>;

/** Narrows the context to that of a caller with access, or throws. */
export type Guard<Ctx = RequestContext> = (ctx: RequestContext) => Ctx;

type Rule<Ctx, Body, Search, R extends Reads> = {
  about: EndpointDescription;
  /** Required, so a route without a guard does not compile. */
  guard: Guard<Ctx>;
  body?: z.ZodType<Body>;
  /** Maximum body size in bytes, for a call that accepts more than a form sends. */
  maxBodyBytes?: number;
  search?: z.ZodType<Search>;
  /** The rate limit that a request counts against, by user; null for a cheap request. */
  limit?: RateLimitName | ((args: { search: Search; body: Body }) => RateLimitName | null);
  /** Status on success; 204 whenever `run` returns nothing. */
  status?: 200 | 201;
  /**
   * Reads that the service starts with. They are batched with the session lookup, which saves one D1 round trip. `run`
   * always receives the rows and passes them to the service.
   */
  reads?: (args: { scope: ReadScope; params: PathParams; body: Body; search: Search }) => R;
  /** Calls one service. Returns the JSON for the response, or a Response when headers matter. */
  run: (args: {
    ctx: Ctx;
    params: PathParams;
    body: Body;
    search: Search;
    rows: RowsOf<R>;
    request: Request;
  }) => unknown;
};

export type Endpoint = {
  /** Also determines the access that the API description documents. */
  guard: Guard;
  about: EndpointDescription;
  body?: z.ZodType;
  search?: z.ZodType;
  /** The call's rate limit, if any: the call can return 429. */
  limit?: unknown;
  status: number;
  handle: (args: Args) => Promise<Response>;
};

/** One method of a route: runs the guard, parses search and body by their schemas, then runs the use case. */
export function endpoint<
  Ctx extends RequestContext,
  Body = undefined,
  Search = undefined,
  R extends Reads = Record<never, never>,
>(rule: Rule<Ctx, Body, Search, R>): Endpoint {
  const { about, body, search } = rule;
  return {
    guard: rule.guard,
    about,
    body,
    search,
    limit: rule.limit,
    status: about.response || about.files ? (rule.status ?? 200) : 204,
    handle: async ({ request, params: rawParams, context }) => {
      const params = rawParams as PathParams;
      let inputPromise: ReturnType<typeof readInput<Body, Search>> | undefined;
      const input = () => {
        inputPromise ??= readInput(rule, request);
        return inputPromise;
      };
      const { reads } = rule;
      const declareRuleReads = () =>
        reads && context.declareReads(async (scope) => reads({ scope, params, ...(await input()) }));
      // A large body is read only after the guard, so reads that need it take a separate round trip.
      const declaredReads = mayBeLarge(rule, request) ? undefined : declareRuleReads();
      const hasBody = about.response !== undefined;
      const runIdempotently = beginIdempotency(request, context, {
        hasBody,
        replayMessage: about.replayMessage,
      });
      const getLimit = async () =>
        typeof rule.limit === 'function' ? rule.limit(await input()) : rule.limit;
      // Invalid input doesn't count against the call's own limit, since nothing is read for it.
      const exceeded = countRequest(context, () => getLimit().catch(() => null));
      const ctx = rule.guard(await context.requestContext());
      const limit = exceeded();
      if (limit) throw limitExceeded(ctx, limit);
      const { search, body, rawBody } = await input();
      const readRows = declaredReads ?? declareRuleReads();
      return runIdempotently(ctx, rawBody, async () => {
        const rows = readRows ? await readRows(ctx) : ({} as RowsOf<R>);
        const result = await rule.run({ ctx, params, body, search, rows, request });
        if (result instanceof Response) return result;
        if (result === undefined) return new Response(null, { status: 204 });
        return Response.json(result, { status: rule.status ?? 200 });
      });
    },
  };
}

/** True when a body may be larger than other calls accept. */
function mayBeLarge({ maxBodyBytes }: { maxBodyBytes?: number }, { headers }: Request): boolean {
  const length = headers.get('Content-Length');
  return maxBodyBytes !== undefined && (length === null || Number(length) > MAX_BODY_BYTES);
}

/**
 * Counts a request by a user or a token against its limits, before anything is read for it and whatever the guard decides.
 * @returns a function that returns the exceeded limit, once the context has been created
 */
function countRequest(
  { env, declareLimit }: LoadContext,
  getCallLimit: () => Promise<RateLimitName | null | undefined>,
): () => RateLimitName | null {
  let exceeded: RateLimitName | null = null;
  declareLimit(async ({ kind, key }) => {
    for (const name of [kind === 'token' ? 'tokens' : null, await getCallLimit()] as const) {
      if (!name || (await isWithin(env, name, key))) continue;
      exceeded = name;
      return false;
    }
    return true;
  });
  return () => exceeded;
}

/** @throws AppError for input that the schemas reject, for a preview of a write that has none, and as readJsonBody */
async function readInput<Body, Search>(
  rule: {
    about: EndpointDescription;
    body?: z.ZodType<Body>;
    maxBodyBytes?: number;
    search?: z.ZodType<Search>;
  },
  request: Request,
): Promise<{ search: Search; body: Body; rawBody: string }> {
  const { searchParams } = new URL(request.url);
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
  // Ignoring it, like other unknown parameters, would write what the caller only wanted to preview.
  if (isWrite && !rule.about.preview && searchParams.has('preview')) {
    throw new AppError(
      'invalid',
      'This call doesn’t support previews. Omit the preview parameter.',
      'preview',
    );
  }
  const search = rule.search
    ? parseInput(rule.search, Object.fromEntries(searchParams))
    : (undefined as Search);
  const text = rule.body ? await readJsonBody(request, rule.maxBodyBytes) : null;
  const body = rule.body ? parseInput(rule.body, text?.json) : (undefined as Body);
  return { search, body, rawBody: text?.raw ?? '' };
}

/** Possible probing: guessing other companies' ids, or calling without a session. */
const DENIALS: Partial<Record<AppErrorCode, number>> = {
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
};

/** Logs one line per request, however often it is repeated: Cloudflare logs each request anyway. */
async function logDenied(error: unknown, { request, context }: Args): Promise<void> {
  const status = error instanceof AppError && DENIALS[error.code];
  if (status)
    logSecurity(await context.requestContext(), 'access.denied', { status, ...requestForLog(request) });
}

/** A JSON resource route: export its `loader` and `action`. Every error becomes a JSON response with its status. */
export function apiRoute(endpoints: Partial<Record<Method, Endpoint>>) {
  async function respond(args: Args): Promise<Response> {
    const { request, context } = args;
    try {
      const selected = endpoints[(request.method === 'HEAD' ? 'GET' : request.method) as Method];
      if (!selected) return methodNotAllowed(Object.keys(endpoints), context.requestId);
      return await selected.handle(args);
    } catch (error) {
      if (error instanceof Response) return error;
      await logDenied(error, args);
      return errorResponse(error, context.requestId);
    }
  }
  const loader = (args: LoaderFunctionArgs) => respond(args);
  // The API description and the tests read the endpoints from here.
  loader.endpoints = endpoints;
  return { loader, action: (args: ActionFunctionArgs) => respond(args) };
}

/**
 * Validates untrusted input and drops what the schema doesn't define.
 * @throws AppError invalid with the messages by field; its own message is the first of them
 */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input, { error: issueText });
  if (result.success) return result.data;
  const fields: FieldErrors = {};
  for (const issue of result.error.issues) {
    const field = issue.path.join('.');
    fields[field] = [...(fields[field] ?? []), issue.message];
  }
  throw new AppError('invalid', result.error.issues[0]?.message ?? 'Invalid input', fields);
}
