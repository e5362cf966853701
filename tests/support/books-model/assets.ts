import {
  addDays,
  type Day,
  divide,
  endOfDay,
  endOfLife,
  endOfMonth,
  isLess,
  isSameMoment,
  type Moment,
  multiply,
  roundHalfUp,
  startOf,
  subtract,
  whole,
} from './arithmetic';
import {
  type Act,
  type Books,
  balancesOf,
  book,
  isUnreversed,
  type Layer,
  lastDayOf,
  layersOf,
  type MoveKind,
  NO_AMOUNTS,
  type PostingHeader,
  Refusal,
} from './books';

/** Depreciation of the asset retirement cost, as defined in the ruling on depreciation. */

/** 100%, in ten-thousandths of a percent. */
const RATE_SCALE = 1_000_000n;

const RECOGNITIONS: readonly MoveKind[] = ['opening', 'incurred', 'acquired', 'revised'];

/** Net cost of a layer's asset. */
function netOfAsset(books: Books, layer: Pick<Layer, 'wellId' | 'number'>): bigint {
  const { arcCents, accumulatedCents } = balancesOf(books, layer);
  return arcCents + accumulatedCents;
}

/** True when a layer would change the well's retirement date. */
export function movesRetirement(older: readonly Layer[], life: Parameters<typeof endOfLife>[0]): boolean {
  const newest = older.at(-1);
  return newest !== undefined && !isSameMoment(endOfLife(newest), endOfLife(life));
}

type Base = {
  /** Total of all straight-line charges. */
  cents: bigint;
  /** Day depreciated through, or of the opening balance, when the base was set; null if charges start from the layer's own date. */
  day: Day | null;
  /** Day depreciated through, or of the opening balance, by now. */
  through: Day | null;
};

/**
 * The depreciation base of a layer: its net cost after recognition, or after the last other change of it or of the well's retirement
 * date. A charge by units of production counts as such a change.
 */
function baseOf(books: Books, layer: Layer): Base {
  let net = 0n;
  let newest: Layer | undefined;
  const base: Base = { cents: 0n, day: null, through: null };
  for (const posting of books.postings) {
    if (posting.kind === 'reversal') continue;
    for (const move of posting.moves) {
      if (move.wellId !== layer.wellId || !isUnreversed(books, posting, move)) continue;
      const { kind, number, arcCents, accumulatedCents } = move;
      const isSameLayer = number === layer.number;
      let isChange = false;
      if (isSameLayer) {
        net += arcCents + accumulatedCents;
        if (kind === 'depreciated' || kind === 'opening') base.through = posting.day;
        isChange =
          kind !== 'depreciated' ? arcCents !== 0n || accumulatedCents !== 0n : Boolean(posting.isByUnits);
      }
      if (RECOGNITIONS.includes(kind)) {
        const added = books.layers.find(
          (candidate) => candidate.wellId === layer.wellId && candidate.number === number,
        )!;
        isChange ||= newest !== undefined && !isSameLayer && movesRetirement([newest], added);
        newest = added;
      }
      if (isChange) Object.assign(base, { cents: net, day: base.through });
    }
  }
  return base;
}

/** The time from which the base of a layer is charged. */
function startOfBase({ calculationDate }: Layer, { day }: Base): Moment {
  const start = startOf(calculationDate);
  return day === null || isLess(endOfDay(day), start) ? start : endOfDay(day);
}

/** Last day covered by a charge through a day; null if nothing remains to cover. */
function lastCovered(
  { calculationDate }: Layer,
  { through }: Base,
  { day, pluggedOn }: { day: Day; pluggedOn: Day | null },
): Day | null {
  const last = pluggedOn !== null && pluggedOn < day ? pluggedOn : day;
  if (through !== null) return last > through ? last : null;
  return last < calculationDate || pluggedOn === calculationDate ? null : last;
}

type Charge = { cents: bigint; isByUnits: boolean };

/** A posting's charge for a layer through a day; null if nothing is recorded. @throws Refusal if a rate is missing */
export function chargeOf(
  books: Books,
  layer: Layer,
  day: Day,
  pluggedOn: Day | null = lastDayOf(books, layer),
): Charge | null {
  const { depreciation, depreciationFrom } = books.settings;
  const net = netOfAsset(books, layer);
  if (depreciation === 'none' || day < depreciationFrom! || net === 0n) return null;
  const base = baseOf(books, layer);
  const last = lastCovered(layer, base, { day, pluggedOn });
  if (last === null) return null;
  if (depreciation === 'straight-line') {
    const start = startOfBase(layer, base);
    const elapsed = subtract(endOfDay(last), start);
    if (elapsed.n <= 0n) return null;
    const total = subtract(endOfLife(layersOf(books, layer.wellId).at(-1)!), start);
    const isOver = !isLess(elapsed, total);
    const part = isOver ? base.cents : roundHalfUp(multiply(whole(base.cents), divide(elapsed, total)));
    return { cents: net - (base.cents - part), isByUnits: false };
  }
  if (day !== endOfMonth(day)) return null;
  const months = monthsOf(books, layer, last, base);
  const field = books.wells.find(({ id }) => id === layer.wellId)!.field;
  let remaining = net;
  for (const month of months) {
    const rate = books.rates[`${month} ${field}`];
    if (rate === undefined) throw new Refusal(409);
    remaining -= roundHalfUp({ n: remaining * rate, d: RATE_SCALE });
  }
  return months.length === 0 ? null : { cents: net - remaining, isByUnits: true };
}

/** Whole months charged to a layer through a day by units of production. */
function monthsOf(books: Books, layer: Layer, day: Day, base: Base): string[] {
  const { depreciationFrom } = books.settings;
  const begin = startOf(depreciationFrom!);
  const chargedThrough = base.through === null ? startOfBase(layer, base) : endOfDay(base.through);
  const start = isLess(chargedThrough, begin) ? begin : chargedThrough;
  const months: string[] = [];
  for (let end = endOfMonth(layer.calculationDate); end <= day; end = endOfMonth(addDays(end, 1))) {
    const beginning = endOfDay(addDays(`${end.slice(0, 8)}01`, -1));
    if (!isLess(beginning, start)) months.push(end.slice(0, 7));
  }
  return months;
}

/** Refuses to post a month if a layer with a remaining balance lacks a rate for its field. */
export function requireRates(books: Books, layers: readonly Layer[], day: Day): void {
  if (books.settings.depreciation !== 'units-of-production') return;
  for (const layer of layers) {
    if (netOfAsset(books, layer) === 0n || layer.calculationDate > day) continue;
    const base = baseOf(books, layer);
    const pluggedOn = lastDayOf(books, layer);
    if (base.through !== null && base.through >= day) continue;
    const last = pluggedOn !== null && pluggedOn < day ? pluggedOn : day;
    const field = books.wells.find(({ id }) => id === layer.wellId)!.field;
    const isMissing = (month: string) => books.rates[`${month} ${field}`] === undefined;
    if (monthsOf(books, layer, last, base).some(isMissing)) throw new Refusal(409);
  }
}

/** Depreciates a layer through a day, if there is anything to charge. */
export function depreciate(
  act: Act,
  step: string,
  layer: Layer,
  {
    day,
    isCompanyWide,
    periodType,
    pluggedOn,
  }: Pick<PostingHeader, 'day' | 'isCompanyWide' | 'periodType'> & { pluggedOn?: Day | null },
): void {
  const charge = chargeOf(act.books, layer, day, pluggedOn);
  if (charge === null) return;
  const { wellId, number } = layer;
  const { cents, isByUnits } = charge;
  const header = { kind: 'depreciation' as const, day, isCompanyWide, periodType, reverses: null, isByUnits };
  book(act, step, header, { ...NO_AMOUNTS, wellId, number, kind: 'depreciated', accumulatedCents: -cents });
}

/**
 * The capitalized part of a revision. A decrease never takes the well's net cost below zero; an increase on a plugged well has no
 * remaining life to be spread over. If depreciation is kept elsewhere, everything is capitalized.
 */
export function capitalized(books: Books, wellId: string, day: Day, cents: bigint): bigint {
  const older = layersOf(books, wellId);
  if (books.settings.depreciation === 'none' || older.length === 0) return cents;
  const pluggedOn = lastDayOf(books, { wellId });
  if (cents >= 0n) return pluggedOn !== null && pluggedOn <= day ? 0n : cents;
  const net = older.reduce((sum, layer) => sum + netOfAsset(books, layer), 0n);
  const floor = net > 0n ? -net : 0n;
  return cents < floor ? floor : cents;
}
