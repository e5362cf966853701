import { env, exports } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { ApiTokenInput, NewApiTokenView } from '~/schemas/people/api-token';
import { type Client, clientWith } from './worker';

/** A new token of the company; by default it has read access and is valid for today. */
export async function makeToken(
  admin: Client,
  companyId: string,
  given: Partial<ApiTokenInput> = {},
): Promise<NewApiTokenView> {
  const response = await admin.post(`/api/companies/${companyId}/tokens`, {
    name: 'Ledger feed',
    scope: 'read',
    expiresOn: new Date().toISOString().slice(0, 10),
    ...given,
  });
  expect(response.status, await response.clone().text()).toBe(201);
  return response.json();
}

/** A program that sends only the token: no cookie, no Origin. */
export function tokenClient(token: string): Client {
  return clientWith(undefined, (request) => {
    const headers = new Headers(request.headers);
    headers.delete('Origin');
    headers.set('Authorization', `Bearer ${token}`);
    return exports.default.fetch(new Request(request, { headers }));
  });
}

/** Time of the token's last use, as stored. */
export async function lastUseOf(id: string): Promise<string | null | undefined> {
  return env.DB.prepare('select last_used_at from api_token where id = ?').bind(id).first('last_used_at');
}
