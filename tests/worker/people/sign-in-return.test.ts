import { describe, expect, it } from 'vitest';
import { sendTo } from '../../support/deployed-worker';
import { cookiesOf, makeProvider } from '../../support/identity-provider';
import { ORIGIN } from '../../support/worker';

const newPerson = () => ({ sub: crypto.randomUUID(), email: 'her@example.com' });
const loginTo = (returnTo: string) => `/api/login?${new URLSearchParams({ returnTo })}`;
const PAGE = '/?tab=detail&field=ALPHA+%26+B&status=current';

/** Address where a sign-in that starts here ends. */
async function endOf(path: string): Promise<string | null> {
  const provider = await makeProvider();
  return (await provider.signIn(newPerson(), {}, { path })).headers.get('Location');
}

describe('a sign-in', () => {
  it('returns to the page it started from, including filters', async () => {
    expect(await endOf(loginTo(PAGE))).toBe(PAGE);
    expect(await endOf(loginTo(`${ORIGIN}/settings`))).toBe('/settings');
  });

  it.each([
    'https://evil.example/',
    'http://evil.example@localhost/',
    `${ORIGIN}.evil.example/`,
    `${ORIGIN}@evil.example/`,
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '\\\\evil.example/',
    '/\t/evil.example/',
    '/\n/evil.example/',
    '\u0000//evil.example/',
    ' //evil.example/',
    '/.//evil.example/',
    '/x/..//evil.example/',
    '/%2e//evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:http://localhost/x',
    'http:',
    '/api/logout',
    '/settings/../api/logout',
    `/?search=${'x'.repeat(2000)}`,
    '',
  ])('returns only to the app’s own pages, not to %j', async (returnTo) => {
    expect(await endOf(loginTo(returnTo))).toBe('/');
  });

  it.each(['/%2F%2Fevil.example/', '/%5Cevil.example/', '/@evil.example', '/?next=//evil.example/'])(
    'treats %s as a path of the app',
    async (returnTo) => {
      const end = await endOf(loginTo(returnTo));
      expect(end).toBe(returnTo);
      expect(new URL(end!, ORIGIN).origin).toBe(ORIGIN);
    },
  );

  it('doesn’t require a second sign-in from a user with a provider session', async () => {
    const provider = await makeProvider();
    const asked = new URL((await provider.send(loginTo(PAGE))).headers.get('Location')!).searchParams;
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual([null, null]);
    const back = await provider.signIn(newPerson(), {}, { path: loginTo(PAGE) });
    const endOthers = await provider.send('/api/user/sessions', cookiesOf(back));
    expect(endOthers.status).toBe(200);
  });

  it.each<[string, string[], number]>([
    ['counts as of now where the provider never tells when', [], 204],
    // Someone at the browser could remove the parameters that request a new sign-in from the URL.
    ['does not where the provider does tell, and was not asked', ['auth_time'], 403],
  ])('requested again %s', async (_, claims_supported, status) => {
    const provider = await makeProvider({ claims_supported });
    const path = `/api/login?${new URLSearchParams({ again: PAGE })}`;
    const back = await provider.signIn(newPerson(), {}, { path });
    const headers = { Cookie: cookiesOf(back), Origin: ORIGIN };
    const ended = await sendTo({}, `${ORIGIN}/api/user/sessions`, { method: 'DELETE', headers });
    expect(ended.status).toBe(status);
  });

  it('returns to its own page, not to that of another sign-in in the same browser', async () => {
    const provider = await makeProvider();
    const begun = cookiesOf(await provider.send(loginTo(PAGE)));
    const other = await provider.signIn(newPerson(), {}, { as: begun });
    expect(other.headers.get('Location')).toBe('/');
  });

  it('can’t be redirected elsewhere by a tampered cookie', async () => {
    const provider = await makeProvider();
    const start = await provider.send(loginTo(PAGE));
    const state = new URL(start.headers.get('Location')!).searchParams.get('state');
    const cookie = cookiesOf(start).replace(/(aro_sign_in_return=)[^;]*/, (_, name) => {
      const kept = JSON.stringify({ state, path: '//evil.example/', isAgain: false });
      return name + encodeURIComponent(btoa(kept));
    });
    expect(cookie).toContain('aro_sign_in_return=');
    const answer = await provider.send(`/api/auth/callback?error=access_denied&state=${state}`, cookie);
    expect(await answer.text()).not.toContain('evil.example');
  });

  it('can be retried for the same page after a failure, and removes its cookie when done', async () => {
    const provider = await makeProvider();
    const start = await provider.send(loginTo(PAGE));
    const state = new URL(start.headers.get('Location')!).searchParams.get('state');
    const denied = `/api/auth/callback?error=access_denied&iss=${encodeURIComponent(provider.issuer)}&state=${state}`;
    const problem = await (await provider.send(denied, cookiesOf(start))).text();
    expect(problem).toContain('The sign-in was canceled.');
    expect(problem).toContain(`href="${loginTo(PAGE)}"`);
    const done = await provider.signIn(newPerson(), {}, { path: loginTo(PAGE) });
    const removed = done.headers.getSetCookie().filter((one) => /Max-Age=0/i.test(one));
    expect(removed.some((one) => one.startsWith('aro_sign_in_return='))).toBe(true);
  });
});

describe('without a session', () => {
  it.each<[string, string]>([
    ['/', '/api/login'],
    ['/?tab=detail&field=A', '/api/login?returnTo=%2F%3Ftab%3Ddetail%26field%3DA'],
    ['/settings', '/api/login?returnTo=%2Fsettings'],
    ['/admin?tab=companies', '/api/login?returnTo=%2Fadmin%3Ftab%3Dcompanies'],
  ])('%s offers the sign-in that returns to it', async (path, login) => {
    const page = await (await (await makeProvider()).send(path)).text();
    expect(page).toContain(`href="${login}"`);
  });
});

describe('a visitor who is not signed in', () => {
  it('sees the product, its six capabilities and the sign-in button', async () => {
    const page = await (await (await makeProvider()).send('/')).text();
    expect(page).toMatch(/<h1[^>]*>ARO System<\/h1>/);
    const section = page.slice(
      page.indexOf('id="capabilities-heading"'),
      page.indexOf('id="security-heading"'),
    );
    const cards = [...section.matchAll(/<li[ >].*?<\/li>/gs)].map(([card]) => card);
    expect(
      cards.map((card) =>
        card
          .replace(/<[^>]*>/g, '|')
          .split('|')
          .filter(Boolean),
      ),
    ).toEqual([
      ['Wells management', 'Well data with duplicate prevention and status tracking.'],
      ['ARO calculations', 'Initial and additional ARO layers using present-value formulas.'],
      ['Accretion tracking', 'Automated accretion expense with customizable periods.'],
      ['Secure access', 'Customer-specific data isolation.'],
      ['Detailed reporting', 'ARO details with layer history and a calculation audit trail.'],
      ['Layer management', 'Multiple ARO layers with automatic input inheritance.'],
    ]);
    expect(page).toMatch(/<a [^>]*href="\/api\/login"[^>]*>Login to Continue/);
  });

  it.each(['/settings', '/admin', '/no/such/page'])('gets a 404 at %s', async (path) => {
    const response = await (await makeProvider()).send(path);
    expect(response.status).toBe(404);
    const page = await response.text();
    expect(page).toContain('404 Page Not Found');
    expect(page).toContain('Did you forget to add the page to the router?');
    expect(page).toContain('We couldn’t find that page.');
  });
});
