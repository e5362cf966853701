import { describe, expect, it } from 'vitest';
import type { ActPreview, PostingView } from '~/schemas/books/posting';
import type { CompanySettingsView } from '~/schemas/people/people-views';
import { bodyOf, layersOf, postingsOf } from '../../support/books';
import { addLayer, addWell, TERMS } from '../../support/layers';
import { expectNothingWritten, expectRefusal } from '../../support/refusals';
import { auditOf } from '../../support/tables';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

/** Two wells of 27,070.90 each, in a company that requires a reason above 1,000.00. */
async function askingCompany(settings: Record<string, unknown> = { reasonAbove: '1000.00' }) {
  const { client, company } = await signInToNewCompany();
  const wells = [await addWell(client, { wellCode: 'A-1' }), await addWell(client, { wellCode: 'A-2' })];
  const path = `/api/companies/${company.id}/settings`;
  await bodyOf(await client.put(path, settings));
  // An initial layer is not a revision.
  for (const { id } of wells) await addLayer(client, id, { calculationDate: '2026-01-01' });
  return { client, company, wells, first: wells[0]!, path };
}

const asks = (amount: string) =>
  `This changes the liability by ${amount}. Your company requires a reason for amounts above 1000.00.`;
const refusal = (amount: string, field = 'memo') => ({
  message: asks(amount),
  errors: { [field]: [asks(amount)] },
});

/** The reason requirement that a preview reports. */
async function reasonNeeded(client: SignedIn, path: string, body: object): Promise<string | null> {
  const response = await expectNothingWritten(() => client.post(path, body));
  const preview = await bodyOf<ActPreview & { act?: ActPreview }>(response);
  return (preview.act ?? preview).reasonNeeded;
}

describe('a company that requires a reason above an amount', () => {
  it('requires it for a settlement', async () => {
    const { client, first } = await askingCompany();
    const path = `/api/wells/${first.id}/settlements`;
    const above = { date: '2026-01-01', cost: '1000.01' };
    expect(await reasonNeeded(client, `${path}?preview=true`, above)).toBe(asks('1000.01'));
    // Most of it is a loss.
    const loss = { date: '2026-01-01', cost: '900000.00', relief: '1000.00' };
    expect(await reasonNeeded(client, `${path}?preview=true`, loss)).toBe(
      'The cost is 900000.00. Your company requires a reason for amounts above 1000.00.',
    );
    await expectRefusal(() => client.post(path, above), 400, refusal('1000.01'));
    await expectRefusal(() => client.post(path, { ...above, memo: '  ' }), 400, refusal('1000.01'));
    const exactly = { ...above, cost: '1000.00' };
    expect(await reasonNeeded(client, `${path}?preview=true`, exactly)).toBeNull();
    await bodyOf(await client.post(path, exactly), 201);
    const posted = await bodyOf<PostingView>(await client.post(path, { ...above, memo: 'Rig move' }), 201);
    expect(posted.memo).toBe('Rig move');
  });

  it('requires it for a sale of one well or many', async () => {
    const { client, first } = await askingCompany();
    const path = `/api/wells/${first.id}/sales`;
    const sale = { date: '2026-01-01', interestSold: '10' };
    expect(await reasonNeeded(client, `${path}?preview=true`, sale)).toBe(asks('2707.67'));
    await expectRefusal(() => client.post(path, sale), 400, refusal('2707.67'));
    await bodyOf(await client.post(path, { ...sale, memo: 'Farm-out' }), 201);
    const many = { date: '2026-01-01', shareSold: '10', wells: ['A-1', 'A-2'] };
    expect(await reasonNeeded(client, '/api/sales/preview', many)).toMatch(/^This changes the liability by/);
    await expectRefusal(() => client.post('/api/sales', { ...many, mode: 'all' }), 400, {
      errors: { memo: [expect.stringContaining('requires a reason')] },
    });
    await bodyOf(await client.post('/api/sales', { ...many, mode: 'all', memo: 'Farm-out' }), 201);
  });

  it('requires it for settlements of many wells, per row or for all of them', async () => {
    const { client } = await askingCompany();
    const row = (wellCode: string, given = {}) => ({ wellCode, date: '2026-01-01', cost: '600', ...given });
    // Rows of one day without a memo share a posting.
    const rows = [row('A-1'), row('A-2')];
    expect(await reasonNeeded(client, '/api/settlements/preview', { rows })).toBe(asks('1200.00'));
    await expectRefusal(
      () => client.post('/api/settlements', { rows, mode: 'all' }),
      400,
      refusal('1200.00'),
    );
    const explained = [row('A-1', { memo: 'Rig' }), row('A-2')];
    expect(await reasonNeeded(client, '/api/settlements/preview', { rows: explained })).toBeNull();
    await bodyOf(await client.post('/api/settlements', { rows: explained, mode: 'all' }), 201);
    await bodyOf(await client.post('/api/settlements', { rows, mode: 'all', memo: 'Campaign' }), 201);
    const memos = (await postingsOf(client, 'kind=settlement')).map(({ memo }) => memo);
    expect(memos).toEqual(['Campaign', null, 'Rig']);
  });

  it('requires it for revisions, adding up absolute changes', async () => {
    const { client, first } = await askingCompany();
    const rates = { discountRate: '8', inflationRate: '2.5' };
    const rows = [
      { wellCode: 'A-1', pAndACost: '103000', ...rates },
      { wellCode: 'A-2', pAndACost: '97000', ...rates },
    ];
    const request = { date: '2026-01-01', rows };
    expect(await reasonNeeded(client, '/api/revisions/preview', request)).toMatch(
      /^This changes the liability by 1\d{3}\.\d\d\. /,
    );
    await expectRefusal(() => client.post('/api/revisions', { ...request, mode: 'all' }), 400, {
      errors: { memo: [expect.stringContaining('requires a reason')] },
    });
    // A row with its own reason no longer counts.
    const explained = { ...request, rows: [{ ...rows[0]!, reason: 'New quote' }, rows[1]!] };
    expect(await reasonNeeded(client, '/api/revisions/preview', explained)).toBeNull();
    const partly = {
      ...request,
      rows: [
        { ...rows[0]!, reason: 'New quote' },
        { ...rows[1]!, pAndACost: '90000' },
      ],
    };
    expect(await reasonNeeded(client, '/api/revisions/preview', partly)).toMatch(
      /^The rows without a reason change the liability by [2-9]\d{3}\.\d\d\. Your company requires a reason for amounts above 1000\.00\.$/,
    );
    const posted = await bodyOf<PostingView>(
      await client.post('/api/revisions', { ...request, mode: 'all', memo: 'Annual review' }),
      201,
    );
    expect(posted.memo).toBe('Annual review');
    expect((await layersOf(client, first.id)).at(-1)).toMatchObject({ layerNumber: 2 });
  });

  it.each(['change', 'increment', 'remeasure'])(
    'requires it for a manual calculation (%s)',
    async (measurement) => {
      const { client, first } = await askingCompany();
      const pAndACost = measurement === 'increment' ? 50_000 : 150_000;
      const terms = {
        ...TERMS,
        layerType: 'additional',
        calculationDate: '2026-01-01',
        measurement,
        pAndACost,
      };
      const one = { wellId: first.id, ...terms };
      expect(await reasonNeeded(client, '/api/aro-layers/calculate?preview=true', one)).toMatch(
        /requires a reason/,
      );
      await expectRefusal(() => client.post('/api/aro-layers/calculate', one), 400, {
        errors: { reason: [expect.stringContaining('requires a reason')] },
      });
      const all = { scope: 'all', ...terms };
      await expectRefusal(() => client.post('/api/aro-layers/calculate-all', all), 400, {
        errors: { reason: [expect.stringContaining('requires a reason')] },
      });
      const explained = { ...one, reason: 'New quote' };
      expect(await reasonNeeded(client, '/api/aro-layers/calculate?preview=true', explained)).toBeNull();
      const layer = await bodyOf<{ id: string; reason: string | null }>(
        await client.post('/api/aro-layers/calculate', explained),
        201,
      );
      expect((await postingsOf(client, `kind=calculation&wellId=${first.id}`))[0]!.memo).toBe('New quote');
      expect(await auditOf(layer.id, 'aro_layer')).toMatchObject([{ newValues: { reason: 'New quote' } }]);
    },
  );

  it('stores the amounts as settings: exact, audited, and null for none', async () => {
    const { client, company, first, path } = await askingCompany({ reasonAbove: 0.5, fileAbove: '50000' });
    const read = async () => bodyOf<CompanySettingsView>(await client.get(path));
    expect(await read()).toMatchObject({ reasonAbove: '0.50', fileAbove: '50000.00' });
    // Other settings leave them unchanged.
    await bodyOf(await client.put(path, { approval: 'none' }));
    expect(await read()).toMatchObject({ reasonAbove: '0.50', fileAbove: '50000.00' });
    await bodyOf(await client.put(path, { reasonAbove: null, fileAbove: '' }));
    expect(await read()).toMatchObject({ reasonAbove: null, fileAbove: null });
    expect((await auditOf(company.id, 'company')).at(-1)).toMatchObject({
      oldValues: { reasonAbove: '0.50', fileAbove: '50000.00' },
      newValues: { reasonAbove: null, fileAbove: null },
    });
    const settlement = { date: '2026-01-01', cost: '9000' };
    await bodyOf(await client.post(`/api/wells/${first.id}/settlements`, settlement), 201);
    for (const [reasonAbove, message] of [
      [-1, 'Amount can’t be negative'],
      ['1.005', 'Must have at most 2 decimal places'],
      ['much', 'Must be a valid number'],
    ])
      await expectRefusal(() => client.put(path, { reasonAbove }), 400, {
        errors: { reasonAbove: [message] },
      });
  });

  it('doesn’t require it without a decision: accretion and reversals', async () => {
    const { client, first } = await askingCompany({ reasonAbove: '0' });
    await bodyOf(
      await client.post('/api/accretion/calculate', { periodType: 'monthly', periodEnd: '2026-01-31' }),
    );
    const [posting] = await postingsOf(client, `kind=calculation&wellId=${first.id}`);
    const reversal = { reason: 'Entered twice', includeLater: true };
    await bodyOf(await client.post(`/api/postings/${posting!.id}/reverse`, reversal), 201);
  });
});
