import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { well } from '#db/schema';
import { createAccretionCalculator } from '~/domain/books/accretion';
import { createAct } from '~/domain/books/act';
import { NO_AMOUNTS } from '~/domain/books/movement';
import { PLAIN_HEADER } from '~/domain/books/planned-postings';
import type { LayerView } from '~/schemas/books/layer-views';
import type { WellView } from '~/schemas/wells/well-views';
import { createJobContext } from '~/server/job-context.server';
import { post } from '~/services/books/post.server';
import { booksReads, toBookedWells } from '~/services/books/well-books.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import { readTogether } from '~/services/platform/reads.server';
import { db, type SignedIn } from './worker';

/** Terms of an initial layer worth 27,070.90. */
export const TERMS = {
  layerType: 'initial',
  discountRate: 8,
  inflationRate: 2.5,
  pAndACost: 100_000,
  wellLifespan: 25,
  calculationDate: '2020-01-01',
};

let serial = 0;

/** A well as added by its form; its code is new unless given. */
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

/** A layer as added by the calculation form. */
export async function addLayer(
  client: SignedIn,
  wellId: string,
  given: Record<string, unknown> = {},
): Promise<LayerView> {
  const response = await client.post('/api/aro-layers/calculate', { wellId, ...TERMS, ...given });
  expect(response.status).toBe(201);
  return response.json();
}

/**
 * Many wells, coded `B-000001` and up, with active dates cycling by month over twenty years, in twelve fields; written directly to the
 * table.
 */
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

/**
 * Posts accretion of any amount on one layer, without computing it. With source `import`, it is like balances carried over before opening
 * balances existed.
 */
export async function accrete(
  layer: LayerView,
  companyId: string,
  { periodEnd, cents, source = 'user' }: { periodEnd: string; cents: number; source?: 'user' | 'import' },
) {
  const ctx = createJobContext(env, { id: 'test', now: new Date('2025-01-01T00:00:00.000Z') });
  const company = { ...ctx, companyId, role: 'admin' } as CompanyAdminContext;
  const [booked] = toBookedWells(
    await readTogether(db, booksReads(company, eq(well.id, layer.wellId), null)),
  );
  const state = booked!.layers.find(({ id }) => String(id) === layer.id)!;
  const act = createAct({ method: 'effective', calculator: createAccretionCalculator('effective') });
  act.book(
    'main',
    {
      ...PLAIN_HEADER,
      kind: 'accretion',
      day: periodEnd,
      isCompanyWide: source === 'user',
      periodType: 'annually',
      method: 'effective',
    },
    state,
    {
      ...NO_AMOUNTS,
      kind: 'accreted',
      liabilityCents: cents,
      accretion: {
        baseCents: state.currentAroCents,
        time: { numerator: 5, denominator: 1 },
        since: state.accretedThrough,
      },
    },
    { accretedThrough: periodEnd },
  );
  await post(company, act.finish(), { source, settings: null, input: { periodEnd }, audit: null });
}

/** Runs `work` while every insert into a table fails inside SQLite. */
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

/** A context in which `justBefore` runs just before the first write. */
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
