import { addYears, type Day, retirementOf } from './arithmetic';
import {
  type Amounts,
  accretedOf,
  accretedThroughOf,
  type Books,
  balanceOf,
  balancesOf,
  isReversed,
  isSettled,
  isUnreversed,
  type Layer,
  liveWells,
  type Move,
  type MoveKind,
  movesOf,
  type OffsetAccount,
  type Posting,
  type Well,
} from './books';
import { grossOf, interestBefore } from './interests';

/** Expected contents of the product's lists and reports, summed from the model's movements. Amounts are text, as in responses. */

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
  accretion: string;
  totalEstimate: string;
  pAndACost: string;
  grossCost: string | null;
  wellLifespan: number;
  retirementDate: Day | null;
  /** Percent, with all ten decimals. */
  exactRate: string;
  status: string;
  /** Null for historical layers, which accrete no more. */
  accretedThrough: Day | null;
};

/** Layers of live wells, including reversed ones, by well code and number. */
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
        accretion: money(accretedOf(books, layer)),
        totalEstimate: money(layer.estimateCents),
        pAndACost: money(layer.costCents),
        grossCost: layer.grossCents === null ? null : money(layer.grossCents),
        wellLifespan: layer.lifespanYears,
        retirementDate: layer.retirementDate,
        exactRate: exactRate(layer.discount),
        status: isHistorical ? 'historical' : 'current',
        accretedThrough: isHistorical ? null : accretedThroughOf(books, layer),
      },
    ] as const;
  });
  return Object.fromEntries(facts);
}

function exactRate(discount: bigint): string {
  const digits = String(discount).padStart(11, '0');
  return `${digits.slice(0, -10)}.${digits.slice(-10)}`;
}

/** Current layers of live wells: neither reversed nor settled. */
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
 * The rollforward by well code: increases are additions, decreases are reductions, and a reversal offsets the column it reverses. Opening
 * balances within the range are part of the beginning, and their reversal is a reduction.
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
  if (move.kind === 'accreted' || move.kind === 'depreciated') return 'accretion';
  if (move.kind === 'settled' || move.kind === 'retired' || move.kind === 'divested') return 'reductions';
  if (move.kind === 'opening') return isReversal ? 'reductions' : 'beginningBalance';
  const original = isReversal ? -move.cents : move.cents;
  return original > 0n ? 'additions' : 'reductions';
}

const DISCLOSED: Record<MoveKind, string> = {
  opening: 'opening',
  incurred: 'incurred',
  acquired: 'acquired',
  revised: 'revisions',
  accreted: 'accretion',
  depreciated: 'accretion',
  settled: 'settled',
  retired: 'settled',
  divested: 'divested',
};
const NOTHING_DISCLOSED = {
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

/** The disclosure by well code: each kind in its column, along with its reversals. */
export function disclosure(books: Books, { begin, end }: Range): Record<string, Record<string, string>> {
  const rows: Record<string, Record<string, string>> = {};
  for (const well of liveWells(books)) {
    const moves = movesOf(books).filter(({ posting, move }) => move.wellId === well.id && posting.day <= end);
    if (moves.length === 0) continue;
    const sums: Record<string, bigint> = { ...NOTHING_DISCLOSED };
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

/** True when the well is plugged by the day, has no unreversed layer, or retires within a year according to its newest one. */
function isDueWithinAYear(books: Books, { id, status, arrivedPlugged, pluggedOn }: Well, day: Day): boolean {
  if (status === 'Plugged' && (arrivedPlugged || (pluggedOn ?? day) <= day)) return true;
  const { postings } = books;
  const booked = { ...books, postings: postings.filter((posting) => posting.day <= day) };
  const newest = books.layers
    .filter((layer) => layer.wellId === id && movesOf(booked, layer).length > 0)
    .filter((layer) => !isReversed(booked, layer))
    .sort((a, b) => b.number - a.number)[0];
  return !newest || retirementOf(newest) <= addYears(day, 1);
}

/** Default accounts. Opening balances have none. */
const ACCOUNTS = {
  pool: '1700',
  asset: '1800',
  accumulated: '1890',
  clearing: '2050',
  liability: '2400',
  expense: '6800',
  depreciation: '6810',
  settlement: '7900',
  disposal: '7910',
  opening: '',
};
type Account = keyof typeof ACCOUNTS;

/** Balancing account of an entry, if the posting does not specify one. */
const OFFSET_ACCOUNTS: Record<MoveKind, Exclude<Account, OffsetAccount> | OffsetAccount> = {
  opening: 'opening',
  incurred: 'settlement',
  acquired: 'settlement',
  revised: 'settlement',
  accreted: 'expense',
  depreciated: 'depreciation',
  settled: 'settlement',
  retired: 'settlement',
  divested: 'disposal',
};

/** Effect of a movement on each account; debits are positive. */
function entryOf({ offsetTo }: Posting, { kind, ...move }: Move): Map<Account, bigint> {
  const entry = new Map<Account, bigint>();
  const post = (account: Account, cents: bigint) => entry.set(account, (entry.get(account) ?? 0n) + cents);
  post('liability', -move.cents);
  post('clearing', move.cashCents);
  post(offsetTo?.money ?? OFFSET_ACCOUNTS[kind], move.cents - move.cashCents);
  post('asset', move.arcCents);
  post('accumulated', move.accumulatedCents);
  post(offsetTo?.asset ?? OFFSET_ACCOUNTS[kind], -move.arcCents - move.accumulatedCents);
  return entry;
}

/** The journal's sums by day, well and main account, net and gross. Deleted wells keep their entries. Opening balances have none. */
export function journal(books: Books, { begin, end }: Range): Record<string, string> {
  const sums = new Map<string, bigint>();
  const wells = new Map(books.wells.map((well) => [well.id, well]));
  const byId = new Map(books.postings.map((posting) => [posting.id, posting]));
  for (const { posting, move } of movesOf(books)) {
    const { day, reverses } = posting;
    if (day < begin || day > end || move.kind === 'opening') continue;
    const well = wells.get(move.wellId)!;
    // A reversal uses the interest of the posting it reverses.
    const percent = interestBefore(books.postings, well, reverses === null ? posting : byId.get(reverses)!);
    for (const [account, cents] of entryOf(posting, move)) {
      const key = `${day} ${well.code} ${ACCOUNTS[account]}`;
      sums.set(key, (sums.get(key) ?? 0n) + cents);
      sums.set(`${key} gross`, (sums.get(`${key} gross`) ?? 0n) + grossOf(cents, percent));
    }
  }
  return withoutZeros(sums);
}

/** The trial balance by main account: beginning, debits, credits and ending, life to date. */
export function trialBalance(books: Books, { begin, end }: Range): Record<string, string> {
  const sums = new Map<string, [bigint, bigint, bigint, bigint]>();
  for (const { posting, move } of movesOf(books)) {
    if (posting.day > end) continue;
    for (const [account, cents] of entryOf(posting, move)) {
      const row = sums.get(ACCOUNTS[account]) ?? [0n, 0n, 0n, 0n];
      row[posting.day < begin ? 0 : cents > 0n ? 1 : 2] += posting.day < begin || cents > 0n ? cents : -cents;
      row[3] += cents;
      sums.set(ACCOUNTS[account], row);
    }
  }
  const rows = [...sums].filter(([, row]) => row.some((cents) => cents !== 0n));
  return Object.fromEntries(rows.map(([account, row]) => [account, row.map(money).join(' ')]));
}

const ARC_COLUMN: Record<
  MoveKind,
  'beginning' | 'additions' | 'revisions' | 'retired' | 'divested' | 'depreciation'
> = {
  opening: 'beginning',
  incurred: 'additions',
  acquired: 'additions',
  revised: 'revisions',
  accreted: 'additions',
  depreciated: 'depreciation',
  settled: 'retired',
  retired: 'retired',
  divested: 'divested',
};

/** The asset by well code: cost, accumulated depreciation, and net. Opening balances count as beginning, their reversals as retired. */
export function arcRollforward(books: Books, { begin, end }: Range): Record<string, Record<string, string>> {
  const rows: Record<string, Record<string, string>> = {};
  for (const { id, code } of liveWells(books)) {
    const moves = movesOf(books).filter(({ posting, move }) => move.wellId === id && posting.day <= end);
    if (moves.length === 0) continue;
    const columnOf = ({ posting, move }: (typeof moves)[number]) => {
      if (posting.day < begin) return 'beginning';
      return move.kind === 'opening' && posting.kind === 'reversal' ? 'retired' : ARC_COLUMN[move.kind];
    };
    const sum = (amount: 'arcCents' | 'accumulatedCents', ...columns: string[]) =>
      moves
        .filter((item) => columns.length === 0 || columns.includes(columnOf(item)))
        .reduce((total, { move }) => total + move[amount], 0n);
    const amounts = {
      beginningCost: sum('arcCents', 'beginning'),
      additions: sum('arcCents', 'additions'),
      revisions: sum('arcCents', 'revisions'),
      retired: sum('arcCents', 'retired'),
      divested: sum('arcCents', 'divested'),
      endingCost: sum('arcCents'),
      beginningAccumulated: sum('accumulatedCents', 'beginning'),
      depreciation: sum('accumulatedCents', 'depreciation'),
      accumulatedRetired: sum('accumulatedCents', 'retired', 'divested'),
      endingAccumulated: sum('accumulatedCents'),
      endingNet: sum('arcCents') + sum('accumulatedCents'),
    };
    rows[code] = Object.fromEntries(Object.entries(amounts).map(([name, cents]) => [name, money(cents)]));
  }
  return rows;
}

/** Balances at the end of a day, for each layer of a live well booked by then. */
export function balances(books: Books, day: Day): Record<string, string> {
  const layers = liveLayers(books).filter(({ layer }) =>
    movesOf(books, layer).some(({ posting }) => posting.day <= day),
  );
  const textOf = ({ cents, arcCents, accumulatedCents }: Amounts) =>
    [cents, arcCents, accumulatedCents, arcCents + accumulatedCents].map(money).join(' ');
  return Object.fromEntries(
    layers.map(({ code, layer }) => [`${code} L${layer.number}`, textOf(balancesOf(books, layer, day))]),
  );
}

export function withoutZeros(sums: Map<string, bigint>): Record<string, string> {
  const nonzero = [...sums].filter(([, cents]) => cents !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(nonzero.map(([key, cents]) => [key, money(cents)]));
}

/** Unreversed accretion records of live wells: the posting, the layer, its beginning and its expense. */
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
