import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Decimal } from 'decimal.js';
import Papa from 'papaparse';
import { COMPANY_ID, dataStatements, migrationStatements, USER_ID } from './data';
import { yearFraction } from './posting';

/**
 * A script that takes a file of wells into a database of its own: every row checked as the product does, and the same rows
 * stored, in one transaction.
 */
export function openPeer(data: Parameters<typeof dataStatements>[0]) {
  const folder = mkdtempSync(join(tmpdir(), 'aro-bench-peer-'));
  const db = new DatabaseSync(join(folder, 'peer.sqlite'));
  db.exec('pragma journal_mode = wal');
  for (const statement of [...migrationStatements(), ...dataStatements(data)]) db.exec(statement);
  return {
    db,
    upload: (path: string, asOf: string) => upload(db, path, asOf),
    close() {
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Cells = Record<string, string>;
type Row = ReturnType<typeof checkRow>;

function upload(db: DatabaseSync, path: string, asOf: string): void {
  const { data } = Papa.parse<Cells>(readFileSync(path, 'utf8'), { header: true, skipEmptyLines: true });
  const now = new Date().toISOString();
  const uploadId = crypto.randomUUID();
  const insert = inserts(db);
  const presentValue = presentValues();
  const known = new Set(
    db
      .prepare('select well_code_key from well where company_id = ?')
      .all(COMPANY_ID)
      .map((row) => row.well_code_key),
  );
  let stored = 0;
  // Ids that ascend, as the product's do: at random, rows would take half as long again to write.
  const nextId = () => {
    stored += 1;
    return uploadId.slice(0, 24) + String(stored).padStart(12, '0');
  };
  let failed = 0;
  db.exec('begin immediate');
  insert.upload.run(uploadId, COMPANY_ID, USER_ID, uploadId, asOf, data.length, now);
  for (const [index, cells] of data.entries()) {
    const key = (cells.wellCode ?? '').trim().normalize('NFC').toLowerCase();
    try {
      if (known.has(key)) throw new Error(`Well code "${cells.wellCode}" already exists`);
      const row = checkRow(cells, asOf);
      known.add(key);
      store(row, key, row.aroValueCents ?? presentValue(row));
    } catch (error) {
      failed += 1;
      const { message } = error as Error;
      // The header is row 1.
      const values = JSON.stringify(Object.values(cells));
      insert.rejection.run(uploadId, COMPANY_ID, index + 2, cells.wellCode ?? '', message, values);
    }
  }
  insert.finish.run(data.length, data.length - failed, failed, now, uploadId);
  db.exec('commit');

  function store(row: Row, key: string, aroValue: number): void {
    const { wellCode, wellName, wellStatus, field, activeDate, calculationDate, ...layer } = row;
    const wellId = nextId();
    const layerId = nextId();
    const current = layer.currentAroCents ?? aroValue;
    const accretedThrough = current === aroValue ? null : asOf;
    const searchKey = `${key}\n${wellName.normalize('NFC').toLowerCase()}`;
    insert.well.run(
      wellId,
      COMPANY_ID,
      wellCode,
      key,
      wellName,
      searchKey,
      wellStatus,
      field,
      activeDate,
      now,
      now,
    );
    const well = { wellCode, wellName, wellStatus, field, activeDate, customFields: {} };
    insert.audit.run(USER_ID, COMPANY_ID, 'well.created', 'well', wellId, JSON.stringify(well), now);
    const columns = {
      id: layerId,
      companyId: COMPANY_ID,
      wellId,
      layerNumber: 1,
      layerType: 'initial',
      measurement: null,
      discountRateBp: layer.discountRateBp,
      inflationRateBp: layer.inflationRateBp,
      pAndACostCents: layer.costCents,
      totalEstimateCents: layer.costCents,
      wellLifespanYears: layer.years,
      calculationDate,
      aroValueCents: aroValue,
      currentAroCents: current,
      accretedThrough,
      createdAt: now,
      updatedAt: now,
    };
    insert.layer.run(...Object.values(columns));
    const { discountRate, inflationRate, pAndACost, wellLifespan } = layer.given;
    const input = {
      layerType: 'initial',
      discountRate,
      inflationRate,
      pAndACost,
      wellLifespan,
      ...(layer.aroValueCents !== null && { aroValue: layer.given.aroValue }),
      ...(accretedThrough && { currentAroValue: layer.given.currentAroValue, asOf }),
      massUploadId: uploadId,
      wellId,
      calculationDate,
    };
    insert.input.run(USER_ID, COMPANY_ID, layerId, JSON.stringify(input), calculationDate, now);
    const action = layer.aroValueCents === null ? 'aro_layer.calculated' : 'aro_layer.imported';
    insert.audit.run(USER_ID, COMPANY_ID, action, 'aro_layer', layerId, JSON.stringify(columns), now);
    if (accretedThrough === null) return;
    const [numerator, denominator] = yearFraction(calculationDate, asOf, true);
    const [rate, expense] = [layer.discountRateBp, current - aroValue];
    insert.accretion.run(
      ...[COMPANY_ID, layerId, uploadId, calculationDate, asOf, aroValue, rate, expense, current],
      ...[numerator, denominator, now],
    );
  }
}

function inserts(db: DatabaseSync) {
  return {
    upload:
      db.prepare(`insert into mass_upload (id, company_id, user_id, file_id, as_of, status, total_rows, created_at)
      values (?, ?, ?, ?, ?, 'processing', ?, ?)`),
    finish:
      db.prepare(`update mass_upload set processed_rows = ?, successful_rows = ?, failed_rows = ?, status = 'done',
      finished_at = ? where id = ?`),
    rejection:
      db.prepare(`insert into mass_upload_rejection (mass_upload_id, company_id, row, well_code, error, cells)
      values (?, ?, ?, ?, ?, ?)`),
    well: db.prepare(`insert into well (id, company_id, well_code, well_code_key, well_name, search_key, well_status, field,
      active_date, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    layer: db.prepare(`insert into aro_layer (id, company_id, well_id, layer_number, layer_type, measurement,
      discount_rate_bp, inflation_rate_bp, p_and_a_cost_cents, total_estimate_cents, well_lifespan_years, calculation_date,
      aro_value_cents, current_aro_cents, accreted_through, created_at, updated_at)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    input:
      db.prepare(`insert into calculation_input (user_id, company_id, calculation_type, entity_id, input_parameters,
      calculation_date, created_at) values (?, ?, 'aro_layer', ?, ?, ?, ?)`),
    accretion:
      db.prepare(`insert into accretion_record (company_id, aro_layer_id, posting_id, period_type, period_start,
      period_end, beginning_aro_cents, discount_rate_bp, accretion_expense_cents, ending_aro_cents, method, time_numerator,
      time_denominator, source, created_at) values (?, ?, ?, 'monthly', ?, ?, ?, ?, ?, ?, 'simple', ?, ?, 'import', ?)`),
    audit:
      db.prepare(`insert into audit_log (user_id, company_id, action, entity_type, entity_id, new_values, created_at)
      values (?, ?, ?, ?, ?, ?, ?)`),
  };
}

/** A row's values in the units of the tables. @throws Error for the first that is not right */
function checkRow(cells: Cells, asOf: string) {
  const calculationDate = date(cells, 'calculationDate');
  const aroValueCents = cells.aroValue ? hundredths(cells, 'aroValue', 0, 999_999_999_999) : null;
  const currentAroCents = cells.currentAroValue
    ? hundredths(cells, 'currentAroValue', 0, 999_999_999_999)
    : null;
  if (currentAroCents !== aroValueCents && asOf < calculationDate)
    throw new Error('The balance is too early');
  if (cells.layerType !== 'initial') throw new Error('The file has initial layers only');
  if (!['Active', 'Inactive', 'Plugged'].includes(cells.wellStatus ?? ''))
    throw new Error('There is no such status');
  return {
    wellCode: text(cells, 'wellCode', 100),
    wellName: text(cells, 'wellName', 200),
    wellStatus: cells.wellStatus ?? '',
    field: text(cells, 'field', 100),
    activeDate: date(cells, 'activeDate'),
    calculationDate,
    discountRateBp: hundredths(cells, 'discountRate', 1, 99_999),
    inflationRateBp: hundredths(cells, 'inflationRate', 0, 99_999),
    costCents: hundredths(cells, 'pAndACost', 1, 999_999_999_999),
    years: lifespan(cells.wellLifespan ?? ''),
    aroValueCents,
    currentAroCents,
    given: cells,
  };
}

function text(cells: Cells, column: string, maxLength: number): string {
  const value = (cells[column] ?? '').trim();
  if (value === '') throw new Error(`${column} is required`);
  if (value.length > maxLength) throw new Error(`${column} is too long`);
  if (value.includes('\0') || !value.isWellFormed()) throw new Error(`${column} has invalid characters`);
  return value;
}

function date(cells: Cells, column: string): string {
  const value = (cells[column] ?? '').trim();
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const isReal = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= days;
  if (!isReal || value < '1900-01-01' || value > '2199-12-31') throw new Error(`${column} is no date`);
  return value;
}

function hundredths(cells: Cells, column: string, min: number, max: number): number {
  const [, sign, whole, fraction = ''] =
    /^([+-]?)(\d+)(?:\.(\d{1,2}))?$/.exec((cells[column] ?? '').trim()) ?? [];
  const value = (sign === '-' ? -1 : 1) * (Number(whole) * 100 + Number(fraction.padEnd(2, '0')));
  if (!(value >= min && value <= max)) throw new Error(`${column} is no amount`);
  return value;
}

function lifespan(cell: string): number {
  const years = Number(cell);
  if (!Number.isInteger(years) || years < 1 || years > 200)
    throw new Error('wellLifespan is no number of years');
  return years;
}

/** Present values in cents. The factor, which repeats from row to row, is worked out once for each terms. */
function presentValues() {
  const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });
  const known = new Map<string, { inflated: Decimal; discounted: Decimal }>();
  return ({ costCents, inflationRateBp, discountRateBp, years }: Row): number => {
    const key = `${inflationRateBp} ${discountRateBp} ${years}`;
    let growth = known.get(key);
    if (!growth) {
      const grown = (rateBp: number) => new Exact(10_000 + rateBp).div(10_000).pow(years);
      growth = { inflated: grown(inflationRateBp), discounted: grown(discountRateBp) };
      known.set(key, growth);
    }
    return growth.inflated.times(costCents).div(growth.discounted).toDecimalPlaces(0).toNumber();
  };
}
