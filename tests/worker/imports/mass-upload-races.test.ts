import { describe, expect, it } from 'vitest';
import { failMassUpload } from '~/services/imports/process-mass-upload.server';
import { accreteThrough, bodyOf, close, expectBooksToCheck, postingsOf } from '../../support/books';
import { accrete, addLayer, addWell } from '../../support/layers';
import {
  type CsvRow,
  csvOf,
  deliver,
  deliverInterrupted,
  LAYER_ROW,
  messageContext,
  queueUpload,
  rejectedBy,
  stateOf,
  WELL_ROW,
} from '../../support/mass-upload';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const ADDITIONAL: CsvRow = {
  ...WELL_ROW,
  ...LAYER_ROW,
  layerType: 'additional',
  measurement: 'increment',
  calculationDate: '2021-01-01',
};

async function oldWell(client: SignedIn) {
  const well = await addWell(client, { ...WELL_ROW, wellCode: 'OLD' } as Parameters<typeof addWell>[1]);
  return addLayer(client, well.id);
}

describe('between reading the books and writing rows', () => {
  it('a well with the same code is added: its row fails, and the others are imported', async () => {
    const { client, company } = await signInToNewCompany();
    const rows = ['A', 'B'].map((wellCode) => ({ ...WELL_ROW, ...LAYER_ROW, wellCode }));
    const job = await queueUpload(client, company.id, csvOf(rows));
    await deliverInterrupted(job, () => addWell(client, { wellCode: 'b' }));
    expect(await stateOf(job)).toMatchObject({ status: 'done', successful_rows: 1 });
    expect(await rejectedBy(job)).toEqual([{ row: 3, wellCode: 'B', error: 'Well code "B" already exists' }]);
  });

  it('a layer is added to the well: the row’s layer is numbered after it', async () => {
    const { client, company } = await signInToNewCompany();
    const { wellId } = await oldWell(client);
    const job = await queueUpload(
      client,
      company.id,
      csvOf([{ ...ADDITIONAL, wellCode: 'OLD', pAndACost: '5000' }]),
    );
    await deliverInterrupted(job, () =>
      addLayer(client, wellId, {
        layerType: 'additional',
        measurement: 'increment',
        pAndACost: 20_000,
        calculationDate: '2020-06-30',
      }),
    );
    expect(await stateOf(job)).toMatchObject({ status: 'done', successful_rows: 1 });
    expect(await (await client.get(`/api/wells/${wellId}/aro-layers`)).json()).toMatchObject([
      { layerNumber: 1 },
      { layerNumber: 2, totalEstimate: '120000.00' },
      { layerNumber: 3, totalEstimate: '125000.00' },
    ]);
  });

  it('the well’s carrying amount drops: a decrease is checked against the new amount', async () => {
    const { client, company } = await signInToNewCompany();
    const layer = await oldWell(client);
    const rows = [
      {
        ...ADDITIONAL,
        wellCode: 'OLD',
        measurement: '',
        calculationDate: '2020-12-31',
        aroValue: '-27000',
      },
    ];
    const job = await queueUpload(client, company.id, csvOf(rows));
    const lower = () => accrete(layer, company.id, { periodEnd: '2020-12-31', cents: -100_000 });
    await deliverInterrupted(job, lower, { reads: 2 });
    expect(await rejectedBy(job)).toMatchObject([
      { error: 'ARO value can’t reduce the liability by more than the well’s carrying amount of 26070.90' },
    ]);
  });

  it('accretion is posted past a decrease: it is reposted on the new basis', async () => {
    const { client, company } = await signInToNewCompany();
    await oldWell(client);
    const rows = [{ ...ADDITIONAL, wellCode: 'OLD', measurement: 'change', pAndACost: '50000' }];
    const job = await queueUpload(client, company.id, csvOf(rows));
    await deliverInterrupted(job, () => accreteThrough(client, '2021-01-31'), { reads: 2 });
    expect(await stateOf(job)).toMatchObject({ status: 'done', successful_rows: 1 });
    expect((await postingsOf(client)).map(({ kind, effectiveOn }) => `${kind} ${effectiveOn}`)).toEqual([
      'accretion 2021-01-31',
      'calculation 2021-01-01',
      'accretion 2021-01-01',
      'reversal 2021-01-31',
      'accretion 2021-01-31',
      'calculation 2020-01-01',
    ]);
    await expectBooksToCheck(client);
  });

  it('the period is closed: rows dated in it fail', async () => {
    const { client, company } = await signInToNewCompany();
    await oldWell(client);
    await accreteThrough(client, '2021-01-31');
    const rows = [
      { ...WELL_ROW, ...LAYER_ROW, wellCode: 'A' },
      { ...WELL_ROW, wellCode: 'B' },
    ];
    const job = await queueUpload(client, company.id, csvOf(rows));
    await deliverInterrupted(job, () => close(client, '2021-01-31'));
    expect(await rejectedBy(job)).toMatchObject([
      { row: 2, error: expect.stringMatching(/^The books are closed through 2021-01-31/) },
    ]);
  });

  it('a depletion rate is removed: the row that needs it fails', async () => {
    const { client, company } = await signInToNewCompany();
    const path = `/api/companies/${company.id}`;
    const rateOf = (percent: string | null) => ({
      rates: [{ field: 'OSELVAR', month: '2021-01', percent }],
    });
    await bodyOf(await client.put(`${path}/depletion-rates`, rateOf('2.5')));
    const settings = { depreciation: 'units-of-production', depreciationFrom: '2021-01-01' };
    await bodyOf(await client.put(`${path}/settings`, settings));
    await oldWell(client);
    const decrease = { measurement: 'change', pAndACost: '50000', calculationDate: '2021-01-31' };
    const rows = [{ ...ADDITIONAL, ...decrease, wellCode: 'OLD' }];
    const job = await queueUpload(client, company.id, csvOf(rows));
    const takeBack = async () => bodyOf(await client.put(`${path}/depletion-rates`, rateOf(null)));
    await deliverInterrupted(job, takeBack, { reads: 2 });
    expect(await rejectedBy(job)).toMatchObject([
      {
        row: 2,
        error: 'Field "OSELVAR" has no depletion rate for 2021-01. Enter it under Company → Settings first.',
      },
    ]);
    await expectBooksToCheck(client);
  });

  it('the well is deleted: the row of its layer fails', async () => {
    const { client, company } = await signInToNewCompany();
    const { wellId } = await oldWell(client);
    const job = await queueUpload(client, company.id, csvOf([{ ...ADDITIONAL, wellCode: 'OLD' }]));
    await deliverInterrupted(job, () => client.delete(`/api/wells/${wellId}`));
    expect(await rejectedBy(job)).toMatchObject([{ row: 2, error: 'Calculate the initial layer first' }]);
  });

  it('custom fields change: rows are checked against the new fields', async () => {
    const { client, company } = await signInToNewCompany();
    const rows = [
      { ...WELL_ROW, wellCode: 'A', Depth: '12' },
      { ...WELL_ROW, wellCode: 'B', Depth: '' },
    ];
    const job = await queueUpload(client, company.id, csvOf(rows));
    await deliverInterrupted(job, () =>
      client.put(`/api/companies/${company.id}/custom-fields`, {
        customFieldTemplates: [
          { fieldName: 'depth', displayName: 'Depth', fieldType: 'number', required: true },
        ],
      }),
    );
    expect(await rejectedBy(job)).toEqual([{ row: 3, wellCode: 'B', error: 'Depth is required' }]);
    expect(await (await client.get('/api/wells/with-custom-fields')).json()).toMatchObject([
      { wellCode: 'A', customFields: { depth: 12 } },
    ]);
  });

  it('the books keep changing: the message is retried later, with nothing written', async () => {
    const { client, company } = await signInToNewCompany();
    const layer = await oldWell(client);
    const job = await queueUpload(client, company.id, csvOf([{ ...ADDITIONAL, wellCode: 'OLD' }]));
    let year = 2020;
    const postAccretion = () => {
      year += 1;
      return accrete(layer, company.id, { periodEnd: `${year}-12-31`, cents: 100 });
    };
    await expect(deliverInterrupted(job, postAccretion, { times: 10 })).rejects.toThrow(
      'The books kept changing',
    );
    expect(await stateOf(job)).toMatchObject({ status: 'processing', processed_rows: 0 });
    expect(await (await client.get('/api/aro-layers')).json()).toHaveLength(1);
    await deliver(job);
    expect(await stateOf(job)).toMatchObject({ status: 'done', successful_rows: 1 });
  });

  it('the upload is abandoned: nothing more is written', async () => {
    const { client, company } = await signInToNewCompany();
    const rows = ['A', 'B', 'C'].map((wellCode) => ({ ...WELL_ROW, wellCode }));
    const job = await queueUpload(client, company.id, csvOf(rows));
    await deliverInterrupted(job, () => failMassUpload(messageContext(), job), { rowsAtATime: 1 });
    expect(await stateOf(job)).toMatchObject({ status: 'failed', processed_rows: 0 });
    expect(await (await client.get('/api/wells')).json()).toEqual([]);
  });
});
