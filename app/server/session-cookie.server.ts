import { createCookie } from '@remix-run/cloudflare';
import { SESSION_SECONDS } from '~/services/people/session.server';

/** On https the __Host- prefix makes browsers refuse the cookie from subdomains and over http. */
function cookieFor(request: Request) {
  const secure = new URL(request.url).protocol === 'https:';
  return createCookie(secure ? '__Host-aro_session' : 'aro_session', {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge: SESSION_SECONDS,
  });
}

export async function readSessionId(request: Request): Promise<string | null> {
  const value: unknown = await cookieFor(request).parse(request.headers.get('Cookie'));
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The Set-Cookie header that starts the session. */
export function sessionCookie(request: Request, sessionId: string): Promise<string> {
  return cookieFor(request).serialize(sessionId);
}

/** The Set-Cookie header that removes the session cookie. */
export function endedSessionCookie(request: Request): Promise<string> {
  return cookieFor(request).serialize('', { maxAge: 0 });
}
