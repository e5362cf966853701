import { describe, expect, it } from 'vitest';
import { standingsQuery } from '~/services/books/calculate-layer.server';
import { companyQuery } from '~/services/people/change-company.server';
import { companyNamesQuery } from '~/services/people/company.server';
import { preferencesQuery } from '~/services/people/preference.server';
import { userNamesQuery } from '~/services/people/user.server';
import { gatherReads, readTogether } from '~/services/platform/ahead.server';
import { addWell } from '../../support/layers';
import { allRows } from '../../support/tables';
import { anonymous, db, makeCompany, type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

const well = {
  wellCode: 'A-1',
  wellName: 'Alpha',
  wellStatus: 'Active',
  field: 'F',
  activeDate: '2020-01-01',
};

/** What somebody who asks gets to see of each kind of read. */
async function seenBy({ userId }: SignedIn) {
  const gathered = gatherReads();
  const rows = gathered.readAhead((asking) => ({
    company: companyQuery(asking),
    wells: standingsQuery(asking, undefined, '2020-01-01'),
    preferences: preferencesQuery(asking),
    users: userNamesQuery(asking),
    companies: companyNamesQuery(asking),
  }));
  const { statements, deliver } = await gathered.take(db, userId);
  deliver(Object.values(await readTogether(db, Object.fromEntries(Object.entries(statements)))));
  const seen = (await rows)!;
  return {
    company: seen.company.map(({ id }) => id),
    wells: seen.wells.map(({ wellCode }) => wellCode),
    preferences: seen.preferences.length,
    seesUsers: seen.users.length > 0,
    seesCompanies: seen.companies.length > 0,
  };
}

const NOTHING = { company: [], wells: [], preferences: 0, seesUsers: false, seesCompanies: false };

describe('what is read along with the question who asks', () => {
  it('is of the company that the person is a member of and has selected', async () => {
    const { client, company } = await signInToNewCompany();
    await addWell(client, { wellCode: 'MINE' });
    await client.post('/api/user/preferences', { preferenceKey: 'theme', preferenceValue: 'dark' });
    expect(await seenBy(client)).toEqual({
      ...NOTHING,
      company: [company.id],
      wells: ['MINE'],
      preferences: 1,
    });
  });

  it('is nothing for who is in no company, marked for deletion, or unknown', async () => {
    const { company } = await signInToNewCompany();
    const memberships = [{ companyId: company.id, role: 'admin' as const }];
    expect(await seenBy(await signIn())).toEqual(NOTHING);
    expect(await seenBy(await signIn({ selectedCompanyId: company.id }))).toEqual(NOTHING);
    expect(await seenBy(await signIn({ memberships, isDeleted: true }))).toEqual(NOTHING);
    expect(await seenBy(await signIn({ isAdmin: true, isDeleted: true }))).toEqual(NOTHING);
    expect(await seenBy({ ...(await signIn()), userId: 'nobody' })).toEqual(NOTHING);
  });

  it('spans companies for system administrators only', async () => {
    expect(await seenBy(await signIn({ isAdmin: true }))).toEqual({
      ...NOTHING,
      seesUsers: true,
      seesCompanies: true,
    });
  });

  it('comes too late once that question is on its way, and not at all when nobody asks', async () => {
    const gathered = gatherReads();
    const inTime = gathered.readAhead((asking) => ({ company: companyQuery(asking) }));
    await gathered.take(db, 'nobody');
    expect(await gathered.readAhead((asking) => ({ company: companyQuery(asking) }))).toBeUndefined();
    gathered.close();
    expect(await inTime).toBeUndefined();
  });
});

/** Each company asks for a field of its own, so that a well tells by whose fields it was checked. */
async function companyAskingFor(fieldName: string) {
  const { client, company } = await signInToNewCompany();
  const response = await client.put(`/api/companies/${company.id}/custom-fields`, {
    customFieldTemplates: [
      { id: 'field_1', fieldName, displayName: fieldName, fieldType: 'text', required: true, order: 0 },
    ],
  });
  expect(response.status).toBe(200);
  return company.id;
}

describe('a write that begins with what was read ahead', () => {
  it.each([
    ['the only company', ['first'], null, 'first'],
    ['the only company, while one that was left is still selected', ['first'], 'second', 'first'],
    ['the selected one of two', ['first', 'second'], 'second', 'second'],
    ['the other one of two', ['first', 'second'], 'first', 'first'],
    ['none of two, for none is selected', ['first', 'second'], null, null],
    ['none of two, for another one is selected', ['first', 'second'], 'third', null],
    ['none, for the person is in none', [], 'first', null],
  ])('works on %s', async (_, members, selected, expected) => {
    const ids: Record<string, string> = {
      first: await companyAskingFor('first'),
      second: await companyAskingFor('second'),
      third: (await makeCompany()).id,
    };
    const client = await signIn({
      memberships: members.map((name) => ({ companyId: ids[name]!, role: 'admin' })),
      selectedCompanyId: selected && ids[selected]!,
    });
    const other = expected === 'first' ? 'second' : 'first';
    const refused = await client.post('/api/wells', { ...well, customFields: { [other]: 'x' } });
    expect(refused.status).toBe(400);
    const before = await allRows();
    const response = await client.post('/api/wells', { ...well, customFields: { [expected ?? other]: 'x' } });
    if (expected === null) {
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ message: 'No company selected' });
      expect(await allRows()).toEqual(before);
      return;
    }
    expect(response.status).toBe(201);
    const added = (await allRows()).well!.at(-1) as { company_id: string };
    expect(added.company_id).toBe(ids[expected]);
  });

  it('is refused for who may not before it is looked at what they sent', async () => {
    const { client, company } = await signInToNewCompany('viewer');
    const member = { memberships: [{ companyId: company.id, role: 'admin' as const }] };
    const deleted = await signIn({ ...member, isDeleted: true });
    const admin = await signIn(member);
    for (const body of ['{', '[]', {}, { wellId: 1 }, 'x'.repeat(1_100_000)]) {
      for (const path of ['/api/wells', '/api/aro-layers/calculate', '/api/accretion/calculate']) {
        expect((await anonymous.post(path, body)).status).toBe(401);
        expect((await client.post(path, body)).status).toBe(403);
        expect((await deleted.post(path, body)).status).toBe(403);
        expect((await admin.post(path, body, { 'X-Company-Id': 'another' })).status).toBe(409);
        expect([400, 413]).toContain((await admin.post(path, body)).status);
      }
    }
  });
});
