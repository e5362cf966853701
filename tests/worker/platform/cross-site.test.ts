import { describe, expect, it } from 'vitest';
import { allRows } from '../../support/tables';
import { anonymous, signInToNewCompany } from '../../support/worker';

const EVIL = { Origin: 'https://evil.example' };

describe('a cross-site write', () => {
  it.each([
    '/',
    '/_root.data',
    '/settings',
    '/nowhere',
    '/api/docs',
    '/api/login',
    '/api/wells',
    '/api/nowhere',
  ])('is rejected at %s with an explanation', async (path) => {
    const { client } = await signInToNewCompany();
    const before = await allRows();
    for (const headers of [EVIL, { 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'null' }]) {
      const response = await client.post(path, {}, headers);
      expect(response.status).toBe(403);
      expect(await response.json()).toEqual({
        message: 'Cross-site request refused',
        requestId: expect.any(String),
      });
      expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'self'");
    }
    expect(await allRows()).toEqual(before);
  });

  it('does not include visits: a link from another site opens the page', async () => {
    const response = await anonymous.get('/', { ...EVIL, 'Sec-Fetch-Site': 'cross-site' });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toContain('text/html');
  });
});
