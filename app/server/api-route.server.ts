import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import type { z } from 'zod';
import { AppError, type FieldErrors } from '~/errors';
import type { RequestContext } from '~/services/context.server';
import { refuseCrossSite } from './cross-site.server';
import { errorResponse } from './error-response.server';
import { withIdempotency } from './idempotency.server';
import { readJsonBody } from './json-body.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The path's dynamic parts; the router matched them, so the ones a route declares are there. */
type PathParams = Record<'wellId' | 'layerId' | 'companyId' | 'userId' | 'key' | 'jobId', string>;

type Rule<Ctx, Body, Search> = {
  /** Who may: narrows the context or throws. Required, so that a route without a guard does not compile. */
  as: (ctx: RequestContext) => Ctx;
  body?: z.ZodType<Body>;
  search?: z.ZodType<Search>;
  /** Status of success; nothing returned is always 204. */
  status?: 200 | 201;
  /** Calls one service. Returns the JSON to answer, or a Response where headers matter. */
  run: (args: { ctx: Ctx; params: PathParams; body: Body; search: Search; request: Request }) => unknown;
};

export type Endpoint = {
  /** The name of the guard that says who may: tests hold it against the table of authorizations. */
  guard: string;
  handle: (args: Args, ctx: RequestContext) => Promise<Response>;
};

/** One method of a route: guard, then body and search through their schemas, then the use case. */
export function endpoint<Ctx extends RequestContext, Body = undefined, Search = undefined>(
  rule: Rule<Ctx, Body, Search>,
): Endpoint {
  return {
    guard: rule.as.name,
    handle: async ({ request, params }, requestContext) => {
      const ctx = rule.as(requestContext);
      const search = rule.search
        ? parseInput(rule.search, Object.fromEntries(new URL(request.url).searchParams))
        : (undefined as Search);
      const text = rule.body ? await readJsonBody(request) : null;
      const body = rule.body ? parseInput(rule.body, text?.json) : (undefined as Body);
      return withIdempotency(ctx, request, text?.raw ?? '', async () => {
        const result = await rule.run({ ctx, params: params as PathParams, body, search, request });
        if (result instanceof Response) return result;
        if (result === undefined) return new Response(null, { status: 204 });
        return Response.json(result, { status: rule.status ?? 200 });
      });
    },
  };
}

/** A JSON resource route: export its `loader` and `action`. Every error leaves as JSON with its status. */
export function apiRoute(endpoints: Partial<Record<Method, Endpoint>>) {
  async function answer(args: Args): Promise<Response> {
    const { request, context } = args;
    try {
      const chosen = endpoints[(request.method === 'HEAD' ? 'GET' : request.method) as Method];
      if (!chosen) return methodNotAllowed(Object.keys(endpoints), context.requestId);
      refuseCrossSite(request);
      return await chosen.handle(args, await context.requestContext());
    } catch (error) {
      if (error instanceof Response) return error;
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
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields: FieldErrors = {};
  for (const issue of result.error.issues) {
    const field = issue.path.join('.');
    fields[field] = [...(fields[field] ?? []), issue.message];
  }
  throw new AppError('invalid', result.error.issues[0]?.message ?? 'Invalid input', fields);
}

function methodNotAllowed(methods: string[], requestId: string): Response {
  const response = errorResponse(new AppError('method-not-allowed', 'Method not allowed'), requestId);
  response.headers.set('Allow', methods.join(', '));
  return response;
}
