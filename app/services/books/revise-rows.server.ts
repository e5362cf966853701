import type { Act } from '~/domain/books/act';
import { resolveLife, retirementDateOf } from '~/domain/books/life';
import type { ChangeBasis, repriceEstimate } from '~/domain/books/price-level';
import { type CompanyRates, RATE_NAMES, type RateTable } from '~/domain/books/rate-table';
import {
  averageRates,
  type DownwardRate,
  newestRates,
  type RateSource,
  type Rates,
} from '~/domain/books/revision';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Cents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { RevisionRow, RevisionSubject } from '~/schemas/books/revision';
import { companyRatesFor } from './company-rates.server';
import { costOfRow, type Measure, type NewLayer, planLayer } from './plan-layer.server';
import { requireUnsettled } from './settle-well.server';
import type { BookedLayer } from './well-books.server';
import type { MatchedRow } from './well-rows.server';

/** An accepted row with the layer it adds. */
export type Revised = MatchedRow<RevisionRow> & {
  latest: BookedLayer;
  /** The estimate that the new one is compared with. */
  previousCents: Cents;
  layer: NewLayer;
  /** The decrease was capped at the well's carrying amount. */
  isLimited: boolean;
  ratesFrom: RateSource | null;
  companyRates: CompanyRates | null;
};

type RowOptions = {
  date: CalendarDate;
  movedDates: RevisionSubject['movedDates'];
  id: number;
  measure: Measure;
  reprice: typeof repriceEstimate;
  downwardRate: DownwardRate;
  changeBasis: ChangeBasis;
  tables: readonly RateTable[];
};

/**
 * Plans the layer of one row as part of an act: its cost, life, measurement and rates.
 * @throws AppError, DomainError for a row that is refused
 * Source: the rule of revisions; ASC 410-20-35-8.
 */
export function planRow(
  act: Act,
  { bookedWell, values }: MatchedRow<RevisionRow>,
  { date, movedDates, id, measure, reprice, downwardRate, changeBasis, tables }: RowOptions,
): Pick<Revised, 'latest' | 'previousCents' | 'layer' | 'isLimited' | 'ratesFrom' | 'companyRates'> {
  const latest = bookedWell.layers.at(-1);
  if (!latest)
    throw new AppError('conflict', 'The well has no estimate yet. Calculate its initial layer first.');
  requireUnsettled(bookedWell);
  const grossCostCents = values.grossCost ?? null;
  const pAndACostCents = costOfRow(
    { pAndACostCents: values.pAndACost ?? 0, grossCostCents },
    bookedWell,
    date,
  );
  const isRepriced = changeBasis === 'repriced';
  const previousCents = isRepriced ? reprice(date, bookedWell.layers) : latest.estimateLeftCents;
  const changeCents = pAndACostCents - previousCents;
  const { discountRate, inflationRate } = values;
  const blankRates = RATE_NAMES.filter((name) => values[name] === undefined);
  const { wellLifespan = null, retirementDate = null } = values;
  const life = { wellLifespanYears: wellLifespan, retirementDate };
  const hasNewLife = retirementDate || wellLifespan !== null;
  const well = hasNewLife
    ? bookedWell
    : { ...bookedWell, retirementDate: currentRetirementDate(latest, date) };
  const layerLife = resolveLife(date, life, well.retirementDate);
  const isMoved = retirementDateOf(layerLife) !== retirementDateOf(latest);
  const isRemeasured = movedDates === 'remeasure' && isMoved;
  if (isRemeasured && blankRates.length > 0 && changeCents > 0) throw new AppError('invalid', BOTH_MOVE);
  const ratesFrom =
    blankRates.length === 0 ? null : isRemeasured ? 'average' : sourceOf(changeCents, downwardRate);
  const current = ratesFrom === 'table' ? currentRates(tables, layerLife, blankRates) : null;
  /** Entered rates take precedence over derived ones. */
  const rates = (derived: Rates): Rates => ({
    discountRateBp: discountRate ?? derived.discountRateBp,
    inflationRateBp: inflationRate ?? derived.inflationRateBp,
  });
  let isLimited = false;
  const layer = planLayer(act, well, {
    terms: {
      layerType: 'additional',
      measurement: isRemeasured ? 'remeasure' : 'change',
      ...rates({ ...latest, ...current?.rates }),
      pAndACostCents,
      ...(grossCostCents !== null && { grossCostCents }),
      ...life,
    },
    calculationDate: date,
    id,
    changeBasis,
    measure: (input) => {
      const measurement = measure(input);
      isLimited = measurement.isLimited;
      return measurement;
    },
    reprice,
    ratesOn:
      ratesFrom === 'average' || ratesFrom === 'newest'
        ? (layers) => rates(reducedRates(layers, changeCents, ratesFrom, isRepriced ? date : null))
        : undefined,
  });
  return { latest, previousCents, layer, isLimited, ratesFrom, companyRates: current?.companyRates ?? null };
}

const BOTH_MOVE =
  'The cost increases and the retirement date changes, so the whole obligation is remeasured. Enter both rates.';

/** Source of the rates that a row leaves blank. */
function sourceOf(changeCents: Cents, downwardRate: DownwardRate): RateSource {
  if (changeCents === 0) return 'unchanged';
  return changeCents < 0 ? downwardRate : 'table';
}

/** The company's rates, which an increase uses when none are entered. @throws AppError */
function currentRates(...args: Parameters<typeof companyRatesFor>): ReturnType<typeof companyRatesFor> {
  try {
    return companyRatesFor(...args);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, `An increase needs current rates. ${error.message}`, error.fields);
  }
}

/** @throws AppError where no layer has a balance to take rates from */
function reducedRates(
  layers: readonly BookedLayer[],
  changeCents: Cents,
  policy: DownwardRate,
  pricesOf: CalendarDate | null,
): Rates {
  const rates = policy === 'newest' ? newestRates(layers, 0 - changeCents, pricesOf) : averageRates(layers);
  if (rates) return rates;
  throw new AppError('invalid', 'No layer has a balance to take rates from. Enter both rates.');
}

/** The well's current retirement date, used when a row doesn't specify its life. @throws AppError once that date has passed */
function currentRetirementDate(latest: BookedLayer, date: CalendarDate): CalendarDate {
  const retirement = retirementDateOf(latest);
  if (retirement > date) return retirement;
  throw new AppError(
    'invalid',
    `The well’s retirement date, ${retirement}, has passed. Enter a new lifespan or retirement date.`,
  );
}

/** Change in the well's estimate, in cents: the new one less the one it is compared with. */
export function changeOf({ layer, previousCents }: Revised): Cents {
  return layer.pAndACostCents - previousCents;
}
