import { afterEach, describe, expect, it, vi } from 'vitest';
import { anonymous } from '../../support/worker';

const PATHS = ['/', '/settings', '/nowhere', '/admin', '/healthz', '/_root.data', '/api/docs', '/api/login'];

describe('a method that an address does not take, without a session', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each(['OPTIONS', 'PATCH', 'DELETE', 'PUT', 'POST', 'PROPFIND', 'propfind'])(
    '%s is refused without a line in the log',
    async (method) => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      for (const path of PATHS) {
        // As Host on a real connection, which no Request of a test can have.
        const response = await anonymous.send(path, { method, headers: { 'X-Forwarded-Host': 'localhost' } });
        expect([path, response.status]).toEqual([path, 405]);
        await response.text();
      }
      expect(logged.mock.calls).toEqual([]);
    },
  );
});
