import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { getMassUpload, startMassUpload } from '~/services/imports/mass-upload.server';
import { issueUploadAddress } from '~/services/imports/upload-address.server';
import { csvOf, deliver, LAYER_ROW, queueUpload, WELL_ROW } from '../../support/mass-upload';
import { allRows, auditOf } from '../../support/tables';
import {
  contextAt,
  putFile,
  requestAddress,
  tokenOf,
  UPLOAD_PATH,
  uploadFile,
  waitForUpload,
} from '../../support/upload';
import { makeCompany, ORIGIN, type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

const PATH = '/api/wells/mass-upload';
const ASYNC = { Prefer: 'respond-async' };
const HOUR = 3_600_000;

const wells = (...codes: string[]) => csvOf(codes.map((wellCode) => ({ wellCode, ...WELL_ROW })));

function start(
  client: SignedIn,
  uploadURL: unknown,
  given: object = {},
  headers: Record<string, string> = {},
) {
  return client.post(PATH, { uploadURL, ...given }, headers);
}

async function startAsync(client: SignedIn, content: string, given: object = {}): Promise<string> {
  const response = await start(client, await uploadFile(client, content), given, ASYNC);
  expect(response.status).toBe(202);
  return (await response.json<{ jobId: string }>()).jobId;
}

async function messageOf(response: Response): Promise<string> {
  return (await response.json<{ message: string }>()).message;
}

async function wellCodes(client: SignedIn): Promise<string[]> {
  const list = await (await client.get('/api/wells')).json<{ wellCode: string }[]>();
  return list.map(({ wellCode }) => wellCode).sort();
}

/** Last day of the previous month. */
function lastMonthEnd(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)).toISOString().slice(0, 10);
}

describe('POST /api/wells/mass-upload', () => {
  it('waits for the upload and returns its result', async () => {
    const { client, company } = await signInToNewCompany();
    const uploadURL = await uploadFile(client, wells('A-1', 'A-2', 'A-3'));
    const headers = { 'CF-Connecting-IP': '203.0.113.9', 'User-Agent': 'Browser' };
    const response = await start(client, uploadURL, { fileName: 'wells.csv' }, headers);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      success: true,
      message: 'Successfully processed 3 wells',
      results: { totalProcessed: 3, successful: 3, failed: 0, errors: [] },
    });
    expect(await wellCodes(client)).toEqual(['A-1', 'A-2', 'A-3']);
    const row = await env.DB.prepare('select * from mass_upload where company_id = ?')
      .bind(company.id)
      .first<Record<string, string>>();
    expect(row).toMatchObject({
      user_id: client.userId,
      file_id: tokenOf(uploadURL).split('.')[0],
      file_name: 'wells.csv',
      as_of: lastMonthEnd(),
      status: 'done',
      ip_address: '203.0.113.9',
      user_agent: 'Browser',
    });
    const [started] = await auditOf(row!.id!);
    expect(started).toEqual({
      action: 'mass_upload.started',
      userId: client.userId,
      companyId: company.id,
      oldValues: null,
      newValues: { asOf: lastMonthEnd() },
    });
  });

  it('isn’t a success if a row failed, and names the row', async () => {
    const { client } = await signInToNewCompany();
    const uploadURL = await uploadFile(client, wells('A-1', 'A-1', 'A-2'));
    const response = await start(client, uploadURL);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      success: false,
      message: '2 of 3 rows imported. 1 failed.',
      results: {
        totalProcessed: 3,
        successful: 2,
        failed: 1,
        errors: [{ row: 3, wellCode: 'A-1', wellId: expect.any(String), error: expect.any(String) }],
      },
    });
    expect(await wellCodes(client)).toEqual(['A-1', 'A-2']);
  });

  it('is rejected if the whole file is, and a replay gets the same response', async () => {
    const { client } = await signInToNewCompany();
    const uploadURL = await uploadFile(client, 'wellCode,wellName\r\nA-1,One\r\n');
    const key = { 'Idempotency-Key': 'refused' };
    const first = await start(client, uploadURL, {}, key);
    expect(first.status).toBe(400);
    const answer = await first.json<{ message: string }>();
    expect(answer.message).toContain('wellStatus');
    const replay = await start(client, uploadURL, {}, key);
    expect(replay.status).toBe(400);
    expect(await replay.json()).toEqual(answer);
    expect(await wellCodes(client)).toEqual([]);
  });

  it.each(['respond-async', 'Respond-Async; x=1', 'handling=strict, respond-async', 'wait=0'])(
    'returns the status location immediately on request: Prefer: %s',
    async (prefer) => {
      const { client } = await signInToNewCompany();
      const uploadURL = await uploadFile(client, wells('A-1'));
      const response = await start(client, uploadURL, {}, { Prefer: prefer });
      expect(response.status).toBe(202);
      const answer = await response.json<{ jobId: string }>();
      expect(answer).toEqual({ jobId: expect.any(String) });
      expect(response.headers.get('Location')).toBe(`${PATH}/${answer.jobId}`);
      expect(await waitForUpload(client, answer.jobId)).toMatchObject({ status: 'done', success: true });
    },
  );

  it('returns the status location if processing takes longer than the wait', async () => {
    const { client, company } = await signInToNewCompany();
    // A company’s uploads run one after another, and the message of this one hasn’t been sent.
    const earlier = await queueUpload(client, company.id, wells('A-1'));
    await env.DB.prepare('update mass_upload set created_at = ? where id = ?')
      .bind(new Date().toISOString(), earlier.massUploadId)
      .run();
    const uploadURL = await uploadFile(client, wells('A-2'));
    const response = await start(client, uploadURL, {}, { Prefer: 'wait=1' });
    expect(response.status).toBe(202);
    const { jobId } = await response.json<{ jobId: string }>();
    expect(await (await client.get(`${PATH}/${jobId}`)).json()).toMatchObject({ status: 'queued' });
    await deliver(earlier);
    expect(await waitForUpload(client, jobId)).toMatchObject({ status: 'done', success: true });
    expect(await wellCodes(client)).toEqual(['A-1', 'A-2']);
  });

  it('runs a repeated request once', async () => {
    const { client, company } = await signInToNewCompany();
    const uploadURL = await uploadFile(client, wells('A-1'));
    const key = { 'Idempotency-Key': 'once', ...ASYNC };
    const answers = [];
    for (let time = 0; time < 3; time += 1) {
      const response = await start(client, uploadURL, {}, key);
      expect(response.status).toBe(202);
      answers.push(await response.json<{ jobId: string }>());
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    await waitForUpload(client, answers[0]!.jobId);
    const uploads = await env.DB.prepare('select id from mass_upload where company_id = ?')
      .bind(company.id)
      .all();
    expect(uploads.results).toEqual([{ id: answers[0]!.jobId }]);
  });

  it('accepts an as-of date', async () => {
    const { client } = await signInToNewCompany();
    const jobId = await startAsync(client, wells('A-1'), { asOf: '2024-06-30' });
    expect(await waitForUpload(client, jobId)).toMatchObject({ asOf: '2024-06-30' });
    const uploadURL = await uploadFile(client, wells('A-2'));
    const unknown = await start(client, uploadURL, { additionalCost: 'both' });
    expect(unknown.status).toBe(400);
    expect(await unknown.json()).toMatchObject({
      errors: { additionalCost: ['Additional cost must be added or total'] },
    });
    const refused = await start(client, uploadURL, { asOf: '2023-02-29' });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      errors: { asOf: ['Must be a valid date (YYYY-MM-DD)'] },
    });
    // A balance dated in the future would keep the layer from accreting until then.
    const ahead = await start(client, uploadURL, { asOf: '2199-12-31' });
    expect(ahead.status).toBe(400);
    expect(await ahead.json()).toMatchObject({
      errors: { asOf: ['The balance date can’t be in the future'] },
    });
  });

  it('accepts the meaning of additional layers’ cost', async () => {
    const { client, company } = await signInToNewCompany();
    const layer = { ...WELL_ROW, ...LAYER_ROW, wellCode: 'A-1' };
    const file = csvOf([layer, { ...layer, layerType: 'additional', pAndACost: '120000' }]);
    const jobId = await startAsync(client, file, { additionalCost: 'total' });
    expect(await waitForUpload(client, jobId)).toMatchObject({
      success: true,
      results: { catchUp: { layers: 2, from: '2020-01-01', through: lastMonthEnd() } },
    });
    expect(await (await client.get('/api/aro-layers')).json()).toMatchObject([
      { totalEstimate: '100000.00' },
      { totalEstimate: '120000.00', measurement: 'change' },
    ]);
    expect((await auditOf(jobId))[0]).toMatchObject({
      companyId: company.id,
      newValues: { additionalCost: 'total' },
    });
  });

  it('processes a file once', async () => {
    const { client } = await signInToNewCompany();
    const uploadURL = await uploadFile(client, wells('A-1'));
    const responses = await Promise.all([1, 2, 3].map(() => start(client, uploadURL)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const before = await allRows();
    const again = await start(client, uploadURL);
    expect(again.status).toBe(409);
    expect(await messageOf(again)).toMatch(/^This file was already processed/);
    expect(await allRows()).toEqual(before);
    expect(await wellCodes(client)).toEqual(['A-1']);
  });

  it('accepts only an upload address as issued, and fetches nothing', async () => {
    const { client } = await signInToNewCompany();
    const uploadURL = await uploadFile(client, wells('A-1'));
    const path = uploadURL.slice(ORIGIN.length);
    const token = tokenOf(path);
    const tricks = [
      'http://169.254.169.254/latest/meta-data/',
      `http://169.254.169.254${path}`,
      `https://evil.example${path}`,
      `https://localhost${path}`,
      `http://localhost:9${path}`,
      `http://localhost@evil.example${path}`,
      `http://evil.example@localhost${path}`,
      `http://user:password@localhost${path}`,
      `http://localhost.evil.example${path}`,
      `http://localhost\\@evil.example${path}`,
      `HTTP://LOCALHOST${path}`,
      `//localhost${path}`,
      path,
      token,
      `file:///etc/passwd`,
      `file://localhost${path}`,
      `data:text/csv,wellCode`,
      `javascript:alert(1)`,
      `ftp://localhost${path}`,
      `${ORIGIN}/api/wells`,
      `${ORIGIN}${UPLOAD_PATH}`,
      `${ORIGIN}${UPLOAD_PATH}/`,
      `${ORIGIN}${UPLOAD_PATH}/../../wells/${token}`,
      `${ORIGIN}${UPLOAD_PATH}//${token}`,
      `${uploadURL}/`,
      `${uploadURL}?x=1`,
      `${uploadURL}#x`,
      `${uploadURL}%00`,
      `${uploadURL}/../${token}`,
      uploadURL.replace('/objects/', '/%6fbjects/'),
      'x',
    ];
    const before = await allRows();
    const { fetch } = globalThis;
    const fetched: unknown[] = [];
    globalThis.fetch = async (input) => {
      fetched.push(input);
      throw new Error('Nothing may be fetched');
    };
    try {
      for (const trick of tricks) {
        const response = await start(client, trick);
        expect([trick, response.status]).toEqual([trick, 400]);
        expect(await messageOf(response)).toMatch(/^Upload link not recognized/);
      }
      for (const wrong of [undefined, null, '', '  ', 7, ['x'], { href: uploadURL }, 'x'.repeat(3000)]) {
        expect((await start(client, wrong)).status).toBe(400);
      }
    } finally {
      globalThis.fetch = fetch;
    }
    expect(fetched).toEqual([]);
    expect(await allRows()).toEqual(before);
    // The address used in these attempts is still valid.
    expect((await start(client, ` ${uploadURL} `)).status).toBe(200);
  });

  it('rejects an address of another user or company, and one that was tampered with', async () => {
    const { client, company } = await signInToNewCompany();
    const uploadURL = await uploadFile(client, wells('A-1'));
    const colleague = await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] });
    const { client: stranger } = await signInToNewCompany();
    const other = await makeCompany();
    const memberships = [company, other].map(({ id }) => ({ companyId: id, role: 'admin' as const }));
    const both = await signIn({ memberships });
    const forCompany = await uploadFile(both, wells('A-1'));
    await both.post('/api/companies/select', { companyId: other.id });
    const before = await allRows();
    for (const [who, address] of [
      [colleague, uploadURL],
      [stranger, uploadURL],
      [both, forCompany],
      [client, uploadURL.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))],
      [client, uploadURL.replace(/[0-9a-f-]{36}/, crypto.randomUUID())],
    ] as const) {
      const response = await start(who, address);
      expect(response.status).toBe(403);
      expect(await messageOf(response)).toMatch(/^This upload link isn’t valid/);
    }
    expect(await allRows()).toEqual(before);
  });

  it('accepts a file until an hour after its address expires', async () => {
    const { client, company } = await signInToNewCompany();
    const began = new Date();
    const begin = () => contextAt(client, company.id, began);
    const addresses = [];
    for (let file = 0; file < 2; file += 1) {
      const { uploadURL } = await issueUploadAddress(begin(), ORIGIN);
      expect((await putFile(client, uploadURL.slice(ORIGIN.length), wells(`A-${file}`))).status).toBe(204);
      addresses.push({ uploadURL });
    }
    const later = (ms: number) => contextAt(client, company.id, new Date(began.getTime() + ms));
    const [first, second] = addresses as [{ uploadURL: string }, { uploadURL: string }];
    await expect(startMassUpload(later(1.25 * HOUR + 1), first, ORIGIN)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/^The upload link expired/),
    });
    const jobId = await startMassUpload(later(1.25 * HOUR), second, ORIGIN);
    expect(await waitForUpload(client, jobId)).toMatchObject({ status: 'done' });
  });

  it('requires a file that was fully received and still exists', async () => {
    const { client, company } = await signInToNewCompany();
    const unused = await requestAddress(client);
    const refused = await requestAddress(client);
    expect((await putFile(client, refused, Uint8Array.of(0x1f, 0x8b, 8))).status).toBe(415);
    const removed = (await uploadFile(client, wells('A-1'))).slice(ORIGIN.length);
    await env.DB.prepare(`update uploaded_file set removed_at = created_at where company_id = ?`)
      .bind(company.id)
      .run();
    const before = await allRows();
    for (const address of [unused, refused, removed]) {
      const response = await start(client, ORIGIN + address);
      expect(response.status).toBe(400);
      expect(await messageOf(response)).toMatch(/^The file wasn’t fully received/);
    }
    expect(await allRows()).toEqual(before);
  });

  it('fails the upload if the queue rejects its message, and leaves nothing waiting', async () => {
    const { client, company } = await signInToNewCompany();
    const uploadURL = await uploadFile(client, wells('A-1'));
    const JOBS = { sendBatch: () => Promise.reject(new Error('The queue is down')) };
    const ctx = { ...contextAt(client, company.id, new Date()), env: { ...env, JOBS } as unknown as Env };
    const jobId = await startMassUpload(ctx, { uploadURL }, ORIGIN);
    const { progress, ...upload } = (await getMassUpload(ctx, jobId)).upload;
    expect(upload).toMatchObject({
      status: 'failed',
      success: false,
      message: 'The upload didn’t start. Nothing was imported. Upload the file again.',
      finishedAt: expect.any(String),
    });
    expect(upload.results).toBeUndefined();
    expect(progress).toEqual({ processed: 0, total: null, successful: 0, failed: 0 });
    expect(await auditOf(jobId)).toMatchObject([
      { action: 'mass_upload.started', userId: client.userId, companyId: company.id },
      {
        action: 'mass_upload.failed',
        userId: client.userId,
        companyId: company.id,
        newValues: { failure: upload.message, totalProcessed: 0 },
      },
    ]);
  });

  it('wakes the next upload if the queue rejects the message of this one', async () => {
    const { client, company } = await signInToNewCompany();
    const uploadURL = await uploadFile(client, wells('A-1'));
    const later = await uploadFile(client, wells('A-2'));
    const ctx = contextAt(client, company.id, new Date());
    let next: string | undefined;
    const sendBatch = async (messages: MessageSendRequest[]) => {
      if (next !== undefined) return env.JOBS.sendBatch(messages);
      const soon = contextAt(client, company.id, new Date(ctx.now.getTime() + 1));
      const JOBS = { sendBatch: async () => {} };
      next = await startMassUpload(
        { ...soon, env: { ...env, JOBS } as unknown as Env },
        { uploadURL: later },
        ORIGIN,
      );
      await deliver({ companyId: company.id, massUploadId: next });
      throw new Error('The queue is down');
    };
    await startMassUpload(
      { ...ctx, env: { ...env, JOBS: { sendBatch } } as unknown as Env },
      { uploadURL },
      ORIGIN,
    );
    expect(await waitForUpload(client, next!)).toMatchObject({ status: 'done', success: true });
  });

  it('requires a company admin', async () => {
    const { client } = await signInToNewCompany('viewer');
    const response = await start(client, `${ORIGIN}${UPLOAD_PATH}/x`);
    expect(response.status).toBe(403);
    expect(await messageOf(response)).toBe('Company admin role required');
  });
});
