import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { TICKS_PER_YEAR } from '~/domain/calendar/month-scale';
import { formatFixed, parseFixed } from '~/domain/money/decimal-text';
import { roundHalfUp } from '~/domain/money/money';
import { formatExactRate, formatRate, type RateBp, rateOfUnits, rateUnits } from '~/domain/money/rate';
import { type LayerLife, MAX_WELL_LIFESPAN_YEARS, ticksOfLife } from './life';
import { yearsOf } from './present-value';

/** The two rates of a layer, as the calls name them. */
export const RATE_NAMES = ['discountRate', 'inflationRate'] as const;
export type RateName = (typeof RATE_NAMES)[number];

/** A time to retirement in hundredths of a year: six months are 50, ten years 1,000. */
export type Maturity = number;

const PER_YEAR = 100;

/** The discount rate of one maturity. */
export type MaturityRate = { maturity: Maturity; rateBp: RateBp };

/** A company's rates from a date on, until the next table that has them. */
export type RateTable = {
  effectiveOn: CalendarDate;
  /** At least two, shortest maturity first; null where the table has inflation only. */
  discountRates: MaturityRate[] | null;
  /** Null where the table has discount rates only. */
  inflationRateBp: RateBp | null;
};

/**
 * Where a layer's life lies among the maturities of a table: `between` two, `at` one, or beyond the `shortest` or the
 * `longest`, whose rate it then takes.
 */
export type MaturityPlace = 'between' | 'at' | 'shortest' | 'longest';

/** Which rates of which table made a layer's discount rate. A layer keeps it, whatever becomes of the table. */
export type DiscountSource = {
  effectiveOn: CalendarDate;
  place: MaturityPlace;
  /** Two where the life is between them; otherwise the one whose rate it took. */
  maturities: MaturityRate[];
};

/** The company's tables that a layer's rates are from; null for a rate that is from none. */
export type CompanyRates = {
  discount: DiscountSource | null;
  inflation: { effectiveOn: CalendarDate } | null;
};

/** Reads a maturity in years, such as `10` or `"0.5"`; null for what is none, or longer than a well may live. */
export function parseMaturity(input: string | number): Maturity | null {
  const parsed = parseFixed(input, { places: 2, max: MAX_WELL_LIFESPAN_YEARS * PER_YEAR });
  return parsed.ok && parsed.units > 0 ? parsed.units : null;
}

/** Writes a maturity in years, without zeros at the end: 1,000 is "10", 50 is "0.5". */
export function formatMaturity(maturity: Maturity): string {
  return formatFixed(maturity, 2).replace(/\.?0+$/, '');
}

/** "1 year", "0.5 years": from what `formatMaturity` wrote. */
export function yearsText(years: string): string {
  return `${years} ${years === '1' ? 'year' : 'years'}`;
}

/**
 * The company's discount rate for a layer: of the newest table dated on or before its date, for the time from that date to its
 * retirement, linearly between the two nearest maturities, to ten decimals. A life shorter than the first maturity, or longer
 * than the last, takes the rate of that maturity: beyond its ends a table says nothing, and a line drawn on could reach zero.
 * 7.60% at 10 years and 8.00% at 20 years are 7.80% at 15 years. Null where no table is dated on or before the date.
 * Source: the rule of rate tables; ASC 410-20-30-1, the credit-adjusted risk-free rate.
 */
export function discountRateFor(
  tables: readonly RateTable[],
  life: LayerLife,
): { rateBp: RateBp; source: DiscountSource } | null {
  const table = newestTable(tables, life.calculationDate, ({ discountRates }) => discountRates !== null);
  if (!table?.discountRates) return null;
  const { effectiveOn, discountRates } = table;
  const time = ticksOfLife(life) * PER_YEAR;
  const positionOf = ({ maturity }: MaturityRate) => maturity * TICKS_PER_YEAR;
  const of = (place: MaturityPlace, rate: MaturityRate) => ({
    rateBp: rate.rateBp,
    source: { effectiveOn, place, maturities: [rate] },
  });

  const next = discountRates.findIndex((rate) => positionOf(rate) >= time);
  if (next === -1) return of('longest', discountRates.at(-1)!);
  const longer = discountRates[next]!;
  if (positionOf(longer) === time) return of('at', longer);
  const shorter = discountRates[next - 1];
  if (!shorter) return of('shortest', longer);
  const [from, to, at] = [positionOf(shorter), positionOf(longer), time].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ];
  const [low, high] = [BigInt(rateUnits(shorter.rateBp)), BigInt(rateUnits(longer.rateBp))];
  const units = roundHalfUp(low * (to - at) + high * (at - from), to - from);
  return {
    rateBp: rateOfUnits(Number(units)),
    source: { effectiveOn, place: 'between', maturities: [shorter, longer] },
  };
}

/**
 * The company's inflation rate for a date: that of the newest table dated on or before it; null without one.
 * Source: the rule of rate tables.
 */
export function inflationRateFor(
  tables: readonly RateTable[],
  date: CalendarDate,
): { rateBp: RateBp; source: { effectiveOn: CalendarDate } } | null {
  const table = newestTable(tables, date, ({ inflationRateBp }) => inflationRateBp !== null);
  if (!table || table.inflationRateBp === null) return null;
  return { rateBp: table.inflationRateBp, source: { effectiveOn: table.effectiveOn } };
}

/** Where a discount rate is from, in words that name the table and its maturities. */
export function discountReason(source: DiscountSource): string {
  return `Discount rate from the company’s table of ${discountPlace(source)}`;
}

/** Where an inflation rate is from. */
export function inflationReason({ effectiveOn }: { effectiveOn: CalendarDate }): string {
  return `Inflation rate from the company’s table of ${effectiveOn}`;
}

/** Where both rates of a layer are from, of which at least one is from a table; in one line. */
export function companyRatesReason({ discount, inflation }: CompanyRates): string {
  const ofDiscount = discount ? `of ${discountPlace(discount)}` : 'as entered';
  const ofInflation = inflation ? `of ${inflation.effectiveOn}` : 'as entered';
  return `Company’s rate tables: discount ${ofDiscount}; inflation ${ofInflation}`;
}

function discountPlace({ effectiveOn, place, maturities }: DiscountSource): string {
  const [first, second] = maturities.map(({ maturity }) => formatMaturity(maturity));
  const years = yearsText(first!);
  const places: Record<MaturityPlace, string> = {
    between: `between ${first} and ${second} years`,
    at: `at ${years}`,
    shortest: `at ${years}, its shortest maturity`,
    longest: `at ${years}, its longest maturity`,
  };
  return `${effectiveOn}, ${places[place]}`;
}

/** How a discount rate follows from two maturities, as a line to read; null where it is that of one. */
export function interpolationLine(
  { maturities }: DiscountSource,
  rateBp: RateBp,
  life: LayerLife,
): string | null {
  const [shorter, longer] = maturities;
  if (!shorter || !longer) return null;
  const [from, to] = [formatMaturity(shorter.maturity), formatMaturity(longer.maturity)];
  const [low, high] = [formatRate(shorter.rateBp), formatRate(longer.rateBp)];
  const years = yearsOf({ ...life, inflationRateBp: 0, discountRateBp: 0 }).toDecimalPlaces(12);
  const exact = formatExactRate(rateBp).replace(/0{1,8}$/, '');
  return `${low}% + (${high}% − ${low}%) × (${years} − ${from}) ÷ (${to} − ${from}) = ${exact}%`;
}

function newestTable(
  tables: readonly RateTable[],
  date: CalendarDate,
  has: (table: RateTable) => boolean,
): RateTable | null {
  return tables.reduce<RateTable | null>(
    (newest, table) =>
      table.effectiveOn <= date && has(table) && (newest === null || table.effectiveOn > newest.effectiveOn)
        ? table
        : newest,
    null,
  );
}
