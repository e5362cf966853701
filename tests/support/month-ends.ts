import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, vi } from 'vitest';
import { codeOfKind } from '~/domain/books/movement-kinds';
import { createJobContext } from '~/server/job-context.server';
import type { RequestContext } from '~/services/platform/context.server';
import app from '../../workers/app';
import { addManyWells } from './layers';
import { makeCompany } from './worker';

const QUEUE = 'aro-system-jobs';

/** Context of a message that a queue delivers now. */
export function jobContext(bindings: Env = env): RequestContext {
  return createJobContext(bindings, { id: 'test', now: new Date() });
}

/**
 * Fires the cron trigger for every company in the test file's database; resolves when the real queue has delivered the messages and all
 * runs are finished.
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

/** Delivers a month-end message to the Worker, from the queue or its dead-letter queue, and reports whether it was acknowledged. */
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
 * A company without members, with one layer at 12% on each of its wells, coded `B-000001` and up, written directly to the tables: worth
 * 1,000.00, 2,000.00, … from December 31, 2023. The last layer has accreted over its entire life.
 */
export async function companyWithManyLayers(count: number): Promise<{ id: string; code: string }> {
  const company = await makeCompany();
  await addManyWells(company.id, count);
  const newest = '(select max(id) from posting)';
  const serial = `(select *, row_number() over (order by well_code) as serial from well where company_id = ?1)`;
  // One posting for each of the two days, the last layer's first.
  const recognize = (day: string, which: string, terms: { years: number; accretedThrough: string }) => [
    env.DB.prepare(
      `insert into posting (id, act, company, day, kind, source, user_id, created_at)
       select coalesce(${newest}, 0) + 1, coalesce(${newest}, 0) + 1, ledger_id, ?2, 'calculation', 'user', 'system', created_at
       from company where id = ?1`,
    ).bind(company.id, day),
    env.DB.prepare(
      `insert into layer (company, well, layer_number, discount_rate_bp, inflation_rate_bp, p_and_a_cost_cents,
         total_estimate_cents, well_lifespan_years, calculation_date, aro_value_cents, recognized_by, current_aro_cents,
         arc_cost_cents, arc_accumulated_cents, arc_base_cents, accreted_through, last_posting)
       select (select ledger_id from company where id = ?1), ledger_id, 1, 1200, 1200, 100000, 100000, ${terms.years}, ?2,
         serial * 100000, ${newest}, serial * 100000, serial * 100000, 0, serial * 100000, ${terms.accretedThrough}, ${newest}
       from ${serial} where serial ${which} ${count}`,
    ).bind(company.id, day),
    env.DB.prepare(
      `insert into movement (posting, layer, kind, liability, arc_cost, arc_accumulated, cash)
       select recognized_by, id, ${codeOfKind('incurred')}, aro_value_cents, aro_value_cents, 0, 0
       from layer where recognized_by = ${newest}`,
    ),
    env.DB.prepare(
      `update posting set movements = (select count(*) from movement where posting = posting.id) where id = ${newest}`,
    ),
  ];
  await env.DB.batch([
    ...recognize('2020-01-31', '=', { years: 1, accretedThrough: `'2021-01-31'` }),
    ...(count > 1 ? recognize('2023-12-31', '<', { years: 20, accretedThrough: 'null' }) : []),
  ]);
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

/** [month, status] pairs, oldest first, which is all that most tests check. */
export async function statusesOf(companyId: string): Promise<[string, string][]> {
  return (await runsOf(companyId)).map(({ period_end, status }) => [period_end, status]);
}

type StoredRecord = { well: string; from: string; to: string; beginning: number; expense: number };

/** The company's accretion records by well and time, without fields that differ between companies. */
export async function recordsOf(companyId: string): Promise<StoredRecord[]> {
  const { results } = await env.DB.prepare(
    `select w.well_code as well, l.layer_number as layer, coalesce(m.since, l.calculation_date) as "from", p.day as "to",
       m.base as beginning, m.liability as expense, p.method, p.source, p.period_type as type
     from posting p join movement m on m.posting = p.id join layer l on l.id = m.layer join well w on w.ledger_id = l.well
     where p.company = (select ledger_id from company where id = ?) and p.kind = 'accretion'
     order by w.well_code, l.layer_number, p.day`,
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
       from layer l join well w on w.ledger_id = l.well where w.company_id = ? order by 1, 2`,
    ),
    runs: await rows(
      `select period_end, status, after_layer is null as is_at_start, pages, layers, total_accretion_cents, reason
       from month_end_run where company_id = ? order by 1`,
    ),
    audit: await rows(
      `select user_id, action, new_values ->> 'periodEnd' as period_end, count(*) as rows, sum(new_values ->> 'layers') as layers
       from audit_log where company_id = ? group by 1, 2, 3 order by 1, 2, 3`,
    ),
    inputs: await rows(
      `select user_id, kind, day, count(*) as rows, sum(movements) as movements
       from posting where company = (select ledger_id from company where id = ?) and input is not null
       group by 1, 2, 3 order by 1, 2, 3`,
    ),
  };
}
