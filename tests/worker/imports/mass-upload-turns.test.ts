import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import type { WellView } from '~/schemas/wells/well-views';
import { processMassUpload } from '~/services/imports/process-mass-upload.server';
import { consumeJobs } from '../../../workers/queue';
import { whileInsertsFail } from '../../support/layers';
import {
  csvOf,
  deliver,
  type MassUploadJob,
  messageContext,
  queueUpload,
  stateOf,
  WELL_ROW,
} from '../../support/mass-upload';
import { allRows, auditOf } from '../../support/tables';
import { signInToNewCompany } from '../../support/worker';

const fileOf = (...codes: string[]) => csvOf(codes.map((wellCode) => ({ ...WELL_ROW, wellCode })));

/** Waits until the queue has finished the upload. */
async function becomesDone(job: MassUploadJob): Promise<void> {
  await vi.waitFor(async () => expect(await stateOf(job)).toMatchObject({ status: 'done' }), {
    timeout: 10_000,
  });
}

/** Delivers a message through the Worker's queue handler. */
async function consume(queue: string, body: unknown, attempts = 1) {
  const batch = createMessageBatch(queue, [{ id: 'message', timestamp: new Date(), attempts, body }]);
  await consumeJobs(batch, env);
  return getQueueResult(batch, createExecutionContext());
}

describe('uploads of one company', () => {
  it('wait for the one before, which wakes them', async () => {
    const { client, company } = await signInToNewCompany();
    const first = await queueUpload(client, company.id, fileOf('A', 'B'));
    const second = await queueUpload(client, company.id, fileOf('A', 'C'));
    const third = await queueUpload(client, company.id, fileOf('C', 'D'));
    await deliver(third);
    await deliver(second);
    expect(await stateOf(second)).toMatchObject({ status: 'queued' });
    expect(await stateOf(third)).toMatchObject({ status: 'queued' });
    await deliver(first);
    await becomesDone(second);
    await becomesDone(third);
    const states = await Promise.all([first, second, third].map(stateOf));
    expect(states.map(({ successful_rows, failed_rows }) => [successful_rows, failed_rows])).toEqual([
      [2, 0],
      [1, 1],
      [1, 1],
    ]);
  });

  it('resume where they stopped when an older one runs in between', async () => {
    const { client, company } = await signInToNewCompany();
    const begun = await queueUpload(client, company.id, fileOf('A', 'B'));
    const older = await queueUpload(client, company.id, fileOf('C'));
    const JOBS = { sendBatch: async () => {} } as unknown as Queue;
    const portion = { rowsAtATime: 1, maxChunks: 1 };
    await processMassUpload({ ...messageContext(), env: { ...env, JOBS } }, begun, portion);
    const date = "update mass_upload set created_at = '2020-01-01T00:00:00.000Z' where id = ?";
    await env.DB.prepare(date).bind(older.massUploadId).run();
    // The continuation message arrives before its turn.
    await deliver(begun);
    expect(await stateOf(begun)).toMatchObject({ status: 'processing', processed_rows: 1 });
    await deliver(older);
    await becomesDone(begun);
  });

  it('do not wait for those of another company', async () => {
    const other = await signInToNewCompany();
    await queueUpload(other.client, other.company.id, fileOf('A'));
    const { client, company } = await signInToNewCompany();
    const job = await queueUpload(client, company.id, fileOf('A'));
    await deliver(job);
    expect(await stateOf(job)).toMatchObject({ status: 'done' });
  });

  it('continue after one is rejected', async () => {
    const { client, company } = await signInToNewCompany();
    const refused = await queueUpload(client, company.id, 'no file of wells');
    const next = await queueUpload(client, company.id, fileOf('A'));
    await deliver(refused);
    expect(await stateOf(refused)).toMatchObject({ status: 'failed' });
    await becomesDone(next);
  });

  it('continue if the wake-up message was lost and its sender is retried', async () => {
    const { client, company } = await signInToNewCompany();
    const first = await queueUpload(client, company.id, fileOf('A'));
    const next = await queueUpload(client, company.id, fileOf('B'));
    const context = messageContext();
    const sendBatch = async () => {
      throw new Error('no queue');
    };
    await expect(
      processMassUpload({ ...context, env: { ...env, JOBS: { sendBatch } as unknown as Queue } }, first),
    ).rejects.toThrow('no queue');
    expect(await stateOf(first)).toMatchObject({ status: 'done' });
    expect(await stateOf(next)).toMatchObject({ status: 'queued' });
    await deliver(first);
    await becomesDone(next);
  });
});

describe('an upload’s message', () => {
  const bodyOf = (job: MassUploadJob) => ({ kind: 'mass-upload', ...job });

  it('is handled by the Worker’s queue handler', async () => {
    const { client, company } = await signInToNewCompany();
    const job = await queueUpload(client, company.id, fileOf('A'));
    const result = await consume('aro-system-jobs', bodyOf(job));
    expect(result.explicitAcks).toEqual(['message']);
    expect(await stateOf(job)).toMatchObject({ status: 'done', successful_rows: 1 });
  });

  it('processes a portion of a large file, and another message processes the rest', async () => {
    const { client, company } = await signInToNewCompany();
    const job = await queueUpload(client, company.id, fileOf('A', 'B', 'C', 'B', 'D', 'E'));
    const next = await queueUpload(client, company.id, fileOf('F'));
    await whileInsertsFail(
      'well',
      async () => {
        await deliver(job, 1, 2);
        expect(await stateOf(job)).toMatchObject({ status: 'processing', processed_rows: 2 });
        expect(await stateOf(next)).toMatchObject({ status: 'queued' });
      },
      "new.well_code = 'C'",
    );
    await becomesDone(job);
    expect(await stateOf(job)).toMatchObject({ processed_rows: 6, successful_rows: 5, failed_rows: 1 });
    await becomesDone(next);
  });

  it('adds an interest to a well that an earlier message of the same file added', async () => {
    const { client, company } = await signInToNewCompany();
    const row = (wellCode: string, workingInterest: string, workingInterestFrom: string) => ({
      ...{ ...WELL_ROW, wellCode },
      ...{ workingInterest, workingInterestFrom },
    });
    // Adjacent rows with the same code are processed together.
    const first = [row('A', '50', '2020-01-01'), row('B', '60', '2020-01-01')];
    const rows = [...first, row('A', '40', '2021-01-01'), row('C', '30', '2020-01-01')];
    const job = await queueUpload(client, company.id, csvOf(rows));
    await whileInsertsFail(
      'well',
      async () => {
        await deliver(job, 1, 2);
        expect(await stateOf(job)).toMatchObject({ status: 'processing', processed_rows: 2 });
      },
      "new.well_code = 'C'",
    );
    await becomesDone(job);
    expect(await stateOf(job)).toMatchObject({ successful_rows: 4, failed_rows: 0 });
    const wells = await (await client.get('/api/wells/with-custom-fields')).json<WellView[]>();
    expect(wells.map(({ workingInterests }) => workingInterests.map(({ percent }) => percent))).toEqual([
      ['50.00', '40.00'],
      ['60.00'],
      ['30.00'],
    ]);
  });

  it('does nothing if its upload has ended or doesn’t exist', async () => {
    const { client, company } = await signInToNewCompany();
    const [done, refused] = [
      await queueUpload(client, company.id, fileOf('A')),
      await queueUpload(client, company.id, ''),
    ];
    await deliver(done);
    await vi.waitFor(async () => expect(await stateOf(refused)).toMatchObject({ status: 'failed' }));
    const before = await allRows();
    for (const job of [done, refused, { companyId: company.id, massUploadId: crypto.randomUUID() }]) {
      for (const queue of ['aro-system-jobs', 'aro-system-jobs-dead']) {
        expect((await consume(queue, bodyOf(job))).explicitAcks).toEqual(['message']);
      }
    }
    const other = await signInToNewCompany();
    await deliver({ ...done, companyId: other.company.id });
    expect((await allRows()).mass_upload).toEqual(before.mass_upload);
    expect((await allRows()).audit_log).toEqual(before.audit_log);
  });

  it('is retried when its work fails, and once abandoned reports how many rows were imported', async () => {
    const { client, company } = await signInToNewCompany();
    const job = await queueUpload(client, company.id, fileOf('A', 'B', 'C'));
    const next = await queueUpload(client, company.id, fileOf('D'));
    await whileInsertsFail(
      'well',
      async () => {
        await expect(deliver(job, 1)).rejects.toThrow();
        expect(await stateOf(job)).toMatchObject({
          status: 'processing',
          processed_rows: 2,
          successful_rows: 2,
        });
        const { retryMessages, explicitAcks } = await consume('aro-system-jobs', bodyOf(job), 4);
        expect(explicitAcks).toEqual([]);
        expect(retryMessages).toMatchObject([{ msgId: 'message' }]);
      },
      "new.well_code = 'C'",
    );
    const { explicitAcks } = await consume('aro-system-jobs-dead', bodyOf(job));
    expect(explicitAcks).toEqual(['message']);
    const failure =
      'The upload couldn’t be completed after several attempts. 2 of 3 rows were imported and kept.';
    expect(await stateOf(job)).toMatchObject({ status: 'failed', failure, processed_rows: 2 });
    expect((await auditOf(job.massUploadId)).filter(({ action }) => action !== 'well.created')).toMatchObject(
      [{ action: 'mass_upload.failed', userId: client.userId, newValues: { failure, successful: 2 } }],
    );
    await becomesDone(next);
    const wells = (await (await client.get('/api/wells')).json()) as { wellCode: string }[];
    expect(wells.map(({ wellCode }) => wellCode)).toEqual(['A', 'B', 'D']);
  });

  it('abandoned before its file was read reports that nothing was imported', async () => {
    const { client, company } = await signInToNewCompany();
    const job = await queueUpload(client, company.id, fileOf('A'));
    await consume('aro-system-jobs-dead', bodyOf(job));
    expect(await stateOf(job)).toMatchObject({
      status: 'failed',
      failure: 'The upload couldn’t be completed after several attempts. No rows were imported.',
    });
  });
});
