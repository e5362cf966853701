import { env } from 'cloudflare:workers';

/**
 * Books in the tables of the version before the ledger: `aro_layer` with balances, `accretion_record`, `calculation_input`. Amounts are
 * made up; the migration copies them and computes none.
 */

/** The last migration before the ledger. */
export const LAST_MIGRATION_BEFORE = '0005_one_initial_layer_by_number.sql';

type Row = Record<string, string | number | null>;
type Measurement = 'change' | 'increment' | 'remeasure';
type OldLayer = Row & { id: string; company_id: string; well_id: string; aro_value_cents: number };

/** Rows per statement. */
const CHUNK = 2_000;

async function insert(table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]!);
  const values = columns.map((column) => `value ->> '$.${column}'`);
  for (let start = 0; start < rows.length; start += CHUNK) {
    await env.DB.prepare(
      `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from json_each(?)`,
    )
      .bind(JSON.stringify(rows.slice(start, start + CHUNK)))
      .run();
  }
}

/** Pseudorandom numbers, the same in every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Builds books in memory, act by act, each a minute after the previous one, and writes them all at the end. */
export function createOldBooks(seed: number) {
  const below = numbersFrom(seed);
  const rows = {
    company: [] as Row[],
    well: [] as (Row & { id: string; company_id: string; well_status: string })[],
    aro_layer: [] as OldLayer[],
    calculation_input: [] as Row[],
    accretion_record: [] as Row[],
    audit_log: [] as Row[],
  };
  let minutes = 0;
  const act = () => {
    minutes += 1;
    return new Date(Date.UTC(2024, 0, 1, 0, minutes)).toISOString();
  };
  const companyOf = (wellId: string) => rows.well.find(({ id }) => id === wellId)!.company_id;

  function addCompany(code: string): string {
    const id = crypto.randomUUID();
    const at = act();
    rows.company.push({ id, name: code, code, code_key: code.toLowerCase(), created_at: at, updated_at: at });
    return id;
  }

  function addWell(companyId: string, code: string): string {
    const id = crypto.randomUUID();
    const at = act();
    const key = code.toLowerCase();
    rows.well.push({
      id,
      company_id: companyId,
      well_code: code,
      well_code_key: key,
      well_name: `Well ${code}`,
      search_key: `${key}\nwell ${key}`,
      well_status: 'Active',
      field: `Field ${below(3)}`,
      active_date: '2020-01-01',
      created_at: at,
      updated_at: at,
    });
    return id;
  }

  function layerRow(wellId: string, date: string, measurement: Measurement | null, at: string): OldLayer {
    const number = rows.aro_layer.filter(({ well_id }) => well_id === wellId).length + 1;
    const size = 1 + below(5_000_000);
    const value = measurement === 'increment' || measurement === null || below(2) === 0 ? size : -size;
    const row: OldLayer = {
      id: crypto.randomUUID(),
      company_id: companyOf(wellId),
      well_id: wellId,
      layer_number: number,
      layer_type: measurement === null ? 'initial' : 'additional',
      measurement,
      discount_rate_bp: 400 + below(800),
      inflation_rate_bp: below(400),
      p_and_a_cost_cents: 1 + below(90_000_000),
      total_estimate_cents: 1 + below(90_000_000),
      well_lifespan_years: 1 + below(40),
      calculation_date: date,
      aro_value_cents: value,
      current_aro_cents: value,
      accreted_through: null,
      created_at: at,
      updated_at: at,
    };
    rows.aro_layer.push(row);
    return row;
  }

  function addInput(layer: OldLayer, userId: string, input: Record<string, unknown>): void {
    rows.calculation_input.push({
      user_id: userId,
      company_id: layer.company_id,
      calculation_type: 'aro_layer',
      entity_id: layer.id,
      input_parameters: JSON.stringify({ wellId: layer.well_id, ...input }),
      calculation_date: layer.calculation_date!,
      created_at: layer.created_at!,
    });
  }

  /** One calculation, for one or several wells; with no user, like data from before inputs were stored. */
  function calculate(
    wellIds: readonly string[],
    date: string,
    measurement: Measurement | null,
    userId: string | null = 'accountant',
  ): OldLayer[] {
    const at = act();
    return wellIds.map((wellId) => {
      const layer = layerRow(wellId, date, measurement, at);
      if (userId !== null) addInput(layer, userId, { calculationDate: date, scope: 'single' });
      return layer;
    });
  }

  function addRecord(
    layer: OldLayer,
    record: {
      postingId: string;
      periodType: string;
      periodEnd: string;
      method: string;
      source: string;
      at: string;
    },
  ): void {
    const beginning = layer.current_aro_cents as number;
    const numerator = 1 + below(400);
    const expense = Math.round((beginning * (layer.discount_rate_bp as number) * numerator) / 10_000 / 372);
    rows.accretion_record.push({
      company_id: layer.company_id,
      aro_layer_id: layer.id,
      posting_id: record.postingId,
      period_type: record.periodType,
      period_start: layer.accreted_through ?? layer.calculation_date!,
      period_end: record.periodEnd,
      beginning_aro_cents: beginning,
      discount_rate_bp: layer.discount_rate_bp!,
      accretion_expense_cents: expense,
      ending_aro_cents: beginning + expense,
      method: record.method,
      time_numerator: numerator,
      time_denominator: 372,
      source: record.source,
      created_at: record.at,
    });
    layer.current_aro_cents = beginning + expense;
    layer.accreted_through = record.periodEnd;
    layer.updated_at = record.at;
  }

  /** An upload of wells with layers; open balances become accretion with source import through a day. */
  function upload(wellIds: readonly string[], date: string, asOf: string): void {
    const at = act();
    const [massUploadId, postingId] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const [index, wellId] of wellIds.entries()) {
      for (const measurement of index % 3 === 0 ? [null, 'increment' as const] : [null]) {
        const layer = layerRow(wellId, date, measurement, at);
        addInput(layer, 'uploader', { massUploadId, ...(index % 2 === 0 && { aroValue: '1.00', asOf }) });
        const record = {
          postingId,
          periodType: 'monthly',
          periodEnd: asOf,
          method: 'simple',
          source: 'import',
          at,
        };
        if (index % 2 === 0) addRecord(layer, record);
      }
    }
    addAudit(companyOf(wellIds[0]!), postingId, 'uploader', at);
  }

  function addAudit(companyId: string, postingId: string, userId: string, at: string): void {
    rows.audit_log.push({
      user_id: userId,
      company_id: companyId,
      action: 'accretion.posted',
      entity_type: 'accretion_posting',
      entity_id: postingId,
      created_at: at,
    });
  }

  /** Accretion of a company to a period end, in pages of the given number of layers, each a separate posting. */
  function accrete(
    companyId: string,
    periodEnd: string,
    { source = 'month-end', periodType = 'monthly', method = 'simple', page = 1_000 } = {},
  ): void {
    const plugged = new Set(
      rows.well.flatMap(({ id, well_status }) => (well_status === 'Plugged' ? [id] : [])),
    );
    const layers = rows.aro_layer.filter(
      (layer) =>
        layer.company_id === companyId &&
        layer.current_aro_cents !== 0 &&
        String(layer.calculation_date) <= periodEnd &&
        String(layer.accreted_through ?? '') < periodEnd &&
        !plugged.has(layer.well_id),
    );
    for (let start = 0; start < layers.length; start += page) {
      const at = act();
      const postingId = crypto.randomUUID();
      for (const layer of layers.slice(start, start + page)) {
        addRecord(layer, { postingId, periodType, periodEnd, method, source, at });
      }
      const userId = source === 'month-end' ? 'system' : 'accountant';
      addAudit(companyId, postingId, userId, at);
      rows.calculation_input.push({
        user_id: userId,
        company_id: companyId,
        calculation_type: 'accretion',
        entity_id: postingId,
        input_parameters: JSON.stringify({ periodType, periodEnd }),
        calculation_date: periodEnd,
        created_at: at,
      });
    }
  }

  function plug(wellId: string): void {
    rows.well.find(({ id }) => id === wellId)!.well_status = 'Plugged';
  }

  /** Writes everything. Records are inserted by layer, as the earlier version did within a posting. */
  async function write(): Promise<void> {
    for (const table of Object.keys(rows) as (keyof typeof rows)[]) await insert(table, rows[table]);
  }

  return { addCompany, addWell, calculate, upload, accrete, plug, write, rows };
}

/** A company with many layers, created inside the database: one layer per well, accreted to some month-ends of 2024. */
export async function writeLargeOldCompany(companyId: string, layers: number, months: number): Promise<void> {
  const run = (text: string, ...values: unknown[]) =>
    env.DB.prepare(text)
      .bind(...values)
      .run();
  const id = 'lower(hex(randomblob(16)))';
  const at = '2024-01-01T00:00:00.000Z';
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${layers})`;
  await run(
    `insert into company (id, name, code, code_key, created_at, updated_at) values (?1, 'Large', 'LARGE', 'large', ?2, ?2)`,
    companyId,
    at,
  );
  await run(
    `${numbers} insert into well (id, company_id, well_code, well_code_key, well_name, search_key, well_status, field, active_date, created_at, updated_at)
    select ${id}, ?1, 'L-' || i, 'l-' || i, 'Large ' || i, 'l-' || i, 'Active', 'F', '2020-01-01', ?2, ?2 from n`,
    companyId,
    at,
  );
  await run(
    `insert into aro_layer select ${id}, company_id, id, 1, 'initial', null, 800, 250, 100, 100, 25, '2024-01-01', 100000 + rowid, 100000 + rowid,
      null, '2024-01-01T00:00:' || printf('%02d', rowid % 60) || '.000Z', ?2 from well where company_id = ?1`,
    companyId,
    at,
  );
  await run(
    `insert into calculation_input (user_id, company_id, calculation_type, entity_id, input_parameters, calculation_date, created_at)
    select 'accountant', company_id, 'aro_layer', id, '{"calculationDate":"2024-01-01"}', calculation_date, created_at from aro_layer where company_id = ?`,
    companyId,
  );
  for (let month = 1; month <= months; month += 1) {
    const end = `date('2024-01-01', '+${month} months', '-1 day')`;
    await run(
      `insert into accretion_record (company_id, aro_layer_id, posting_id, period_type, period_start, period_end, beginning_aro_cents,
        discount_rate_bp, accretion_expense_cents, ending_aro_cents, method, time_numerator, time_denominator, source, created_at)
      select company_id, id, ?2, 'monthly', coalesce(accreted_through, calculation_date), ${end}, current_aro_cents, 800,
        current_aro_cents / 150, current_aro_cents + current_aro_cents / 150, 'simple', 1, 12, 'month-end', ${end} || 'T02:00:00.000Z'
      from aro_layer where company_id = ?1 order by id`,
      companyId,
      crypto.randomUUID(),
    );
    await run(
      `update aro_layer set current_aro_cents = current_aro_cents + current_aro_cents / 150, accreted_through = ${end} where company_id = ?`,
      companyId,
    );
  }
}
