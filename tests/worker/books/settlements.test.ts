import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { PostingView } from '~/schemas/books/posting';
import type { SettlementsPosting, SettlementsPreview } from '~/schemas/books/settlement';
import type { WellView } from '~/schemas/wells/well-views';
import {
  accreteThrough,
  bodyOf,
  expectBooksToCheck,
  layersOf,
  postingsOf,
  reversePosting,
  totalLiability,
} from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { auditOf, idOfPosting } from '../../support/tables';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

/** Four wells with one layer of 27,070.90 each from 2026-01-01, accreted through February. */
async function fourWells() {
  const { client } = await signInToNewCompany();
  const wells: Record<string, WellView> = {};
  for (const wellCode of ['A-1', 'A-2', 'A-3', 'A-4']) {
    wells[wellCode] = await addWell(client, { wellCode });
    await addLayer(client, wells[wellCode].id, { calculationDate: '2026-01-01' });
  }
  await accreteThrough(client, '2026-01-31');
  await accreteThrough(client, '2026-02-28');
  return { client, wells };
}

type Row = Record<string, unknown>;
const settle = (client: SignedIn, rows: Row[], mode = 'all') =>
  client.post('/api/settlements', { rows, mode });
const previewed = async (client: SignedIn, rows: Row[]) =>
  bodyOf<SettlementsPreview>(await client.post('/api/settlements/preview', { rows }));
const wellOf = async (client: SignedIn, well?: WellView): Promise<WellView> =>
  bodyOf(await client.get(`/api/wells/${well?.id}`));

const ROWS = [
  { wellCode: 'a-1', date: '2026-02-28', cost: '30000', isFinal: 'Yes', memo: 'Campaign' },
  { wellCode: 'A-2', date: '2026-02-28', cost: '20000.00', isFinal: true, memo: 'Campaign' },
  { wellCode: 'A-3', date: '2026-02-28', cost: 5000, memo: 'Campaign' },
  { wellCode: 'A-4', date: '2026-01-20', cost: '5000', relief: '6000', reference: 'AFE 7' },
];

describe('settlements of many wells', () => {
  it('ignore invisible characters in the cells', async () => {
    const { client } = await fourWells();
    // On a day before posted accretion, which is reversed and posted again.
    const row = { wellCode: 'A-4', date: '2026-01-20', cost: '5000' };
    const shown = await previewed(client, [row]);
    expect(shown.refusals).toEqual([]);
    expect(await previewed(client, [{ ...row, date: '2026-01-20\u200b' }])).toEqual(shown);
    expect(await previewed(client, [{ ...row, wellCode: '\u200bA-4\u2060' }])).toEqual(shown);
  });

  it('are previewed well by well, and posted as one act with a posting for each date and kind', async () => {
    const { client, wells } = await fourWells();
    const before = await totalLiability(client);
    const shown = await previewed(client, ROWS);
    expect(shown.refusals).toEqual([]);
    const carried = shown.rows[0]!.carryingAmount;
    expect(shown.rows).toMatchObject([
      { row: 1, wellCode: 'A-1', isFinal: true, relief: carried, cost: '30000.00' },
      { row: 2, wellCode: 'A-2', isFinal: true, relief: carried, cost: '20000.00' },
      { row: 3, wellCode: 'A-3', isFinal: false, relief: '5000.00', difference: '0.00' },
      { row: 4, wellCode: 'A-4', date: '2026-01-20', relief: '6000.00', difference: '1000.00' },
    ]);
    const cents = (text: string) => Math.round(Number(text) * 100);
    const finalGain = cents(carried) - 2_000_000;
    expect(cents(shown.totals.gains)).toBe(finalGain + 100_000);
    expect(cents(shown.totals.losses)).toBe(cents(carried) - 3_000_000);
    expect(cents(shown.totals.net)).toBe(cents(shown.totals.relief) - cents(shown.totals.cost));
    expect(await totalLiability(client)).toBe(before);

    const posting = await bodyOf<SettlementsPosting>(await settle(client, ROWS), 201);
    expect(posting).toMatchObject({ kind: 'settlement', settlements: shown.totals, refusals: [] });
    const postings = await postingsOf(client, 'kind=settlement');
    expect(
      postings
        .map(({ effectiveOn, memo, reference, totals }) => [effectiveOn, memo, reference, totals.cash])
        .sort(),
    ).toEqual([
      ['2026-01-20', null, 'AFE 7', '-5000.00'],
      ['2026-02-28', 'Campaign', null, '-5000.00'],
      ['2026-02-28', 'Campaign', null, '-50000.00'],
    ]);
    expect(new Set(postings.map(({ actId }) => actId)).size).toBe(1);
    // All postings of the act can be found by it, to be reversed individually.
    const ofAct = await postingsOf(client, `actId=${posting.actId}&kind=settlement`);
    expect(ofAct.map(({ id }) => id)).toEqual(postings.map(({ id }) => id));
    expect(await postingsOf(client, 'actId=0')).toEqual([]);
    expect(await wellOf(client, wells['A-1'])).toMatchObject({
      wellStatus: 'Plugged',
      pluggedOn: '2026-02-28',
    });
    expect(await wellOf(client, wells['A-3'])).toMatchObject({ wellStatus: 'Active' });
    // Accretion after A-4’s day is reposted on the remainder.
    const [layer] = await layersOf(client, wells['A-4']!.id);
    expect(layer).toMatchObject({ accretedThrough: '2026-02-28' });
    const [entry, ...others] = await auditOf(await idOfPosting(client, posting.actId), 'posting');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ action: 'wells.settled', newValues: { wells: 4, final: 2, refused: 0 } });
    await expectBooksToCheck(client);

    // The input is stored once without the values that each posting stores itself, because 5,000 rows would be too
    // long for one value.
    const { input } = (await env.DB.prepare('select input from posting where id = ?')
      .bind(Number(await idOfPosting(client, posting.actId)))
      .first<{ input: string }>())!;
    const onTheDay = { date: '2026-02-28', relief: null, isFinal: true };
    expect(JSON.parse(input)).toEqual({
      mode: 'all',
      rows: [
        { wellId: wells['A-1']!.id, ...onTheDay, cost: '30000.00' },
        { wellId: wells['A-2']!.id, ...onTheDay, cost: '20000.00' },
        { wellId: wells['A-3']!.id, ...onTheDay, cost: '5000.00', isFinal: false },
        { wellId: wells['A-4']!.id, date: '2026-01-20', cost: '5000.00', relief: '6000.00', isFinal: false },
      ],
    });

    // One well is restored, the other stays settled.
    const final = postings.find(({ totals }) => totals.cash === '-50000.00')!;
    await bodyOf<PostingView>(await reversePosting(client, final.id, { wellId: wells['A-1']!.id }), 201);
    expect(await wellOf(client, wells['A-1'])).toMatchObject({ wellStatus: 'Active', pluggedOn: null });
    expect(await wellOf(client, wells['A-2'])).toMatchObject({ wellStatus: 'Plugged' });
    await expectBooksToCheck(client);
  });

  it('reject row by row: in mode all nothing is posted, in mode accepted the others are', async () => {
    const { client } = await fourWells();
    const bare = await addWell(client, { wellCode: 'A-5' });
    const { client: other } = await signInToNewCompany();
    await addWell(other, { wellCode: 'B-1' });
    const rows = [
      { wellCode: 'A-1', date: '2026-02-28', cost: '10', isFinal: 'maybe' },
      { wellCode: 'A-2', date: '2026-02-30', cost: '10' },
      { wellCode: 'A-3', date: '2026-02-28', cost: '-1' },
      { wellCode: 'A-4', date: '2026-02-28', cost: '10', relief: '99999' },
      { wellCode: 'A-4', date: '2026-02-28', cost: '10' },
      { wellCode: bare.wellCode, date: '2026-02-28', cost: '10' },
      { wellCode: 'B-1', date: '2026-02-28', cost: '10' },
    ];
    const { refusals, rows: accepted } = await previewed(client, rows);
    expect(accepted).toEqual([]);
    expect(refusals.map(({ message }) => message)).toEqual([
      'Final must be yes or no',
      'Date must be a valid date (YYYY-MM-DD)',
      'Cost can’t be negative',
      expect.stringContaining('Relief can’t exceed the well’s carrying amount on 2026-02-28'),
      'An earlier row has the same well',
      'Well "A-5" has no obligation to settle. Calculate a layer first.',
      'No well has this code',
    ]);
    expect((await settle(client, rows, 'accepted')).status).toBe(409);
    const mixed = [...rows.slice(1, 3), { wellCode: 'A-1', date: '2026-02-28', cost: '10' }];
    expect((await settle(client, mixed)).status).toBe(409);
    expect(await postingsOf(client, 'kind=settlement')).toEqual([]);
    const posting = await bodyOf<SettlementsPosting>(await settle(client, mixed, 'accepted'), 201);
    expect(posting).toMatchObject({ movementCount: 1, refusals: [{ row: 1 }, { row: 2 }] });
    await expectBooksToCheck(client);
  });

  it('reject a well that was settled later or in full', async () => {
    const { client } = await fourWells();
    await bodyOf(await settle(client, ROWS), 201);
    const { refusals } = await previewed(client, [
      { wellCode: 'A-1', date: '2026-03-31', cost: '10' },
      { wellCode: 'A-3', date: '2026-02-10', cost: '10' },
    ]);
    expect(refusals.map(({ message }) => message)).toEqual([
      expect.stringContaining('was settled in full on 2026-02-28'),
      expect.stringContaining('has a later settlement dated 2026-02-28'),
    ]);
  });
});
