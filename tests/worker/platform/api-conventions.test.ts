import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import worker from '../../../workers/app';
import { allRows } from '../../support/tables';
import { makeCompany, ORIGIN, signIn, signInToNewCompany } from '../../support/worker';

const well = {
  wellCode: 'A-1',
  wellName: 'Alpha',
  wellStatus: 'Active',
  field: 'F',
  activeDate: '2020-01-01',
};

describe('input without a custom error message', () => {
  const mistyped = { titles: [], rows: [7] };
  it.each([
    ['/api/closes/2026-01/approve', {}, { preparation: ['preparation is required'] }],
    [
      '/api/postings/1/reverse',
      { reason: 'r', includeLater: 'yes' },
      { includeLater: ['includeLater must be true or false'] },
    ],
    ['/api/postings/1/reverse', { reason: 'r', wellId: 7 }, { wellId: ['wellId must be text'] }],
    ['/api/wells/mass-upload/check', mistyped, { 'rows.0': ['rows.0 must be an object'] }],
    ['/api/wells/mass-upload/preview', { wellCodes: [7] }, { 'wellCodes.0': ['wellCodes.0 must be text'] }],
    [
      '/api/revisions/preview',
      { date: '2026-01-31', rows: [] },
      { rows: [expect.not.stringMatching(/expected|Too/)] },
    ],
  ])('%s %j is rejected with a plain message that names the field', async (path, body, errors) => {
    const { client } = await signInToNewCompany();
    const response = await client.post(path, body);
    expect(response.status).toBe(400);
    const answer: { message: string; errors: object } = await response.json();
    expect(answer.errors).toEqual(errors);
    expect(answer.message).toEqual(Object.values(answer.errors)[0][0]);
  });
});

describe('a malformed or foreign request', () => {
  it.each([
    ['broken JSON', '{"wellCode":', {}, 400, 'The request body is not valid JSON'],
    ['an empty body', '', {}, 400, 'The request body is not valid JSON'],
    ['a list', '[]', {}, 400, 'The request body must be a JSON object'],
    ['null', 'null', {}, 400, 'The request body must be a JSON object'],
    ['another media type', 'wellCode=A-1', { 'Content-Type': 'text/plain' }, 415, undefined],
    [
      'two megabytes',
      JSON.stringify({ ...well, more: 'x'.repeat(2_000_000) }),
      {},
      413,
      'The request body is larger than 1 MB',
    ],
    [
      'a write from another origin',
      JSON.stringify(well),
      { Origin: 'https://elsewhere.example' },
      403,
      'Cross-site request refused',
    ],
    [
      'a write from another site',
      JSON.stringify(well),
      { 'Sec-Fetch-Site': 'cross-site' },
      403,
      'Cross-site request refused',
    ],
    ['a sandboxed page', JSON.stringify(well), { Origin: 'null' }, 403, 'Cross-site request refused'],
  ])('%s is rejected and writes nothing', async (_, body, headers, status, message) => {
    const { client } = await signInToNewCompany();
    const before = await allRows();
    const response = await client.post('/api/wells', body, headers as Record<string, string>);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      message: message ?? expect.any(String),
      requestId: expect.any(String),
    });
    expect(await allRows()).toEqual(before);
  });

  it('a body in another encoding is rejected, not stored with replacement characters', async () => {
    const { client } = await signInToNewCompany();
    const before = await allRows();
    const text = JSON.stringify({ ...well, wellName: 'Ørn' });
    const response = await client.send('/api/wells', {
      method: 'POST',
      body: Uint8Array.from(text, (character) => character.charCodeAt(0)),
      headers: { 'Content-Type': 'application/json; charset=iso-8859-1' },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: 'The request body is not UTF-8' });
    expect(await allRows()).toEqual(before);
  });

  it.each([
    ['DELETE', '/api/wells', 'GET, POST'],
    ['PATCH', '/api/wells', 'GET, POST'],
    ['POST', '/api/wells/with-custom-fields', 'GET'],
    ['GET', '/api/companies/select', 'POST'],
    ['GET', '/api/aro-layers/calculate', 'POST'],
    ['GET', '/api/accretion/calculate', 'POST'],
  ])('%s %s returns the allowed methods', async (method, path, allow) => {
    const { client } = await signInToNewCompany();
    const response = await client.send(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe(allow);
    expect(await response.json()).toMatchObject({ message: 'Method not allowed' });
  });

  it('a method that no route has is rejected with JSON', async () => {
    // A Request can't be constructed with TRACE, but one can arrive.
    const request = new Proxy(new Request(`${ORIGIN}/api/wells`), {
      get: (target, name) => (name === 'method' ? 'TRACE' : Reflect.get(target, name, target)),
    });
    const response = await worker.fetch(
      request as Parameters<typeof worker.fetch>[0],
      env,
      createExecutionContext(),
    );
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toContain('GET');
    expect(await response.json()).toEqual({
      message: 'Method not allowed',
      requestId: expect.any(String),
    });
  });

  it.each([
    ['/api/wells?limit=5001', '5,000'],
    ['/api/aro-layers?limit=0', '5,000'],
    ['/api/accretion?limit=1.5', '5,000'],
    ['/api/audit-logs?limit=501', '500'],
    ['/api/wells/mass-upload?limit=x', '500'],
  ])('%s returns the bounds', async (path, max) => {
    const { client } = await signInToNewCompany();
    const response = await client.get(path);
    expect(response.status).toBe(400);
    const message = `Limit must be a whole number from 1 to ${max}`;
    expect(await response.json()).toMatchObject({ message, errors: { limit: [message] } });
  });

  it('reveals nothing and leaves nothing behind on an internal error', async () => {
    const { client } = await signInToNewCompany();
    const before = await allRows();
    // The last statement of the transaction fails, after the well has been inserted.
    await env.DB.exec(
      `create trigger broken before insert on audit_log begin select raise(abort, 'secret detail'); end`,
    );
    const response = await client.post('/api/wells', well);
    await env.DB.exec('drop trigger broken');
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      message:
        'Something went wrong on our end. If you were saving, check whether it was saved, then try again.',
      requestId: expect.any(String),
    });
    expect(await allRows()).toEqual(before);
  });
});

describe('X-Company-Id', () => {
  it('rejects a tab that still shows another company', async () => {
    const [first, second] = [await makeCompany(), await makeCompany()];
    const client = await signIn({
      memberships: [
        { companyId: first.id, role: 'admin' },
        { companyId: second.id, role: 'admin' },
      ],
    });
    const write = (companyId: string) => client.post('/api/wells', well, { 'X-Company-Id': companyId });
    expect((await write(first.id)).status).toBe(201);
    expect((await client.post('/api/companies/select', { companyId: second.id })).status).toBe(200);
    const before = await allRows();
    const stale = await write(first.id);
    expect(stale.status).toBe(409);
    expect(await stale.json()).toMatchObject({
      message:
        'You switched companies in another tab. Nothing was changed. Switch back there to keep what you entered here, or reload.',
    });
    expect((await client.get('/api/wells', { 'X-Company-Id': first.id })).status).toBe(409);
    expect(await allRows()).toEqual(before);
    expect((await write(second.id)).status).toBe(201);
    // After switching back, as the message suggests, the tab continues to work.
    expect((await client.post('/api/companies/select', { companyId: first.id })).status).toBe(200);
    expect((await client.get('/api/wells', { 'X-Company-Id': first.id })).status).toBe(200);
    expect((await client.post('/api/companies/select', { companyId: second.id })).status).toBe(200);
    // A page always shows the currently selected company.
    expect((await client.get('/', { 'X-Company-Id': first.id })).status).toBe(200);
  });

  it.each([0, 1, 2])(
    'reports in a stale tab that the user was removed from its company, with %d others left',
    async (left) => {
      const lost = await makeCompany();
      const others = await Promise.all(Array.from({ length: left }, () => makeCompany()));
      const client = await signIn({
        memberships: [lost, ...others].map(({ id }) => ({ companyId: id, role: 'admin' })),
      });
      expect((await client.post('/api/companies/select', { companyId: lost.id })).status).toBe(200);
      const admin = await signIn({ isAdmin: true });
      expect((await admin.delete(`/api/admin/users/${client.userId}/companies/${lost.id}`)).status).toBe(204);
      const before = await allRows();
      const stale = await client.post('/api/wells', well, { 'X-Company-Id': lost.id });
      expect(stale.status).toBe(409);
      expect(await stale.json()).toMatchObject({
        message: 'You no longer have access to this company. Nothing was changed. Reload to continue.',
      });
      expect(await allRows()).toEqual(before);
    },
  );
});

describe('a URL that Remix would treat specially', () => {
  it.each(['/', '/settings', '/api/wells', '/api/nowhere'])(
    '%s gets the same response with the parameter `_data`, and nothing is logged',
    async (path) => {
      const { client } = await signInToNewCompany();
      const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const plain = await client.get(path);
      for (const value of ['root', 'routes/_index', 'nowhere', '']) {
        const response = await client.get(`${path}?_data=${encodeURIComponent(value)}`);
        expect(response.status).toBe(plain.status);
        expect(response.headers.get('Content-Type')).toBe(plain.headers.get('Content-Type'));
      }
      expect(logged.mock.calls).toEqual([]);
      logged.mockRestore();
    },
  );

  it.each(['/API/wells', '/Api/wells', '/api/WELLS', '/api/Openapi.json'])(
    '%s is not found, because edge rules match paths case-sensitively',
    async (path) => {
      const { client } = await signInToNewCompany();
      expect((await client.get(path)).status).toBe(404);
    },
  );
});

describe('Idempotency-Key', () => {
  const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });

  it('returns the first response to a replay, and does nothing more', async () => {
    const { client } = await signInToNewCompany();
    const headers = key();
    const first = await client.post('/api/wells', well, headers);
    const rows = await allRows();
    const replay = await client.post('/api/wells', well, headers);
    expect([first.status, replay.status]).toEqual([201, 201]);
    expect(await replay.json()).toEqual(await first.json());
    expect(await allRows()).toEqual(rows);
  });

  it('rejects a different request under the same key', async () => {
    const { client } = await signInToNewCompany();
    const headers = key();
    await client.post('/api/wells', well, headers);
    const other = await client.post('/api/wells', { ...well, wellCode: 'A-2' }, headers);
    expect(other.status).toBe(422);
  });

  it('is not consumed by a rejected request', async () => {
    const { client } = await signInToNewCompany();
    const headers = key();
    expect((await client.post('/api/wells', { ...well, wellName: '' }, headers)).status).toBe(400);
    expect((await client.post('/api/wells', well, headers)).status).toBe(201);
  });

  it('runs two concurrent requests once', async () => {
    const { client } = await signInToNewCompany();
    const headers = key();
    const answers = await Promise.all([
      client.post('/api/wells', well, headers),
      client.post('/api/wells', well, headers),
    ]);
    expect(answers.map((answer) => answer.status).filter((status) => status === 201)).not.toHaveLength(0);
    expect((await (await client.get('/api/wells')).json()) as unknown[]).toHaveLength(1);
  });

  it('belongs to the user who used it', async () => {
    const headers = key();
    for (let i = 0; i < 2; i += 1) {
      const { client } = await signInToNewCompany();
      expect((await client.post('/api/wells', well, headers)).status).toBe(201);
    }
  });
});

describe('an HTML page', () => {
  it('can’t be read by another origin', async () => {
    const { client } = await signInToNewCompany();
    const response = await client.get('/', { Origin: ORIGIN });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
  });
});
