import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { codeOfKind } from '~/domain/books/movement-kinds';
import type { LayerView, WellView } from '~/schemas/platform/views';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import { db, type SignedIn } from './worker';

/** Terms whose initial layer is worth 27,070.90. */
export const TERMS = {
  layerType: 'initial',
  discountRate: 8,
  inflationRate: 2.5,
  pAndACost: 100_000,
  wellLifespan: 25,
  calculationDate: '2020-01-01',
};

let serial = 0;

/** A well as its form would add it; its code is new unless given. */
export async function addWell(client: SignedIn, given: Partial<WellView> = {}): Promise<WellView> {
  serial += 1;
  const response = await client.post('/api/wells', {
    wellCode: `W-${String(serial).padStart(4, '0')}`,
    wellName: `Well ${serial}`,
    wellStatus: 'Active',
    field: 'OSELVAR',
    activeDate: '2019-07-01',
    ...given,
  });
  expect(response.status).toBe(201);
  return response.json();
}

/** A layer as the calculation form would add it. */
export async function addLayer(
  client: SignedIn,
  wellId: string,
  given: Record<string, unknown> = {},
): Promise<LayerView> {
  const response = await client.post('/api/aro-layers/calculate', { wellId, ...TERMS, ...given });
  expect(response.status).toBe(201);
  return response.json();
}

/** Many wells at once, coded `B-000001` and on, one year and two months apart in twelve fields; straight into the table. */
export async function addManyWells(companyId: string, count: number): Promise<void> {
  await env.DB.prepare(
    `with recursive serial(i) as (select 1 union all select i + 1 from serial where i < ?2)
     insert into well (id, company_id, well_code, well_code_key, well_name, search_key, well_status, field,
                       active_date, ledger_id, created_at, updated_at)
     select lower(hex(randomblob(16))), ?1, printf('B-%06d', i), printf('b-%06d', i), 'Bulk ' || i,
            printf('b-%06d', i) || char(10) || 'bulk ' || i, 'Active', 'Field ' || (i % 12),
            date('2000-01-01', '+' || (i % 240) || ' months'), (select coalesce(max(ledger_id), 0) from well) + i, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
     from serial`,
  )
    .bind(companyId, count)
    .run();
}

/** Posts accretion on a layer straight into the books: a posting of its own, its movement, and the layer's new balance. */
export async function accrete(
  layer: LayerView,
  companyId: string,
  { periodEnd, cents }: { periodEnd: string; cents: number },
) {
  const id = Number(layer.id);
  const newest = '(select max(id) from posting)';
  await env.DB.batch([
    env.DB.prepare(
      `insert into posting (id, act, company, day, kind, source, is_company_wide, period_type, method, user_id, created_at)
       select ${newest} + 1, ${newest} + 1, ledger_id, ?2, 'accretion', 'user', 1, 'annually', 'effective', 'system',
         '2025-01-01T00:00:00.000Z'
       from company where id = ?1`,
    ).bind(companyId, periodEnd),
    env.DB.prepare(
      `insert into movement (posting, layer, kind, liability, arc_cost, arc_accumulated, cash, base, time_numerator,
         time_denominator, since)
       select ${newest}, id, ${codeOfKind('accreted')}, ?2, 0, 0, 0, current_aro_cents, 5, 1, accreted_through
       from layer where id = ?1`,
    ).bind(id, cents),
    env.DB.prepare(
      `update layer set current_aro_cents = current_aro_cents + ?2, accreted_through = ?3, last_posting = ${newest}
       where id = ?1`,
    ).bind(id, cents, periodEnd),
    env.DB.prepare(`update posting set movements = 1 where id = ${newest}`),
  ]);
}

/** Runs the work while every insert into a table fails inside SQLite. */
export async function whileInsertsFail<T>(table: string, work: () => Promise<T>, when = '1'): Promise<T> {
  await env.DB.prepare(
    `create trigger test_refusal before insert on ${table} when ${when} begin select raise(abort, 'test refusal of secret'); end`,
  ).run();
  try {
    return await work();
  } finally {
    await env.DB.prepare('drop trigger test_refusal').run();
  }
}

/** A context whose first write finds that something else has happened just before. */
export function contextInterrupted(client: SignedIn, companyId: string, justBefore: () => Promise<void>) {
  const batch: typeof db.batch = async (statements) => {
    if (pending) await pending();
    pending = null;
    return db.batch(statements);
  };
  let pending: typeof justBefore | null = justBefore;
  return {
    db: Object.create(db, { batch: { value: batch } }),
    now: new Date(),
    actor: { kind: 'user', user: { id: client.userId } },
    request: { id: 'test', ip: null, userAgent: null },
    idempotency: null,
    companyId,
    role: 'admin',
  } as unknown as CompanyAdminContext;
}
