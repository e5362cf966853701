import { describe, expect, it } from 'vitest';
import { DEFAULT_PREFERENCES, readPreferences } from '~/hooks/preferences';
import type { PreferenceView } from '~/schemas/people/preference';
import { whileInsertsFail } from '../../support/layers';
import { allRows } from '../../support/tables';
import { anonymous, makeCompany, type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

const PATH = '/api/user/preferences';
const listOf = async (client: SignedIn) => (await (await client.get(PATH)).json()) as PreferenceView[];
/** The preferences that the screens apply. */
const inForce = async (client: SignedIn) => readPreferences(await listOf(client), {});

/** The audit log of one person's preferences, oldest first. */
async function historyOf({ userId }: SignedIn) {
  const rows = (await allRows()).audit_log as Record<string, string | null>[];
  return rows
    .filter((row) => row.user_id === userId && row.entity_type === 'user_preference')
    .map((row) => [
      row.action,
      row.entity_id,
      row.old_values && JSON.parse(row.old_values),
      row.new_values && JSON.parse(row.new_values),
    ]);
}

describe('preferences', () => {
  it('are created, listed, updated and deleted, with audit rows', async () => {
    const client = await signIn();
    expect(await listOf(client)).toEqual([]);
    const created = await client.post(PATH, { preferenceKey: 'theme', preferenceValue: 'dark' });
    expect(created.status).toBe(201);
    const row = {
      id: expect.any(String),
      userId: client.userId,
      companyId: null,
      preferenceKey: 'theme',
      preferenceValue: 'dark',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    };
    expect(await created.json()).toEqual(row);
    expect(await listOf(client)).toEqual([row]);
    const updated = await client.put(`${PATH}/theme`, { preferenceValue: 'light' });
    expect(updated.status).toBe(200);
    expect(await updated.json()).toEqual({ ...row, preferenceValue: 'light' });
    const deleted = await client.delete(`${PATH}/theme`);
    expect([deleted.status, await deleted.text()]).toEqual([204, '']);
    expect(await listOf(client)).toEqual([]);
    const [dark, light] = ['dark', 'light'].map((preferenceValue) => ({
      preferenceKey: 'theme',
      preferenceValue,
    }));
    expect(await historyOf(client)).toEqual([
      ['preference.created', 'theme', null, dark],
      ['preference.updated', 'theme', dark, light],
      ['preference.deleted', 'theme', light, null],
    ]);
  });

  it.each([
    ['theme', 'system', 'system'],
    ['sidebar_state', false, false],
    ['language', 'nb-no', 'nb-NO'],
    ['timezone', 'Europe/Oslo', 'Europe/Oslo'],
    ['date_format', 'DD.MM.YYYY', 'DD.MM.YYYY'],
    ['currency', 'nok', 'NOK'],
  ])('accept %s as %j', async (preferenceKey, preferenceValue, stored) => {
    const client = await signIn();
    const response = await client.post(PATH, { preferenceKey, preferenceValue });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ preferenceKey, preferenceValue: stored });
    expect(await inForce(client)).toMatchObject({ [preferenceKey]: stored });
  });

  it.each([
    ['theme', 'blue', 'Theme must be light, dark or system'],
    ['theme', null, 'Theme must be light, dark or system'],
    ['theme', undefined, 'Theme must be light, dark or system'],
    ['sidebar_state', 'maybe', 'Sidebar state must be true (expanded) or false'],
    ['language', 'not a language', 'Language must be a language tag such as en-US'],
    ['language', 7, 'Language must be text'],
    ['timezone', 'Mars/Olympus', 'Time zone must be one such as America/Chicago'],
    ['timezone', '', 'Time zone is required'],
    ['date_format', 'YY', expect.stringContaining('Date format must be one of')],
    ['currency', 'dollars', 'Currency must be an ISO 4217 code such as USD'],
    ['currency', 'QQQ', 'Currency must be an ISO 4217 code such as USD'],
    ['currency', ['USD'], 'Currency must be text'],
  ])('reject %s as %j', async (preferenceKey, preferenceValue, message) => {
    const client = await signIn();
    const before = await allRows();
    const created = await client.post(PATH, { preferenceKey, preferenceValue });
    expect(created.status).toBe(400);
    expect(await created.json()).toMatchObject({ message, errors: { preferenceValue: [message] } });
    expect((await client.put(`${PATH}/${preferenceKey}`, { preferenceValue })).status).toBe(400);
    expect(await allRows()).toEqual(before);
  });

  it('reject unknown keys, duplicates and missing ones', async () => {
    const client = await signIn();
    await client.post(PATH, { preferenceKey: 'theme', preferenceValue: 'dark' });
    const before = await allRows();
    for (const preferenceKey of ['font', '', '__proto__', 'toString', null]) {
      expect((await client.post(PATH, { preferenceKey, preferenceValue: 'dark' })).status).toBe(400);
    }
    expect((await client.post(PATH, { preferenceKey: 'theme', preferenceValue: 'light' })).status).toBe(409);
    for (const key of ['currency', 'font', '__proto__']) {
      expect((await client.put(`${PATH}/${key}`, { preferenceValue: 'USD' })).status).toBe(404);
      expect((await client.delete(`${PATH}/${key}`)).status).toBe(404);
    }
    expect(await allRows()).toEqual(before);
  });

  it('are created once when two requests with the same key race', async () => {
    const client = await signIn();
    const input = { preferenceKey: 'theme', preferenceValue: 'dark' };
    const answers = await Promise.all([client.post(PATH, input), client.post(PATH, input)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
    expect(await historyOf(client)).toHaveLength(1);
  });

  it('belong to the signed-in user, whatever the body says', async () => {
    const { client, company } = await signInToNewCompany();
    const other = await signIn();
    await other.post(PATH, { preferenceKey: 'theme', preferenceValue: 'light' });
    const [theirs] = await listOf(other);
    const extra = { id: theirs!.id, userId: other.userId, companyId: company.id, isAdmin: true };
    const created = await client.post(PATH, { ...extra, preferenceKey: 'theme', preferenceValue: 'dark' });
    expect(await created.json()).toMatchObject({ userId: client.userId, companyId: null });
    await client.put(`${PATH}/theme`, { ...extra, preferenceKey: 'currency', preferenceValue: 'system' });
    expect(await listOf(client)).toMatchObject([
      { preferenceKey: 'theme', preferenceValue: 'system', companyId: null },
    ]);
    await client.delete(`${PATH}/theme`);
    expect(await listOf(other)).toEqual([theirs]);
  });

  it('require an active account, but no company', async () => {
    const deleted = await signIn({ isDeleted: true });
    const before = await allRows();
    for (const [client, status] of [
      [anonymous, 401],
      [deleted, 403],
    ] as const) {
      const input = { preferenceKey: 'theme', preferenceValue: 'dark' };
      expect((await client.get(PATH)).status).toBe(status);
      expect((await client.post(PATH, input)).status).toBe(status);
      expect((await client.put(`${PATH}/theme`, input)).status).toBe(status);
      expect((await client.delete(`${PATH}/theme`)).status).toBe(status);
    }
    expect(await allRows()).toEqual(before);
    const nobodys = await signIn();
    const claimed = { 'X-Company-Id': (await makeCompany()).id };
    expect((await nobodys.get(PATH, claimed)).status).toBe(200);
  });

  it('remain unchanged if the audit row can’t be written', async () => {
    const client = await signIn();
    await client.post(PATH, { preferenceKey: 'theme', preferenceValue: 'dark' });
    const before = await allRows();
    const answers = await whileInsertsFail('audit_log', () =>
      Promise.all([
        client.post(PATH, { preferenceKey: 'currency', preferenceValue: 'NOK' }),
        client.put(`${PATH}/theme`, { preferenceValue: 'light' }),
        client.delete(`${PATH}/theme`),
      ]),
    );
    expect(answers.map((answer) => answer.status)).toEqual([500, 500, 500]);
    expect(await allRows()).toEqual(before);
  });

  it('have defaults', async () => {
    expect(await inForce(await signIn())).toEqual(DEFAULT_PREFERENCES);
  });
});
