import { type Schema, Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import type { Answer, OpenApiDocument, Operation } from '~/schemas/platform/openapi';
import { describeApi } from '~/server/openapi.server';
import { makeToken, tokenClient } from '../../support/api-tokens';
import { CALLS } from '../../support/authorization';
import type { Call } from '../../support/calls/call';
import { anonymous, signIn, signInToNewCompany } from '../../support/worker';
import { sendCall, sharedSmallWorlds } from '../../support/world';

async function readDocument(): Promise<OpenApiDocument> {
  const response = await anonymous.get('/api/openapi.json');
  expect(response.status).toBe(200);
  return response.json();
}

function operationOf(document: OpenApiDocument, { method, path }: Call): Operation | undefined {
  const address = path.replace(/:(\w+)/g, '{$1}');
  return document.paths[address]?.[method.toLowerCase() as 'get'];
}

/** The documented response for a status, with its `$ref` resolved. */
function answerOf(
  document: OpenApiDocument,
  operation: Operation | undefined,
  status: number | 'default',
): Answer | undefined {
  const answer = operation?.responses[status];
  if (!answer || !('$ref' in answer)) return answer;
  return document.components.responses[answer.$ref.replace('#/components/responses/', '')];
}

/** Schema violations of a response. */
function problems(document: OpenApiDocument, schema: unknown, answer: unknown): string[] {
  const whole = { ...(schema as Schema), components: document.components } as Schema;
  return new Validator(whole, '2020-12', false)
    .validate(answer)
    .errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}

const mediaTypeOf = (response: Response) => response.headers.get('Content-Type')!.split(';')[0]!;

const worldOf = sharedSmallWorlds();

describe('the OpenAPI document', () => {
  it('lists the calls of the authorization table, and no others', async () => {
    const { paths } = await readDocument();
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(
      CALLS.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
    );
  });

  it('documents the statuses that reject a token', async () => {
    const { client, company } = await signInToNewCompany();
    const { token } = await makeToken(client, company.id);
    const { paths } = await readDocument();
    const personal = await tokenClient(token).get('/api/user/sessions');
    expect(Object.keys(paths['/api/user/sessions']!.get!.responses)).toContain(String(personal.status));
    const ofTokens = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ security }) => security?.some((scheme) => 'token' in scheme));
    expect(ofTokens.length).toBeGreaterThan(50);
    for (const { operationId, responses } of ofTokens) expect(responses, operationId).toHaveProperty('429');
  });

  it('documents the file formats of the journal', async () => {
    const { client } = await signInToNewCompany();
    const document = await readDocument();
    const path = '/api/reports/journal-entries';
    for (const layout of ['netsuite', 'quickbooks-desktop']) {
      const file = await client.get(`${path}?beginDate=2026-01-01&endDate=2026-01-31&layout=${layout}`);
      expect(file.status).toBe(200);
      const described = answerOf(document, document.paths[path]?.get, 200);
      expect(described?.content).toHaveProperty([mediaTypeOf(file)]);
    }
  });

  it('documents 404 for objects named in a query or body', async () => {
    const { paths } = await readDocument();
    const { client } = await signInToNewCompany();
    const admin = await signIn({ isAdmin: true });
    const invited = { email: 'nobody@example.com', companyId: 'none', role: 'viewer' };
    expect((await client.get('/api/evidence?subject=well&id=none')).status).toBe(404);
    expect((await admin.post('/api/admin/invitations', invited)).status).toBe(404);
    expect(paths['/api/evidence']!.get!.responses).toHaveProperty('404');
    expect(paths['/api/admin/invitations']!.post!.responses).toHaveProperty('404');
  });

  it('documents the file for an upload address, and why it may be rejected', async () => {
    const { paths } = await readDocument();
    const { requestBody, responses } = paths['/api/objects/upload/{token}']!.put!;
    expect(requestBody?.content).toHaveProperty(['text/csv']);
    expect(requestBody?.content).toHaveProperty(['application/pdf']);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['413', '415']));
  });

  it('is readable at /api/docs, signed in or not', async () => {
    for (const reader of [anonymous, await signIn()]) {
      const page = await (await reader.get('/api/docs')).text();
      expect(page).toMatch(/<h1[^>]*>API reference<\/h1>/);
      const [call] = /<details id="post_aro_layers_calculate".*?<\/details>/s.exec(page)!;
      const table = (label: string) =>
        new RegExp(`<table[^>]* aria-label="${label} of post_aro_layers_calculate".*?</table>`, 's').exec(
          call,
        )?.[0];
      expect(call).toContain('Calculate one layer of one well');
      expect(table('Parameters')).toContain('<code>reviewed</code>');
      expect(table('Parameters')).not.toContain('`');
      expect(table('Body')).toContain('pAndACost');
      expect(table('Response 201')).toContain('well.wellCode');
    }
  });

  it('names the session cookie like the deployment does', () => {
    const { session } = describeApi([], '__Host-aro_session').components.securitySchemes;
    expect(session).toMatchObject({ in: 'cookie', name: '__Host-aro_session' });
  });

  it('detects a response that doesn’t match', async () => {
    const document = await readDocument();
    const operation = document.paths['/api/auth/user']?.get;
    const schema = answerOf(document, operation, 200)?.content?.['application/json']?.schema;
    expect(problems(document, schema, { id: 1 })).not.toEqual([]);
  });

  it.each(CALLS.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s responds as documented',
    async (_, call) => {
      const document = await readDocument();
      const operation = operationOf(document, call);
      const { world, caller } = await worldOf(call);
      const hasPreview = operation?.parameters.some(({ name }) => name === 'preview');
      if (call.method !== 'GET' && !hasPreview) {
        // A call without a preview must not run instead.
        const query = `${call.query ?? '?'}&preview=true`;
        const response = await sendCall(caller, { ...call, query }, world);
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ errors: { preview: [expect.any(String)] } });
      }

      const response = await sendCall(caller, call, world);
      const described = answerOf(document, operation, response.status);
      expect(described, `status ${response.status} is described`).toBeDefined();
      const schema = described?.content?.['application/json']?.schema;
      if (described?.content && !schema) {
        expect(described.content).toHaveProperty([mediaTypeOf(response)]);
        expect(response.headers.get('Content-Disposition')).toMatch(
          /^attachment; filename="[^"]+"(; filename\*=UTF-8''\S+)?$/,
        );
      } else if (!schema) expect(await response.text()).toBe('');
      else expect(problems(document, schema, await response.json())).toEqual([]);

      if (operation?.parameters.some(({ name }) => name === 'format')) {
        const query = `${call.query ?? '?'}&format=csv`;
        const file = await sendCall(caller, { ...call, query }, world);
        expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
        expect(answerOf(document, operation, file.status)?.content).toHaveProperty(['text/csv']);
      }

      if (hasPreview) {
        const before = await worldOf(call);
        const preview = await sendCall(before.caller, { ...call, query: '?preview=true' }, before.world);
        const shown = answerOf(document, operation, preview.status)?.content?.['application/json']?.schema;
        expect(preview.status).toBe(200);
        expect(shown, 'the preview is described').toBeDefined();
        expect(problems(document, shown, await preview.json())).toEqual([]);
      }

      if (call.foreign)
        expect(answerOf(document, operation, call.foreign), 'what is not theirs').toBeDefined();

      const refused = await sendCall(anonymous, call, world);
      expect(refused.status).toBe(401);
      for (const status of [401, 'default'] as const) {
        const refusal = answerOf(document, operation, status)?.content?.['application/json']?.schema;
        expect(problems(document, refusal, await refused.clone().json())).toEqual([]);
      }
    },
  );
});
