import type { CalendarDate, PeriodType } from '~/domain/calendar/calendar-date';
import type { MonthPosition } from '~/domain/calendar/month-scale';
import { DomainConflict } from '~/domain/money/domain-conflict';
import { type Cents, sumCents } from '~/domain/money/money';
import type { AccretionMethod } from './accretion';
import type { Act, LayerState, TimeHead } from './act';
import { endOfLife, type LayerLife } from './life';
import type { Movement } from './movement';
import type { PostingKind } from './movement-kinds';
import type { PostingHead, Step } from './planned-postings';
import type { PostingTerms } from './posting-terms';

/** A posting that is not reversed, with what it did to one well. */
export type BookedPosting = {
  id: number;
  /** What people know it by. */
  number: number;
  kind: PostingKind;
  day: CalendarDate;
  isCompanyWide: boolean;
  periodType: PeriodType | null;
  /** Of accretion and depreciation; absent where it does not matter. */
  method?: PostingHead['method'];
  /** Of a settlement or a sale. */
  terms: PostingTerms | null;
  movements: Movement[];
};

/** What an act needs to know of a well: its layers, and what is booked after the act's day. */
export type WellBooks = {
  wellCode: string;
  /** Units of production has rates by field. */
  field?: string;
  layers: readonly LayerState[];
  /** Postings dated after the day, in any order. */
  later: readonly BookedPosting[];
};

/**
 * Brings a well to the end of a day, so that an act can be measured against what it carries then, and puts the time after
 * it back on the new basis. Time first, then the change: accretion and depreciation through the day are posted before the
 * act; what is already posted beyond it is reversed before it and posted again after it, to the same period ends. Accretion keeps
 * the method it was posted by, also up to the day within a period: the act changes what accretes, not how.
 *
 * @returns what the well carries on the day, and `replay` to call when the act's own movements are booked, with the layers that the act
 * adds, and the others where it changes how time passes for them
 * @throws DomainConflict when anything but the passage of time is booked after the day, or depreciation that the company would not
 * post again, because it does so otherwise now: it has to be reversed first
 * Source: ASC 410-20-35-4 (the passage of time is recognized before the change); the rule of measuring on the day.
 */
export function openOnDay(
  act: Act,
  { wellCode, field = '', layers, later }: WellBooks,
  day: CalendarDate,
): { carryingCents: Cents; replay: (added?: readonly LayerState[], others?: readonly LayerState[]) => void } {
  const inTheWay = later.find((posting) => !OF_TIME.has(posting.kind) || isLost(act, posting));
  if (inTheWay) throw blocked(wellCode, inTheWay);

  const byId = new Map(layers.map((layer) => [layer.id, layer]));
  const newestFirst = [...later].sort((a, b) => b.id - a.id);
  for (const posting of newestFirst) {
    for (const movement of posting.movements) {
      const layer = byId.get(movement.layerId);
      if (layer) act.reverse(layer, movement, { day: posting.day, posting });
    }
  }
  const accretions = periodEndsOf(later.filter(({ kind }) => kind === 'accretion'));
  const toDay = { ...ONE_WELL, method: accretionMethodOf(accretions[0]) };
  for (const layer of layers) act.accrete('catch-up', layer, day, toDay);
  depreciate(act, 'catch-up', { field, layers }, { day, ...ONE_WELL });

  const carrying = sumCents(layers.map((layer) => act.stateOf(layer).currentAroCents));
  return {
    carryingCents: Number(carrying),
    replay: (added = [], others = layers) => {
      const all = [...others, ...added];
      for (const posting of accretions) {
        const { day, isCompanyWide, periodType } = posting;
        const as: TimeHead = { isCompanyWide, periodType, method: accretionMethodOf(posting) };
        for (const layer of all) act.accrete('replay', layer, day, as);
      }
      for (const posting of periodEndsOf(later)) depreciate(act, 'replay', { field, layers: all }, posting);
    },
  };
}

/** The method that accretion was posted by; undefined for the company's. */
function accretionMethodOf(posting: BookedPosting | undefined): AccretionMethod | undefined {
  const method = posting?.method;
  return method === 'simple' || method === 'effective' ? method : undefined;
}

/** The kinds of postings that only let time pass. */
const OF_TIME: ReadonlySet<PostingKind> = new Set(['accretion', 'depreciation']);

/** Whether a posting is depreciation by another method than today's, or before the day from which that holds. */
function isLost({ depreciation }: Act, { kind, day, method }: BookedPosting): boolean {
  if (kind !== 'depreciation') return false;
  return (
    depreciation === null ||
    day < depreciation.from ||
    (method ?? depreciation.method) !== depreciation.method
  );
}

/** Depreciates a well's layers through a day; all of them say when it retires. */
function depreciate(
  act: Act,
  step: Step,
  { field = '', layers }: Pick<WellBooks, 'field' | 'layers'>,
  { day, isCompanyWide, periodType }: Pick<PostingHead, 'day' | 'isCompanyWide' | 'periodType'>,
): void {
  const lifeEnd = endOfWell(layers);
  if (lifeEnd === null) return;
  for (const layer of layers) {
    act.depreciate(step, layer, day, { isCompanyWide, periodType }, { lifeEnd, field });
  }
}

/** When a well retires: the end of life of its newest layer, the last one; null without layers. */
export function endOfWell(layers: readonly LayerLife[]): MonthPosition | null {
  const newest = layers.at(-1);
  return newest ? endOfLife(newest) : null;
}

/** Whether a layer changes when its well retires. */
function movesRetirement(older: readonly LayerLife[], added: LayerLife): boolean {
  return older.length > 0 && endOfWell(older) !== endOfLife(added);
}

/**
 * Whether a layer changes what straight-line depreciation of the well's older layers is counted from, because it changes when the
 * well retires: then it is measured on its day.
 */
export function changesLife(act: Act, older: readonly LayerLife[], added: LayerLife): boolean {
  return act.depreciation?.method === 'straight-line' && movesRetirement(older, added);
}

/**
 * A layer that changes when its well retires restarts the depreciation of the older ones from what they have left. Call it when that layer is booked.
 * Source: the rule of depreciation's base.
 */
export function restartDepreciation(act: Act, older: readonly LayerState[], added: LayerLife): void {
  if (!movesRetirement(older, added)) return;
  for (const layer of older) act.rebase(layer);
}

/** Accretion that an act posts for its well alone. It blocks no earlier period end of the company. */
const ONE_WELL: Pick<PostingHead, 'isCompanyWide' | 'periodType'> = {
  isCompanyWide: false,
  periodType: null,
};

/** One posting for each day, the company-wide one where there are several, oldest first. */
function periodEndsOf(later: readonly BookedPosting[]): BookedPosting[] {
  const byDay = new Map<CalendarDate, BookedPosting>();
  for (const posting of later) {
    if (!byDay.has(posting.day) || posting.isCompanyWide) byDay.set(posting.day, posting);
  }
  return [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** @returns the refusal that names what is booked later */
function blocked(wellCode: string, { kind, day, number }: BookedPosting): DomainConflict {
  // Nobody should reverse the balance that their books begin with to enter what it already has.
  const message =
    kind === 'opening'
      ? `Well "${wellCode}" has a balance brought in on ${day} (posting ${number}), which includes what came before. Use a later date, or reverse it first.`
      : `Well "${wellCode}" has a later ${kind} dated ${day} (posting ${number}). Reverse that first, or use a later date.`;
  return new DomainConflict(null, message);
}
