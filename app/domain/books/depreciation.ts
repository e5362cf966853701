import { addDays, type CalendarDate, isMonthEnd, nextMonthEnd } from '~/domain/calendar/calendar-date';
import {
  endOfDay,
  type MonthPosition,
  startOfAccretion,
  TICKS_PER_MONTH,
} from '~/domain/calendar/month-scale';
import { DomainConflict } from '~/domain/money/domain-conflict';
import { boundedCents, type Cents, partOfCents } from '~/domain/money/money';
import { fractionOf, type YearFraction } from './accretion';

/** How a company's asset retirement cost becomes expense; `none` where depreciation is kept elsewhere. */
export const DEPRECIATIONS = ['none', 'straight-line', 'units-of-production'] as const;
export type Depreciation = (typeof DEPRECIATIONS)[number];

/** A depletion rate: the percentage of the net book value that a month takes, in ten-thousandths of a percent. */
export type DepletionRate = number;
export const DEPLETION_UNIT = 1_000_000;

/** A layer's asset retirement cost, and what its depreciation is counted from. */
export type ArcBalances = {
  arcCostCents: Cents;
  /** Negative. */
  arcAccumulatedCents: Cents;
  /** The net cost after recognition, or after the last other change of it or of the well's retirement date. */
  arcBaseCents: Cents;
  /** The day of that change; null while it counts from the layer's own date. */
  arcBaseDay: CalendarDate | null;
  /** How far it is depreciated; null while it is not at all. */
  depreciatedThrough: CalendarDate | null;
};

export const NO_ARC: ArcBalances = {
  arcCostCents: 0,
  arcAccumulatedCents: 0,
  arcBaseCents: 0,
  arcBaseDay: null,
  depreciatedThrough: null,
};

export type DepreciableLayer = ArcBalances & LayerDates;

/** The days of a layer that say when it depreciates. */
type LayerDates = Pick<ArcBalances, 'arcBaseDay' | 'depreciatedThrough'> & {
  calculationDate: CalendarDate;
  /** The day its well was plugged, which ends depreciation; null or absent while it has not been. */
  pluggedOn?: CalendarDate | null;
};

/** What a layer is depreciated by, and what of: as its movement keeps it. */
export type LayerDepreciation = {
  /** In cents: positive where there is a net cost, negative for a layer below zero. */
  chargeCents: Cents;
  /** Straight-line: what it is counted from. Units of production: the net cost at the start. */
  baseCents: Cents;
  /** Straight-line: the part of the time since the base that has passed. Units of production: years covered. */
  time: YearFraction;
  since: CalendarDate | null;
};

/** How a company depreciates, and from which day on. */
export type DepreciationPolicy = { from: CalendarDate } & (
  | { method: 'straight-line' }
  | { method: 'units-of-production'; rateOf: (field: string, month: string) => DepletionRate | null }
);

/** What a layer's depreciation depends on besides the layer. */
export type DepreciatedWell = {
  /** When the well retires: the end of life of its newest layer. */
  lifeEnd: MonthPosition;
  field: string;
};

/**
 * Depreciates a layer through a day, by a company's method; null when there is nothing to record, and before the day from
 * which the company depreciates.
 * @throws MissingRate
 */
export function depreciateLayer(
  layer: DepreciableLayer,
  day: CalendarDate,
  policy: DepreciationPolicy,
  { lifeEnd, field }: DepreciatedWell,
): LayerDepreciation | null {
  if (day < policy.from) return null;
  if (policy.method === 'straight-line') return straightLine(layer, { lifeEnd, day });
  return unitsOfProduction(layer, { ...policy, day, field });
}

/** Whether a posting through a day would record anything of a layer that has a net cost. */
export function isToDepreciate(layer: LayerDates, day: CalendarDate, policy: DepreciationPolicy): boolean {
  const lastDay = day < policy.from ? null : lastDayOf(layer, day);
  if (lastDay === null) return false;
  if (policy.method === 'straight-line') return endOfDay(lastDay) > baseStart(layer);
  return isMonthEnd(day) && monthsCharged(layer, { from: policy.from, day: lastDay }).length > 0;
}

/** What is left of a layer's asset retirement cost, in cents. */
export function netArcOf({
  arcCostCents,
  arcAccumulatedCents,
}: Pick<ArcBalances, 'arcCostCents' | 'arcAccumulatedCents'>): Cents {
  return arcCostCents + arcAccumulatedCents;
}

/**
 * Depreciates a layer straight-line through a day: base × time passed ÷ time from the base to the well's retirement date,
 * cumulative and rounded half-up once, less what is charged already. It ends at exactly zero on the retirement date; a base
 * that has no time left is charged in full. Null when there is nothing to record: no cost left, a day before the layer's or
 * before what is recorded, or a well plugged before.
 *
 * @param lifeEnd when the well retires: the end of life of its newest layer
 * Source: ASC 410-20-35-2 (allocate the retirement cost to expense over the asset's useful life); the rule of depreciation.
 */
export function straightLine(
  layer: DepreciableLayer,
  { lifeEnd, day }: { lifeEnd: MonthPosition; day: CalendarDate },
): LayerDepreciation | null {
  const net = netArcOf(layer);
  const lastDay = lastDayOf(layer, day);
  if (net === 0 || lastDay === null) return null;
  const { arcBaseCents: baseCents, depreciatedThrough: since } = layer;
  const from = baseStart(layer);
  const passed = endOfDay(lastDay) - from;
  if (passed <= 0) return null;
  const time = fractionOf(Math.min(passed, Math.max(lifeEnd - from, 1)), Math.max(lifeEnd - from, 1));
  const cumulative = partOfCents(baseCents, time);
  return { chargeCents: boundedCents(net - (baseCents - cumulative)), baseCents, time, since };
}

/**
 * Depreciates a layer by units of production to a month-end: the net cost at the start × the month's rate, month by month,
 * each rounded half-up. A layer that begins within a month is first charged for the next one, and a well that is plugged within
 * a month last for the one before. Null when there is nothing to record, and on any other day: only month-ends charge.
 *
 * @param from the day from which the company depreciates so
 * @param rateOf the rate of a field in a month such as 2026-09
 * @throws MissingRate when a month has none
 * Source: ASC 932-360-35-4 (units of production); the rule of depreciation.
 */
export function unitsOfProduction(
  layer: DepreciableLayer,
  {
    from,
    day,
    field,
    rateOf,
  }: {
    from: CalendarDate;
    day: CalendarDate;
    field: string;
    rateOf: (field: string, month: string) => DepletionRate | null;
  },
): LayerDepreciation | null {
  const baseCents = netArcOf(layer);
  const lastDay = lastDayOf(layer, day);
  if (baseCents === 0 || !isMonthEnd(day) || lastDay === null) return null;
  let net = baseCents;
  let months = 0;
  for (const month of monthsCharged(layer, { from, day: lastDay })) {
    const rate = rateOf(field, month);
    if (rate === null) throw new MissingRate(field, month);
    net -= partOfCents(net, { numerator: rate, denominator: DEPLETION_UNIT });
    months += 1;
  }
  if (months === 0) return null;
  return {
    chargeCents: baseCents - net,
    baseCents,
    time: fractionOf(months, 12),
    since: layer.depreciatedThrough,
  };
}

/**
 * The whole months through a day that a posting charges a layer for by units of production, oldest first: 2026-09, 2026-10. The
 * day is that of the posting, or the one its well was plugged on before.
 */
export function monthsCharged(
  layer: LayerDates,
  { from, day }: { from: CalendarDate; day: CalendarDate },
): string[] {
  const start = Math.max(
    startOfAccretion(from),
    layer.depreciatedThrough ? endOfDay(layer.depreciatedThrough) : baseStart(layer),
  );
  const months: string[] = [];
  // Whole months only: of one that it begins within, the net cost at the start was nothing.
  for (let end = firstMonthEnd(start); end <= day; end = nextMonthEnd(end)) months.push(end.slice(0, 7));
  return months;
}

/** Why units of production cannot be charged: a month of a field has no rate. */
export class MissingRate extends DomainConflict {
  constructor(
    readonly wellField: string,
    readonly month: string,
  ) {
    super(
      null,
      `Field "${wellField}" has no depletion rate for ${month}. Enter it under Company → Settings first.`,
    );
  }
}

/**
 * What depreciation is counted from after a change of the net cost, or of the well's retirement date: what is left, from where
 * it has come. A layer that is not depreciated yet keeps its day, so its first charge covers its life so far.
 * Source: ASC 250-10-45-17 (a change of an estimate is accounted for from then on).
 */
export function rebased(balances: ArcBalances): Pick<ArcBalances, 'arcBaseCents' | 'arcBaseDay'> {
  return {
    arcBaseCents: netArcOf(balances),
    arcBaseDay: balances.depreciatedThrough ?? balances.arcBaseDay,
  };
}

/**
 * What of a revision is capitalized, in cents: a decrease never takes the well's net cost below zero, and an increase of a
 * plugged well has no life left to be spread over. What is not capitalized is result.
 *
 * @param netArcCents what the well's layers have left on the day
 * Source: ASC 410-20-35-8 with 360-10-35-17; the rule of the floor.
 */
export function capitalized(
  changeCents: Cents,
  { netArcCents, isPlugged }: { netArcCents: Cents; isPlugged: boolean },
): Cents {
  if (changeCents >= 0) return isPlugged ? 0 : changeCents;
  return Math.max(changeCents, Math.min(0, 0 - netArcCents));
}

/** The last day that counts of a posting through `day`; null when nothing of it is left. */
function lastDayOf(
  { calculationDate, depreciatedThrough, arcBaseDay, pluggedOn }: LayerDates,
  day: CalendarDate,
): CalendarDate | null {
  const since = depreciatedThrough ?? arcBaseDay;
  const lastDay = pluggedOn && pluggedOn < day ? pluggedOn : day;
  if (since !== null && since >= calculationDate) return lastDay > since ? lastDay : null;
  // A layer that is recognized on the day its well is plugged has no time left.
  return lastDay < calculationDate || pluggedOn === calculationDate ? null : lastDay;
}

/** From when the base counts. A balance may be brought in as of a day before its layer's own. */
function baseStart({
  calculationDate,
  arcBaseDay,
}: Pick<LayerDates, 'calculationDate' | 'arcBaseDay'>): MonthPosition {
  const start = startOfAccretion(calculationDate);
  return arcBaseDay === null ? start : Math.max(start, endOfDay(arcBaseDay));
}

/** The end of the first month that begins at a position or after it. */
function firstMonthEnd(position: MonthPosition): CalendarDate {
  const month = Math.ceil(position / TICKS_PER_MONTH);
  const [year, index] = [Math.floor(month / 12), (month % 12) + 1];
  return nextMonthEnd(addDays(`${String(year).padStart(4, '0')}-${String(index).padStart(2, '0')}-01`, -1));
}

/**
 * The days that a company's catch-up is posted on when it begins to depreciate: the day from which it does, or the first open
 * one, and each period end posted since. None where that day has not come yet: the next posting takes it.
 * Source: the rule of switching depreciation on.
 */
export function catchUpDays(
  from: CalendarDate,
  {
    closedThrough,
    today,
    periodEnds,
  }: { closedThrough: CalendarDate | null; today: CalendarDate; periodEnds: readonly CalendarDate[] },
): CalendarDate[] {
  const first = closedThrough !== null && from <= closedThrough ? addDays(closedThrough, 1) : from;
  if (first > today) return [];
  return [first, ...periodEnds.filter((day) => day > first).sort()];
}
