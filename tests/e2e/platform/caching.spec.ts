import { expect, type Page } from '@playwright/test';
import { addToNewCompany } from '../../support/e2e/company';
import { signInAs, test } from '../../support/e2e/test';

const FOREVER = 'public, max-age=31536000, immutable';
const NEVER = 'private, no-store';

/** Build files that the page has loaded so far, with the bytes transferred for each. */
function loadedAssets(page: Page): Promise<{ path: string; bytes: number }[]> {
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .map(({ name, transferSize }) => ({ path: new URL(name).pathname, bytes: transferSize }))
      .filter(({ path }) => path.startsWith('/assets/')),
  );
}

test('build files are fetched once, cached forever and never framed, and personal responses are not cached', async ({
  browser,
  newPerson,
}) => {
  // A context of its own: files in another test's renderer process need not be in the browser's cache.
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAs(page.request, newPerson());
  await addToNewCompany(browser, page);
  const open = async (visit: Page) => {
    await visit.goto('/?tab=accretion', { waitUntil: 'networkidle' });
    await expect(visit.getByRole('tab', { name: 'Accretion' })).toHaveAttribute('aria-selected', 'true');
    return loadedAssets(visit);
  };
  const first = await open(page);
  const second = await open(await context.newPage());
  expect(second.map(({ path }) => path).sort()).toEqual(first.map(({ path }) => path).sort());
  expect(second.length).toBeGreaterThan(10);
  expect(second.filter(({ bytes }) => bytes > 0)).toEqual([]);

  const isFramedByNobody = (headers: Record<string, string>, path: string) => {
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options'], path).toBe('DENY');
    expect(headers['strict-transport-security'], path).toBe('max-age=31536000; includeSubDomains');
  };
  for (const { path } of first) {
    const headers = (await page.request.get(path)).headers();
    expect(headers['cache-control'], path).toBe(FOREVER);
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['cross-origin-resource-policy'], path).toBe('same-origin');
    isFramedByNobody(headers, path);
  }
  const icon = (await page.request.get('/favicon.svg')).headers();
  expect(icon['cache-control']).toBe('public, max-age=86400');
  expect(icon['x-content-type-options']).toBe('nosniff');
  isFramedByNobody(icon, '/favicon.svg');
  for (const path of ['/', '/_root.data', '/settings', '/api/auth/user', '/api/wells', '/no/such/page']) {
    expect((await page.request.get(path)).headers()['cache-control'], path).toBe(NEVER);
  }
  // A file that is missing today may exist after the next deployment.
  const missing = await page.request.get('/assets/missing-00000000.js');
  expect(missing.status()).toBe(404);
  expect(missing.headers()['cache-control']).toBe(NEVER);
  await context.close();
});

test('a browser uses Inter from the first paint once it has the font', async ({ page }) => {
  const hasInter = page.locator('html[data-typeface]');
  await page.goto('/');
  await expect(hasInter).toBeAttached();
  // The font is in use slightly before it is recorded for the next visit.
  await expect.poll(() => page.evaluate(() => caches.keys())).toHaveLength(1);

  // Without scripts, only what the document itself declares applies.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  await expect(hasInter).toBeAttached();

  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.reload({ waitUntil: 'networkidle' });
  await expect(page.getByRole('link', { name: 'Login to Continue' })).toBeVisible();
  await expect(hasInter).not.toBeAttached();
});

test('security.txt is served as plain text', async ({ request }) => {
  const response = await request.get('/.well-known/security.txt');
  expect(response.status()).toBe(200);
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8');
  expect(response.headers()['x-content-type-options']).toBe('nosniff');
  const lines = (await response.text()).split('\n');
  expect(lines.filter((line) => line.startsWith('Contact: '))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('Expires: '))).toHaveLength(1);
});
