import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { checkBooks } from '~/services/books/check-books.server';
import { accreteThrough, bodyOf, postingsOf, reversePosting } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { db, signInToNewCompany } from '../../support/worker';

const numbersOf = async (companyId: string) => {
  const { results } = await env.DB.prepare(
    'select number from posting where company = (select ledger_id from company where id = ?) order by id',
  )
    .bind(companyId)
    .all<{ number: number }>();
  return results.map(({ number }) => number);
};

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

async function companyWithLayer() {
  const { client, company } = await signInToNewCompany();
  const well = await addWell(client);
  await addLayer(client, well.id, { calculationDate: '2025-12-31' });
  return { client, company };
}

type Sides = Awaited<ReturnType<typeof companyWithLayer>>;
const numbersAnswer = async ({ client }: Sides) => (await client.get('/api/postings/numbers')).json();

describe('posting numbers', () => {
  it('are counted per company, whoever posts in between, including reversals', async () => {
    const [one, other] = [await companyWithLayer(), await companyWithLayer()];
    await accreteThrough(one.client, '2026-01-31');
    await accreteThrough(other.client, '2026-01-31');
    await accreteThrough(one.client, '2026-02-28');
    expect((await postingsOf(one.client)).map(({ id }) => id)).toEqual(['3', '2', '1']);
    expect((await postingsOf(other.client)).map(({ id }) => id)).toEqual(['2', '1']);
    const reversal = await bodyOf(await reversePosting(one.client, '3', { reason: 'Wrong rate' }), 201);
    expect(reversal).toMatchObject({ id: '4', actId: '4', reversesId: '3' });
    const read = await (await one.client.get('/api/postings/3')).json();
    expect(read).toMatchObject({ id: '3', reversedById: '4', reversals: ['4'] });
    expect((await other.client.get('/api/postings/3')).status).toBe(404);
    expect(await numbersAnswer(one)).toEqual({ postings: 4, last: 4, missing: 0, gaps: [] });
    expect(await checkBooks({ db, companyId: one.company.id })).toMatchObject({ ok: true });
  });

  it('have no duplicates or gaps when users of two companies post at the same time', async () => {
    const sides = [await companyWithLayer(), await companyWithLayer()];
    const wells = await Promise.all(
      [0, 1, 2, 3].map(async (index) => {
        const side = sides[index % 2]!;
        return { side, well: await addWell(side.client, { wellCode: `AT-ONCE-${index}` }) };
      }),
    );
    await Promise.all(
      wells.map(({ side, well }) => addLayer(side.client, well.id, { calculationDate: '2025-12-31' })),
    );
    for (const { company } of sides) expect(await numbersOf(company.id)).toEqual(upTo(3));
  });

  it('are reported if missing', async () => {
    const side = await companyWithLayer();
    for (const day of ['2026-01-31', '2026-02-28', '2026-03-31']) await accreteThrough(side.client, day);
    const own = `company = (select ledger_id from company where id = '${side.company.id}')`;
    const { results } = await env.DB.prepare(
      "select name, sql from sqlite_master where name in ('posting_delete', 'posting_update')",
    ).all<{ name: string; sql: string }>();
    await env.DB.batch(
      [
        ...results.map(({ name }) => `drop trigger ${name}`),
        `update posting set number = 9 where ${own} and number = 4`,
        `delete from posting where ${own} and number = 2`,
        ...results.map(({ sql }) => sql),
      ].map((text) => env.DB.prepare(text)),
    );
    expect(await numbersAnswer(side)).toEqual({
      postings: 3,
      last: 9,
      missing: 6,
      gaps: [
        { from: '2', through: '2' },
        { from: '4', through: '8' },
      ],
    });
    const { differences } = await checkBooks({ db, companyId: side.company.id });
    expect(differences).toContainEqual({
      what: 'Number of a posting against the previous posting',
      id: 'posting 9',
      expected: '4',
      found: '9',
    });
  });

  it('are assigned by the ledger only', async () => {
    const side = await companyWithLayer();
    const insert =
      env.DB.prepare(`insert into posting (id, act, company, number, day, kind, source, user_id, created_at)
      select max(id) + 1, max(id) + 1, company, 7, day, kind, source, user_id, created_at from posting`);
    await expect(insert.run()).rejects.toThrow('a posting gets the next number');
    expect(await numbersOf(side.company.id)).toEqual([1]);
  });

  it('are backfilled once for earlier postings, in each company in the order of writing', async () => {
    const [one, other] = [await companyWithLayer(), await companyWithLayer()];
    await accreteThrough(one.client, '2026-01-31');
    await accreteThrough(other.client, '2026-01-31');
    const { queries } = env.TEST_MIGRATIONS.find(({ name }) => name === '0027_posting_number.sql')!;
    const [, dropUpdate, backfill, index, dropInsert, onInsert, onNumber, onUpdate] = queries;
    await env.DB.batch(
      [
        dropUpdate!,
        'drop index posting_company_number_unique',
        'update posting set number = 0',
        backfill!,
        index!,
        dropInsert!,
        'drop trigger posting_number',
        onInsert!,
        onNumber!,
        onUpdate!,
      ].map((text) => env.DB.prepare(text)),
    );
    await accreteThrough(one.client, '2026-02-28');
    expect(await numbersOf(one.company.id)).toEqual(upTo(3));
    expect(await numbersOf(other.company.id)).toEqual(upTo(2));
  });
});
