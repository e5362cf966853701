import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { TICKS_PER_YEAR } from '~/domain/calendar/month-scale';
import { formatFixed, parseFixed } from '~/domain/money/decimal-text';
import { roundHalfUp } from '~/domain/money/money';
import { formatExactRate, formatRate, type RateBp, rateOfUnits, rateUnits } from '~/domain/money/rate';
import { type LayerLife, MAX_WELL_LIFESPAN_YEARS, ticksOfLife } from './life';
import { yearsOf } from './present-value';

/** The two rates of a layer, by their API names. */
export const RATE_NAMES = ['discountRate', 'inflationRate'] as const;
export type RateName = (typeof RATE_NAMES)[number];

/** Time to retirement in hundredths of a year: six months is 50, ten years 1,000. */
export type Maturity = number;

const PER_YEAR = 100;

/** Discount rate for one maturity. */
export type MaturityRate = { maturity: Maturity; rateBp: RateBp };

/** A company's rates from a date until the next table that includes them. */
export type RateTable = {
  effectiveOn: CalendarDate;
  /** At least two, shortest maturity first; null when the table has only inflation. */
  discountRates: MaturityRate[] | null;
  /** Null when the table has only discount rates. */
  inflationRateBp: RateBp | null;
};

/**
 * Position of a layer's life among a table's maturities: `between` two, `at` one, or outside the range, in which case it takes
 * the rate of the `shortest` or `longest`.
 */
export type MaturityPosition = 'between' | 'at' | 'shortest' | 'longest';

/** Table and maturities behind a layer's discount rate. Stored with the layer, so later changes to the table don't matter. */
export type DiscountSource = {
  effectiveOn: CalendarDate;
  place: MaturityPosition;
  /** Two if the life is between them; otherwise the one whose rate it took. */
  maturities: MaturityRate[];
};

/** Company tables that a layer's rates came from; null for a rate that is not from a table. */
export type CompanyRates = {
  discount: DiscountSource | null;
  inflation: { effectiveOn: CalendarDate } | null;
};

/** Parses a maturity in years, such as `10` or `"0.5"`; null if it is invalid or longer than the maximum lifespan. */
export function parseMaturity(input: string | number): Maturity | null {
  const parsed = parseFixed(input, { places: 2, max: MAX_WELL_LIFESPAN_YEARS * PER_YEAR });
  return parsed.ok && parsed.units > 0 ? parsed.units : null;
}

/** Formats a maturity in years, without trailing zeros: 1,000 is "10", 50 is "0.5". */
export function formatMaturity(maturity: Maturity): string {
  return formatFixed(maturity, 2).replace(/\.?0+$/, '');
}

/** Adds the unit to a maturity formatted by `formatMaturity`: "1 year", "0.5 years". */
export function formatYears(years: string): string {
  return `${years} ${years === '1' ? 'year' : 'years'}`;
}

/**
 * The company's discount rate for a layer: from the newest table with discount rates dated on or before the layer's date, for
 * the time from that date to its retirement, interpolated linearly between the two nearest maturities, to ten decimals. A life
 * shorter than the first maturity or longer than the last takes that maturity's rate: the table has no data beyond its ends,
 * and an extrapolated line could reach zero. 7.60% at 10 years and 8.00% at 20 years are 7.80% at 15 years. Null without such a
 * table.
 * Source: the rate table rule; ASC 410-20-30-1, the credit-adjusted risk-free rate.
 */
export function discountRateFor(
  tables: readonly RateTable[],
  life: LayerLife,
): { rateBp: RateBp; source: DiscountSource } | null {
  const table = newestTable(tables, life.calculationDate, ({ discountRates }) => discountRates !== null);
  if (!table?.discountRates) return null;
  const { effectiveOn, discountRates } = table;
  const time = ticksOfLife(life) * PER_YEAR;
  const ticksOf = ({ maturity }: MaturityRate) => maturity * TICKS_PER_YEAR;
  const toResult = (place: MaturityPosition, rate: MaturityRate) => ({
    rateBp: rate.rateBp,
    source: { effectiveOn, place, maturities: [rate] },
  });

  const next = discountRates.findIndex((rate) => ticksOf(rate) >= time);
  if (next === -1) return toResult('longest', discountRates.at(-1)!);
  const longer = discountRates[next]!;
  if (ticksOf(longer) === time) return toResult('at', longer);
  const shorter = discountRates[next - 1];
  if (!shorter) return toResult('shortest', longer);
  const [from, to, at] = [ticksOf(shorter), ticksOf(longer), time].map(BigInt) as [bigint, bigint, bigint];
  const [low, high] = [BigInt(rateUnits(shorter.rateBp)), BigInt(rateUnits(longer.rateBp))];
  const units = roundHalfUp(low * (to - at) + high * (at - from), to - from);
  return {
    rateBp: rateOfUnits(Number(units)),
    source: { effectiveOn, place: 'between', maturities: [shorter, longer] },
  };
}

/**
 * The company's inflation rate for a date, from the newest table with inflation dated on or before it; null without one.
 * Source: the rate table rule.
 */
export function inflationRateFor(
  tables: readonly RateTable[],
  date: CalendarDate,
): { rateBp: RateBp; source: { effectiveOn: CalendarDate } } | null {
  const table = newestTable(tables, date, ({ inflationRateBp }) => inflationRateBp !== null);
  if (!table || table.inflationRateBp === null) return null;
  return { rateBp: table.inflationRateBp, source: { effectiveOn: table.effectiveOn } };
}

/** Describes where a discount rate came from, naming the table and its maturities. */
export function discountReason(source: DiscountSource): string {
  return `Discount rate from the company’s rate table dated ${describeDiscountSource(source)}`;
}

/** Describes where an inflation rate came from. */
export function inflationReason({ effectiveOn }: { effectiveOn: CalendarDate }): string {
  return `Inflation rate from the company’s rate table dated ${effectiveOn}`;
}

/** Describes in one line where a layer's two rates came from, when at least one is from a table. */
export function companyRatesReason({ discount, inflation }: CompanyRates): string {
  const discountText = discount ? `of ${describeDiscountSource(discount)}` : 'as entered';
  const inflationText = inflation ? `of ${inflation.effectiveOn}` : 'as entered';
  return `Company’s rate tables: discount ${discountText}; inflation ${inflationText}`;
}

function describeDiscountSource({ effectiveOn, place, maturities }: DiscountSource): string {
  const [first, second] = maturities.map(({ maturity }) => formatMaturity(maturity));
  const years = formatYears(first!);
  const positions: Record<MaturityPosition, string> = {
    between: `between ${first} and ${second} years`,
    at: `at ${years}`,
    shortest: `at ${years}, its shortest maturity`,
    longest: `at ${years}, its longest maturity`,
  };
  return `${effectiveOn}, ${positions[place]}`;
}

/** Formats the interpolation of a discount rate as a readable formula; null when the rate is that of a single maturity. */
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
  hasRates: (table: RateTable) => boolean,
): RateTable | null {
  return tables.reduce<RateTable | null>(
    (newest, table) =>
      table.effectiveOn <= date &&
      hasRates(table) &&
      (newest === null || table.effectiveOn > newest.effectiveOn)
        ? table
        : newest,
    null,
  );
}
