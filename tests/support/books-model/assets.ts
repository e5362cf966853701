import {
  addDays,
  type Day,
  divide,
  endOf,
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
  type Head,
  isUnreversed,
  type Layer,
  lastDayOf,
  layersOf,
  type MoveKind,
  NO_AMOUNTS,
  Refusal,
} from './books';

/** How the asset retirement cost becomes expense, as the ruling of depreciation has it. */

/** A rate of 100 %, in ten-thousandths of a percent. */
const ALL_OF_IT = 1_000_000n;

const RECOGNITIONS: readonly MoveKind[] = ['opening', 'incurred', 'acquired', 'revised'];

/** What is left of a layer's asset. */
function netOfAsset(books: Books, layer: Pick<Layer, 'wellId' | 'number'>): bigint {
  const { arcCents, accumulatedCents } = balancesOf(books, layer);
  return arcCents + accumulatedCents;
}

/** Whether a layer would change when its well retires. */
export function movesRetirement(older: readonly Layer[], life: Parameters<typeof endOfLife>[0]): boolean {
  const newest = older.at(-1);
  return newest !== undefined && !isSameMoment(endOfLife(newest), endOfLife(life));
}

type Base = {
  /** What straight-line charges add up to. */
  cents: bigint;
  /** Through when the layer was depreciated or brought in when the base was set; null while it counts from its own date. */
  day: Day | null;
  /** Through when it is depreciated or brought in by now. */
  through: Day | null;
};

/**
 * What a layer's charges are counted from: its net cost after recognition, or after the last other change of it or of the
 * well's retirement. What was charged by units of production is such a change, too.
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
      const isOwn = number === layer.number;
      let isChange = false;
      if (isOwn) {
        net += arcCents + accumulatedCents;
        if (kind === 'depreciated' || kind === 'opening') base.through = posting.day;
        isChange =
          kind !== 'depreciated' ? arcCents !== 0n || accumulatedCents !== 0n : Boolean(posting.isByUnits);
      }
      if (RECOGNITIONS.includes(kind)) {
        const added = books.layers.find((one) => one.wellId === layer.wellId && one.number === number)!;
        isChange ||= newest !== undefined && !isOwn && movesRetirement([newest], added);
        newest = added;
      }
      if (isChange) Object.assign(base, { cents: net, day: base.through });
    }
  }
  return base;
}

/** When the base of a layer begins to be charged. */
function startOfBase({ calculationDate }: Layer, { day }: Base): Moment {
  const start = startOf(calculationDate);
  return day === null || isLess(endOf(day), start) ? start : endOf(day);
}

/** The last day that a charge through a day covers; null where nothing is left to cover. */
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

/** What a posting through a day charges a layer; null where it records nothing. @throws Refusal where a rate is missing */
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
    const passed = subtract(endOf(last), start);
    if (passed.n <= 0n) return null;
    const all = subtract(endOfLife(layersOf(books, layer.wellId).at(-1)!), start);
    const isOver = !isLess(passed, all);
    const part = isOver ? base.cents : roundHalfUp(multiply(whole(base.cents), divide(passed, all)));
    return { cents: net - (base.cents - part), isByUnits: false };
  }
  if (day !== endOfMonth(day)) return null;
  const months = monthsOf(books, layer, last, base);
  const field = books.wells.find(({ id }) => id === layer.wellId)!.field;
  let left = net;
  for (const month of months) {
    const rate = books.rates[`${month} ${field}`];
    if (rate === undefined) throw new Refusal(409);
    left -= roundHalfUp({ n: left * rate, d: ALL_OF_IT });
  }
  return months.length === 0 ? null : { cents: net - left, isByUnits: true };
}

/** The whole months that units of production charge a layer for through a day. */
function monthsOf(books: Books, layer: Layer, day: Day, base: Base): string[] {
  const { depreciationFrom } = books.settings;
  const begin = startOf(depreciationFrom!);
  const own = base.through === null ? startOfBase(layer, base) : endOf(base.through);
  const start = isLess(own, begin) ? begin : own;
  const months: string[] = [];
  for (let end = endOfMonth(layer.calculationDate); end <= day; end = endOfMonth(addDays(end, 1))) {
    const beginning = endOf(addDays(`${end.slice(0, 8)}01`, -1));
    if (!isLess(beginning, start)) months.push(end.slice(0, 7));
  }
  return months;
}

/** A month is not posted while the field of a layer that has something left lacks its rate. */
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

/** Depreciates a layer through a day, where there is anything to charge. */
export function depreciate(
  act: Act,
  step: string,
  layer: Layer,
  {
    day,
    isCompanyWide,
    periodType,
    pluggedOn,
  }: Pick<Head, 'day' | 'isCompanyWide' | 'periodType'> & { pluggedOn?: Day | null },
): void {
  const charge = chargeOf(act.books, layer, day, pluggedOn);
  if (charge === null) return;
  const { wellId, number } = layer;
  const { cents, isByUnits } = charge;
  const head = { kind: 'depreciation' as const, day, isCompanyWide, periodType, reverses: null, isByUnits };
  book(act, step, head, { ...NO_AMOUNTS, wellId, number, kind: 'depreciated', accumulatedCents: -cents });
}

/**
 * What of a revision is capitalized. A decrease never takes the well's net cost below zero; an increase of a plugged well has
 * no life left to be spread over. Where depreciation is kept elsewhere, all of it is.
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
