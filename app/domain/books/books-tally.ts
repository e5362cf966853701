import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { partOfCents } from '~/domain/money/money';
import { createArcHistory } from './arc-history';
import type { Depreciation } from './depreciation';
import type { LayerLife } from './life';
import { codesWhere, kindOfCode, MOVEMENT_KINDS, rollforwardOf } from './movement-kinds';

/**
 * Rows that the books check reads, as tuples because a large company has a hundred thousand layers and postings, and millions
 * of movements. Amounts are in cents.
 */
export type CheckedLayer = [
  id: number,
  liability: number,
  arcCost: number,
  arcAccumulated: number,
  settled: number,
  accretedThrough: CalendarDate | null,
  isReversed: 0 | 1,
  recognizedBy: number,
  lastPosting: number,
  depreciatedThrough: CalendarDate | null,
  arcBase: number,
  arcBaseDay: CalendarDate | null,
  well: number,
  calculationDate: CalendarDate,
  wellLifespanYears: number,
  retirementDate: CalendarDate | null,
];
export type CheckedPosting = [
  id: number,
  day: CalendarDate,
  isAccretion: 0 | 1,
  isReversal: 0 | 1,
  reverses: number | null,
  /** Movement count in the posting's seal; null when it is not sealed. */
  movements: number | null,
  isUnitsOfProduction: 0 | 1,
  number: number,
];
/** A movement identifies its posting by index into the `listed` postings of its batch. */
export type CheckedMovement = [
  place: number,
  layer: number,
  kind: number,
  liability: number,
  arcCost: number,
  arcAccumulated: number,
  cash: number,
  base: number | null,
  hasTime: 0 | 1,
  /** For depreciation: the fraction of the time since its base that has elapsed, or the years covered. */
  timeNumerator: number | null,
  timeDenominator: number | null,
];
/** A reversal's movement, compared with the movement it reverses. */
export type CheckedReversal = [
  place: number,
  layer: number,
  kind: number,
  liability: number,
  /** Liability of the reversed movement; null when there is none. */
  original: number | null,
  /** 1 when all amounts are the original's, negated. */
  isExact: 0 | 1,
];

/** The checks, with the label for a difference and whether its figures are cents or posting ids. */
export const CHECKS = {
  liability: { what: 'Carrying amount of a layer against its movements', isMoney: true },
  arcCost: { what: 'Asset retirement cost of a layer against its movements', isMoney: true },
  arcAccumulated: { what: 'Accumulated depreciation of a layer against its movements', isMoney: true },
  settled: { what: 'Settled amount of a layer against its movements', isMoney: true },
  newest: { what: 'Newest posting of a layer', isMoney: false, isPosting: true },
  accretedThrough: { what: 'Date a layer has accreted through', isMoney: false },
  depreciatedThrough: { what: 'Date a layer is depreciated through', isMoney: false },
  arcBase: { what: 'Amount that depreciation of a layer is counted from', isMoney: true },
  arcBaseDay: { what: 'Day that depreciation of a layer is counted from', isMoney: false },
  isReversed: { what: 'Whether the recognition of a layer is reversed', isMoney: false },
  recognized: { what: 'Recognition of a layer', isMoney: false, isPosting: true },
  base: { what: 'Starting balance of an accretion against what was booked before it', isMoney: true },
  number: { what: 'Number of a posting against the one before it', isMoney: false },
  sealed: { what: 'Number of movements of a posting', isMoney: false },
  foreign: { what: 'Layer of a movement', isMoney: false },
  changes: { what: 'Asset retirement cost of a change against its liability', isMoney: true },
  accretions: { what: 'Amounts of an accretion besides the liability', isMoney: true },
  depreciations: { what: 'Amount of a depreciation against what it is counted from', isMoney: true },
  settlements: { what: 'Amounts of a settlement, or of the asset retired with it', isMoney: true },
  reversals: { what: 'Amount of a reversal against what it reverses', isMoney: true },
  reversedTwice: { what: 'How often a movement is reversed', isMoney: false },
} as const satisfies Record<string, { what: string; isMoney: boolean; isPosting?: boolean }>;
export type Check = keyof typeof CHECKS;

export type BooksDifference = {
  check: Check;
  layer: number | null;
  posting: number | null;
  expected: string | number | null;
  found: string | number | null;
};

/** Differences listed per check; corrupted books may have one for every layer. */
const NAMED = 50;

const RECOGNITIONS = new Set(codesWhere(({ isRecognition }) => isRecognition));
const CHANGES = new Set(codesWhere((rule) => rollforwardOf(rule) === 'change'));
const REDUCTIONS = new Set(codesWhere((rule) => rollforwardOf(rule) === 'reduction'));
const ACCRETED = MOVEMENT_KINDS.accreted.code;
const SETTLED = MOVEMENT_KINDS.settled.code;
const RETIRED = MOVEMENT_KINDS.retired.code;
const DEPRECIATED = MOVEMENT_KINDS.depreciated.code;
/** Kinds that set how far a layer has accreted: an opening balance accretes from its own date. */
const DATED = new Set<number>([ACCRETED, MOVEMENT_KINDS.opening.code]);
/** Greater than any kind's code. */
const KINDS = 64;

/**
 * Sums a company's layer balances from its movements in posting order, checks each movement against the rules of its kind, and
 * finally compares the layers' caches with the sums. Keeps a few numbers per layer and posting in memory, and one per reversed
 * movement.
 *
 * Pass every reversal to `takeReversals` first, then every movement to `take`, then the layers to `differences`.
 *
 * @param layers all of the company's layers
 * @param postings all of the company's postings, by id
 * @param company its depreciation method, and whether it has ever depreciated, in which case a revision may be expensed
 * Source: every balance is the sum of dated movements; a movement is reversed once and in full.
 */
export function createBooksTally(
  layers: Iterable<CheckedLayer>,
  postings: readonly CheckedPosting[],
  company: { depreciation: Depreciation; hasDepreciated: boolean },
) {
  const lives = Array.from(layers, toLife);
  const layerIds = lives.map(({ id }) => id);
  const places = new Map(layerIds.map((id, place) => [id, place]));
  const postingPlaces = new Map(postings.map(([id], place) => [id, place]));
  const count = layerIds.length;
  const liability = new Float64Array(count);
  const arcCost = new Float64Array(count);
  const arcAccumulated = new Float64Array(count);
  const settled = new Float64Array(count);
  const newest = new Float64Array(count);
  const recognizedBy = new Float64Array(count);
  const isOut = new Uint8Array(count);
  const through = new Array<CalendarDate | null>(count).fill(null);
  const assets = createArcHistory();
  const movements = new Uint32Array(postings.length);
  const hasReversals = new Uint8Array(postings.length);
  const differences = createDifferences();

  const reversedKeys: number[] = [];
  let reversed: Float64Array | null = null;
  const keyOf = (postingPlace: number, layerPlace: number, kind: number) =>
    (postingPlace * count + layerPlace) * KINDS + kind;

  /** Sorted for lookup; a movement that is reversed twice appears as adjacent duplicates. */
  function reversedMovements(): Float64Array {
    if (reversed) return reversed;
    reversed = Float64Array.from(reversedKeys).sort();
    reversedKeys.length = 0;
    for (const [start, length] of repeated(reversed)) {
      const key = reversed[start]!;
      const [layer, posting] = [Math.floor(key / KINDS) % count, Math.floor(key / KINDS / count)];
      differences.add('reversedTwice', layerIds[layer]!, postings[posting]![0], 1, length);
    }
    return reversed;
  }

  const isTakenBack = (postingPlace: number, layerPlace: number, kind: number): boolean =>
    hasReversals[postingPlace] === 1 && includes(reversedMovements(), keyOf(postingPlace, layerPlace, kind));

  function checkRules(posting: CheckedPosting, movement: CheckedMovement): void {
    const [id, , isAccretion] = posting;
    const [, layer, kind, liabilityCents, arcCostCents, arcAccumulatedCents, cashCents, base, hasTime] =
      movement;
    if (CHANGES.has(kind)) {
      const isCapitalized =
        liabilityCents === arcCostCents || (company.hasDepreciated && isPartOf(arcCostCents, liabilityCents));
      if (!isCapitalized || arcAccumulatedCents !== 0 || cashCents !== 0) {
        differences.add('changes', layer, id, liabilityCents, arcCostCents);
      }
    } else if (kind === ACCRETED) {
      const isBare = arcCostCents === 0 && arcAccumulatedCents === 0 && cashCents === 0;
      const isComplete = base !== null && hasTime === 1;
      if (!isBare || (isAccretion === 1 && !isComplete)) {
        differences.add('accretions', layer, id, 0, arcCostCents + arcAccumulatedCents + cashCents);
      }
    } else if (kind === DEPRECIATED) {
      const other = Math.abs(liabilityCents) + Math.abs(arcCostCents) + Math.abs(cashCents);
      if (other !== 0) differences.add('depreciations', layer, id, 0, other);
    } else if (kind === SETTLED || kind === RETIRED) {
      // A settlement doesn't change the asset, and retiring the asset changes nothing else.
      const other =
        kind === SETTLED
          ? Math.abs(arcCostCents) + Math.abs(arcAccumulatedCents)
          : Math.abs(liabilityCents) + Math.abs(cashCents);
      if (other !== 0) differences.add('settlements', layer, id, 0, other);
    }
  }

  /** Checks that a charge leaves what its time implies of its base or, under units of production, starts from the net cost. */
  function checkDepreciation(posting: CheckedPosting, movement: CheckedMovement, net: number): void {
    const [id, , , , , , isUnits] = posting;
    const [, layer, , , , accumulatedCents, , base, , numerator, denominator] = movement;
    if (base === null || numerator === null || denominator === null) {
      differences.add('depreciations', layer, id, accumulatedCents, null);
    } else if (isUnits) {
      if (base !== net) differences.add('depreciations', layer, id, net, base);
    } else {
      const left = base - partOfCents(base, { numerator, denominator });
      if (net + accumulatedCents !== left)
        differences.add('depreciations', layer, id, left - net, accumulatedCents);
    }
  }

  return {
    /** Layer ids in the order of `layers`. */
    layerIds,

    /** @param listed indexes into `postings` of the postings that the rows refer to */
    takeReversals(listed: readonly number[], rows: readonly CheckedReversal[]): void {
      for (const [place, layer, kind, liabilityCents, original, isExact] of rows) {
        const [id, , , , reverses] = postings[listed[place]!]!;
        if (isExact !== 1) differences.add('reversals', layer, id, 0 - (original ?? 0), liabilityCents);
        const taken = reverses === null ? undefined : postingPlaces.get(reverses);
        const layerPlace = places.get(layer);
        if (taken === undefined || layerPlace === undefined) continue;
        hasReversals[taken] = 1;
        reversedKeys.push(keyOf(taken, layerPlace, kind));
      }
    },

    /** @param listed as in takeReversals; a layer's movements must come in posting order */
    take(listed: readonly number[], rows: readonly CheckedMovement[]): void {
      for (const movement of rows) {
        const postingPlace = listed[movement[0]]!;
        const posting = postings[postingPlace]!;
        const [id, day, , isReversal, , , isUnitsOfProduction] = posting;
        const [, layer, kind, liabilityCents, arcCostCents, arcAccumulatedCents, , base] = movement;
        movements[postingPlace]! += 1;
        checkRules(posting, movement);
        const place = places.get(layer);
        if (place === undefined) {
          differences.add('foreign', layer, id, "one of the company's", null);
          continue;
        }
        if (kind === DEPRECIATED) {
          if (isReversal === 0)
            checkDepreciation(posting, movement, arcCost[place]! + arcAccumulated[place]!);
        } else if (base !== null && base !== liability[place])
          differences.add('base', layer, id, liability[place]!, base);
        liability[place]! += liabilityCents;
        arcCost[place]! += arcCostCents;
        arcAccumulated[place]! += arcAccumulatedCents;
        if (REDUCTIONS.has(kind)) settled[place]! += liabilityCents;
        newest[place] = id;
        if (isReversal === 1) continue;
        if (RECOGNITIONS.has(kind) && recognizedBy[place] === 0) {
          recognizedBy[place] = id;
          if (isTakenBack(postingPlace, place, kind)) isOut[place] = 1;
        }
        if (
          (arcCostCents !== 0 || arcAccumulatedCents !== 0 || isOfAsset(kind)) &&
          !isTakenBack(postingPlace, place, kind)
        ) {
          assets.take(
            {
              layerId: layer,
              day,
              kind: kindOfCode(kind),
              isUnitsOfProduction: isUnitsOfProduction === 1,
              arcCostCents,
              arcAccumulatedCents,
            },
            lives[place]!,
          );
        }
        const reached = through[place];
        if (
          DATED.has(kind) &&
          (reached == null || day > reached) &&
          !isTakenBack(postingPlace, place, kind)
        ) {
          through[place] = day;
        }
      }
    },

    /** Compares the stored fields of every layer and posting with its movements. */
    differences(layers: Iterable<CheckedLayer>): BooksDifference[] {
      for (const layer of layers) {
        const [id, liabilityCents, arcCostCents, arcAccumulatedCents, settledCents, accretedThrough] = layer;
        const [, , , , , , isReversed, recognized, lastPosting, depreciatedThrough, arcBase, arcBaseDay] =
          layer;
        const place = places.get(id)!;
        const compare = (check: Check, expected: string | number | null, found: string | number | null) => {
          if (expected !== found) differences.add(check, id, null, expected, found);
        };
        compare('liability', liability[place]!, liabilityCents);
        compare('arcCost', arcCost[place]!, arcCostCents);
        compare('arcAccumulated', arcAccumulated[place]!, arcAccumulatedCents);
        compare('settled', settled[place]!, settledCents);
        compare('newest', newest[place]!, lastPosting);
        compare('isReversed', isOut[place]!, isReversed);
        if (!isReversed) compare('accretedThrough', through[place]!, accretedThrough);
        const asset = assets.of(id);
        if (!isReversed) compare('depreciatedThrough', asset.depreciatedThrough, depreciatedThrough);
        // Under units of production, the base matters only until the first charge.
        const hasBase = company.depreciation !== 'units-of-production' || asset.depreciatedThrough === null;
        if (!isReversed && hasBase) {
          compare('arcBase', asset.arcBaseCents, arcBase);
          compare('arcBaseDay', asset.arcBaseDay, arcBaseDay);
        }
        compare('recognized', recognized, recognizedBy[place] || null);
      }
      let before = 0;
      for (const [place, [id, , , , , sealed, , number]] of postings.entries()) {
        if (number !== before + 1) differences.add('number', null, id, before + 1, number);
        before = number;
        if (sealed !== movements[place]) differences.add('sealed', null, id, movements[place]!, sealed);
      }
      reversedMovements();
      return differences.all();
    },
  };
}

function toLife(layer: CheckedLayer): LayerLife & { id: number; wellId: number } {
  const [id, , , , , , , , , , , , wellId, calculationDate, wellLifespanYears, retirementDate] = layer;
  return { id, wellId, calculationDate, wellLifespanYears, retirementDate };
}

/** True when an amount lies between zero and another amount. */
function isPartOf(part: number, whole: number): boolean {
  return whole < 0 ? part >= whole && part <= 0 : part >= 0 && part <= whole;
}

/** True for kinds that affect the depreciation base even when their amounts are zero. */
function isOfAsset(kind: number): boolean {
  return kind === DEPRECIATED || RECOGNITIONS.has(kind);
}

function createDifferences() {
  const named = new Map<Check, BooksDifference[]>();
  return {
    add(
      check: Check,
      layer: number | null,
      posting: number | null,
      expected: BooksDifference['expected'],
      found: BooksDifference['found'],
    ): void {
      const ofCheck = named.get(check) ?? [];
      if (ofCheck.length < NAMED) named.set(check, [...ofCheck, { check, layer, posting, expected, found }]);
    },
    /** Sorted in the order of CHECKS. */
    all: () => (Object.keys(CHECKS) as Check[]).flatMap((check) => named.get(check) ?? []),
  };
}

/** Start and length of each run of repeated numbers. */
function* repeated(sorted: Float64Array): Generator<[start: number, length: number]> {
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1;
    while (end < sorted.length && sorted[end] === sorted[start]) end += 1;
    if (end - start > 1) yield [start, end - start];
    start = end;
  }
}

/** Binary search in a sorted list. */
function includes(sorted: Float64Array, value: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value;
}
