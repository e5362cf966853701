import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import app from '../../../workers/app';
import { makeCompany } from '../../support/worker';

/** Lines that the Worker logs during the work. */
async function logOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const line = vi.spyOn(console, 'error').mockImplementation(() => {});
  await work();
  const lines = line.mock.calls.map(([text]) => JSON.parse(String(text)) as Record<string, unknown>);
  line.mockRestore();
  return lines;
}

async function deliver(queue: string, body: unknown, bindings: Env = env): Promise<void> {
  const batch = createMessageBatch(queue, [{ id: 'm-1', timestamp: new Date(), attempts: 2, body }]);
  await app.queue(batch, bindings);
  await getQueueResult(batch, createExecutionContext());
}

/** D1 rejects every statement with only this message. */
const failing = async () => {
  throw new Error('D1_ERROR: D1 DB is overloaded.');
};
const statement = { bind: () => statement, all: failing, raw: failing, run: failing, first: failing };
const withoutD1 = {
  ...env,
  DB: { withSession: () => ({ prepare: () => statement, batch: failing, getBookmark: () => null }) },
} as unknown as Env;

describe('the log of a job', () => {
  it('names the failed job and company, and reports an abandoned job', async () => {
    const { id: companyId } = await makeCompany();
    const body = { kind: 'month-end', companyId, periodEnd: '2026-01-31' };
    const of = { level: 'error', messageId: 'm-1', job: 'month-end', companyId };
    const cause = 'D1_ERROR: D1 DB is overloaded.';
    expect(await logOf(() => deliver('aro-system-jobs', body, withoutD1))).toEqual([
      { ...of, attempts: 2, error: expect.stringContaining(cause) },
    ]);
    expect(await logOf(() => deliver('aro-system-jobs-dead', body))).toEqual([
      { ...of, problem: 'A job was given up' },
    ]);
    expect(await logOf(() => deliver('aro-system-jobs', { kind: 'nonsense' }))).toEqual([
      { level: 'error', messageId: 'm-1', problem: 'A message that is not a job was dropped' },
    ]);
  });
});

describe('the log of a cron event', () => {
  it('contains every failure, and the thrown error repeats no values', async () => {
    const scheduledTime = new Date('2026-02-01T03:30:00.000Z');
    const event = createScheduledController({ cron: '30 3 * * *', scheduledTime });
    const lines = await logOf(async () => {
      await expect(app.scheduled(event, withoutD1)).rejects.toThrow(
        /^The cron event failed\. The lines before this one say why\.$/,
      );
    });
    const line = {
      level: 'error',
      requestId: 'cron 2026-02-01T03:30:00.000Z',
      error: 'D1_ERROR: D1 DB is overloaded.',
    };
    // Old uploads, old keys, books checks, failed month-ends, and seal copies.
    expect(lines).toEqual([line, line, line, line, line]);
  });
});
