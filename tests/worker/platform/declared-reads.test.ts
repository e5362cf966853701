import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { parseRows } from '#db/json-array';
import { well as wells } from '#db/schema';
import { booksReads } from '~/services/books/well-books.server';
import { companyQuery, companyReads } from '~/services/people/change-company.server';
import { companySearchReads } from '~/services/people/company.server';
import { preferencesQuery } from '~/services/people/preference.server';
import { userSearchReads } from '~/services/people/user.server';
import type { RequestContext } from '~/services/platform/context.server';
import { type CollectedReads, collectReads, readTogether } from '~/services/platform/reads.server';
import { sendTo } from '../../support/deployed-worker';
import { addWell } from '../../support/layers';
import { allRows } from '../../support/tables';
import {
  anonymous,
  db,
  makeCompany,
  ORIGIN,
  type SignedIn,
  signIn,
  signInToNewCompany,
} from '../../support/worker';

const well = {
  wellCode: 'A-1',
  wellName: 'Alpha',
  wellStatus: 'Active',
  field: 'F',
  activeDate: '2020-01-01',
};

const contextOf = (userId: string) =>
  ({ db, now: new Date(), actor: { kind: 'user', user: { id: userId } } }) as unknown as RequestContext;

/** Runs the declared reads like the session lookup does, and delivers the rows. */
async function lookUp(reads: CollectedReads, userId: string): Promise<number> {
  const { statements, deliver } = await reads.take({ db, now: new Date() }, userId);
  const rows = await readTogether(db, Object.fromEntries(Object.entries(statements)));
  deliver(Object.values(rows));
  reads.close();
  return statements.length;
}

/** Rows that each kind of declared read finds for a user. */
async function findRows({ userId }: Pick<SignedIn, 'userId'>, shape: string | undefined) {
  const reads = collectReads();
  const readRows = reads.declareReads(
    (scope) => ({
      company: companyQuery(scope),
      wells: booksReads(scope, eq(wells.field, 'OSELVAR'), null).wells,
      preferences: preferencesQuery(scope),
      users: userSearchReads(scope, { search: 'a' }).names,
      companies: companySearchReads(scope, { search: 'a' }).names,
    }),
    shape,
  );
  expect(await lookUp(reads, userId)).toBe(5);
  const seen = await readRows(contextOf(userId));
  return {
    company: seen.company.map(({ id }) => id),
    wells: parseRows(seen.wells).map(({ wellCode }) => wellCode),
    preferences: seen.preferences.length,
    seesUsers: seen.users.length > 0,
    seesCompanies: seen.companies.length > 0,
  };
}

const NOTHING = { company: [], wells: [], preferences: 0, seesUsers: false, seesCompanies: false };

describe.each([
  ['made for the request', undefined],
  ['made once for all people', 'everything'],
])('a declared read that is batched with the session lookup, %s', (_, shape) => {
  const seenBy = (person: Pick<SignedIn, 'userId'>) => findRows(person, shape);

  it('finds rows of the company that the user is a member of and has selected', async () => {
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

  it('finds nothing for a user without a company, marked for deletion, or unknown', async () => {
    const { company } = await signInToNewCompany();
    const memberships = [{ companyId: company.id, role: 'admin' as const }];
    expect(await seenBy(await signIn())).toEqual(NOTHING);
    expect(await seenBy(await signIn({ selectedCompanyId: company.id }))).toEqual(NOTHING);
    expect(await seenBy(await signIn({ memberships, isDeleted: true }))).toEqual(NOTHING);
    expect(await seenBy(await signIn({ isAdmin: true, isDeleted: true }))).toEqual(NOTHING);
    expect(await seenBy({ ...(await signIn()), userId: 'nobody' })).toEqual(NOTHING);
  });

  it('finds nothing of a deleted company, and falls back to the only other one', async () => {
    const [gone, kept] = [await makeCompany(), await makeCompany()];
    const memberships = [gone, kept].map(({ id }) => ({ companyId: id, role: 'admin' as const }));
    const client = await signIn({ memberships, selectedCompanyId: gone.id });
    await db.run(`update company set deleted_at = '2026-01-01T00:00:00.000Z' where id = '${gone.id}'`);
    expect(await seenBy(client)).toMatchObject({ company: [kept.id] });
  });

  it('spans companies only for system administrators', async () => {
    expect(await seenBy(await signIn({ isAdmin: true }))).toEqual({
      ...NOTHING,
      seesUsers: true,
      seesCompanies: true,
    });
  });
});

describe('the rows of a declared read', () => {
  it('are read afterwards if the lookup had already started, or there was none', async () => {
    const { client, company } = await signInToNewCompany();
    const reads = collectReads();
    await lookUp(reads, client.userId);
    const late = reads.declareReads(companyReads);
    expect((await late(contextOf(client.userId))).company).toMatchObject([{ id: company.id }]);
    const none = collectReads();
    const unread = none.declareReads(companyReads);
    none.close();
    expect((await unread(contextOf(client.userId))).company).toMatchObject([{ id: company.id }]);
  });

  it('are those of the context’s company once a guard has set it', async () => {
    const { company } = await signInToNewCompany();
    const reads = collectReads();
    reads.close();
    const ctx = { ...contextOf('somebody'), companyId: company.id };
    expect((await reads.declareReads(companyReads)(ctx)).company).toMatchObject([{ id: company.id }]);
  });

  it('are read afterwards, with the error, if the reads couldn’t be built', async () => {
    const { client } = await signInToNewCompany();
    const reads = collectReads();
    const readRows = reads.declareReads(() => {
      throw new Error('not a date');
    });
    expect(await lookUp(reads, client.userId)).toBe(0);
    await expect(readRows(contextOf(client.userId))).rejects.toThrow('not a date');
  });

  it('are read afterwards if cached reads would depend on the time', async () => {
    const { client } = await signInToNewCompany();
    const reads = collectReads();
    const readRows = reads.declareReads(
      ({ now }) => ({ at: db.all<{ at: string }>(sql`select ${now.toISOString()} as at`) }),
      'at',
    );
    expect(await lookUp(reads, client.userId)).toBe(0);
    const ctx = contextOf(client.userId);
    expect((await readRows(ctx)).at).toEqual([{ at: ctx.now.toISOString() }]);
  });

  it('contain only the declared reads', async () => {
    const { client } = await signInToNewCompany();
    const reads = collectReads();
    const empty = reads.declareReads(() => ({}));
    const some = reads.declareReads((scope) => ({ left: undefined, company: companyQuery(scope) }));
    expect(await lookUp(reads, client.userId)).toBe(1);
    expect(await empty(contextOf(client.userId))).toEqual({});
    expect(Object.keys(await some(contextOf(client.userId)))).toEqual(['company']);
  });
});

/** Creates a company with its own required field, so a well shows whose fields validated it. */
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

describe('a write that starts with declared reads', () => {
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

  it('is rejected for unauthorized users before its body is validated', async () => {
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

  it('is rejected for unauthorized users before a large body is read', async () => {
    const { client } = await signInToNewCompany('viewer');
    const { client: admin } = await signInToNewCompany();
    const readBy = async ({ cookie }: SignedIn) => {
      const body = new TextEncoder().encode('{"rows":[]}');
      let isRead = false;
      const stream = new ReadableStream(
        {
          pull(controller) {
            isRead = true;
            controller.enqueue(body);
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      const headers = { Cookie: cookie, Origin: ORIGIN, 'Content-Type': 'application/json' };
      const response = await sendTo({}, `${ORIGIN}/api/settlements/preview`, {
        method: 'POST',
        headers,
        body: stream,
      });
      return [response.status, isRead];
    };
    expect(await readBy(client)).toEqual([403, false]);
    expect(await readBy(admin)).toEqual([400, true]);
  });
});
