import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { errorResponse, methodNotAllowed } from '~/server/error-response.server';
import { type Logout, REPLAY_SECONDS, verifyLogoutToken } from '~/server/logout-token.server';
import { discoverProvider } from '~/server/sign-in-provider.server';
import { endProviderSessions } from '~/services/people/own-sessions.server';
import { providerId } from '~/services/people/session.server';
import type { RequestContext } from '~/services/platform/context.server';
import { sha256Hex } from '~/services/platform/digest.server';
import { log } from '~/services/platform/log.server';
import { logSecurity } from '~/services/platform/security-log.server';

const MAX_BYTES = 16_384;

export function loader({ context }: ActionFunctionArgs) {
  return methodNotAllowed(['POST'], context.requestId);
}

/** The identity provider reports that a session, or all of a user's, ended there (OpenID Connect Back-Channel Logout 1.0). */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== 'POST') return methodNotAllowed(['POST'], context.requestId);
  const ctx = await context.requestContext();
  let logout: Logout;
  try {
    const provider = await discoverProvider(ctx);
    const token = await readToken(request);
    logout = await verifyLogoutToken(token, provider, {
      clientId: ctx.env.OIDC_CLIENT_ID,
      now: ctx.now,
    });
  } catch (error) {
    return refuse(ctx, error);
  }
  try {
    if (await isUsed(ctx, logout)) return refuse(ctx, new Error('The logout token was used before'));
    await endSessions(ctx, logout);
    // Marked last, so that the provider can retry with the same token if ending the sessions fails.
    await markUsed(ctx, logout);
    return new Response(null, { status: 200, headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    return errorResponse(error, ctx.request.id);
  }
}

function refuse(ctx: RequestContext, error: unknown): Response {
  logSecurity(ctx, 'token.refused', { reason: 'logout token not valid' });
  log({ level: 'warn', requestId: ctx.request.id, problem: 'A logout token was refused', error });
  return Response.json(
    { error: 'invalid_request', error_description: 'The logout token is not valid.' },
    { status: 400, headers: { 'Cache-Control': 'no-store' } },
  );
}

/** Ends one session if the token names one, otherwise all sessions of the user. */
function endSessions(ctx: RequestContext, { issuer, session, subject }: Logout): Promise<void> {
  return endProviderSessions(
    ctx,
    session === null
      ? { kind: 'provider-subject', id: providerId(issuer, subject!) }
      : { kind: 'provider-session', id: providerId(issuer, session) },
  );
}

async function readToken(request: Request): Promise<string> {
  const length = Number(request.headers.get('Content-Length') ?? Number.NaN);
  // The length is unknown or too large: no provider sends that.
  if (!(length <= MAX_BYTES)) throw new Error('The body has no length, or is too long');
  return String((await request.formData()).get('logout_token'));
}

async function isUsed({ env }: RequestContext, { id }: Logout): Promise<boolean> {
  return (await env.SESSIONS.get(await usedKey(id))) !== null;
}

async function markUsed({ env }: RequestContext, { id }: Logout): Promise<void> {
  await env.SESSIONS.put(await usedKey(id), '', { expirationTtl: REPLAY_SECONDS });
}

async function usedKey(tokenId: string): Promise<string> {
  return `logout-token:${await sha256Hex(tokenId)}`;
}
