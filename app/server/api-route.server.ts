import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import type { z } from 'zod';
import { AppError, type AppErrorCode, type FieldErrors } from '~/errors';
import { issueText } from '~/schemas/platform/issue-text';
import type { RequestContext } from '~/services/platform/context.server';
import { isWithin, limitExceeded, type RateLimitName } from '~/services/platform/rate-limit.server';
import type { ReadScope, Reads, RowsOf } from '~/services/platform/reads.server';
import { callOf, logSecurity } from '~/services/platform/security-log.server';
import { errorResponse, methodNotAllowed } from './error-response.server';
import { beginIdempotency } from './idempotency.server';
import { MAX_BODY_BYTES, readJsonBody } from './json-body.server';
import type { LoadContext } from './request-context.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What the API reference says about a call. */
export type About = {
  summary: string;
  /** The schema of a successful response; left out when it has no body. Tests check responses against it. */
  answer?: z.ZodType;
  /** The media types of a successful response that is a file: instead of JSON, or besides it where there is an `answer`. */
  files?: readonly string[];
  /** The media types of a body that is a file: instead of JSON. */
  takes?: readonly string[];
  /** Whether the query or the body names something that may be missing: 404. Calls with a parameter in their path have it anyway. */
  looksUp?: boolean;
  /** For an answer with a secret, which is shown once and never kept: what a repeated call is told. */
  lostSecret?: string;
  /** The schema of the answer to `?preview=true`: 200, whatever the call answers when it does something. */
  preview?: z.ZodType;
  /** The schema of a 202 response, for work that continues after it. */
  later?: z.ZodType;
  /** Whether the call takes If-Match. */
  isVersioned?: boolean;
  /** More than fits into the summary. */
  details?: string;
};

/** The path's dynamic parts. The router has matched those that a route declares. */
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

/** Narrows the context to that of who may make the call, or throws. */
export type Guard<Ctx = RequestContext> = (ctx: RequestContext) => Ctx;

type Rule<Ctx, Body, Search, R extends Reads> = {
  about: About;
  /** Required, so a route without a guard does not compile. */
  as: Guard<Ctx>;
  body?: z.ZodType<Body>;
  /** The largest body in bytes, of a call that takes more than a form sends. */
  maxBodyBytes?: number;
  search?: z.ZodType<Search>;
  /** The limit that a request counts against, by person; null for one that costs little. */
  limit?: RateLimitName | ((args: { search: Search; body: Body }) => RateLimitName | null);
  /** Status on success; 204 whenever `run` returns nothing. */
  status?: 200 | 201;
  /**
   * What the service reads first. Batched with the session lookup, so the request needs one D1 round trip less. `run`
   * always gets the rows, and passes them to the service.
   */
  reads?: (args: { scope: ReadScope; params: PathParams; body: Body; search: Search }) => R;
  /** Calls one service. Returns the JSON to answer, or a Response where headers matter. */
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
  /** The description of the calls says by it who may make one. */
  guard: Guard;
  about: About;
  body?: z.ZodType;
  search?: z.ZodType;
  /** The limit that it counts against, where it counts at all: it can answer 429. */
  limit?: unknown;
  status: number;
  handle: (args: Args) => Promise<Response>;
};

/** One method of a route: guard, then search and body through their schemas, then the use case. */
export function endpoint<
  Ctx extends RequestContext,
  Body = undefined,
  Search = undefined,
  R extends Reads = Record<never, never>,
>(rule: Rule<Ctx, Body, Search, R>): Endpoint {
  const { about, body, search } = rule;
  return {
    guard: rule.as,
    about,
    body,
    search,
    limit: rule.limit,
    status: about.answer || about.files ? (rule.status ?? 200) : 204,
    handle: async ({ request, params: given, context }) => {
      const params = given as PathParams;
      let reading: ReturnType<typeof readInput<Body, Search>> | undefined;
      const input = () => {
        reading ??= readInput(rule, request);
        return reading;
      };
      const { reads } = rule;
      const declare = () =>
        reads && context.declareReads(async (scope) => reads({ scope, params, ...(await input()) }));
      // A large body is read only after the guard, so the reads that need it take a round trip of their own.
      const declared = mayBeLarge(rule, request) ? undefined : declare();
      const hasBody = about.answer !== undefined;
      const carryOut = beginIdempotency(request, context, { hasBody, lostSecret: about.lostSecret });
      const limitOf = async () => (typeof rule.limit === 'function' ? rule.limit(await input()) : rule.limit);
      // For invalid input nothing is read.
      const exceeded = countRequest(context, () => limitOf().catch(() => null));
      const ctx = rule.as(await context.requestContext());
      const limit = exceeded();
      if (limit) throw limitExceeded(ctx, limit);
      const { search, body, rawBody } = await input();
      const readRows = declared ?? declare();
      return carryOut(ctx, rawBody, async () => {
        const rows = readRows ? await readRows(ctx) : ({} as RowsOf<R>);
        const result = await rule.run({ ctx, params, body, search, rows, request });
        if (result instanceof Response) return result;
        if (result === undefined) return new Response(null, { status: 204 });
        return Response.json(result, { status: rule.status ?? 200 });
      });
    },
  };
}

/** Whether a body may be larger than other calls take. */
function mayBeLarge({ maxBodyBytes }: { maxBodyBytes?: number }, { headers }: Request): boolean {
  const length = headers.get('Content-Length');
  return maxBodyBytes !== undefined && (length === null || Number(length) > MAX_BODY_BYTES);
}

/**
 * Counts a request of a person or a token against its limits, before anything is read for it and whatever its guard will say.
 * @returns tells the limit that it exceeded, once the context was made
 */
function countRequest(
  { env, declareLimit }: LoadContext,
  limitOfCall: () => Promise<RateLimitName | null | undefined>,
): () => RateLimitName | null {
  let exceeded: RateLimitName | null = null;
  declareLimit(async ({ kind, key }) => {
    for (const name of [kind === 'token' ? 'tokens' : null, await limitOfCall()] as const) {
      if (!name || (await isWithin(env, name, key))) continue;
      exceeded = name;
      return false;
    }
    return true;
  });
  return () => exceeded;
}

/** @throws AppError for what the schemas refuse, for a preview of a write that has none, and as readJsonBody */
async function readInput<Body, Search>(
  rule: { about: About; body?: z.ZodType<Body>; maxBodyBytes?: number; search?: z.ZodType<Search> },
  request: Request,
): Promise<{ search: Search; body: Body; rawBody: string }> {
  const { searchParams } = new URL(request.url);
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
  // Ignored like other unknown parameters, it would write what was only to be shown.
  if (isWrite && !rule.about.preview && searchParams.has('preview')) {
    throw new AppError('invalid', 'This call has no preview. Leave out the preview parameter.', 'preview');
  }
  const search = rule.search
    ? parseInput(rule.search, Object.fromEntries(searchParams))
    : (undefined as Search);
  const text = rule.body ? await readJsonBody(request, rule.maxBodyBytes) : null;
  const body = rule.body ? parseInput(rule.body, text?.json) : (undefined as Body);
  return { search, body, rawBody: text?.raw ?? '' };
}

/** Possible probing: a search for other companies' ids, or calls without a session. */
const DENIALS: Partial<Record<AppErrorCode, number>> = {
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
};

/** One line for each request, however often it is repeated: Cloudflare logs each request anyway. */
async function logDenied(error: unknown, { request, context }: Args): Promise<void> {
  const status = error instanceof AppError && DENIALS[error.code];
  if (status) logSecurity(await context.requestContext(), 'access.denied', { status, ...callOf(request) });
}

/** A JSON resource route: export its `loader` and `action`. Every error is answered as JSON with its status. */
export function apiRoute(endpoints: Partial<Record<Method, Endpoint>>) {
  async function answer(args: Args): Promise<Response> {
    const { request, context } = args;
    try {
      const chosen = endpoints[(request.method === 'HEAD' ? 'GET' : request.method) as Method];
      if (!chosen) return methodNotAllowed(Object.keys(endpoints), context.requestId);
      return await chosen.handle(args);
    } catch (error) {
      if (error instanceof Response) return error;
      await logDenied(error, args);
      return errorResponse(error, context.requestId);
    }
  }
  const loader = (args: LoaderFunctionArgs) => answer(args);
  // Where tests find them in the built routes.
  loader.endpoints = endpoints;
  return { loader, action: (args: ActionFunctionArgs) => answer(args) };
}

/**
 * Checks untrusted input and leaves out what the schema does not name.
 * @throws AppError invalid with the messages by field; its message is the first of them
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
