import { createCookie } from '@remix-run/cloudflare';
import { SESSION_SECONDS } from '~/services/people/session-store.server';
import { cookieName, isDeployed } from './deployment.server';

export function sessionCookieName(env: Pick<Env, 'ENVIRONMENT'>): string {
  return cookieName(env, 'aro_session');
}

function cookieFor(env: Env) {
  return createCookie(sessionCookieName(env), {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isDeployed(env),
    maxAge: SESSION_SECONDS,
  });
}

export async function readSessionId(request: Request, env: Env): Promise<string | null> {
  const value: unknown = await cookieFor(env).parse(request.headers.get('Cookie'));
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The Set-Cookie header that starts the session. */
export function sessionCookie(env: Env, sessionId: string): Promise<string> {
  return cookieFor(env).serialize(sessionId);
}

/** The Set-Cookie header that removes the session cookie. */
export function endedSessionCookie(env: Env): Promise<string> {
  return cookieFor(env).serialize('', { maxAge: 0 });
}
