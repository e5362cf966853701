import { env } from 'cloudflare:workers';
import { expect, it, vi } from 'vitest';
import { monthEnd, utcDay } from '~/domain/calendar/calendar-date';
import { resumeMonthEnds, retryMonthEnds } from '~/services/books/start-month-ends.server';
import { booksOf, companyWithManyLayers, deliver, jobContext, statusesOf } from '../../support/month-ends';

/** The current month. */
const THIS_MONTH = monthEnd(utcDay(new Date()));

it.each([
  ['is not over', THIS_MONTH, 'A message for a month that isn’t over was dropped'],
  ['is years away', '2199-12-31', 'A message for a month that isn’t over was dropped'],
  ['ends on another day', '2024-01-15', 'A message that is not a job was dropped'],
  ['does not exist', '2024-13-31', 'A message that is not a job was dropped'],
])('a message for a month that %s is dropped and logged', async (_, periodEnd, problem) => {
  const { id: companyId } = await companyWithManyLayers(2);
  const before = await booksOf(companyId);
  const line = vi.spyOn(console, 'error').mockImplementation(() => {});
  for (const isDead of [false, true]) {
    expect(await deliver({ companyId, periodEnd }, { isDead })).toBe('acknowledged');
    expect(JSON.parse(String(line.mock.calls[0]))).toMatchObject({ messageId: expect.any(String), problem });
    line.mockClear();
  }
  line.mockRestore();
  expect(await booksOf(companyId)).toEqual(before);
});

it('runs of unfinished months wait for the month to end', async () => {
  const { id } = await companyWithManyLayers(2);
  const add = (periodEnd: string, status: string) =>
    env.DB.prepare(
      "insert into month_end_run (company_id, period_end, status, started_at) values (?, ?, ?, '2024-02-01T00:00:00.000Z')",
    )
      .bind(id, periodEnd, status)
      .run();
  const sent: unknown[] = [];
  const JOBS = { sendBatch: async (messages: { body: unknown }[]) => void sent.push(...messages) };
  const ctx = jobContext({ ...env, JOBS } as unknown as Env);
  const bodies = () => sent.splice(0).map((message) => (message as { body: unknown }).body);

  await add(THIS_MONTH, 'running');
  await resumeMonthEnds(ctx);
  expect(bodies()).toEqual([]);
  await env.DB.prepare("update month_end_run set status = 'failed' where company_id = ?").bind(id).run();
  await retryMonthEnds(ctx);
  expect(bodies()).toEqual([]);
  await add('2024-01-31', 'failed');
  await retryMonthEnds(ctx);
  expect(bodies()).toEqual([{ kind: 'month-end', companyId: id, periodEnd: '2024-01-31' }]);
  await deliver({ companyId: id, periodEnd: '2024-01-31' });
  expect(await statusesOf(id)).toEqual([
    ['2024-01-31', 'done'],
    [THIS_MONTH, 'failed'],
  ]);
});
