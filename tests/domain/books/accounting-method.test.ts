import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type AccretionMethod,
  accreteLayer,
  accretionExpense,
  accretionTime,
  createAccretionCalculator,
  type YearFraction,
} from '~/domain/books/accretion';
import { DEFAULT_JOURNAL_SETTINGS, type JournalEvent, journalRows } from '~/domain/books/journal';
import { inheritsRates, type Measurement, measureLayer } from '~/domain/books/layer';
import { presentValue } from '~/domain/books/present-value';
import { type LedgerEvent, rollforwardRow, sumEvents } from '~/domain/books/rollforward';
import { type PeriodType, periodEnd } from '~/domain/calendar/calendar-date';
import { Decimal } from '~/domain/money/decimal';
import { type Cents, formatCents, MAX_CENTS, parseMoney } from '~/domain/money/money';
import { BP_PER_UNIT, parseRate } from '~/domain/money/rate';

/** What docs/accounting-method.md tells accountants is what the domain computes, figure by figure. */
const DOCUMENT = readFileSync(new URL('../../../docs/accounting-method.md', import.meta.url), 'utf8');
const AMOUNT = /(?<![\d.,])-?\d{1,3}(?:,\d{3})*\.\d{2}(?![\d%]| %)/g;

/** A row of a table by the heads of its columns. */
type Row = Record<string, string>;

describe('docs/accounting-method.md', () => {
  it.each(casesOf('Present value', 'P&A cost'))('%s', (_title, row) => {
    const terms = termsOf(row);
    const pAndACostCents = cents(row['P&A cost']);
    expectFigures(row, {
      'At prices of retirement': presentValue({ ...terms, pAndACostCents, discountRateBp: 0 }),
      'Present value': presentValue({ ...terms, pAndACostCents }),
    });
  });

  it.each(casesOf('Three measurements', 'Layer value'))('%s', (_title, row) => {
    const carryingAmountCents = carriedAfterFiveYears();
    const layer = measureLayer({
      ...termsOf(row),
      layerType: 'additional',
      measurement: row.Measurement as Measurement,
      pAndACostCents: cents(row['Cost entered']),
      previous: { totalEstimateCents: 10_000_000, carryingAmountCents },
    });
    expectFigures(row, {
      'Layer value': layer.aroValueCents,
      'Estimate after': layer.totalEstimateCents,
      'Carried after': carryingAmountCents + layer.aroValueCents,
    });
  });

  it.each(casesOf('Rates of an additional layer', 'Rates'))('%s', (_title, row) => {
    const isFilledIn = inheritsRates({
      previous: {
        pAndACostCents: cents(row['Previous cost']),
        wellLifespanYears: Number(row['Previous years']),
      },
      next: { pAndACostCents: cents(row['New cost']), wellLifespanYears: Number(row['New years']) },
    });
    expect(row.Rates).toBe(isFilledIn ? 'filled in' : 'cleared');
  });

  it.each(casesOf('Accretion', 'Beginning balance'))('%s', (_title, row) => {
    expectFigures(row, { Simple: expense(row, 'simple'), Effective: expense(row, 'effective') });
  });

  it.each(casesOf('Accretion', 'Posted'))('%s', (_title, row) => {
    expectFigures(row, {
      Simple: yearPosted(row.Posted as PeriodType, 'simple'),
      Effective: yearPosted(row.Posted as PeriodType, 'effective'),
    });
  });

  it.each([...casesOf('Time', 'Why'), ...casesOf('Time', 'Years')])('%s', (_title, row) => {
    const posted = row['Posted through'];
    const time = accretionTime({
      calculationDate: row['Calculation date']!,
      wellLifespanYears: Number(row.Years ?? 25),
      accretedThrough: posted === 'never' ? null : posted!,
      periodEnd: row['Period end']!,
    });
    expect(time).toEqual(fraction(row['Time in years']));
  });

  it.each(casesOf('Imported balances', 'Carried'))('%s', (_title, row) => {
    const accretion = accreteLayer({
      layer: {
        calculationDate: '2020-01-01',
        wellLifespanYears: 25,
        accretedThrough: row['As of']!,
        currentAroCents: cents(row.Carried),
        discountRateBp: 800,
      },
      periodEnd: row['Next period end']!,
      calculator: createAccretionCalculator('simple'),
    });
    expectFigures(row, {
      'Booked as accretion': cents(row.Carried) - cents(row['Value at recognition']),
      'Next accretion': accretion!.expenseCents,
    });
    expect(accretion!.time).toEqual(fraction(row['Time in years']));
    expect(cents(row.Carried)).toBe(carriedAfterFiveYears());
  });

  it.each(casesOf('Rollforward', 'Beginning'))('%s', (_title, row) => {
    const events = tableOf('Rollforward', 'Event').map(
      (event): LedgerEvent => ({
        kind: event.Event as LedgerEvent['kind'],
        date: event.Date!,
        cents: cents(event.Amount),
      }),
    );
    const tied = rollforwardRow(sumEvents(events, { begin: row.From!, end: row.To! }));
    expectFigures(row, {
      Beginning: tied.beginningCents,
      Additions: tied.additionsCents,
      Accretion: tied.accretionCents,
      Reductions: tied.reductionsCents,
      Ending: tied.endingCents,
    });
  });

  it.each(casesOf('Journal', 'Voucher'))('%s', (_title, row) => {
    const [debit, credit] = journalRows({
      event: {
        kind: row.Event as JournalEvent['kind'],
        date: row.Date!,
        wellCode: 'A-1',
        layerNumber: 1,
        cents: cents(row.Amount),
      },
      company: { code: 'C', settings: DEFAULT_JOURNAL_SETTINGS },
    });
    for (const [side, entry] of [
      ['Debit', debit!],
      ['Credit', credit!],
    ] as const) {
      expect(row.Voucher).toBe(entry.voucherNumber);
      expect(row[`${side} account`]).toBe(`${entry.mainAccount}-${entry.subAccount}`);
      expect(formatCents(cents(row[side]))).toBe(entry.netValue);
    }
  });

  it.each(casesOf('Rounding', 'Booked'))('%s', (_title, row) => {
    expectFigures(row, { Booked: expense(row, 'simple') });
    const { numerator, denominator } = fraction(row['Time in years']);
    const exactly = new Decimal(cents(row['Beginning balance']))
      .times(rate(row.Discount) * numerator)
      .div(100 * BP_PER_UNIT * denominator);
    expect(row.Exactly).toBe(exactly.toString());
  });

  it('names no amount in its text that is not in a table, the largest one apart', () => {
    const lines = DOCUMENT.split('\n');
    const amountsIn = (text: string[]) => new Set(text.join('\n').match(AMOUNT));
    const inTables = amountsIn(lines.filter((line) => line.startsWith('|')));
    const inText = amountsIn(lines.filter((line) => !line.startsWith('|')));
    const largest = cents('9,999,999,999.99');
    expect(largest).toBe(MAX_CENTS);
    expect([...inText].filter((amount) => !inTables.has(amount) && cents(amount) !== largest)).toEqual([]);
  });
});

/** As `tableOf`, each row with a title for its test. */
function casesOf(heading: string, column: string): [title: string, row: Row][] {
  return tableOf(heading, column).map((row) => [`${heading}: ${Object.values(row).join(', ')}`, row]);
}

/** The rows of the table below a heading that has the given column. */
function tableOf(heading: string, column: string): Row[] {
  const section = DOCUMENT.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const tables = section.match(/(?:^\|.*\n)+/gm) ?? [];
  for (const table of tables) {
    const [heads, , ...rows] = table.trim().split('\n').map(cellsOf);
    if (!heads?.includes(column)) continue;
    return rows.map((cells) => Object.fromEntries(heads.map((head, index) => [head, cells[index]!])));
  }
  throw new Error(`There is no table with ${column} below ${heading}`);
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

function expectFigures(row: Row, computed: Record<string, Cents>): void {
  const shown = Object.keys(computed).map((column) => [column, formatCents(cents(row[column]))]);
  const expected = Object.entries(computed).map(([column, value]) => [column, formatCents(value)]);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
}

/** 100,000 over 25 years at 2.5 % and 8 %, grown by the interest method for five years. */
function carriedAfterFiveYears(): Cents {
  const terms = { inflationRateBp: 250, discountRateBp: 800, wellLifespanYears: 25 };
  const beginningCents = presentValue({ ...terms, pAndACostCents: 10_000_000 });
  const time = { numerator: 5, denominator: 1 };
  return (
    beginningCents + accretionExpense({ beginningCents, discountRateBp: 800, time, method: 'effective' })
  );
}

function yearPosted(periodType: PeriodType, method: AccretionMethod): Cents {
  const calculator = createAccretionCalculator(method);
  const layer = {
    calculationDate: '2024-01-01',
    wellLifespanYears: 25,
    accretedThrough: null as string | null,
    currentAroCents: 10_000_000,
    discountRateBp: 800,
  };
  const months = Array.from({ length: 12 }, (_, index) => `2024-${String(index + 1).padStart(2, '0')}-01`);
  for (const end of new Set(months.map((date) => periodEnd(periodType, date)))) {
    const { endingCents } = accreteLayer({ layer, periodEnd: end, calculator })!;
    layer.currentAroCents = endingCents;
    layer.accretedThrough = end;
  }
  return layer.currentAroCents - 10_000_000;
}

function expense(row: Row, method: AccretionMethod): Cents {
  return accretionExpense({
    method,
    beginningCents: cents(row['Beginning balance']),
    discountRateBp: rate(row.Discount),
    time: fraction(row['Time in years']),
  });
}

function termsOf(row: Row) {
  return {
    inflationRateBp: rate(row.Inflation),
    discountRateBp: rate(row.Discount),
    wellLifespanYears: Number(row.Years),
  };
}

function cents(text = ''): Cents {
  const parsed = parseMoney(text.replaceAll(',', ''));
  if (!parsed.ok) throw new Error(`"${text}" is no amount: ${parsed.reason}`);
  return parsed.cents;
}

function rate(text = ''): number {
  const parsed = parseRate(text.replace(' %', ''));
  if (!parsed.ok) throw new Error(`"${text}" is no rate: ${parsed.reason}`);
  return parsed.rateBp;
}

function fraction(text = ''): YearFraction {
  const [numerator, denominator = 1] = text.split('/').map(Number);
  return { numerator: numerator!, denominator };
}
