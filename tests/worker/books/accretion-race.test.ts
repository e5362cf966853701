import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { AccretionView } from '~/schemas/books/layer-views';
import { type PostingInput, postAccretion, postingReads } from '~/services/books/post-accretion.server';
import { readTogether } from '~/services/platform/reads.server';
import { bodyOf, expectBooksToCheck, postingsOf, reversePosting } from '../../support/books';
import { addLayer, addWell, contextInterrupted, whileInsertsFail } from '../../support/layers';
import { allRows } from '../../support/tables';
import { db, type SignedIn, signInToNewCompany } from '../../support/worker';

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

/**
 * Checks that balances are the sums of movements, that each accretion starts from the balance and day where the
 * previous one ended, and that each posting is sealed and has its input and audit row.
 */
async function expectSoundBooks(client: SignedIn, companyId: string, postings: number) {
  await expectBooksToCheck(client);
  const rows = async <T>(query: string) => (await env.DB.prepare(query).bind(companyId).all<T>()).results;
  const ofCompany = '(select ledger_id from company where id = ?)';
  const layers = await rows<Record<string, unknown>>(
    `select sum(m.liability) as expected, l.current_aro_cents as actual, l.accreted_through,
       max(p.day) filter (where p.kind = 'accretion') as last, count(*) filter (where p.kind = 'accretion') as records,
       count(distinct p.day) filter (where p.kind = 'accretion') as periods
     from layer l join movement m on m.layer = l.id join posting p on p.id = m.posting
     where l.company = ${ofCompany} group by l.id`,
  );
  for (const layer of layers) {
    expect(layer.actual).toBe(layer.expected);
    expect(layer.accreted_through).toBe(layer.last);
    expect(layer.records).toBe(layer.periods);
  }
  const broken = await rows(
    `select m.* from posting p join movement m on m.posting = p.id
     where p.company = ${ofCompany} and p.kind = 'accretion' and (
       m.base <> (select sum(b.liability) from movement b where b.layer = m.layer and b.posting < p.id)
       or m.since is not (
         select max(e.day) from movement b join posting e on e.id = b.posting
         where b.layer = m.layer and b.posting < p.id and e.kind = 'accretion'))`,
  );
  expect(broken).toEqual([]);
  const accretion = await rows<{ id: number; moved: number }>(
    `select id, movements, input is not null as has_input, (select count(*) from movement where posting = posting.id) as moved
     from posting where company = ${ofCompany} and kind = 'accretion' order by id`,
  );
  expect(accretion).toEqual(
    accretion.map(({ id, moved }) => ({ id, moved, movements: moved, has_input: 1 })),
  );
  expect(accretion).toHaveLength(postings);
  const audited = await rows<{ entity_id: string }>(
    `select entity_id from audit_log where company_id = ? and entity_type = 'posting' and action = 'accretion.posted' order by id`,
  );
  expect(audited.map(({ entity_id }) => entity_id)).toEqual(accretion.map(({ id }) => String(id)));
  return layers;
}

/** Posts from rows that were read before another change. */
async function postOvertaken(
  client: SignedIn,
  companyId: string,
  input: PostingInput,
  justBefore: () => Promise<void>,
) {
  const ctx = contextInterrupted(client, companyId, justBefore);
  // Reads with a separate database, because the context's own database interrupts its first write.
  return postAccretion(ctx, input, await readTogether(db, postingReads({ ...ctx, db }, input)));
}

const sendAll = (client: SignedIn, bodies: unknown[]) =>
  Promise.all(bodies.map((body) => client.post(PATH, body)));

describe('concurrent postings', () => {
  it('of one period post once and return the same result', async () => {
    const { client, company } = await companyWithLayers();
    const responses = await sendAll(client, [JANUARY, JANUARY, JANUARY, JANUARY]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const texts = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0]!)).toHaveLength(LAYERS);
    const layers = await expectSoundBooks(client, company.id, 1);
    expect(layers.map(({ records }) => records)).toEqual(Array(LAYERS).fill(1));
  });

  it('of different periods run one after the other', async () => {
    const { client, company } = await companyWithLayers();
    const [january, february] = await sendAll(client, [JANUARY, FEBRUARY]);
    expect(february!.status).toBe(200);
    // Depends on whether January is posted before February.
    expect([200, 409]).toContain(january!.status);
    await expectSoundBooks(client, company.id, january!.status === 200 ? 2 : 1);
  });

  it('are planned again when another posting wins the race', async () => {
    const { client, company } = await companyWithLayers();
    await postOvertaken(client, company.id, FEBRUARY, async () => {
      expect((await client.post(PATH, JANUARY)).status).toBe(200);
    });
    const layers = await expectSoundBooks(client, company.id, 2);
    expect(layers.map(({ records }) => records)).toEqual(Array(LAYERS).fill(2));
  });

  it('post nothing when the same posting wins the race', async () => {
    const { client, company } = await companyWithLayers();
    await postOvertaken(client, company.id, JANUARY, async () => {
      expect((await client.post(PATH, JANUARY)).status).toBe(200);
    });
    const layers = await expectSoundBooks(client, company.id, 1);
    expect(layers.map(({ records }) => records)).toEqual(Array(LAYERS).fill(1));
  });

  it('are rejected when a later period wins the race', async () => {
    const { client, company } = await companyWithLayers();
    const result = postOvertaken(client, company.id, JANUARY, async () => {
      expect((await client.post(PATH, FEBRUARY)).status).toBe(200);
    });
    await expect(result).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('2024-02-29'),
    });
    await expectSoundBooks(client, company.id, 1);
  });

  it('include a layer that was added in between', async () => {
    const { client, company, wells } = await companyWithLayers();
    await postOvertaken(client, company.id, JANUARY, async () => {
      const terms = { layerType: 'additional', measurement: 'remeasure', calculationDate: '2023-12-31' };
      await addLayer(client, wells[0]!, { ...terms, pAndACost: 2000 });
    });
    const layers = await expectSoundBooks(client, company.id, 1);
    expect(layers.map(({ records }) => records)).toEqual(Array(LAYERS + 1).fill(1));
  });

  it('leave out a well deleted in between', async () => {
    const { client, company, wells } = await companyWithLayers();
    await postOvertaken(client, company.id, JANUARY, async () => {
      expect((await client.delete(`/api/wells/${wells[2]}`)).status).toBe(204);
    });
    const layers = await expectSoundBooks(client, company.id, 1);
    expect(layers.filter(({ records }) => records === 1)).toHaveLength(LAYERS - 1);
    expect(layers.filter(({ actual }) => actual === 0)).toMatchObject([{ records: 0 }]);
    const newValues = await env.DB.prepare(
      "select new_values from audit_log where company_id = ? and action = 'accretion.posted'",
    )
      .bind(company.id)
      .first<string>('new_values');
    expect(JSON.parse(newValues!)).toMatchObject({ layers: LAYERS - 1 });
  });
});

describe('a reversal between reading and posting', () => {
  it('that changes what a layer is depreciated from, but no balance, causes a new plan', async () => {
    const { client, company } = await signInToNewCompany();
    const settings = { depreciation: 'straight-line', depreciationFrom: '2024-01-01' };
    await bodyOf(await client.put(`/api/companies/${company.id}/settings`, settings));
    const { id } = await addWell(client);
    const terms = { discountRate: 1, inflationRate: 0, pAndACost: 1200, calculationDate: '2023-12-31' };
    const first = await addLayer(client, id, { ...terms, wellLifespan: 1 });
    // Confirms the cost and doubles the life, so it has no balance.
    const confirmed = { layerType: 'additional', measurement: 'change', wellLifespan: 2 };
    await addLayer(client, id, { ...terms, ...confirmed });
    const [newest] = await postingsOf(client, 'kind=calculation');
    const ctx = contextInterrupted(client, company.id, async () => {
      await bodyOf(await reversePosting(client, newest!.id), 201);
    });
    const rows = await readTogether(db, postingReads({ ...ctx, db }, JANUARY));
    await postAccretion(ctx, JANUARY, rows);
    const charged = await env.DB.prepare('select arc_accumulated_cents from layer where id = ?')
      .bind(first.id)
      .first<number>('arc_accumulated_cents');
    expect(charged).toBe(-Math.round(Number(first.aroValue.replace('.', '')) / 12));
    await expectBooksToCheck(client);
  });
});

describe('a failing posting', () => {
  it.each([
    ['the posting', 'posting', '1'],
    ['the audit row', 'audit_log', '1'],
    ['the last of the movements', 'movement', 'new.base = 500000'],
  ])('at %s leaves nothing behind', async (_, table, when) => {
    const { client, company } = await companyWithLayers();
    const before = await allRows();
    const response = await whileInsertsFail(table, () => client.post(PATH, JANUARY), when);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('test refusal');
    expect(await allRows()).toEqual(before);
    expect((await client.post(PATH, JANUARY)).status).toBe(200);
    await expectSoundBooks(client, company.id, 1);
  });

  it('names the balance that would grow too large', async () => {
    const { client, wells } = await companyWithLayers();
    await env.DB.prepare(
      'update layer set current_aro_cents = 999999999999 where well = (select ledger_id from well where id = ?)',
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
      message: `Well "${code}", layer 1: Amount can’t exceed 9,999,999,999.99. Nothing was posted.`,
    });
    expect(await allRows()).toEqual(before);
    const preview = await client.get(
      `/api/accretion/preview?periodType=monthly&periodEnd=${JANUARY.periodEnd}`,
    );
    expect(await preview.json()).toMatchObject({
      refusal: `Well "${code}", layer 1: Amount can’t exceed 9,999,999,999.99.`,
    });
  });
});

describe('an Idempotency-Key', () => {
  it('posts once and returns the same response again', async () => {
    const { client, company } = await companyWithLayers();
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await client.post(PATH, JANUARY, key);
    const records = (await first.json()) as AccretionView[];
    const replay = await client.post(PATH, JANUARY, key);
    expect(await replay.json()).toEqual(records);
    expect((await client.post(PATH, FEBRUARY, key)).status).toBe(422);
    await expectSoundBooks(client, company.id, 1);
  });
});
