import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendTo } from '../../support/deployed-worker';
import { allRows } from '../../support/tables';
import { signInToNewCompany } from '../../support/worker';

const DEPLOYED = { ENVIRONMENT: 'production' };
const HTTP = 'http://aro.example';
const HTTPS = 'https://aro.example';

let line: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  line = vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

/** A company admin's cookie under its deployed name. */
async function deployedCookie() {
  const { client } = await signInToNewCompany();
  return `__Host-${client.cookie}`;
}

describe('over http, a deployment', () => {
  it.each(['/', '/settings?dialog=x', '/api/login', '/api/docs'])(
    'redirects a visit of %s to https',
    async (path) => {
      for (const method of ['GET', 'HEAD']) {
        const response = await sendTo(DEPLOYED, HTTP + path, { method });
        expect(response.status).toBe(308);
        expect(response.headers.get('Location')).toBe(HTTPS + path);
        expect(response.headers.getSetCookie()).toEqual([]);
      }
    },
  );

  it.each([
    ['GET', '/api/wells'],
    ['GET', '/API/wells'],
    ['GET', '/api/openapi.json'],
    ['GET', '/healthz'],
    ['HEAD', '/readyz'],
    ['GET', '/settings.data'],
    ['GET', '/_root.data?_routes=root'],
    ['GET', '/api/auth/callback?code=a-secret&state=x'],
    ['POST', '/api/wells'],
    ['PUT', '/api/objects/upload/a-secret'],
    ['POST', '/'],
    ['POST', '/api/logout'],
  ])('rejects %s %s without running it', async (method, path) => {
    const Cookie = await deployedCookie();
    const before = await allRows();
    const well = { wellCode: 'A', wellName: 'A', wellStatus: 'Active', field: 'F', activeDate: '2024-01-01' };
    const response = await sendTo(DEPLOYED, HTTP + path, {
      method,
      headers: { Cookie, Origin: HTTP, 'Content-Type': 'application/json' },
      body: ['GET', 'HEAD'].includes(method) ? undefined : JSON.stringify(well),
    });
    expect(response.status).toBe(403);
    expect(response.headers.get('Location')).toBeNull();
    if (method !== 'HEAD')
      expect(await response.json()).toMatchObject({ message: expect.stringContaining('Use HTTPS') });
    expect(await allRows()).toEqual(before);
    expect(JSON.parse(line.mock.lastCall![0] as string)).toMatchObject({ event: 'http.refused', method });
    expect(line.mock.lastCall![0]).not.toContain('a-secret');
  });
});

describe('over https, a deployment', () => {
  it('accepts only the __Host- session cookie, and sends HSTS', async () => {
    const Cookie = await deployedCookie();
    const user = (cookie: string) =>
      sendTo(DEPLOYED, `${HTTPS}/api/auth/user`, { headers: { Cookie: cookie } });
    const known = await user(Cookie);
    expect(known.status).toBe(200);
    expect(known.headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
    expect((await user(Cookie.replace('__Host-', ''))).status).toBe(401);
  });

  it('sets no cookie without __Host- and Secure', async () => {
    const Cookie = await deployedCookie();
    const headers = { Cookie, Origin: HTTPS, 'Content-Type': 'application/json' };
    const theme = { preferenceKey: 'theme', preferenceValue: 'dark' };
    const responses = [
      await sendTo(DEPLOYED, `${HTTPS}/api/user/preferences`, {
        method: 'POST',
        headers,
        body: JSON.stringify(theme),
      }),
      await sendTo(DEPLOYED, `${HTTPS}/api/logout`, { headers }),
    ];
    const cookies = responses.flatMap((response) => response.headers.getSetCookie());
    expect(cookies.map((cookie) => cookie.split('=')[0]).sort()).toEqual([
      '__Host-aro_d1_bookmark',
      '__Host-aro_d1_bookmark',
      '__Host-aro_session',
    ]);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; Secure(;|$)/);
      expect(cookie).toMatch(/; Path=\/(;|$)/);
      expect(cookie).not.toMatch(/Domain=/i);
    }
  });

  it('applies only its own theme cookie', async () => {
    const page = async (Cookie: string) => (await sendTo(DEPLOYED, HTTPS, { headers: { Cookie } })).text();
    expect(await page('__Host-aro_theme=dark')).toContain('data-theme="dark"');
    expect(await page('aro_theme=dark')).not.toContain('data-theme="dark"');
  });
});

it('a page’s data declares its text encoding', async () => {
  const response = await sendTo({}, 'http://localhost/_root.data');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('text/x-script; charset=utf-8');
});

it('http works locally, with cookies that browsers accept there', async () => {
  const { client } = await signInToNewCompany();
  const response = await client.get('/api/logout');
  const cookie = response.headers.getSetCookie().find((text) => text.startsWith('aro_session='));
  expect(cookie).not.toMatch(/Secure/);
});
