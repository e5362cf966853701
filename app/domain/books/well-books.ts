import type { CalendarDate, PeriodType } from '~/domain/calendar/calendar-date';
import type { MonthPosition } from '~/domain/calendar/month-scale';
import { DomainConflict } from '~/domain/money/domain-conflict';
import { type Cents, sumCents } from '~/domain/money/money';
import type { AccretionMethod } from './accretion';
import type { Act, LayerState, PeriodHeader } from './act';
import { endOfLife, type LayerLife } from './life';
import type { Movement } from './movement';
import type { PostingKind } from './movement-kinds';
import type { PostingHeader, Step } from './planned-postings';
import type { PostingTerms } from './posting-terms';

/** A posting that is not reversed, with its movements on one well. */
export type BookedPosting = {
  id: number;
  /** Number shown to users. */
  number: number;
  kind: PostingKind;
  day: CalendarDate;
  isCompanyWide: boolean;
  periodType: PeriodType | null;
  /** For accretion and depreciation; absent when it does not matter. */
  method?: PostingHeader['method'];
  /** For a settlement or sale. */
  terms: PostingTerms | null;
  movements: Movement[];
};

/** Data that an act needs about a well: its layers, and what is booked after the act's day. */
export type WellBooks = {
  wellCode: string;
  /** Units of production has a rate per field. */
  field?: string;
  layers: readonly LayerState[];
  /** Postings dated after the day, in any order. */
  later: readonly BookedPosting[];
};

/**
 * Brings a well to the end of a day, so an act can be measured against the carrying amount then, and replays later accretion
 * and depreciation on the new basis. Accretion and depreciation through the day are posted before the act. What is already
 * posted after the day is reversed before the act and reposted afterward, to the same period ends. Accretion keeps the method
 * it was posted with, including for the partial period through the day: the act changes what accretes, not how.
 *
 * @returns the carrying amount on the day, and `replay`, to be called once the act's own movements are booked, with the layers
 * that the act adds, and with new versions of the other layers if the act changes how time passes for them
 * @throws DomainConflict when anything but accretion and depreciation is booked after the day, or depreciation that the company
 * would not repost because its policy has changed; that must be reversed first
 * Source: ASC 410-20-35-4 (the passage of time is recognized before the change); the rule of measuring on the day.
 */
export function openOnDay(
  act: Act,
  { wellCode, field = '', layers, later }: WellBooks,
  day: CalendarDate,
): {
  carryingCents: Cents;
  replay: (added?: readonly LayerState[], existing?: readonly LayerState[]) => void;
} {
  const blocking = later.find((posting) => !PERIODIC_KINDS.has(posting.kind) || isSuperseded(act, posting));
  if (blocking) throw blockedError(wellCode, blocking);

  const byId = new Map(layers.map((layer) => [layer.id, layer]));
  const newestFirst = [...later].sort((a, b) => b.id - a.id);
  for (const posting of newestFirst) {
    for (const movement of posting.movements) {
      const layer = byId.get(movement.layerId);
      if (layer) act.reverse(layer, movement, { day: posting.day, posting });
    }
  }
  const accretions = periodEndsOf(later.filter(({ kind }) => kind === 'accretion'));
  const catchUpHeader = { ...ONE_WELL, method: accretionMethodOf(accretions[0]) };
  for (const layer of layers) act.accrete('catch-up', layer, day, catchUpHeader);
  depreciateWell(act, 'catch-up', { field, layers }, { day, ...ONE_WELL });

  const carryingTotal = sumCents(layers.map((layer) => act.stateOf(layer).currentAroCents));
  return {
    carryingCents: Number(carryingTotal),
    replay: (added = [], existing = layers) => {
      const allLayers = [...existing, ...added];
      for (const posting of accretions) {
        const { day, isCompanyWide, periodType } = posting;
        const header: PeriodHeader = { isCompanyWide, periodType, method: accretionMethodOf(posting) };
        for (const layer of allLayers) act.accrete('replay', layer, day, header);
      }
      for (const posting of periodEndsOf(later))
        depreciateWell(act, 'replay', { field, layers: allLayers }, posting);
    },
  };
}

/** Method that accretion was posted with; undefined for the company's. */
function accretionMethodOf(posting: BookedPosting | undefined): AccretionMethod | undefined {
  const method = posting?.method;
  return method === 'simple' || method === 'effective' ? method : undefined;
}

/** Kinds of postings that only record the passage of time. */
const PERIODIC_KINDS: ReadonlySet<PostingKind> = new Set(['accretion', 'depreciation']);

/** True for depreciation by a method other than the current one, or before the first day that one applies. */
function isSuperseded({ depreciation }: Act, { kind, day, method }: BookedPosting): boolean {
  if (kind !== 'depreciation') return false;
  return (
    depreciation === null ||
    day < depreciation.from ||
    (method ?? depreciation.method) !== depreciation.method
  );
}

/**
 * Depreciates all of a well's layers through a day; together they determine when the well retires.
 * @throws MissingRate
 */
export function depreciateWell(
  act: Act,
  step: Step,
  { field = '', layers }: Pick<WellBooks, 'field' | 'layers'>,
  { day, isCompanyWide, periodType }: Pick<PostingHeader, 'day' | 'isCompanyWide' | 'periodType'>,
): void {
  const lifeEnd = endOfWell(layers);
  if (lifeEnd === null) return;
  for (const layer of layers) {
    act.depreciate(step, layer, day, { isCompanyWide, periodType }, { lifeEnd, field });
  }
}

/** End of a well's life: that of its newest layer, the last in the list; null without layers. */
function endOfWell(layers: readonly LayerLife[]): MonthPosition | null {
  const newest = layers.at(-1);
  return newest ? endOfLife(newest) : null;
}

/** True when a layer changes the well's retirement date. */
function movesRetirement(older: readonly LayerLife[], added: LayerLife): boolean {
  return older.length > 0 && endOfWell(older) !== endOfLife(added);
}

/**
 * True when a layer changes the straight-line depreciation base of the well's older layers, because it changes the well's
 * retirement date. Such a layer is measured on its day.
 */
export function changesRetirement(act: Act, older: readonly LayerLife[], added: LayerLife): boolean {
  return act.depreciation?.method === 'straight-line' && movesRetirement(older, added);
}

/**
 * Restarts depreciation of the older layers from their remaining net cost, if a new layer changes the well's retirement date.
 * Call it once that layer is booked.
 * Source: the depreciation base rule.
 */
export function restartDepreciation(act: Act, older: readonly LayerState[], added: LayerLife): void {
  if (!movesRetirement(older, added)) return;
  for (const layer of older) act.rebase(layer);
}

/** Accretion that an act posts for its well alone. It does not block earlier period ends of the company. */
const ONE_WELL: Pick<PostingHeader, 'isCompanyWide' | 'periodType'> = {
  isCompanyWide: false,
  periodType: null,
};

/** One posting per day, the company-wide one if there are several, oldest first. */
function periodEndsOf(later: readonly BookedPosting[]): BookedPosting[] {
  const byDay = new Map<CalendarDate, BookedPosting>();
  for (const posting of later) {
    if (!byDay.has(posting.day) || posting.isCompanyWide) byDay.set(posting.day, posting);
  }
  return [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** @returns the error that names what is booked later */
function blockedError(wellCode: string, { kind, day, number }: BookedPosting): DomainConflict {
  // Suggest a later date first: an opening balance already includes what came before, so it is rarely the one to reverse.
  const message =
    kind === 'opening'
      ? `Well "${wellCode}" has an opening balance dated ${day} (posting ${number}), which includes earlier activity. Use a later date, or reverse the opening balance first.`
      : `Well "${wellCode}" has a later ${kind} dated ${day} (posting ${number}). Reverse that first, or use a later date.`;
  return new DomainConflict(null, message);
}
