import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { LayerHistoryView, LayerView } from '~/schemas/books/layer-views';
import type { PostingView } from '~/schemas/books/posting';
import type { WellView } from '~/schemas/wells/well-views';
import { expectBooksToCheck, postingsOf } from '../../support/books';
import { addWell } from '../../support/layers';
import { type CsvRow, csvOf, LAYER_ROW, rejectedBy, upload, WELL_ROW } from '../../support/mass-upload';
import { auditOf } from '../../support/tables';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

async function wellsOf(client: SignedIn): Promise<WellView[]> {
  return (await client.get('/api/wells/with-custom-fields')).json();
}

async function layersOf(client: SignedIn): Promise<LayerView[]> {
  return (await client.get('/api/aro-layers')).json();
}

/** Rejected rows as `row: error`. */
async function refusals(rows: CsvRow[], given: Awaited<ReturnType<typeof signInToNewCompany>>) {
  const { rejected } = await upload(given.client, given.company.id, rows);
  return rejected.map(({ row, error }) => `${row}: ${error}`);
}

describe('a row of an upload', () => {
  it('adds a well like the form does', async () => {
    const { client, company } = await signInToNewCompany();
    const { job, status, rejected } = await upload(client, company.id, [
      { ...WELL_ROW, wellCode: ' Å/1-A ', wellName: 'Åsgard, "A"', wellStatus: 'PLUGGED' },
    ]);
    expect({ status, rejected }).toEqual({ status: 'done', rejected: [] });
    const [well] = await wellsOf(client);
    expect(well).toMatchObject({
      wellCode: 'Å/1-A',
      wellName: 'Åsgard, "A"',
      wellStatus: 'Plugged',
      field: 'OSELVAR',
      activeDate: '2019-07-01',
      version: 1,
      customFields: {},
    });
    expect(await (await client.get('/api/wells?search=åsgard')).json()).toHaveLength(1);
    expect(await auditOf(job.massUploadId)).toMatchObject([
      {
        action: 'well.created',
        userId: client.userId,
        companyId: company.id,
        newValues: { wells: 1, firstWellCode: 'Å/1-A', lastWellCode: 'Å/1-A' },
      },
      { action: 'mass_upload.finished' },
    ]);
  });

  it('matches a well whose code looks the same', async () => {
    const given = await signInToNewCompany();
    await addWell(given.client, { wellCode: 'A-1' });
    const row = { ...WELL_ROW, ...LAYER_ROW, wellCode: 'A-1\u200b' };
    expect(await refusals([row], given)).toEqual([expect.stringMatching(/^2: .*already exists/)]);
    expect(await wellsOf(given.client)).toHaveLength(1);
  });

  it('adds a layer, calculated and incurred on its day; all layers of a chunk are one act', async () => {
    const { client, company } = await signInToNewCompany();
    const { job } = await upload(client, company.id, [
      { ...WELL_ROW, ...LAYER_ROW, wellCode: 'A-1' },
      { ...WELL_ROW, ...LAYER_ROW, wellCode: 'A-2', aroValue: '25000' },
      { ...WELL_ROW, ...LAYER_ROW, wellCode: 'A-3', calculationDate: '2021-06-30' },
      { ...WELL_ROW, wellCode: 'A-4' },
    ]);
    const [first, second] = await layersOf(client);
    expect(first).toMatchObject({
      layerNumber: 1,
      layerType: 'initial',
      measurement: null,
      discountRate: '8.00',
      inflationRate: '2.50',
      pAndACost: '100000.00',
      totalEstimate: '100000.00',
      wellLifespan: 25,
      calculationDate: '2020-01-01',
      aroValue: '27070.90',
      currentAroValue: '27070.90',
      accretedThrough: null,
    });
    expect(second).toMatchObject({
      aroValue: '25000.00',
      currentAroValue: '25000.00',
      accretedThrough: null,
    });

    const postings: PostingView[] = await postingsOf(client);
    expect(postings).toMatchObject([
      {
        kind: 'calculation',
        effectiveOn: '2021-06-30',
        source: 'import',
        userId: client.userId,
        also: [postings[1]!.id],
      },
      {
        kind: 'calculation',
        effectiveOn: '2020-01-01',
        source: 'import',
        totals: { liability: '52070.90', asset: '52070.90' },
      },
    ]);
    expect(postings.flatMap(({ movements }) => movements.map(({ kind }) => kind))).toEqual(
      Array(3).fill('incurred'),
    );
    expect(await auditOf(job.massUploadId)).toMatchObject([
      { action: 'well.created', newValues: { wells: 4, firstWellCode: 'A-1', lastWellCode: 'A-4' } },
      {
        action: 'mass_upload.posted',
        userId: client.userId,
        newValues: {
          firstRow: 2,
          lastRow: 5,
          layers: 3,
          openingBalances: 0,
          liability: { incurred: '79141.80' },
        },
      },
      { action: 'mass_upload.finished' },
    ]);
    const history: LayerHistoryView = await (
      await client.get(`/api/aro-layers/${second!.id}/history`)
    ).json();
    expect(history.calculation).toMatchObject({
      userId: client.userId,
      parameters: { massUploadId: job.massUploadId, aroValue: '25000.00' },
    });
    expect(history.formula.at(-1)).toBe('Value entered directly: 25,000.00');
    await expectBooksToCheck(client);
  });

  it('stores custom fields, validated like the form’s', async () => {
    const given = await signInToNewCompany();
    const { client, company } = given;
    await client.put(`/api/companies/${company.id}/custom-fields`, {
      customFieldTemplates: [
        { fieldName: 'water_depth', displayName: 'Depth', fieldType: 'number', required: true },
        { fieldName: 'subsea', displayName: 'Subsea?', fieldType: 'checkbox' },
      ],
    });
    expect(
      await refusals(
        [
          { ...WELL_ROW, wellCode: 'A-1', 'Water Depth': '120.5', 'Subsea?': 'TRUE' },
          { ...WELL_ROW, wellCode: 'A-2', 'Water Depth': 'deep', 'Subsea?': '' },
          { ...WELL_ROW, wellCode: 'A-3', 'Water Depth': '', 'Subsea?': 'maybe' },
        ],
        given,
      ),
    ).toEqual(['3: Depth must be a number', '4: Depth is required; Subsea? must be true or false']);
    const [well] = await wellsOf(client);
    expect(well?.customFields).toEqual({ water_depth: 120.5, subsea: true });
  });

  it('is kept as uploaded if rejected, so it can be corrected and sent again', async () => {
    const { client, company } = await signInToNewCompany();
    const rows = [
      { ...WELL_ROW, wellCode: "'=A-1", wellName: ' two\r\nlines ', activeDate: '', Operator: 'X' },
    ];
    const { job } = await upload(client, company.id, rows);
    const header = ['wellCode', 'wellName', 'wellStatus', 'field', 'activeDate', 'Operator'];
    expect(
      await (await client.get(`/api/wells/mass-upload/${job.massUploadId}/rejected-rows`)).json(),
    ).toEqual({
      header,
      rows: [
        {
          row: 2,
          error:
            'Well name must not contain line breaks, control characters or direction marks; Active date is required',
          cells: ['=A-1', ' two\nlines ', 'Active', 'OSELVAR', '', 'X'],
        },
      ],
    });
  });
});

describe('a code that already exists', () => {
  it('fails its row regardless of case, and says where the code was used', async () => {
    const given = await signInToNewCompany();
    await addWell(given.client, { wellCode: 'Ø-1' });
    const rows = [
      { ...WELL_ROW, wellCode: 'ø-1' },
      { ...WELL_ROW, wellCode: 'B-1' },
      { ...WELL_ROW, wellCode: 'b-1' },
      { ...WELL_ROW, ...LAYER_ROW, wellCode: 'B-1' },
    ];
    expect(await refusals(rows, given)).toEqual([
      '2: Well code "ø-1" already exists',
      '4: Well code "b-1" is a duplicate of row 3 in this file',
      '5: Well code "B-1" is a duplicate of row 3 in this file',
    ]);
    expect(await layersOf(given.client)).toEqual([]);
  });

  it('is detected across chunks', async () => {
    const { client, company } = await signInToNewCompany();
    const rows = ['A', 'B', 'a', 'C', 'b'].map((wellCode) => ({ ...WELL_ROW, wellCode }));
    const { rejected } = await upload(client, company.id, rows, { rowsAtATime: 1 });
    expect(rejected).toEqual([
      { row: 4, wellCode: 'a', error: 'Well code "a" is a duplicate of row 2 in this file' },
      { row: 6, wellCode: 'b', error: 'Well code "b" is a duplicate of row 3 in this file' },
    ]);
  });

  it('is accepted if the earlier row with it was rejected', async () => {
    const given = await signInToNewCompany();
    const rows = [
      { ...WELL_ROW, wellCode: 'A', activeDate: '' },
      { ...WELL_ROW, wellCode: 'A' },
    ];
    expect(await refusals(rows, given)).toEqual(['2: Active date is required']);
  });

  it('is accepted if it belongs to another company', async () => {
    const other = await signInToNewCompany();
    await addWell(other.client, { wellCode: 'A' });
    const given = await signInToNewCompany();
    expect(await refusals([{ ...WELL_ROW, wellCode: 'A' }], given)).toEqual([]);
  });
});

it('a file of 12,000 rows is written in chunks, with every row counted', async () => {
  const { client, company } = await signInToNewCompany();
  const rows = Array.from({ length: 12_000 }, (_, index) => ({
    ...WELL_ROW,
    wellCode: `W-${index}`,
    activeDate: index % 100 === 0 ? '' : '2019-07-01',
  }));
  const { job, ...state } = await upload(client, company.id, csvOf(rows));
  expect(state).toMatchObject({
    status: 'done',
    total_rows: 12_000,
    processed_rows: 12_000,
    successful_rows: 11_880,
    failed_rows: 120,
  });
  expect((await rejectedBy(job)).map(({ row }) => row)).toEqual(
    Array.from({ length: 120 }, (_, index) => index * 100 + 2),
  );
  const [wells] = (
    await env.DB.prepare('select count(*) as wells from well where company_id = ?').bind(company.id).all()
  ).results;
  expect(wells).toEqual({ wells: 11_880 });
  const audits = await auditOf(job.massUploadId);
  expect(audits.slice(0, -1)).toMatchObject(
    [4_950, 4_950, 1_980].map((wells) => ({ action: 'well.created', newValues: { wells } })),
  );
  expect(audits.slice(-1)).toMatchObject([
    {
      action: 'mass_upload.finished',
      userId: client.userId,
      newValues: { asOf: '2025-12-31', totalProcessed: 12_000, successful: 11_880, failed: 120 },
    },
  ]);
});
