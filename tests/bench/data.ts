import { readdirSync, readFileSync } from 'node:fs';

export const COMPANY_ID = 'bench-company';
export const USER_ID = 'bench-user';

const NOW = '2026-01-01T00:00:00.000Z';
const PART = 20_000;
/** Layers are recognized on the first 28 days of January 2020: one posting per company and day. */
const DAYS = 28;

export type Data = {
  wells: number;
  /** True if each well has a layer. */
  withLayers: boolean;
  /** Number of companies that the wells are assigned to in turn; the user is a member of the first. */
  companies?: number;
  /** True if the companies depreciate their assets straight-line over the wells' lives, from 2020. */
  depreciates?: boolean;
};

/** The statements of the project's migrations, in order. */
export function migrationStatements(): string[] {
  const folder = new URL('../../db/migrations/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('--> statement-breakpoint'));
}

/** A company with `wells` wells, optionally with one layer each. The same statements fill D1 and the peer's database. */
export function dataStatements({ wells, withLayers, companies = 1, depreciates = false }: Data): string[] {
  const company = `(1 + i % ${companies})`;
  return [
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${companies})
     insert into company (id, ledger_id, name, code, code_key, depreciation, depreciation_from, created_at, updated_at)
     select ${companyId('i')}, i, 'Bench ' || i, 'B' || i, 'b' || i,
       ${depreciates ? "'straight-line', '2020-01-01'" : "'none', null"}, '${NOW}', '${NOW}' from n`,
    `insert into user (id, email, email_verified, first_name, last_name, selected_company_id, created_at, updated_at)
     values ('${USER_ID}', 'bench@example.com', 1, 'Ben', 'Chmark', '${COMPANY_ID}', '${NOW}', '${NOW}')`,
    `insert into user_company (id, user_id, company_id, role, created_at) values ('m', '${USER_ID}', '${COMPANY_ID}', 'admin', '${NOW}')`,
    ...eachPart(
      wells,
      (numbers) => `${numbers}
     insert into well (id, ledger_id, company_id, well_code, well_code_key, well_name, search_key, well_status, field, active_date, created_at, updated_at)
     select printf('%08x-0000-4000-8000-%012x', i * 2654435761 % 4294967296, i), i, ${companyId(company)}, printf('W-%06d', i), printf('w-%06d', i),
            'Well number ' || i, printf('w-%06d', i) || char(10) || 'well number ' || i,
            case i % 2 when 0 then 'Active' else 'Inactive' end, 'FIELD ' || (i % 12), '2020-01-' || printf('%02d', 1 + i % ${DAYS}), '${NOW}', '${NOW}' from n`,
    ),
    ...(withLayers ? layerStatements(wells, company) : []),
  ];
}

/** In the order required by the ledger's triggers: open postings first, then their movements, then the count that seals them. */
function layerStatements(wells: number, company: string): string[] {
  const posting = `((${company} - 1) * ${DAYS} + 1 + i % ${DAYS})`;
  const day = `'2020-01-' || printf('%02d', 1 + i % ${DAYS})`;
  const value = '(2000000 + i * 7)';
  return [
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${wells})
     insert into posting (id, act, company, day, kind, source, user_id, created_at, input)
     select distinct ${posting}, ${posting}, ${company}, ${day}, 'calculation', 'user', '${USER_ID}', '${NOW}', '{}' from n order by 1`,
    ...eachPart(
      wells,
      (numbers) => `${numbers}
     insert into layer (id, company, well, layer_number, discount_rate_bp, inflation_rate_bp, p_and_a_cost_cents, total_estimate_cents,
       well_lifespan_years, calculation_date, aro_value_cents, recognized_by, current_aro_cents, arc_cost_cents, arc_accumulated_cents, arc_base_cents, last_posting)
     select i, ${company}, i, 1, 400 + i % 900, 250, 10000000, 10000000, 25, ${day},
            ${value}, ${posting}, ${value}, ${value}, 0, ${value}, ${posting} from n`,
    ),
    `insert into movement (posting, layer, kind, liability, arc_cost, arc_accumulated, cash)
     select recognized_by, id, 2, aro_value_cents, aro_value_cents, 0, 0 from layer order by recognized_by, id`,
    'update posting set movements = (select count(*) from movement where movement.posting = posting.id)',
  ];
}

function companyId(number: string): string {
  return `iif(${number} = 1, '${COMPANY_ID}', printf('${COMPANY_ID}-%03d', ${number}))`;
}

/** Splits a statement over the numbers from 1 to `count`, because D1 aborts long-running statements on a busy machine. */
function eachPart(count: number, statement: (numbers: string) => string): string[] {
  const parts = Array.from({ length: Math.ceil(count / PART) }, (_, part) => part * PART);
  return parts.map((done) =>
    statement(
      `with recursive n(i) as (select ${done + 1} union all select i + 1 from n where i < ${Math.min(done + PART, count)})`,
    ),
  );
}
