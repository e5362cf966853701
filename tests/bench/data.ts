import { readdirSync, readFileSync } from 'node:fs';

export const COMPANY_ID = 'bench-company';
export const USER_ID = 'bench-user';

const NOW = '2026-01-01T00:00:00.000Z';
const PART = 20_000;

/** The statements of the project's migrations, in order. */
export function migrationStatements(): string[] {
  const folder = new URL('../../db/migrations/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('--> statement-breakpoint'));
}

/** A company with `wells` wells and, where asked for, one layer each. The same text fills D1 and the peer's database. */
export function dataStatements({ wells, withLayers }: { wells: number; withLayers: boolean }): string[] {
  const statements = [
    `insert into company (id, name, code, code_key, created_at, updated_at) values ('${COMPANY_ID}', 'Bench', 'B', 'b', '${NOW}', '${NOW}')`,
    `insert into user (id, email, first_name, last_name, selected_company_id, created_at, updated_at)
     values ('${USER_ID}', 'bench@example.com', 'Ben', 'Chmark', '${COMPANY_ID}', '${NOW}', '${NOW}')`,
    `insert into user_company (id, user_id, company_id, role, created_at) values ('m', '${USER_ID}', '${COMPANY_ID}', 'admin', '${NOW}')`,
    ...eachPart(
      wells,
      (
        numbers,
      ) => `${numbers} insert into well (id, company_id, well_code, well_code_key, well_name, search_key, well_status, field, active_date, created_at, updated_at)
     select printf('%08x-0000-4000-8000-%012x', i * 2654435761 % 4294967296, i), '${COMPANY_ID}', printf('W-%06d', i), printf('w-%06d', i),
            'Well number ' || i, printf('w-%06d', i) || char(10) || 'well number ' || i,
            case i % 2 when 0 then 'Active' else 'Inactive' end, 'FIELD ' || (i % 12), '2020-01-' || printf('%02d', 1 + i % 28), '${NOW}', '${NOW}' from n`,
    ),
  ];
  if (withLayers) {
    statements.push(
      ...eachPart(
        wells,
        (
          numbers,
        ) => `${numbers} insert into aro_layer (id, company_id, well_id, layer_number, layer_type, discount_rate_bp, inflation_rate_bp,
       p_and_a_cost_cents, total_estimate_cents, well_lifespan_years, calculation_date, aro_value_cents, current_aro_cents, created_at, updated_at)
     select printf('%08x-0000-4000-9000-%012x', i * 2246822519 % 4294967296, i), '${COMPANY_ID}',
            printf('%08x-0000-4000-8000-%012x', i * 2654435761 % 4294967296, i), 1, 'initial', 400 + i % 900, 250,
            10000000, 10000000, 25, '2020-01-' || printf('%02d', 1 + i % 28), 2000000 + i * 7, 2000000 + i * 7, '${NOW}', '${NOW}' from n`,
      ),
    );
  }
  return statements;
}

/** A statement over the numbers from 1 to `count`, in parts: D1 breaks off what takes too long on a busy machine. */
export function eachPart(count: number, statement: (numbers: string) => string): string[] {
  const parts = Array.from({ length: Math.ceil(count / PART) }, (_, part) => part * PART);
  return parts.map((done) =>
    statement(
      `with recursive n(i) as (select ${done + 1} union all select i + 1 from n where i < ${Math.min(done + PART, count)})`,
    ),
  );
}
