import { afterEach, describe, expect, it, vi } from 'vitest';
import { anonymous } from '../../support/worker';

const PATHS = ['/', '/settings', '/nowhere', '/admin', '/healthz', '/_root.data', '/api/docs', '/api/login'];

describe('an unsupported method without a session', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each(['OPTIONS', 'PATCH', 'DELETE', 'PUT', 'POST', 'PROPFIND', 'propfind'])(
    '%s is rejected without a log line',
    async (method) => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      for (const path of PATHS) {
        // Replaces the Host header of a real connection, which a test Request can't set.
        const response = await anonymous.send(path, { method, headers: { 'X-Forwarded-Host': 'localhost' } });
        expect([path, response.status]).toEqual([path, 405]);
        await response.text();
      }
      expect(logged.mock.calls).toEqual([]);
    },
  );
});
