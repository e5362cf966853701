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

/** How a company depreciates its asset retirement cost; `none` when it keeps depreciation elsewhere. */
export const DEPRECIATIONS = ['none', 'straight-line', 'units-of-production'] as const;
export type Depreciation = (typeof DEPRECIATIONS)[number];

/** Depletion rate: the percentage of net book value charged in a month, in ten-thousandths of a percent. */
export type DepletionRate = number;
export const DEPLETION_UNIT = 1_000_000;

/** A layer's asset retirement cost, and its depreciation base. */
export type ArcBalances = {
  arcCostCents: Cents;
  /** Negative when the cost is positive. */
  arcAccumulatedCents: Cents;
  /** Net cost after recognition, or after the last change of the cost (not by depreciation) or of the well's retirement date. */
  arcBaseCents: Cents;
  /** Day of that change; null while depreciation counts from the layer's own date. */
  arcBaseDay: CalendarDate | null;
  /** Date depreciated through; null before the first charge. */
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

/** Dates of a layer that determine when it depreciates. */
type LayerDates = Pick<ArcBalances, 'arcBaseDay' | 'depreciatedThrough'> & {
  calculationDate: CalendarDate;
  /** Day the well was plugged, which ends depreciation; null or absent if it has not been. */
  pluggedOn?: CalendarDate | null;
};

/** A layer's depreciation charge and its basis, as stored with the movement. */
export type LayerDepreciation = {
  /** In cents: positive when there is a net cost, negative for a layer below zero. */
  chargeCents: Cents;
  /** Straight-line: the depreciation base. Units of production: the net cost before the charge. */
  baseCents: Cents;
  /** Straight-line: the fraction of the time from the base to retirement that has elapsed. Units of production: years covered. */
  time: YearFraction;
  since: CalendarDate | null;
};

/** A company's depreciation method, and the first day it applies. */
export type DepreciationPolicy = { from: CalendarDate } & (
  | { method: 'straight-line' }
  | { method: 'units-of-production'; rateOf: (field: string, month: string) => DepletionRate | null }
);

/** Well data that a layer's depreciation depends on. */
export type DepreciatedWell = {
  /** When the well retires: the end of life of its newest layer. */
  lifeEnd: MonthPosition;
  field: string;
};

/**
 * Depreciates a layer through a day by the company's method. Null when there is nothing to record, or before the first day on
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

/** True when posting through a day would depreciate a layer that has a net cost. */
export function hasDepreciationDue(
  layer: LayerDates,
  day: CalendarDate,
  policy: DepreciationPolicy,
): boolean {
  const lastDay = day < policy.from ? null : lastDayOf(layer, day);
  if (lastDay === null) return false;
  if (policy.method === 'straight-line') return endOfDay(lastDay) > baseStart(layer);
  return isMonthEnd(day) && monthsCharged(layer, { from: policy.from, day: lastDay }).length > 0;
}

/** Remaining asset retirement cost of a layer, in cents. */
export function netArcOf({
  arcCostCents,
  arcAccumulatedCents,
}: Pick<ArcBalances, 'arcCostCents' | 'arcAccumulatedCents'>): Cents {
  return arcCostCents + arcAccumulatedCents;
}

/**
 * Depreciates a layer straight-line through a day: base × time elapsed ÷ time from the base to the well's retirement date,
 * cumulative and rounded half-up once, less what was charged before. Reaches exactly zero on the retirement date; a base with
 * no time left is charged in full. Null when there is nothing to record: no cost left, a day before the layer's date or already
 * recorded, or a well plugged earlier.
 *
 * @param lifeEnd when the well retires: the end of life of its newest layer
 * Source: ASC 410-20-35-2 (allocate the retirement cost to expense over the asset's useful life); the depreciation rule.
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
  const elapsed = endOfDay(lastDay) - from;
  if (elapsed <= 0) return null;
  const time = fractionOf(Math.min(elapsed, Math.max(lifeEnd - from, 1)), Math.max(lifeEnd - from, 1));
  const cumulative = partOfCents(baseCents, time);
  return { chargeCents: boundedCents(net - (baseCents - cumulative)), baseCents, time, since };
}

/**
 * Depreciates a layer by units of production to a month-end: the opening net cost × the month's rate, month by month, each
 * rounded half-up. A layer that starts mid-month is first charged for the next month, and a well plugged mid-month is last
 * charged for the month before. Null when there is nothing to record, and on any day that is not a month-end.
 *
 * @param from first day on which the company uses this method
 * @param rateOf returns a field's rate for a month such as 2026-09
 * @throws MissingRate when a month has no rate
 * Source: ASC 932-360-35-4 (units of production); the depreciation rule.
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
 * Whole months through a day that units of production charges a layer for, oldest first: 2026-09, 2026-10. `day` is the
 * posting's, or the day the well was plugged if that is earlier.
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
  // Whole months only: in the month a layer starts, the opening net cost is zero.
  for (let end = firstMonthEnd(start); end <= day; end = nextMonthEnd(end)) months.push(end.slice(0, 7));
  return months;
}

/** Units of production can't be charged because a field has no rate for a month. */
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
 * Depreciation base after a change of the net cost or of the well's retirement date: the remaining net cost, counted from the
 * date depreciated through. A layer not yet depreciated keeps its base day, so its first charge covers its life so far.
 * Source: ASC 250-10-45-17 (a change in estimate is accounted for prospectively).
 */
export function computeBase(balances: ArcBalances): Pick<ArcBalances, 'arcBaseCents' | 'arcBaseDay'> {
  return {
    arcBaseCents: netArcOf(balances),
    arcBaseDay: balances.depreciatedThrough ?? balances.arcBaseDay,
  };
}

/**
 * Capitalized part of a revision, in cents. A decrease never takes the well's net cost below zero, and an increase to a plugged
 * well has no remaining life to be allocated over. The rest is recognized in profit or loss.
 *
 * @param netArcCents remaining cost of the well's layers on the day
 * Source: ASC 410-20-35-8 with 360-10-35-17; the floor rule.
 */
export function capitalizeChange(
  changeCents: Cents,
  { netArcCents, isPlugged }: { netArcCents: Cents; isPlugged: boolean },
): Cents {
  if (changeCents >= 0) return isPlugged ? 0 : changeCents;
  return Math.max(changeCents, Math.min(0, 0 - netArcCents));
}

/** Last day that a posting through `day` charges; null when there is no time left to charge. */
function lastDayOf(
  { calculationDate, depreciatedThrough, arcBaseDay, pluggedOn }: LayerDates,
  day: CalendarDate,
): CalendarDate | null {
  const since = depreciatedThrough ?? arcBaseDay;
  const lastDay = pluggedOn && pluggedOn < day ? pluggedOn : day;
  if (since !== null && since >= calculationDate) return lastDay > since ? lastDay : null;
  // A layer recognized on the day its well is plugged has no time left to depreciate.
  return lastDay < calculationDate || pluggedOn === calculationDate ? null : lastDay;
}

/** Time from which the base is depreciated. An opening balance may be dated before its layer. */
function baseStart({
  calculationDate,
  arcBaseDay,
}: Pick<LayerDates, 'calculationDate' | 'arcBaseDay'>): MonthPosition {
  const start = startOfAccretion(calculationDate);
  return arcBaseDay === null ? start : Math.max(start, endOfDay(arcBaseDay));
}

/** End of the first month that starts at or after a position. */
function firstMonthEnd(position: MonthPosition): CalendarDate {
  const month = Math.ceil(position / TICKS_PER_MONTH);
  const [year, index] = [Math.floor(month / 12), (month % 12) + 1];
  return nextMonthEnd(addDays(`${String(year).padStart(4, '0')}-${String(index).padStart(2, '0')}-01`, -1));
}

/**
 * Days on which a company's catch-up is posted when it starts to depreciate: the start date, or the first open day if that is
 * later, and each period end posted since. Empty when that day is in the future; the next posting then catches up.
 * Source: the rule for switching depreciation on.
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
