import { describe, expect, it } from 'vitest';
import { formulaResults } from '~/domain/files/formula-results';
import type { WorkbookFormula } from '~/domain/files/workbook';
import { buildWorkbook } from '~/domain/reports/workbook-request';
import type { LayerView, ListedLayerView, WellLayerView } from '~/schemas/books/layer-views';
import type { PostingView } from '~/schemas/books/posting';
import type { RevisionPreview } from '~/schemas/books/revision';
import type { WellView } from '~/schemas/wells/well-views';
import { bodyOf, expectBooksToCheck, reversePosting } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const DAY = '2025-12-31';
/** With equal inflation and discount rates, a layer is worth its cost. */
const RATES = { discountRate: 8, inflationRate: 8 };

/** A well that carries its estimate of 100,000.00 on the day. */
async function estimated() {
  const { client } = await signInToNewCompany();
  const well = await addWell(client, { wellCode: 'A-1' });
  const layer = await addLayer(client, well.id, { ...RATES, calculationDate: DAY });
  expect(layer.aroValue).toBe('100000.00');
  return { client, well };
}

async function settle(client: SignedIn, { id }: WellView, relief: string): Promise<PostingView> {
  const given = { date: DAY, cost: '30000.00', relief, isFinal: false };
  return bodyOf(await client.post(`/api/wells/${id}/settlements`, given), 201);
}

async function revised(client: SignedIn, pAndACost: string) {
  const row = { wellCode: 'A-1', pAndACost, discountRate: '8', inflationRate: '8' };
  const preview: RevisionPreview = await bodyOf(
    await client.post('/api/revisions/preview', { date: DAY, rows: [row] }),
  );
  const [{ previousEstimate, change, aroValue } = {} as RevisionPreview['rows'][number]] = preview.rows;
  return { previousEstimate, change, aroValue };
}

function addChange(client: SignedIn, { id }: WellView, pAndACost: number): Promise<LayerView> {
  const change = { layerType: 'additional', measurement: 'change', calculationDate: DAY };
  return addLayer(client, id, { ...RATES, ...change, pAndACost });
}

async function leftOf(client: SignedIn, { id }: WellView): Promise<string[]> {
  const layers: WellLayerView[] = await bodyOf(await client.get(`/api/wells/${id}/aro-layers`));
  return layers.map(({ estimateLeft }) => estimateLeft);
}

describe('the remaining estimate', () => {
  it('excludes settled work, in every way to revise it', async () => {
    const { client, well } = await estimated();
    const settlement = await settle(client, well, '40000.00');
    expect(await leftOf(client, well)).toEqual(['60000.00']);
    expect(await revised(client, '60000')).toEqual({
      previousEstimate: '60000.00',
      change: '0.00',
      aroValue: '0.00',
    });
    const file = await client.post('/api/wells/mass-upload/preview', { wellCodes: ['A-1'] });
    expect(await bodyOf(file)).toMatchObject({ wells: [{ wellCode: 'A-1', totalEstimate: '60000.00' }] });

    const layer = await addChange(client, well, 70_000);
    expect(layer).toMatchObject({ aroValue: '10000.00', totalEstimate: '70000.00' });
    const { formula } = await bodyOf<{ formula: string[] }>(
      await client.get(`/api/aro-layers/${layer.id}/history`),
    );
    expect(formula[0]).toMatch(/^\(70,000\.00 − 60,000\.00\) /);
    // The workbook uses it too: no part of the layer's value is left over as Other.
    const listed = await bodyOf<ListedLayerView[]>(await client.get(`/api/aro-layers?wellId=${well.id}`));
    expect(listed.map(({ previousEstimate }) => previousEstimate)).toEqual([null, '60000.00']);
    const sheets = buildWorkbook({
      kind: 'detail',
      heading: ['ARO Detail'],
      layers: listed,
      accretions: null,
    });
    const results = formulaResults(sheets);
    const [headings, , change] = sheets[0]!.rows.slice(2);
    const other = change![headings!.findIndex((cell) => cell && 'text' in cell && cell.text === 'Other')];
    expect(results.get(other as WorkbookFormula)).toBe(0);
    // One tenth of the 70,000.00 carried.
    await settle(client, well, '7000.00');
    expect((await leftOf(client, well)).at(-1)).toBe('63000.00');

    await bodyOf(await reversePosting(client, settlement.id, { includeLater: true }), 201);
    expect((await revised(client, '90000')).change).toBe('-10000.00');
    // Earlier calculations are shown as measured then.
    const then = await bodyOf<{ formula: string[] }>(await client.get(`/api/aro-layers/${layer.id}/history`));
    expect(then.formula).toEqual(formula);
    await expectBooksToCheck(client);
  });

  it('follows the interest that a sale leaves, and is zero after a final settlement', async () => {
    const { client, well } = await estimated();
    const sale = { date: DAY, interestSold: '25', proceeds: '0' };
    await bodyOf(await client.post(`/api/wells/${well.id}/sales`, sale), 201);
    expect(await revised(client, '75000')).toMatchObject({ previousEstimate: '75000.00', change: '0.00' });
    // 100,000.00 for the whole well as before, of which the company has three quarters.
    const gross = {
      layerType: 'additional',
      measurement: 'change',
      calculationDate: DAY,
      pAndACost: undefined,
    };
    const layer = await addLayer(client, well.id, { ...RATES, ...gross, grossCost: 100_000 });
    expect(layer).toMatchObject({ aroValue: '0.00', totalEstimate: '75000.00' });
    const final = { date: DAY, cost: '75000.00', isFinal: true };
    await bodyOf(await client.post(`/api/wells/${well.id}/settlements`, final), 201);
    expect((await leftOf(client, well)).at(-1)).toBe('0.00');
    await expectBooksToCheck(client);
  });
});
