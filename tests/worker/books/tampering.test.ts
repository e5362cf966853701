import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BooksCheckView } from '~/schemas/books/period';
import { addLayer, addWell } from '../../support/layers';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

/** Attempts of someone with database access to bypass the services. */

let client: SignedIn;
let companyId: string;
/** The newest posting: accretion of one layer. */
let accretion: number;
/** The posting that recognized the layer. */
let recognition: number;
let layer: number;
let wellCode: string;

const numberOf = (id: number) => value(`select number from posting where id = ${id}`);

beforeEach(async () => {
  const begun = await signInToNewCompany();
  client = begun.client;
  companyId = begun.company.id;
  const well = await addWell(client);
  wellCode = well.wellCode;
  layer = Number((await addLayer(client, well.id, { calculationDate: '2025-01-31' })).id);
  for (const periodEnd of ['2025-02-28', '2025-03-31']) {
    const body = { periodType: 'monthly', periodEnd };
    expect((await client.post('/api/accretion/calculate', body)).status).toBe(200);
  }
  accretion = await value('select max(id) from posting');
  recognition = await value(`select recognized_by from layer where id = ${layer}`);
  expect(await differences()).toEqual([]);
});

async function value<T = number>(query: string): Promise<T> {
  const row = await env.DB.prepare(query).first<Record<string, T>>();
  return Object.values(row!)[0]!;
}

const run = (...statements: string[]) => env.DB.batch(statements.map((text) => env.DB.prepare(text)));

async function differences(): Promise<BooksCheckView['differences']> {
  const response = await client.get('/api/books/check');
  expect(response.status).toBe(200);
  const { ok, differences } = await response.json<BooksCheckView>();
  expect(ok).toBe(differences.length === 0);
  return differences;
}

/** All postings and movements. */
async function ledger(): Promise<unknown[]> {
  const results = await run('select * from posting order by id', 'select * from movement order by 1, 2, 3');
  return results.map(({ results: rows }) => rows);
}

/** Runs statements with a trigger dropped, as a database owner could. */
async function without(trigger: string, ...statements: string[]): Promise<void> {
  const text = await value<string>(
    `select sql from sqlite_master where type = 'trigger' and name = '${trigger}'`,
  );
  await run(`drop trigger ${trigger}`, ...statements, text);
}

const POSTING_COLUMNS =
  'id, act, company, day, kind, well, source, is_company_wide, period_type, method, reverses, memo, reference, user_id, created_at, input';

/** SQL that copies the newest posting with changed columns. */
function copyOfPosting(changed: Record<string, string>, verb = 'insert'): string {
  const columns = POSTING_COLUMNS.split(', ');
  const values = columns.map((column) => changed[column] ?? column);
  return `${verb} into posting (${columns.join(', ')}) select ${values.join(', ')} from posting where id = ${accretion}`;
}

const MOVEMENT_COLUMNS =
  'posting, layer, kind, liability, arc_cost, arc_accumulated, cash, base, time_numerator, time_denominator, since';

/** SQL that copies the newest movement with changed columns. */
function copyOfMovement(changed: Record<string, string>, verb = 'insert'): string {
  const columns = MOVEMENT_COLUMNS.split(', ');
  const values = columns.map((column) => changed[column] ?? column);
  return `${verb} into movement (${columns.join(', ')}) select ${values.join(', ')} from movement where posting = ${accretion}`;
}

describe('the triggers reject', () => {
  const refused: [name: string, statements: () => string[], message: string][] = [
    [
      'changing a posting',
      () => [`update posting set day = '2025-03-30' where id = ${accretion}`],
      'a posting is never changed',
    ],
    [
      'changing its memo',
      () => [`update posting set memo = 'x' where id = ${accretion}`],
      'a posting is never changed',
    ],
    [
      'counting it again',
      () => [`update posting set movements = 2 where id = ${accretion}`],
      'a posting is never changed',
    ],
    [
      'opening it again',
      () => [`update posting set movements = null where id = ${accretion}`],
      'a posting is never changed',
    ],
    [
      'deleting a posting',
      () => [`delete from posting where id = ${accretion}`],
      'a posting is never deleted',
    ],
    [
      'replacing a posting',
      () => [copyOfPosting({ day: "'2025-03-30'" }, 'insert or replace')],
      'a posting is never replaced',
    ],
    [
      'an upsert of a posting',
      () => [`${copyOfPosting({})} and true on conflict (id) do update set memo = 'x'`],
      'a posting is never replaced',
    ],
    [
      'a posting that comes sealed',
      () => [
        `insert into posting (${POSTING_COLUMNS}, movements) select max(id) + 1, ${POSTING_COLUMNS.slice(4)}, 1 from posting where id = ${accretion}`,
      ],
      'a posting begins open',
    ],
    [
      'changing a movement',
      () => [`update movement set liability = liability + 1 where posting = ${accretion}`],
      'a movement is never changed',
    ],
    [
      'moving it to another posting',
      () => [`update movement set posting = ${recognition} where posting = ${accretion}`],
      'a movement is never changed',
    ],
    [
      'deleting a movement',
      () => [`delete from movement where posting = ${accretion}`],
      'a movement is never deleted',
    ],
    [
      'replacing a movement',
      () => [copyOfMovement({ liability: '1' }, 'insert or replace')],
      'the posting is sealed',
    ],
    ['a late movement', () => [copyOfMovement({ kind: '4' })], 'the posting is sealed'],
    ['a movement of no posting', () => [copyOfMovement({ posting: '999999999' })], 'the posting is sealed'],
    [
      'sealing a posting without movements',
      () => [
        copyOfPosting({ id: `${accretion} + 1` }),
        `update posting set movements = 0 where id = ${accretion + 1}`,
      ],
      'a posting is never changed',
    ],
    [
      'sealing with a wrong count',
      () => [
        copyOfPosting({ id: `${accretion} + 1` }),
        copyOfMovement({ posting: `${accretion} + 1` }),
        `update posting set movements = 2 where id = ${accretion + 1}`,
      ],
      'a posting is never changed',
    ],
    [
      'changing the terms of a layer',
      () => [`update layer set discount_rate_bp = 1 where id = ${layer}`],
      'the terms of a layer are never changed',
    ],
    [
      'changing its value',
      () => [`update layer set aro_value_cents = 1 where id = ${layer}`],
      'the terms of a layer are never changed',
    ],
    [
      'giving it to another well',
      () => [`update layer set well = well + 1 where id = ${layer}`],
      'the terms of a layer are never changed',
    ],
    ['deleting a layer', () => [`delete from layer where id = ${layer}`], 'a layer is never deleted'],
  ];

  it.each(refused)('%s', async (_, statements, message) => {
    const before = await ledger();
    await expect(run(...statements())).rejects.toThrow(`ledger: ${message}`);
    expect(await ledger()).toEqual(before);
    expect(await differences()).toEqual([]);
  });

  it('a posting on a closed day, but not on the day after', async () => {
    expect((await client.post('/api/periods/close', { through: '2025-03-31' })).status).toBe(200);
    const id = `${accretion} + 1`;
    await expect(run(copyOfPosting({ id }))).rejects.toThrow('ledger: the period is closed');
    await expect(run(copyOfPosting({ id, day: "'2025-01-01'" }))).rejects.toThrow(
      'ledger: the period is closed',
    );
    await run(copyOfPosting({ id, day: "'2025-04-01'" }));
    expect(await differences()).toMatchObject([{ what: 'Number of movements in a posting' }]);
  });
});

describe('the books check reports', () => {
  const id = () => `${wellCode} L1`;

  it.each([
    ['current_aro_cents', 'current_aro_cents + 1', 'Carrying amount of a layer against its movements'],
    ['arc_cost_cents', 'arc_cost_cents - 1', 'Asset retirement cost of a layer against its movements'],
    ['arc_accumulated_cents', '-1', 'Accumulated depreciation of a layer against its movements'],
    ['settled_cents', '-1', 'Settled amount of a layer against its movements'],
    ['accreted_through', "'2025-03-30'", 'Date a layer has accreted through'],
    ['is_reversed', '1', 'Reversal status of a layer’s recognition'],
    ['last_posting', 'last_posting - 1', 'Newest posting of a layer'],
  ])('a changed cache of a layer: %s', async (column, changed, what) => {
    const read = column === 'last_posting' ? `(select number from posting where id = ${column})` : column;
    const before = String(await value(`select ${read} from layer where id = ${layer}`));
    await run(`update layer set ${column} = ${changed} where id = ${layer}`);
    const [difference, ...others] = await differences();
    expect(others).toEqual([]);
    expect(difference).toMatchObject({ what });
    expect(difference!.id).toContain(id());
    // Amounts are text with two decimals; dates and numbers are unchanged.
    expect(difference!.expected.replace('.', '')).toBe(
      column.endsWith('_cents') ? before.padStart(3, '0') : before,
    );
  });

  it('a movement changed with its trigger dropped', async () => {
    await without(
      'movement_update',
      `update movement set liability = liability + 1 where posting = ${accretion}`,
    );
    expect(await differences()).toMatchObject([{ what: 'Carrying amount of a layer against its movements' }]);
  });

  it('a movement changed together with its cache, through the next accretion', async () => {
    await without(
      'movement_update',
      `update movement set liability = liability + 1 where posting = ${accretion - 1}`,
      `update layer set current_aro_cents = current_aro_cents + 1 where id = ${layer}`,
    );
    const what = 'Starting balance of an accretion against the prior balance';
    expect(await differences()).toMatchObject([{ what }]);
  });

  it('a movement added to a sealed posting', async () => {
    await without(
      'movement_insert',
      copyOfMovement({ kind: '4', base: 'null', time_numerator: 'null', time_denominator: 'null' }),
    );
    const found = (await differences()).map(({ what }) => what);
    expect(found).toContain('Number of movements in a posting');
    expect(found).toContain('Carrying amount of a layer against its movements');
    expect(found).toContain('Asset retirement cost of a change against its liability');
  });

  it('a deleted movement', async () => {
    await without('movement_delete', `delete from movement where posting = ${accretion}`);
    const found = (await differences()).map(({ what }) => what);
    expect(found).toContain('Number of movements in a posting');
    expect(found).toContain('Carrying amount of a layer against its movements');
    expect(found).toContain('Date a layer has accreted through');
  });

  it('a deleted recognition', async () => {
    await without('movement_delete', `delete from movement where posting = ${recognition}`);
    const found = (await differences()).map(({ what }) => what);
    expect(found).toContain('Recognition of a layer');
    expect(found).toContain('Starting balance of an accretion against the prior balance');
  });

  it('a posting that is never sealed', async () => {
    await run(
      copyOfPosting({ id: `${accretion} + 1`, day: "'2025-04-30'" }),
      copyOfMovement({ posting: `${accretion} + 1`, liability: '0' }),
    );
    expect((await differences()).map(({ what }) => what)).toContain('Number of movements in a posting');
  });

  it('accretion that changes more than the liability', async () => {
    await without('movement_update', `update movement set cash = 1 where posting = ${accretion}`);
    expect(await differences()).toMatchObject([{ what: 'Amounts of an accretion other than the liability' }]);
  });

  it('a reversal with other amounts, and a second reversal of the same movement', async () => {
    const response = await client.post(`/api/postings/${await numberOf(accretion)}/reverse`, {
      reason: 'A mistake',
    });
    expect(response.status).toBe(201);
    const reversal = await value('select max(id) from posting');
    expect(await differences()).toEqual([]);
    await without(
      'movement_update',
      `update movement set liability = liability - 1 where posting = ${reversal}`,
      `update layer set current_aro_cents = current_aro_cents - 1 where id = ${layer}`,
    );
    expect(await differences()).toMatchObject([
      { what: 'Amount of a reversal against the original movement' },
    ]);
    await without(
      'movement_update',
      `update movement set liability = liability + 1 where posting = ${reversal}`,
    );
    const again = reversal + 1;
    await run(
      copyOfPosting({ id: String(again), kind: "'reversal'", reverses: String(accretion) }),
      copyOfMovement({
        posting: String(again),
        liability: '-liability',
        base: 'null',
        time_numerator: 'null',
        time_denominator: 'null',
      }),
      `update posting set movements = 1 where id = ${again}`,
    );
    expect((await differences()).map(({ what }) => what)).toContain('Number of reversals of a movement');
  });

  it('nothing of another company', async () => {
    const other = await signInToNewCompany();
    await run(`update layer set current_aro_cents = current_aro_cents + 1 where id = ${layer}`);
    const response = await other.client.get('/api/books/check');
    expect(await response.json()).toMatchObject({ ok: true, differences: [] });
    expect(companyId).not.toBe(other.company.id);
  });
});
