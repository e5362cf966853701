import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#db/client';
import { checkBooks } from '~/services/books/check-books.server';
import { wrapCalls } from '../../../workers/round-trips';
import { accreteThrough } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { db, makeCompany, signInToNewCompany } from '../../support/worker';

/** Triggers that protect the ledger; tests drop them to tamper with it. */
const TRIGGERS = [
  'posting_insert',
  'posting_update',
  'movement_insert',
  'movement_update',
  'layer_update',
  'well_ledger_id',
];

const run = (...statements: string[]) => env.DB.batch(statements.map((text) => env.DB.prepare(text)));

async function withoutTriggers(...statements: string[]): Promise<void> {
  const { results } = await env.DB.prepare(
    `select name, sql from sqlite_master where type = 'trigger' and name in ('${TRIGGERS.join("', '")}')`,
  ).all<{ name: string; sql: string }>();
  expect(results).toHaveLength(TRIGGERS.length);
  await run(
    ...results.map(({ name }) => `drop trigger ${name}`),
    ...statements,
    ...results.map(({ sql }) => sql),
  );
}

async function oneLayer() {
  const { client, company } = await signInToNewCompany();
  const well = await addWell(client, { wellCode: 'W-1' });
  const { id } = await addLayer(client, well.id, { calculationDate: '2025-01-31' });
  await accreteThrough(client, '2025-02-28');
  await accreteThrough(client, '2025-03-31');
  return { client, company, layer: Number(id) };
}

const check = (companyId: string) => checkBooks({ db, companyId });

describe('the books check', () => {
  it('reports a starting balance that differs from the earlier postings', async () => {
    const { company, layer } = await oneLayer();
    const last = `(select max(posting) from movement where layer = ${layer})`;
    await withoutTriggers(`update movement set base = base + 1 where layer = ${layer} and posting = ${last}`);
    const { ok, differences } = await check(company.id);
    expect(ok).toBe(false);
    expect(differences).toMatchObject([
      { what: 'Starting balance of an accretion against the prior balance' },
    ]);
    expect(differences[0]!.id).toMatch(/^W-1 L1 in posting \d+$/);
    const cents = (text: string) => Math.round(Number(text) * 100);
    expect(cents(differences[0]!.found) - cents(differences[0]!.expected)).toBe(1);
  });

  it('reports everything that contradicts a replaced movement', async () => {
    const { company, layer } = await oneLayer();
    await withoutTriggers(`
      insert or replace into movement (posting, layer, kind, liability, arc_cost, arc_accumulated, cash)
      select recognized_by, id, 2, aro_value_cents + 100, aro_value_cents, 0, 0 from layer where id = ${layer}`);
    const { differences } = await check(company.id);
    expect(differences.map(({ what, id }) => [what, id.replace(/\d+$/, 'n')])).toEqual([
      ['Carrying amount of a layer against its movements', 'W-1 Ln'],
      ['Starting balance of an accretion against the prior balance', 'W-1 L1 in posting n'],
      ['Starting balance of an accretion against the prior balance', 'W-1 L1 in posting n'],
      ['Asset retirement cost of a change against its liability', 'W-1 L1 in posting n'],
    ]);
  });

  it('reports a movement on another company’s layer, without that layer’s name', async () => {
    const { company } = await oneLayer();
    const other = await oneLayer();
    await withoutTriggers(
      `update movement set layer = ${other.layer} where posting = (
        select max(id) from posting where company = (select ledger_id from company where id = '${company.id}'))`,
    );
    const { differences } = await check(company.id);
    expect(differences).toContainEqual(
      expect.objectContaining({
        what: 'Layer of a movement',
        id: expect.stringMatching(`^layer ${other.layer} in posting`),
      }),
    );
    expect(await check(other.company.id)).toMatchObject({ ok: true, differences: [] });
  });

  it('lists wells below zero, which is not a difference', async () => {
    const { company, layer } = await oneLayer();
    await withoutTriggers(
      `update movement set liability = -100, arc_cost = -100 where layer = ${layer} and kind = 2`,
      `update movement set base = -100 where layer = ${layer} and kind = 5`,
      `update movement set liability = 0 where layer = ${layer} and kind = 5`,
      `update layer set current_aro_cents = -100, arc_cost_cents = -100, arc_base_cents = -100 where id = ${layer}`,
    );
    expect(await check(company.id)).toMatchObject({
      ok: true,
      differences: [],
      negativeWells: [{ wellId: expect.any(String), wellCode: 'W-1', liability: '-1.00' }],
    });
  });

  it('reads a company in pages, even if a posting has more movements than it was sealed with', async () => {
    const { id } = await makeCompany();
    const company = `(select ledger_id from company where id = '${id}')`;
    const LAYERS = 25_000;
    const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${LAYERS})`;
    const first = '(select coalesce(max(id), 0) from layer)';
    const base = 900_000;
    const posting = (number: number, day: string, kind: string) => `
      insert into posting (id, act, company, day, kind, source, user_id, created_at)
      select ${base + number}, ${base + number}, ${company}, '${day}', '${kind}', 'user', 'u', 'x'`;
    const seal = `update posting set movements = (select count(*) from movement m where m.posting = posting.id) where id > ${base}`;
    const ours = `where company = ${company}`;
    await withoutTriggers(
      posting(1, '2025-01-31', 'calculation'),
      posting(2, '2025-02-28', 'accretion'),
      posting(3, '2025-02-28', 'reversal'),
      `update posting set reverses = ${base + 2} where id = ${base + 3}`,
      `${numbers} insert into layer (id, company, well, layer_number, discount_rate_bp, inflation_rate_bp, p_and_a_cost_cents,
        total_estimate_cents, well_lifespan_years, calculation_date, aro_value_cents, recognized_by, current_aro_cents,
        arc_cost_cents, arc_accumulated_cents, arc_base_cents, last_posting)
      select f.id + i, ${company}, -i, 1, 800, 0, 100, 100, 25, '2025-01-31', 100 + i, ${base + 1}, 100 + i, 100 + i, 0, 100 + i, ${base + 3}
      from n cross join (select ${first} as id) f`,
      `insert into movement (posting, layer, kind, liability, arc_cost, arc_accumulated, cash)
      select ${base + 1}, id, 2, aro_value_cents, aro_value_cents, 0, 0 from layer ${ours}`,
      `insert into movement (posting, layer, kind, liability, arc_cost, arc_accumulated, cash, base, time_numerator, time_denominator)
      select ${base + 2}, id, 5, 1, 0, 0, 0, aro_value_cents, 1, 12 from layer ${ours}`,
      `insert into movement (posting, layer, kind, liability, arc_cost, arc_accumulated, cash)
      select ${base + 3}, id, 5, -1, 0, 0, 0 from layer ${ours}`,
      seal,
    );
    const checked = { layers: LAYERS, movements: 3 * LAYERS, postings: 3 };
    expect(await check(id)).toMatchObject({ ok: true, checked, differences: [] });

    await withoutTriggers(`update posting set movements = 1 where id > ${base}`);
    const lied = await check(id);
    expect(lied.checked).toEqual(checked);
    expect(lied.differences).toEqual(
      [1, 2, 3].map((number) => ({
        what: 'Number of movements in a posting',
        id: `posting ${number}`,
        expected: String(LAYERS),
        found: '1',
      })),
    );
  });

  it('reads values that D1 can return, however large the amounts', async () => {
    const { id } = await makeCompany();
    const company = `(select ledger_id from company where id = '${id}')`;
    const [base, posting, count] = [800_000_000, 800_000_000, 20_001];
    const cents = 999_999_999_999;
    const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i <= ${count})`;
    await withoutTriggers(
      `insert into posting (id, act, company, day, kind, source, user_id, created_at)
      values (${posting}, ${posting}, ${company}, '2025-02-28', 'accretion', 'user', 'u', 'x')`,
      `${numbers} insert into layer (id, company, well, layer_number, discount_rate_bp, inflation_rate_bp, p_and_a_cost_cents,
        total_estimate_cents, well_lifespan_years, calculation_date, aro_value_cents, recognized_by, current_aro_cents,
        arc_cost_cents, arc_accumulated_cents, arc_base_cents, arc_base_day, settled_cents, accreted_through, depreciated_through,
        retirement_date, last_posting)
      select ${base} + i, ${company}, -${base} - i, 1, 800, 0, 100, 100, 25, '2025-01-31', ${cents}, ${posting}, ${cents},
        ${cents}, -${cents}, ${cents}, '2025-01-31', ${cents}, '2025-02-28', '2025-02-28', '2050-01-31', ${posting} from n`,
      `insert into movement (posting, layer, kind, liability, arc_cost, arc_accumulated, cash, base, time_numerator, time_denominator)
      select ${posting}, id, 6, ${cents}, ${cents}, -${cents}, ${cents}, ${cents}, ${cents}, ${cents} from layer where company = ${company}`,
      `update posting set movements = ${count + 1} where id = ${posting}`,
    );
    let longest = 0;
    const session = wrapCalls(env.DB.withSession(), async (send) => {
      const answer = await send();
      for (const result of [answer].flat() as D1Result<Record<string, unknown>>[]) {
        const values = result.results?.flatMap((row) => Object.values(row)) ?? [];
        for (const value of values) longest = Math.max(longest, String(value).length);
      }
      return answer;
    });
    await checkBooks({ db: openDatabase(session), companyId: id });
    expect(longest).toBeGreaterThan(1_000_000);
    expect(longest).toBeLessThan(2_000_000);
  });
});
