import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { AccretionView } from '~/schemas/platform/views';
import { postAccretion } from '~/services/books/post-accretion.server';
import { addLayer, addWell, contextInterrupted, whileInsertsFail } from '../../support/layers';
import { allRows } from '../../support/tables';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const PATH = '/api/accretion/calculate';
const JANUARY = { periodType: 'monthly', periodEnd: '2024-01-31' } as const;
const FEBRUARY = { periodType: 'monthly', periodEnd: '2024-02-29' } as const;
const LAYERS = 5;

async function companyWithLayers() {
  const { client, company } = await signInToNewCompany();
  const wells: string[] = [];
  for (let i = 0; i < LAYERS; i += 1) {
    const well = await addWell(client);
    wells.push(well.id);
    await addLayer(client, well.id, {
      discountRate: 12,
      inflationRate: 12,
      pAndACost: 1000 * (i + 1),
      calculationDate: '2023-12-31',
    });
  }
  return { client, company, wells };
}

/** Balances are layers plus records, records follow each other, and each posting has its audit and input row. */
async function expectSoundBooks(companyId: string, postings: number) {
  const { results: layers } = await env.DB.prepare(
    `select l.aro_value_cents + coalesce(sum(r.accretion_expense_cents), 0) as expected, l.current_aro_cents as actual,
       l.accreted_through, max(r.period_end) as last, count(r.id) as records, count(distinct r.period_end) as periods
     from aro_layer l left join accretion_record r on r.aro_layer_id = l.id where l.company_id = ? group by l.id`,
  )
    .bind(companyId)
    .all<Record<string, unknown>>();
  for (const layer of layers) {
    expect(layer.actual).toBe(layer.expected);
    expect(layer.accreted_through).toBe(layer.last);
    expect(layer.records).toBe(layer.periods);
  }
  const { results: broken } = await env.DB.prepare(
    `select r.id from accretion_record r join accretion_record p on p.aro_layer_id = r.aro_layer_id and p.period_end = r.period_start
     where r.company_id = ? and p.ending_aro_cents <> r.beginning_aro_cents`,
  )
    .bind(companyId)
    .all();
  expect(broken).toEqual([]);
  const count = (sql: string) => env.DB.prepare(sql).bind(companyId).first<number>('n');
  expect(
    await count('select count(distinct posting_id) as n from accretion_record where company_id = ?'),
  ).toBe(postings);
  expect(
    await count("select count(*) as n from audit_log where company_id = ? and action = 'accretion.posted'"),
  ).toBe(postings);
  expect(
    await count(
      "select count(*) as n from calculation_input where company_id = ? and calculation_type = 'accretion'",
    ),
  ).toBe(postings);
  return layers;
}

const sendAll = (client: SignedIn, bodies: unknown[]) =>
  Promise.all(bodies.map((body) => client.post(PATH, body)));

describe('postings at the same time', () => {
  it('of one period double nothing and answer the same', async () => {
    const { client, company } = await companyWithLayers();
    const responses = await sendAll(client, [JANUARY, JANUARY, JANUARY, JANUARY]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const texts = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0]!)).toHaveLength(LAYERS);
    const layers = await expectSoundBooks(company.id, 1);
    expect(layers.map(({ records }) => records)).toEqual(Array(LAYERS).fill(1));
  });

  it('of different periods come one after the other', async () => {
    const { client, company } = await companyWithLayers();
    const [january, february] = await sendAll(client, [JANUARY, FEBRUARY]);
    expect(february!.status).toBe(200);
    // In time, or too late for it.
    expect([200, 409]).toContain(january!.status);
    await expectSoundBooks(company.id, january!.status === 200 ? 2 : 1);
  });

  it('begins anew when another posting was faster', async () => {
    const { client, company } = await companyWithLayers();
    const ctx = contextInterrupted(client, company.id, async () => {
      expect((await client.post(PATH, JANUARY)).status).toBe(200);
    });
    expect(await postAccretion(ctx, FEBRUARY)).toMatchObject({ posted: LAYERS });
    const layers = await expectSoundBooks(company.id, 2);
    expect(layers.map(({ records }) => records)).toEqual(Array(LAYERS).fill(2));
  });

  it('finds everything done when the same posting was faster', async () => {
    const { client, company } = await companyWithLayers();
    const ctx = contextInterrupted(client, company.id, async () => {
      await client.post(PATH, JANUARY);
    });
    expect(await postAccretion(ctx, JANUARY)).toMatchObject({
      postingId: null,
      periodEnd: '2024-01-31',
      posted: 0,
    });
    await expectSoundBooks(company.id, 1);
  });

  it('is refused when a later period was faster', async () => {
    const { client, company } = await companyWithLayers();
    const ctx = contextInterrupted(client, company.id, async () => {
      await client.post(PATH, FEBRUARY);
    });
    await expect(postAccretion(ctx, JANUARY)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('2024-02-29'),
    });
    await expectSoundBooks(company.id, 1);
  });

  it('leaves out a well deleted in between', async () => {
    const { client, company, wells } = await companyWithLayers();
    const ctx = contextInterrupted(client, company.id, async () => {
      expect((await client.delete(`/api/wells/${wells[2]}`)).status).toBe(204);
    });
    expect(await postAccretion(ctx, JANUARY)).toMatchObject({ posted: LAYERS - 1 });
    await expectSoundBooks(company.id, 1);
    const newValues = await env.DB.prepare(
      "select new_values from audit_log where company_id = ? and action = 'accretion.posted'",
    )
      .bind(company.id)
      .first<string>('new_values');
    expect(JSON.parse(newValues!)).toMatchObject({ layers: LAYERS - 1 });
  });
});

describe('a posting that fails', () => {
  it.each([
    ['the calculation input', 'calculation_input', '1'],
    ['the audit row', 'audit_log', '1'],
    ['the last of the records', 'accretion_record', 'new.beginning_aro_cents = 500000'],
  ])('at %s leaves nothing behind', async (_, table, when) => {
    const { client, company } = await companyWithLayers();
    const before = await allRows();
    const response = await whileInsertsFail(table, () => client.post(PATH, JANUARY), when);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('test refusal');
    expect(await allRows()).toEqual(before);
    expect((await client.post(PATH, JANUARY)).status).toBe(200);
    await expectSoundBooks(company.id, 1);
  });

  it('because a balance would grow too large says which', async () => {
    const { client, wells } = await companyWithLayers();
    await env.DB.prepare(
      'update aro_layer set aro_value_cents = 999999999999, current_aro_cents = 999999999999 where well_id = ?',
    )
      .bind(wells[1])
      .run();
    const code = await env.DB.prepare('select well_code from well where id = ?')
      .bind(wells[1])
      .first('well_code');
    const before = await allRows();
    const response = await client.post(PATH, JANUARY);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      message: `Well "${code}", layer 1: The amount is beyond the largest one allowed, 9,999,999,999.99. Nothing was posted.`,
    });
    expect(await allRows()).toEqual(before);
  });
});

describe('an Idempotency-Key', () => {
  it('posts once and answers the same again', async () => {
    const { client, company } = await companyWithLayers();
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await client.post(PATH, JANUARY, key);
    const records = (await first.json()) as AccretionView[];
    const replay = await client.post(PATH, JANUARY, key);
    expect(await replay.json()).toEqual(records);
    expect((await client.post(PATH, FEBRUARY, key)).status).toBe(422);
    await expectSoundBooks(company.id, 1);
  });
});
