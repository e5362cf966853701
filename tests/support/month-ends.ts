import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, vi } from 'vitest';
import { createJobContext } from '~/server/job-context.server';
import type { RequestContext } from '~/services/platform/context.server';
import app from '../../workers/app';
import { addManyWells } from './layers';
import { makeCompany } from './worker';

const QUEUE = 'aro-system-jobs';

/** The context of a message that a queue delivers now. */
export function jobContext(bindings: Env = env): RequestContext {
  return createJobContext(bindings, { id: 'test', now: new Date() });
}

/**
 * The cron trigger goes off, for every company there is in the file's database; resolves when the real queue has brought
 * their messages and all runs are over.
 */
export async function cron(time: string, pattern = '0 2 1 * *'): Promise<void> {
  await app.scheduled(createScheduledController({ scheduledTime: new Date(time), cron: pattern }), env);
  await vi.waitFor(
    async () => {
      const running = "select count(*) as n from month_end_run where status = 'running'";
      expect(await env.DB.prepare(running).first('n')).toBe(0);
    },
    { timeout: 15_000, interval: 50 },
  );
}

/** Hands the Worker a month-end's message, as the queue does, or as its dead-letter queue, and tells how it was answered. */
export async function deliver(
  job: { companyId: string; periodEnd: string },
  { isDead = false, bindings = env }: { isDead?: boolean; bindings?: Env } = {},
): Promise<'acknowledged' | 'comes again'> {
  const message = {
    id: crypto.randomUUID(),
    timestamp: new Date(),
    attempts: 1,
    body: { kind: 'month-end', ...job },
  };
  const batch = createMessageBatch(isDead ? `${QUEUE}-dead` : QUEUE, [message]);
  await app.queue(batch, bindings);
  const { explicitAcks } = await getQueueResult(batch, createExecutionContext());
  return explicitAcks.includes(message.id) ? 'acknowledged' : 'comes again';
}

/**
 * A company of nobody with one layer of 12 % to each of its wells, coded `B-000001` and on, straight into the tables: worth
 * 1,000.00, 2,000.00, … from 31 December 2023 on. The last one has accreted over all its life.
 */
export async function companyWithManyLayers(count: number): Promise<{ id: string; code: string }> {
  const company = await makeCompany();
  await addManyWells(company.id, count);
  await env.DB.prepare(
    `insert into aro_layer (id, company_id, well_id, layer_number, layer_type, discount_rate_bp, inflation_rate_bp,
       p_and_a_cost_cents, total_estimate_cents, well_lifespan_years, calculation_date, aro_value_cents,
       current_aro_cents, accreted_through, created_at, updated_at)
     select lower(hex(randomblob(16))), company_id, id, 1, 'initial', 1200, 1200, 100000, 100000,
       iif(serial = ?2, 1, 20), iif(serial = ?2, '2020-01-31', '2023-12-31'), serial * 100000, serial * 100000,
       iif(serial = ?2, '2021-01-31', null),
       created_at, updated_at
     from (select *, row_number() over (order by well_code) as serial from well where company_id = ?1)`,
  )
    .bind(company.id, count)
    .run();
  return company;
}

export type StoredRun = {
  period_end: string;
  status: string;
  pages: number;
  layers: number;
  total_accretion_cents: number;
  reason: string | null;
  started_at: string;
  finished_at: string | null;
};

/** The company's runs, oldest first. */
export async function runsOf(companyId: string): Promise<StoredRun[]> {
  const { results } = await env.DB.prepare(
    'select * from month_end_run where company_id = ? order by period_end',
  )
    .bind(companyId)
    .all<StoredRun>();
  return results;
}

/** As [month, status] pairs, oldest first: what most tests ask of the runs. */
export async function statusesOf(companyId: string): Promise<[string, string][]> {
  return (await runsOf(companyId)).map(({ period_end, status }) => [period_end, status]);
}

type StoredRecord = { well: string; from: string; to: string; beginning: number; expense: number };

/** The company's accretion records by well and time, without what differs from company to company. */
export async function recordsOf(companyId: string): Promise<StoredRecord[]> {
  const { results } = await env.DB.prepare(
    `select w.well_code as well, l.layer_number as layer, r.period_start as "from", r.period_end as "to",
       r.beginning_aro_cents as beginning, r.accretion_expense_cents as expense, r.method, r.source, r.period_type as type
     from accretion_record r join aro_layer l on l.id = r.aro_layer_id join well w on w.id = l.well_id
     where r.company_id = ? order by w.well_code, l.layer_number, r.period_end`,
  )
    .bind(companyId)
    .all<StoredRecord>();
  return results;
}

/** Everything a month-end writes, in figures that must be the same for companies with the same layers. */
export async function booksOf(companyId: string) {
  const rows = async (sql: string) => (await env.DB.prepare(sql).bind(companyId).all()).results;
  return {
    records: await recordsOf(companyId),
    layers: await rows(
      `select w.well_code, l.layer_number, l.current_aro_cents, l.accreted_through
       from aro_layer l join well w on w.id = l.well_id where l.company_id = ? order by 1, 2`,
    ),
    runs: await rows(
      `select period_end, status, after_layer_id is null as is_at_start, pages, layers, total_accretion_cents, reason
       from month_end_run where company_id = ? order by 1`,
    ),
    // Which layers share a page depends on their random ids.
    audit: await rows(
      `select user_id, action, new_values ->> 'periodEnd' as period_end, count(*) as rows, sum(new_values ->> 'layers') as layers
       from audit_log where company_id = ? group by 1, 2, 3 order by 1, 2, 3`,
    ),
    inputs: await rows(
      `select user_id, calculation_type, calculation_date, count(*) as rows
       from calculation_input where company_id = ? group by 1, 2, 3 order by 1, 2, 3`,
    ),
  };
}
