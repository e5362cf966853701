import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { methodNotAllowed } from '~/server/error-response.server';
import { REPLAY_SECONDS, verifyLogoutToken } from '~/server/logout-token.server';
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

/** The identity provider tells that a session ended there, or all of a person (OpenID Connect Back-Channel Logout 1.0). */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== 'POST') return methodNotAllowed(['POST'], context.requestId);
  const ctx = await context.requestContext();
  try {
    const provider = await discoverProvider(ctx);
    const token = await readToken(request);
    const logout = await verifyLogoutToken(token, provider, {
      clientId: ctx.env.OIDC_CLIENT_ID,
      now: ctx.now,
    });
    await requireFirst(ctx, logout.id);
    const { issuer, session, subject } = logout;
    // A session is narrower than its person: the provider says which of the two has ended.
    await endProviderSessions(
      ctx,
      session === null
        ? { kind: 'provider-subject', id: providerId(issuer, subject!) }
        : { kind: 'provider-session', id: providerId(issuer, session) },
    );
    return new Response(null, { status: 200, headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    logSecurity(ctx, 'token.refused', { reason: 'logout token not valid' });
    log({ level: 'warn', requestId: ctx.request.id, problem: 'A logout token was refused', error });
    return Response.json(
      { error: 'invalid_request', error_description: 'The logout token is not valid.' },
      { status: 400, headers: { 'Cache-Control': 'no-store' } },
    );
  }
}

async function readToken(request: Request): Promise<string> {
  const length = Number(request.headers.get('Content-Length') ?? Number.NaN);
  // Of an unknown length, or too long: no provider sends that.
  if (!(length <= MAX_BYTES)) throw new Error('The body has no length, or is too long');
  return new URLSearchParams(await request.text()).get('logout_token') ?? '';
}

/** @throws Error when the token was used before */
async function requireFirst({ env }: RequestContext, tokenId: string): Promise<void> {
  const key = `logout-token:${await sha256Hex(tokenId)}`;
  if ((await env.SESSIONS.get(key)) !== null) throw new Error('The logout token was used before');
  await env.SESSIONS.put(key, '', { expirationTtl: REPLAY_SECONDS });
}
