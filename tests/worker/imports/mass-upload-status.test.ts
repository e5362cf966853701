import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { MassUploadView, RejectedRowsView } from '~/schemas/imports/mass-upload';
import { resumeMassUploads } from '~/services/imports/upload-turns.server';
import { csvOf, messageContext, queueUpload, stateOf, WELL_ROW } from '../../support/mass-upload';
import { recordingClient } from '../../support/recorded-statements';
import { uploadFile, waitForUpload } from '../../support/upload';
import { signIn, signInToNewCompany } from '../../support/worker';

const PATH = '/api/wells/mass-upload';
const HOUR = 3_600_000;
const ONE_WELL = csvOf([{ wellCode: 'A-1', ...WELL_ROW }]);

describe('uploads whose message was lost', () => {
  it('get a new message after an hour', async () => {
    const { client, company } = await signInToNewCompany();
    const job = await queueUpload(client, company.id, ONE_WELL);
    const { now, ...ctx } = messageContext();
    await resumeMassUploads({ ...ctx, now: new Date(now.getTime() + HOUR / 2) });
    expect(await stateOf(job)).toMatchObject({ status: 'queued' });
    await resumeMassUploads({ ...ctx, now: new Date(now.getTime() + HOUR) });
    expect(await waitForUpload(client, job.massUploadId)).toMatchObject({ status: 'done', success: true });
  });
});

describe('GET /api/wells/mass-upload', () => {
  it('lists the company’s uploads, newest first, page by page', async () => {
    const { client, company } = await signInToNewCompany();
    const { client: stranger } = await signInToNewCompany();
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      ids.unshift((await queueUpload(client, company.id, ONE_WELL)).massUploadId);
    }
    const all = await (await client.get(PATH)).json<MassUploadView[]>();
    expect(all.map(({ jobId }) => jobId)).toEqual(ids);
    expect(all[0]).toEqual({
      jobId: ids[0],
      status: 'queued',
      fileName: 'wells.csv',
      asOf: '2025-12-31',
      progress: { processed: 0, total: null, successful: 0, failed: 0 },
      createdAt: expect.stringMatching(/Z$/),
      finishedAt: null,
    });
    const paged: string[] = [];
    for (let next: string | null = `${PATH}?limit=2`; next; ) {
      const response: Response = await client.get(next);
      const page = await response.json<MassUploadView[]>();
      expect(page.length).toBeLessThanOrEqual(2);
      paged.push(...page.map(({ jobId }) => jobId));
      next = response.headers.get('Link')?.match(/<(.*)>/)?.[1] ?? null;
    }
    expect(paged).toEqual(ids);
    expect(await (await stranger.get(PATH)).json()).toEqual([]);
    for (const query of ['?limit=0', '?limit=x', '?limit=501', '?cursor=x']) {
      expect((await client.get(PATH + query)).status).toBe(400);
    }
  });

  it('returns 20 by default', async () => {
    const { client, company } = await signInToNewCompany();
    for (let index = 0; index < 21; index += 1) await queueUpload(client, company.id, 'x');
    expect(await (await client.get(PATH)).json()).toHaveLength(20);
    expect(await (await client.get(`${PATH}?limit=100`)).json()).toHaveLength(21);
  });
});

describe('GET /api/wells/mass-upload/{jobId}', () => {
  it('reports the progress, and the results when available', async () => {
    const { client, company } = await signInToNewCompany();
    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    const { massUploadId } = await queueUpload(client, company.id, ONE_WELL);
    const view = async () => (await viewer.get(`${PATH}/${massUploadId}`)).json<MassUploadView>();
    const set = (assignments: string) =>
      env.DB.prepare(`update mass_upload set ${assignments} where id = ?`).bind(massUploadId).run();
    const parts = ({ status, progress, ...rest }: MassUploadView) => ({
      status,
      progress,
      success: rest.success,
      message: rest.message,
      results: rest.results,
    });
    await env.DB.prepare(
      `insert into mass_upload_rejection (mass_upload_id, company_id, row, well_code, error, cells)
       values (?1, ?2, 30, 'B', 'bad', '["B"]'), (?1, ?2, 4, 'A', 'worse', '["A","x"]')`,
    )
      .bind(massUploadId, company.id)
      .run();
    const errors = [
      { row: 4, wellCode: 'A', wellId: null, error: 'worse' },
      { row: 30, wellCode: 'B', wellId: null, error: 'bad' },
    ];

    await set(
      `status = 'processing', total_rows = 40, processed_rows = 10, successful_rows = 8, failed_rows = 2`,
    );
    expect(parts(await view())).toEqual({
      status: 'processing',
      progress: { processed: 10, total: 40, successful: 8, failed: 2 },
    });

    const finished = `finished_at = '2026-01-15T08:02:00.000Z'`;
    await set(`status = 'failed', failure = 'Given up', ${finished}`);
    const results = { totalProcessed: 10, successful: 8, failed: 2, errors };
    expect(parts(await view())).toMatchObject({ success: false, message: 'Given up', results });

    await set(`status = 'done', processed_rows = 40, successful_rows = 38, failure = null`);
    expect(parts(await view())).toEqual({
      status: 'done',
      progress: { processed: 40, total: 40, successful: 38, failed: 2 },
      success: false,
      message: '38 of 40 rows imported. 2 failed.',
      results: { totalProcessed: 40, successful: 38, failed: 2, errors },
    });
    expect(await view()).toMatchObject({ finishedAt: '2026-01-15T08:02:00.000Z' });
  });

  it('returns 404 to another company, also for its rejected rows', async () => {
    const { client, company } = await signInToNewCompany();
    const { massUploadId } = await queueUpload(client, company.id, ONE_WELL);
    const { client: stranger } = await signInToNewCompany();
    for (const path of [
      `${PATH}/${massUploadId}`,
      `${PATH}/${massUploadId}/rejected-rows`,
      `${PATH}/${crypto.randomUUID()}`,
    ]) {
      const response = await stranger.get(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ message: 'Upload not found' });
    }
  });
});

describe('GET /api/wells/mass-upload/{jobId}/rejected-rows', () => {
  it('returns the rejected rows as uploaded', async () => {
    const { client } = await signInToNewCompany();
    const content = [
      ' Well Code ,WELL_NAME,wellStatus,field,activeDate,Remark',
      'A-1,"Ærlig, ""ØST""",Active,F,2020-01-01,fine',
      'A-1,Again,Active,F,2020-01-01,"two\nlines"',
      ',"no, code",Active,F,2020-01-01,',
      '',
    ].join('\r\n');
    const uploadURL = await uploadFile(client, content);
    const started = await client.post(PATH, { uploadURL }, { Prefer: 'respond-async' });
    const { jobId } = await started.json<{ jobId: string }>();
    await waitForUpload(client, jobId);
    const response = await client.get(`${PATH}/${jobId}/rejected-rows`);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(await response.json()).toEqual({
      header: [' Well Code ', 'WELL_NAME', 'wellStatus', 'field', 'activeDate', 'Remark'],
      rows: [
        {
          row: 3,
          error: expect.any(String),
          cells: ['A-1', 'Again', 'Active', 'F', '2020-01-01', 'two\nlines'],
        },
        { row: 4, error: expect.any(String), cells: ['', 'no, code', 'Active', 'F', '2020-01-01', ''] },
      ],
    });
  });

  it('returns none before the file is read', async () => {
    const { client, company } = await signInToNewCompany();
    const { massUploadId } = await queueUpload(client, company.id, ONE_WELL);
    const response = await client.get(`${PATH}/${massUploadId}/rejected-rows`);
    expect(await response.json()).toEqual({ header: [], rows: [] });
  });

  it('returns 40,000 rows, and the upload lists as many errors, each list read in pages', async () => {
    const { client: admin, company } = await signInToNewCompany();
    const reads: string[] = [];
    const { client } = recordingClient(admin, async ({ sql }) => {
      if (sql.includes('mass_upload_rejection')) reads.push(sql);
    });
    const { massUploadId } = await queueUpload(admin, company.id, ONE_WELL);
    await env.DB.batch([
      env.DB.prepare(
        `with recursive serial(i) as (select 2 union all select i + 1 from serial where i < 40001)
         insert into mass_upload_rejection (mass_upload_id, company_id, row, well_code, error, cells)
         select ?1, ?2, i, 'W-' || i, 'Well code "W-' || i || '" already exists',
           json_array('W-' || i, 'Well ' || i, 'Active', 'OSELVAR', '2019-07-01', 'initial', '8.00', '2.50', '100000.00',
             '25', '2020-01-01', '27070.90', '27070.90')
         from serial`,
      ).bind(massUploadId, company.id),
      env.DB.prepare(
        `update mass_upload set status = 'done', total_rows = 40000, processed_rows = 40000, failed_rows = 40000,
           header = '["wellCode"]', finished_at = '2026-01-15T08:02:00.000Z' where id = ?`,
      ).bind(massUploadId),
    ]);
    const response = await client.get(`${PATH}/${massUploadId}/rejected-rows`);
    expect(response.status).toBe(200);
    const { header, rows } = await response.json<RejectedRowsView>();
    expect(header).toEqual(['wellCode']);
    expect(rows).toHaveLength(40_000);
    expect(rows.every(({ row, cells }, index) => row === index + 2 && cells[0] === `W-${row}`)).toBe(true);
    const { results } = await waitForUpload(client, massUploadId);
    expect(results?.errors).toHaveLength(40_000);
    expect(results?.errors.at(-1)).toEqual({
      row: 40_001,
      wellCode: 'W-40001',
      wellId: null,
      error: 'Well code "W-40001" already exists',
    });
    // The last page of each list is full, so an empty page follows.
    expect(reads).toHaveLength(2 * 21);
    expect(reads.every((sql) => sql.endsWith(' limit 2000'))).toBe(true);
  });
});
