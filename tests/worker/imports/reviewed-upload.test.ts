import { describe, expect, it } from 'vitest';
import { accreteThrough, bodyOf, expectBooksToCheck, postingsOf, totalLiability } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import {
  type CsvRow,
  checkRows,
  csvOf,
  deliver,
  deliverInterrupted,
  LAYER_ROW,
  queueUpload,
  rejectedBy,
  stateOf,
  upload,
  WELL_ROW,
} from '../../support/mass-upload';
import { auditOf } from '../../support/tables';
import { uploadFile } from '../../support/upload';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const MOVED_ON = /^This well changed or had postings after you reviewed the file/;

const TOTAL: CsvRow = {
  ...WELL_ROW,
  ...LAYER_ROW,
  layerType: 'additional',
  measurement: 'change',
  calculationDate: '2021-01-01',
  pAndACost: '120000',
};
const DECREASE: CsvRow = { ...TOTAL, pAndACost: '60000' };

const rowsOf = (row: CsvRow, codes = ['A-1', 'A-2']) => codes.map((wellCode) => ({ ...row, wellCode }));

async function wells(codes = ['A-1', 'A-2']) {
  const { client, company } = await signInToNewCompany();
  const ids: string[] = [];
  for (const wellCode of codes) {
    const { id } = await addWell(client, { ...WELL_ROW, wellCode } as Parameters<typeof addWell>[1]);
    await addLayer(client, id);
    ids.push(id);
  }
  return { client, company, ids };
}

const revise = async (client: SignedIn, wellCode: string) =>
  bodyOf(
    await client.post('/api/revisions', {
      date: '2020-12-31',
      rows: [{ wellCode, pAndACost: '150000', discountRate: '8', inflationRate: '2.5' }],
      mode: 'all',
    }),
    201,
  );

describe('an upload of reviewed rows', () => {
  it('posts what was shown if nothing changed since', async () => {
    const { client, company } = await wells();
    const { reviewed, groups } = await checkRows(client, rowsOf(DECREASE));
    const before = await totalLiability(client);
    const { rejected } = await upload(client, company.id, rowsOf(DECREASE), { reviewed });
    expect(rejected).toEqual([]);
    const posted = (await postingsOf(client)).find(({ kind }) => kind === 'calculation')!;
    expect(posted.totals.liability).toBe(groups[0]!.liability);
    expect(await totalLiability(client)).not.toBe(before);
  });

  const MEANWHILE: [string, (client: SignedIn, ids: string[]) => Promise<unknown>][] = [
    ['revised', (client) => revise(client, 'A-1')],
    [
      'settled',
      async (client, [id]) =>
        bodyOf(
          await client.post(`/api/wells/${id}/settlements`, {
            date: '2020-06-30',
            cost: '5000',
            isFinal: false,
          }),
          201,
        ),
    ],
    [
      'given a further layer',
      async (client, [id]) => {
        await addLayer(client, id!, {
          layerType: 'additional',
          measurement: 'increment',
          pAndACost: 1000,
          calculationDate: '2020-06-30',
        });
      },
    ],
    [
      'moved to another field',
      async (client, [id]) => {
        const well = await bodyOf<object>(await client.get(`/api/wells/${id}`));
        return bodyOf(await client.put(`/api/wells/${id}`, { ...well, field: 'EKOFISK' }));
      },
    ],
  ];

  it.each(MEANWHILE)('rejects a row whose well is %s before the message arrives', async (_, act) => {
    const { client, company, ids } = await wells();
    const { reviewed } = await checkRows(client, rowsOf(DECREASE));
    const job = await queueUpload(client, company.id, csvOf(rowsOf(DECREASE)), { reviewed });
    await act(client, ids);
    await deliver(job);
    expect(await rejectedBy(job)).toEqual([
      { row: 2, wellCode: 'A-1', error: expect.stringMatching(MOVED_ON) },
    ]);
    expect(await stateOf(job)).toMatchObject({ status: 'done', successful_rows: 1 });
    await expectBooksToCheck(client);
  });

  it.each(MEANWHILE)('rejects a row whose well is %s during processing', async (_, act) => {
    const { client, company, ids } = await wells();
    const { reviewed } = await checkRows(client, rowsOf(DECREASE));
    const job = await queueUpload(client, company.id, csvOf(rowsOf(DECREASE)), { reviewed });
    await deliverInterrupted(job, () => act(client, ids), { reads: 2 });
    expect(await rejectedBy(job)).toMatchObject([{ row: 2, error: expect.stringMatching(MOVED_ON) }]);
    await expectBooksToCheck(client);
  });

  it('applies to a preview’s review as well, and accepts rows without a review', async () => {
    const { client, company } = await wells();
    const { reviewed } = await bodyOf<{ reviewed: string }>(
      await client.post('/api/wells/mass-upload/preview', { wellCodes: ['A-1', 'A-2'] }),
    );
    await accreteThrough(client, '2020-12-31');
    const late = await upload(client, company.id, rowsOf(TOTAL), { reviewed });
    expect(late.rejected).toMatchObject([
      { row: 2, error: expect.stringMatching(MOVED_ON) },
      { row: 3, error: expect.stringMatching(MOVED_ON) },
    ]);
    expect((await upload(client, company.id, rowsOf(TOTAL))).rejected).toEqual([]);
  });

  it('is imported once when two users review and send the same rows', async () => {
    const { client, company } = await wells();
    const reviews = [await checkRows(client, rowsOf(TOTAL)), await checkRows(client, rowsOf(TOTAL))];
    const [one, other] = [
      await upload(client, company.id, rowsOf(TOTAL), { reviewed: reviews[0]!.reviewed }),
      await upload(client, company.id, rowsOf(TOTAL), { reviewed: reviews[1]!.reviewed }),
    ];
    expect(one.rejected).toEqual([]);
    expect(other.rejected).toHaveLength(2);
    await expectBooksToCheck(client);
  });

  it('continues when its own earlier rows and parts changed a well', async () => {
    const { client, company } = await wells();
    const further = { ...TOTAL, measurement: 'increment', pAndACost: '500', calculationDate: '2021-02-01' };
    const rows = [...rowsOf(TOTAL), ...rowsOf(further)];
    const { reviewed } = await checkRows(client, rows);
    const parts = [rows, rowsOf({ ...further, calculationDate: '2021-03-01' })];
    for (const part of parts) {
      const { rejected } = await upload(client, company.id, part, { reviewed, rowsAtATime: 1 });
      expect(rejected).toEqual([]);
    }
    await expectBooksToCheck(client);
  });

  it('adds a layer to a well that an earlier chunk changed, and names the upload in the audit log', async () => {
    const { client, company, ids } = await wells();
    const [update] = (await checkRows(client, [{ ...WELL_ROW, wellCode: 'A-1', wellName: 'Renamed' }]))
      .updates;
    const rows = [
      { ...WELL_ROW, wellCode: 'A-1', wellName: 'Renamed', wellVersion: String(update!.version) },
      ...rowsOf(TOTAL, ['A-2']),
      { ...TOTAL, wellCode: 'A-1', wellName: 'Renamed' },
    ];
    const { reviewed } = await checkRows(client, rows);
    const { rejected, job } = await upload(client, company.id, rows, { reviewed, rowsAtATime: 1 });
    expect(rejected).toEqual([]);
    const [changed] = (await auditOf(ids[0]!)).filter(({ action }) => action === 'well.updated');
    expect(changed!.newValues).toMatchObject({ massUploadId: job.massUploadId });
  });

  it('fails if the company’s settings changed, with nothing imported', async () => {
    const { client, company } = await wells();
    const { reviewed } = await checkRows(client, rowsOf(DECREASE));
    const job = await queueUpload(client, company.id, csvOf(rowsOf(DECREASE)), { reviewed });
    await bodyOf(
      await client.put(`/api/companies/${company.id}/settings`, {
        depreciation: 'straight-line',
        depreciationFrom: '2020-01-01',
      }),
    );
    await deliver(job);
    expect(await stateOf(job)).toMatchObject({
      status: 'failed',
      successful_rows: 0,
      failure:
        'The company’s settings changed after you reviewed the file, so the import stopped. Review the file again.',
    });
  });

  it('plugs a well on the day of the review, however late the message arrives', async () => {
    const { client, company, ids } = await wells(['A-1']);
    const rows = [{ ...WELL_ROW, wellCode: 'A-1', wellStatus: 'Plugged' }];
    const { reviewed, updates } = await checkRows(client, rows);
    const [, , day] = reviewed.split('.');
    const given = [{ ...rows[0]!, wellVersion: String(updates[0]!.version) }];
    const job = await queueUpload(client, company.id, csvOf(given), { reviewed });
    expect(updates[0]!.changes).toContainEqual({ field: 'pluggedOn', from: null, to: day });
    await deliver(job);
    expect(await rejectedBy(job)).toEqual([]);
    expect(await bodyOf(await client.get(`/api/wells/${ids[0]}`))).toMatchObject({ pluggedOn: day });
  });

  it('rejects a review text that no review returned, or with an invalid or future day', async () => {
    const { client } = await wells([]);
    const { reviewed } = await bodyOf<{ reviewed: string }>(
      await client.post('/api/wells/mass-upload/preview', { wellCodes: ['A-1'] }),
    );
    const on = (day: string) => reviewed.split('.').with(2, day).join('.');
    for (const text of ['1.2.2020-01-01', on('2199-01-01'), on('2026-02-30')]) {
      const uploadURL = await uploadFile(client, csvOf([{ ...WELL_ROW, ...LAYER_ROW }]));
      const answer = await client.post('/api/wells/mass-upload', { uploadURL, reviewed: text });
      expect(answer.status, text).toBe(400);
      expect(await answer.json()).toMatchObject({
        message: 'Reviewed must be a value returned by a check or preview',
      });
    }
  });
});
