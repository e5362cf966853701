import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Decimal } from 'decimal.js';
import Papa from 'papaparse';
import { COMPANY_ID, type Data, dataStatements, migrationStatements, USER_ID } from './data';
import { yearFraction } from './posting';

/**
 * A script that loads a well file into its own database: it checks every row like the product, and stores the same rows in one
 * transaction.
 */
export function openPeer(data: Data) {
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
  const next = db
    .prepare(
      `select (select max(id) from posting) + 1 as posting, (select max(id) from layer) + 1 as layer,
         (select max(ledger_id) from well) + 1 as well`,
    )
    .get() as { posting: number; layer: number; well: number };
  const act = next.posting;
  /** The posting for each kind and day, with its number of movements. */
  const postings = new Map<string, { id: number; count: number }>();
  const catchUp = { layers: 0, from: '9999-12-31', cents: 0 };
  const through = lastMonthEnd(now);
  let failed = 0;
  db.exec('begin immediate');
  insert.upload.run(uploadId, COMPANY_ID, USER_ID, uploadId, asOf, data.length, now);
  for (const [index, cells] of data.entries()) {
    const key = (cells.wellCode ?? '').trim().normalize('NFC').toLowerCase();
    try {
      if (known.has(key)) throw new Error(`Well code "${cells.wellCode}" already exists`);
      const row = checkRow(cells, asOf);
      known.add(key);
      store(row, { key, number: index + 2, aroValue: row.aroValueCents ?? presentValue(row) });
    } catch (error) {
      failed += 1;
      const { message } = error as Error;
      // The header is row 1.
      const values = JSON.stringify(Object.values(cells));
      insert.rejection.run(uploadId, COMPANY_ID, index + 2, cells.wellCode ?? '', message, values);
    }
  }
  for (const { id, count } of postings.values()) insert.seal.run(count, id);
  const counts = [data.length, data.length - failed, failed] as const;
  insert.finish.run(...counts, catchUp.layers, catchUp.from, catchUp.cents, now, uploadId);
  const audited = JSON.stringify({ massUploadId: uploadId, asOf, wells: data.length - failed });
  for (const action of ['well.created', 'mass_upload.posted', 'mass_upload.finished']) {
    insert.audit.run(USER_ID, COMPANY_ID, action, uploadId, audited, now);
  }
  db.exec('commit');

  function store(
    row: Row,
    { key, number, aroValue }: { key: string; number: number; aroValue: number },
  ): void {
    const { wellCode, wellName, wellStatus, field, activeDate, calculationDate, currentAroCents } = row;
    const isOpening = currentAroCents !== null;
    const day = isOpening ? asOf : calculationDate;
    const isPlugged = wellStatus === 'Plugged';
    insert.well.run(
      // Ascending ids, like the product's: with random ids, rows would take half again as long to write.
      uploadId.slice(0, 24) + number.toString(16).padStart(12, '0'),
      next.well,
      COMPANY_ID,
      wellCode,
      key,
      wellName,
      `${key}\n${wellName.normalize('NFC').toLowerCase()}`,
      wellStatus,
      field,
      activeDate,
      isPlugged ? day : null,
      isPlugged ? 1 : 0,
      now,
      now,
    );
    const posting = postingOf(isOpening ? 'opening' : 'calculation', day);
    const balance = currentAroCents ?? aroValue;
    insert.layer.run(
      next.layer,
      next.well,
      row.discountRateBp,
      row.inflationRateBp,
      row.costCents,
      row.costCents,
      row.years,
      calculationDate,
      aroValue,
      row.aroValueCents === null ? 0 : 1,
      posting,
      balance,
      aroValue,
      isOpening ? asOf : null,
      posting,
    );
    insert.movement.run(posting, next.layer, isOpening ? 1 : 2, balance, aroValue);
    next.layer += 1;
    next.well += 1;
    if (!isOpening && !isPlugged) addCatchUp(row, balance);
  }

  function postingOf(kind: string, day: string): number {
    const known = postings.get(kind + day);
    if (known) {
      known.count += 1;
      return known.id;
    }
    const id = next.posting;
    insert.posting.run(id, act, day, kind, USER_ID, now, id === act ? '{}' : null);
    next.posting += 1;
    postings.set(kind + day, { id, count: 1 });
    return id;
  }

  /** Adds the accretion that the next posting will catch up on for a layer without an imported balance. */
  function addCatchUp({ calculationDate, years, discountRateBp }: Row, balance: number): void {
    const [months, denominator] = yearFraction(calculationDate, through, true);
    const numerator = Math.min(months, years * denominator);
    const divisor = 10_000n * BigInt(denominator);
    const exact = BigInt(balance) * BigInt(discountRateBp) * BigInt(numerator);
    catchUp.layers += 1;
    catchUp.cents += Number((2n * exact + divisor) / (2n * divisor));
    if (calculationDate < catchUp.from) catchUp.from = calculationDate;
  }
}

function lastMonthEnd(now: string): string {
  const [year, month] = now.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1, 0)).toISOString().slice(0, 10);
}

function inserts(db: DatabaseSync) {
  return {
    upload:
      db.prepare(`insert into mass_upload (id, company_id, user_id, file_id, as_of, status, total_rows, created_at)
      values (?, ?, ?, ?, ?, 'processing', ?, ?)`),
    finish:
      db.prepare(`update mass_upload set processed_rows = ?, successful_rows = ?, failed_rows = ?, catch_up_layers = ?,
      catch_up_from = ?, catch_up_cents = ?, status = 'done', finished_at = ? where id = ?`),
    rejection:
      db.prepare(`insert into mass_upload_rejection (mass_upload_id, company_id, row, well_code, error, cells)
      values (?, ?, ?, ?, ?, ?)`),
    well: db.prepare(`insert into well (id, ledger_id, company_id, well_code, well_code_key, well_name, search_key,
      well_status, field, active_date, plugged_on, arrived_plugged, created_at, updated_at)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    posting: db.prepare(`insert into posting (id, act, company, day, kind, source, user_id, created_at, input)
      values (?, ?, 1, ?, ?, 'import', ?, ?, ?)`),
    layer:
      db.prepare(`insert into layer (id, company, well, layer_number, discount_rate_bp, inflation_rate_bp,
      p_and_a_cost_cents, total_estimate_cents, well_lifespan_years, calculation_date, aro_value_cents, is_given,
      recognized_by, current_aro_cents, arc_cost_cents, arc_accumulated_cents, accreted_through, last_posting)
      values (?, 1, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)`),
    movement:
      db.prepare(`insert into movement (posting, layer, kind, liability, arc_cost, arc_accumulated, cash)
      values (?, ?, ?, ?, ?, 0, 0)`),
    seal: db.prepare('update posting set movements = ? where id = ?'),
    audit:
      db.prepare(`insert into audit_log (user_id, company_id, action, entity_type, entity_id, new_values, created_at)
      values (?, ?, ?, 'mass_upload', ?, ?, ?)`),
  };
}

/** A row's values in the units of the tables. @throws Error for the first invalid value */
function checkRow(cells: Cells, asOf: string) {
  const calculationDate = date(cells, 'calculationDate');
  const aroValueCents = cells.aroValue ? hundredths(cells, 'aroValue', 0, 999_999_999_999) : null;
  const currentAroCents = cells.currentAroValue
    ? hundredths(cells, 'currentAroValue', 0, 999_999_999_999)
    : null;
  if (currentAroCents !== null && asOf < calculationDate) throw new Error('The balance is too early');
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

/** Present values in cents. The growth factors repeat from row to row, so they are computed once per set of terms. */
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
