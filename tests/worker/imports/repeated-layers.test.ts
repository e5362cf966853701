import { describe, expect, it } from 'vitest';
import type { MassUploadView } from '~/schemas/imports/mass-upload';
import { failMassUpload } from '~/services/imports/process-mass-upload.server';
import { bodyOf, expectBooksToCheck, postingsOf, reversePosting } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import {
  type CsvRow,
  checkRows,
  csvOf,
  deliver,
  deliverInterrupted,
  LAYER_ROW,
  messageContext,
  queueUpload,
  stateOf,
  upload,
  WELL_ROW,
} from '../../support/mass-upload';
import { auditOf } from '../../support/tables';
import { signInToNewCompany } from '../../support/worker';

const ADDITIONAL: CsvRow = {
  ...WELL_ROW,
  ...LAYER_ROW,
  layerType: 'additional',
  measurement: 'increment',
  calculationDate: '2021-01-01',
  pAndACost: '20000',
};
const OPENING: CsvRow = {
  ...ADDITIONAL,
  measurement: 'change',
  pAndACost: '120000',
  currentAroValue: '6500',
};

async function wells(codes = ['A-1', 'A-2']) {
  const { client, company } = await signInToNewCompany();
  const initials = codes.map((wellCode) => ({ ...WELL_ROW, ...LAYER_ROW, wellCode }));
  expect((await upload(client, company.id, initials)).rejected).toEqual([]);
  const repeated = async (rows: CsvRow[], more: object = {}) =>
    (await checkRows(client, rows, { asOf: '2025-12-31', ...more })).repeated;
  return { client, company, repeated };
}

describe('a layer that is already posted', () => {
  it.each([
    ['an added cost', ADDITIONAL],
    ['an added value', { ...ADDITIONAL, aroValue: '6000' }],
    ['an opening balance', OPENING],
    ['a lower cost', { ...ADDITIONAL, pAndACost: '-20000' }],
    [
      'an opening balance of a lower cost',
      { ...OPENING, measurement: '', pAndACost: '-20000', currentAroValue: '-9' },
    ],
  ])('is flagged when its file is uploaded again, and may be posted as another layer: %s', async (_, row) => {
    const { client, company, repeated } = await wells();
    const rows = ['A-1', 'A-2'].map((wellCode) => ({ ...row, wellCode }));
    expect(await repeated(rows)).toEqual([]);
    expect((await upload(client, company.id, rows)).rejected).toEqual([]);
    const again = await repeated(rows);
    const added = { fileName: 'wells.csv', isRefused: false };
    expect(again).toEqual([
      { row: 2, wellCode: 'A-1', layerNumber: 2, postedAt: expect.any(String), ...added },
      { row: 3, wellCode: 'A-2', layerNumber: 2, postedAt: again[0]!.postedAt, ...added },
    ]);
    expect((await upload(client, company.id, rows)).rejected).toEqual([]);
    expect((await repeated(rows)).map(({ layerNumber }) => layerNumber)).toEqual([3, 3]);
    await expectBooksToCheck(client);
  });

  it('is also flagged as of a later month, when its balance has grown', async () => {
    const { client, company, repeated } = await wells();
    await upload(client, company.id, [{ ...OPENING, wellCode: 'A-1' }], { asOf: '2025-10-31' });
    const grown = { ...OPENING, wellCode: 'a-1 ', currentAroValue: '6540' };
    expect(await repeated([grown], { asOf: '2025-11-30' })).toHaveLength(1);
  });

  it('is not flagged once reversed, or for another well, date, cost or value', async () => {
    const { client, company, repeated } = await wells();
    const given = { ...ADDITIONAL, wellCode: 'A-1', aroValue: '6000' };
    await upload(client, company.id, [given]);
    const others = [
      { ...given, wellCode: 'A-2' },
      { ...given, calculationDate: '2021-01-02' },
      { ...given, pAndACost: '20000.01' },
      { ...given, aroValue: '6000.01' },
    ];
    for (const other of others) expect(await repeated([other])).toEqual([]);
    expect(await repeated([given])).toHaveLength(1);
    const [newest] = await postingsOf(client);
    expect((await reversePosting(client, newest!.id)).status).toBe(201);
    expect(await repeated([given])).toEqual([]);
  });

  it('is not flagged if it would add nothing: a revised total that the well already has', async () => {
    const { client, company, repeated } = await wells();
    const total = { ...ADDITIONAL, wellCode: 'A-1', measurement: 'change', pAndACost: '120000' };
    await upload(client, company.id, [total]);
    await upload(client, company.id, [total]);
    expect(await repeated([total])).toEqual([]);
  });

  it('is flagged if a user calculated it, but not if another company has it', async () => {
    const other = await signInToNewCompany();
    const { id: otherId } = await addWell(other.client, { wellCode: 'A-1' });
    const { client, repeated } = await wells(['A-1']);
    const layer = { calculationDate: '2021-01-01', pAndACost: '20000.00' };
    const added = { ...layer, layerType: 'additional', measurement: 'increment' };
    await addLayer(other.client, otherId, { calculationDate: '2020-01-01' });
    await addLayer(other.client, otherId, added);
    const row = { ...ADDITIONAL, wellCode: 'A-1' };
    expect(await repeated([row])).toEqual([]);
    const [well] = await bodyOf<{ id: string }[]>(await client.get('/api/wells'));
    await addLayer(client, well!.id, added);
    expect(await repeated([row])).toMatchObject([{ layerNumber: 2, fileName: null }]);
  });
});

describe('a layer that is already posted, when such layers are skipped', () => {
  const additional = { ...ADDITIONAL, wellCode: 'A-1' };
  const initial = { ...WELL_ROW, ...LAYER_ROW };
  const layersOf = async (client: Awaited<ReturnType<typeof wells>>['client']) =>
    (await bodyOf<{ well: { wellCode: string } }[]>(await client.get('/api/aro-layers')))
      .map(({ well }) => well.wellCode)
      .sort();

  it('is left out of the totals and the books, whether it would be added or rejected, and the rest is imported', async () => {
    const { client, company, repeated } = await wells();
    await upload(client, company.id, [additional]);
    const rows = [
      { ...initial, wellCode: 'A-1' },
      additional,
      // Corrected cost, and a new well.
      { ...additional, pAndACost: '25000' },
      { ...initial, wellCode: 'A-3' },
    ];
    const terms = { asOf: '2025-12-31' };
    const asBefore = await checkRows(client, rows, terms);
    expect(asBefore.errors).toMatchObject([{ row: 2, error: expect.stringMatching(/already exists/) }]);
    expect(asBefore.repeated).toMatchObject([
      { row: 2, layerNumber: 1, isRefused: true },
      { row: 3, layerNumber: 2, isRefused: false },
    ]);
    const checked = await checkRows(client, rows, { ...terms, skipPosted: true });
    expect(checked.errors).toEqual([]);
    expect(checked.repeated).toEqual(asBefore.repeated);
    expect(checked.groups.map(({ wells, layers }) => [wells, layers])).toEqual([[1, 2]]);

    const { job, rejected } = await upload(client, company.id, rows, { ...terms, skipPosted: true });
    expect(rejected).toEqual([]);
    const view = await bodyOf<MassUploadView>(await client.get(`/api/wells/mass-upload/${job.massUploadId}`));
    expect(view.results).toMatchObject({ totalProcessed: 4, successful: 2, failed: 0, skipped: 2 });
    expect(view.message).toBe('2 of 4 rows imported. 2 were already posted.');
    const counts = { asOf: '2025-12-31', totalProcessed: 4, successful: 2, failed: 0, skipped: 2 };
    expect((await auditOf(job.massUploadId)).at(-1)).toMatchObject({
      action: 'mass_upload.finished',
      newValues: counts,
    });
    expect(await layersOf(client)).toEqual(['A-1', 'A-1', 'A-1', 'A-2', 'A-3']);
    expect(await repeated(rows)).toHaveLength(4);
    await expectBooksToCheck(client);
  });

  it('matches one row only: a second identical row adds another layer', async () => {
    const { client, company } = await wells();
    await upload(client, company.id, [additional]);
    const { rejected } = await upload(client, company.id, [additional, additional], { skipPosted: true });
    expect(rejected).toEqual([]);
    expect(await layersOf(client)).toEqual(['A-1', 'A-1', 'A-1', 'A-2']);
  });

  it('matches one row only, even if the second is in another chunk or the upload resumes before it', async () => {
    const { client, company } = await wells();
    await upload(client, company.id, [additional]);
    const rows = [additional, { ...additional, wellCode: 'A-2' }, additional];
    const job = await queueUpload(client, company.id, csvOf(rows), { skipPosted: true });
    let writes = 0;
    const failSecondWrite = async () => {
      writes += 1;
      if (writes === 2) throw new Error('D1 is down');
    };
    await expect(deliverInterrupted(job, failSecondWrite, { times: 2, rowsAtATime: 1 })).rejects.toThrow(
      'D1',
    );
    expect(await stateOf(job)).toMatchObject({ status: 'processing', processed_rows: 1 });
    expect(await bodyOf(await client.get(`/api/wells/mass-upload/${job.massUploadId}`))).toMatchObject({
      progress: { successful: 0, skipped: 1 },
    });
    await deliver(job, 1);
    expect(await stateOf(job)).toMatchObject({ status: 'done', successful_rows: 3 });
    expect(await layersOf(client)).toEqual(['A-1', 'A-1', 'A-1', 'A-2', 'A-2']);
  });

  it('does not count as imported when the upload is abandoned', async () => {
    const { client, company } = await wells();
    await upload(client, company.id, [additional]);
    const rows = [additional, { ...additional, wellCode: 'A-2' }];
    const job = await queueUpload(client, company.id, csvOf(rows), { skipPosted: true });
    let writes = 0;
    const giveUp = async () => {
      writes += 1;
      if (writes === 2) await failMassUpload(messageContext(), job);
    };
    await deliverInterrupted(job, giveUp, { times: 2, rowsAtATime: 1 });
    const { failure } = await stateOf(job);
    expect(failure).toMatch(/ 0 of 2 rows were imported and kept\.$/);
    expect((await auditOf(job.massUploadId)).at(-1)).toMatchObject({
      action: 'mass_upload.failed',
      newValues: { failure, totalProcessed: 1, successful: 0, failed: 0, skipped: 1 },
    });
  });

  it('excludes layers posted by the same file', async () => {
    const { client, company } = await wells();
    const rows = [additional, { ...additional, wellCode: 'A-2' }, additional];
    const job = await queueUpload(client, company.id, csvOf(rows), { skipPosted: true });
    await deliver(job, 1);
    expect(await stateOf(job)).toMatchObject({ status: 'done', successful_rows: 3 });
    expect(await layersOf(client)).toEqual(['A-1', 'A-1', 'A-1', 'A-2', 'A-2']);
  });

  it('does not match a rejected row whose terms differ', async () => {
    const { repeated } = await wells();
    const again = { ...initial, wellCode: 'A-1' };
    expect(await repeated([again])).toHaveLength(1);
    const others = [
      { ...again, discountRate: '7' },
      { ...again, aroValue: '27000.00' },
      { ...again, calculationDate: '2020-01-02' },
    ];
    for (const other of others) expect(await repeated([other])).toEqual([]);
  });
});
