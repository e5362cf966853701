import { addYears, type Day } from './arithmetic';
import {
  accretedThroughOf,
  type Books,
  balanceOf,
  isReversed,
  isSettled,
  isUnreversed,
  type Layer,
  liveWells,
  type Move,
  type MoveKind,
  movesOf,
  type Posting,
  type Well,
} from './books';

/** What the product's lists and reports have to say, added up from the model's movements. Amounts are text, as in answers. */

export type Range = { begin: Day; end: Day };

export function money(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

type LayerFacts = {
  layerNumber: number;
  layerType: string;
  calculationDate: Day;
  aroValue: string;
  currentAroValue: string;
  totalEstimate: string;
  status: string;
  /** Left out of layers that are historical: they accrete no more. */
  accretedThrough: Day | null;
};

/** Layers of live wells, those that are reversed included, by well code and number. */
export function layerFacts(books: Books): Record<string, LayerFacts> {
  const facts = liveLayers(books).map(({ code, layer }) => {
    const isHistorical = isReversed(books, layer) || isSettled(books, layer);
    return [
      `${code} L${layer.number}`,
      {
        layerNumber: layer.number,
        layerType: layer.measurement === null ? 'initial' : 'additional',
        calculationDate: layer.calculationDate,
        aroValue: money(layer.valueCents),
        currentAroValue: money(balanceOf(books, layer)),
        totalEstimate: money(layer.estimateCents),
        status: isHistorical ? 'historical' : 'current',
        accretedThrough: isHistorical ? null : accretedThroughOf(books, layer),
      },
    ] as const;
  });
  return Object.fromEntries(facts);
}

/** Layers that count, of live wells. */
export function summary(books: Books) {
  const layers = liveLayers(books)
    .map(({ layer }) => layer)
    .filter((layer) => !isReversed(books, layer) && !isSettled(books, layer));
  const total = (cents: (layer: Layer) => bigint) =>
    money(layers.reduce((sum, layer) => sum + cents(layer), 0n));
  return {
    totalWells: new Set(layers.map(({ wellId }) => wellId)).size,
    totalLayers: layers.length,
    totalInitialAro: total(({ valueCents }) => valueCents),
    totalCurrentAro: total((layer) => balanceOf(books, layer)),
  };
}

function liveLayers(books: Books): { code: string; layer: Layer }[] {
  return liveWells(books).flatMap(({ id, code }) =>
    books.layers.filter(({ wellId }) => wellId === id).map((layer) => ({ code, layer })),
  );
}

const COLUMNS = ['beginningBalance', 'additions', 'accretion', 'reductions', 'endingBalance'] as const;

/**
 * The rollforward by well code: increases are additions, decreases reductions, a reversal counts against what it takes back.
 * Balances brought in within the range are part of the beginning, and their reversal is a reduction.
 */
export function rollforward(books: Books, { begin, end }: Range): Record<string, Record<string, string>> {
  const rows: Record<string, Record<string, string>> = {};
  for (const { id, code } of liveWells(books)) {
    const sums = Object.fromEntries(COLUMNS.map((column) => [column, 0n]));
    const moves = movesOf(books).filter(({ posting, move }) => move.wellId === id && posting.day <= end);
    for (const { posting, move } of moves) {
      sums.endingBalance! += move.cents;
      const column = posting.day < begin ? 'beginningBalance' : columnOf(posting, move);
      sums[column]! += column === 'reductions' ? -move.cents : move.cents;
    }
    if (moves.length > 0) {
      rows[code] = Object.fromEntries(Object.entries(sums).map(([column, cents]) => [column, money(cents)]));
    }
  }
  return rows;
}

function columnOf({ kind }: Posting, move: Move): (typeof COLUMNS)[number] {
  const isReversal = kind === 'reversal';
  if (move.kind === 'accreted') return 'accretion';
  if (move.kind === 'settled' || move.kind === 'retired') return 'reductions';
  if (move.kind === 'opening') return isReversal ? 'reductions' : 'beginningBalance';
  const original = isReversal ? -move.cents : move.cents;
  return original > 0n ? 'additions' : 'reductions';
}

const DISCLOSED: Record<MoveKind, string> = {
  opening: 'opening',
  incurred: 'incurred',
  revised: 'revisions',
  accreted: 'accretion',
  settled: 'settled',
  retired: 'settled',
};
const NO_AMOUNTS = {
  beginning: 0n,
  opening: 0n,
  incurred: 0n,
  acquired: 0n,
  revisions: 0n,
  accretion: 0n,
  settled: 0n,
  divested: 0n,
  ending: 0n,
  current: 0n,
  nonCurrent: 0n,
};

/** The disclosure by well code: each kind in its column, and what takes it back with it. */
export function disclosure(books: Books, { begin, end }: Range): Record<string, Record<string, string>> {
  const rows: Record<string, Record<string, string>> = {};
  for (const well of liveWells(books)) {
    const moves = movesOf(books).filter(({ posting, move }) => move.wellId === well.id && posting.day <= end);
    if (moves.length === 0) continue;
    const sums: Record<string, bigint> = { ...NO_AMOUNTS };
    for (const { posting, move } of moves) {
      sums[posting.day < begin ? 'beginning' : DISCLOSED[move.kind]]! += move.cents;
      sums.ending! += move.cents;
    }
    sums[isDueWithinAYear(books, well, end) ? 'current' : 'nonCurrent'] = sums.ending!;
    rows[well.code] = Object.fromEntries(
      Object.entries(sums).map(([column, cents]) => [column, money(cents)]),
    );
  }
  return rows;
}

/** As the newest layer says that counts on the day; what is plugged by then is due. */
function isDueWithinAYear(books: Books, { id, status, arrivedPlugged, pluggedOn }: Well, day: Day): boolean {
  if (status === 'Plugged' && (arrivedPlugged || (pluggedOn ?? day) <= day)) return true;
  const { postings } = books;
  const booked = { ...books, postings: postings.filter((posting) => posting.day <= day) };
  const newest = books.layers
    .filter((layer) => layer.wellId === id && movesOf(booked, layer).length > 0)
    .filter((layer) => !isReversed(booked, layer))
    .sort((a, b) => b.number - a.number)[0];
  return !newest || addYears(newest.calculationDate, newest.lifespanYears) <= addYears(day, 1);
}

/** Accounts of a company that has not chosen its own. */
const ACCOUNTS = {
  asset: '1800',
  accumulated: '1890',
  clearing: '2050',
  liability: '2400',
  expense: '6800',
  settlement: '7900',
};
/** What takes the rest of an entry, so that it balances. */
const REST_ACCOUNTS: Record<Exclude<MoveKind, 'opening'>, string> = {
  incurred: ACCOUNTS.asset,
  revised: ACCOUNTS.asset,
  accreted: ACCOUNTS.expense,
  settled: ACCOUNTS.settlement,
  retired: ACCOUNTS.accumulated,
};

/** The journal's sums by day, well and main account. Deleted wells keep their entries. Opening balances have none. */
export function journal(books: Books, { begin, end }: Range): Record<string, string> {
  const sums = new Map<string, bigint>();
  const post = (account: string, day: Day, code: string, cents: bigint) => {
    const key = `${day} ${code} ${account}`;
    sums.set(key, (sums.get(key) ?? 0n) + cents);
  };
  const codes = new Map(books.wells.map(({ id, code }) => [id, code]));
  for (const { posting, move } of movesOf(books)) {
    const { day } = posting;
    if (day < begin || day > end || move.kind === 'opening') continue;
    const code = codes.get(move.wellId)!;
    const { cents, arcCents, cashCents = 0n } = move;
    post(ACCOUNTS.liability, day, code, -cents);
    post(ACCOUNTS.asset, day, code, arcCents);
    post(ACCOUNTS.clearing, day, code, cashCents);
    post(REST_ACCOUNTS[move.kind], day, code, cents - arcCents - cashCents);
  }
  return withoutZeros(sums);
}

export function withoutZeros(sums: Map<string, bigint>): Record<string, string> {
  const kept = [...sums].filter(([, cents]) => cents !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(kept.map(([key, cents]) => [key, money(cents)]));
}

/** Accretion records that are not reversed, of live wells: the posting, the layer, its beginning and its expense. */
export function accretionRecords(books: Books): string[] {
  const records: string[] = [];
  const balances = new Map<string, bigint>();
  const codes = new Map(liveWells(books).map(({ id, code }) => [id, code]));
  for (const { posting, move } of movesOf(books)) {
    const layer = `${move.wellId} ${move.number}`;
    const beginning = balances.get(layer) ?? 0n;
    balances.set(layer, beginning + move.cents);
    const code = codes.get(move.wellId);
    if (move.kind !== 'accreted' || posting.kind === 'reversal' || code === undefined) continue;
    if (!isUnreversed(books, posting, move)) continue;
    const name = `${posting.id} ${code} L${move.number} ${posting.day}`;
    records.push(`${name}: ${money(beginning)} + ${money(move.cents)}`);
  }
  return records.sort();
}
