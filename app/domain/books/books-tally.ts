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
/** A movement identifies its posting by index into the postings of its chunk. */
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
  arcBase: { what: 'Depreciation base of a layer', isMoney: true },
  arcBaseDay: { what: 'Date of a layer’s depreciation base', isMoney: false },
  isReversed: { what: 'Reversal status of a layer’s recognition', isMoney: false },
  recognized: { what: 'Recognition of a layer', isMoney: false, isPosting: true },
  base: { what: 'Starting balance of an accretion against the prior balance', isMoney: true },
  number: { what: 'Number of a posting against the previous posting', isMoney: false },
  sealed: { what: 'Number of movements in a posting', isMoney: false },
  foreign: { what: 'Layer of a movement', isMoney: false },
  changes: { what: 'Asset retirement cost of a change against its liability', isMoney: true },
  accretions: { what: 'Amounts of an accretion other than the liability', isMoney: true },
  depreciations: { what: 'Amount of a depreciation against its base', isMoney: true },
  settlements: { what: 'Amounts of a settlement or of its asset write-off', isMoney: true },
  reversals: { what: 'Amount of a reversal against the original movement', isMoney: true },
  reversedTwice: { what: 'Number of reversals of a movement', isMoney: false },
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
const MAX_LISTED = 50;

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
 * Pass every reversal to `addReversals` first, then every movement to `addMovements`, then the layers to `differences`.
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
  const layerIndexes = new Map(layerIds.map((id, place) => [id, place]));
  const postingIndexes = new Map(postings.map(([id], place) => [id, place]));
  const count = layerIds.length;
  const liability = new Float64Array(count);
  const arcCost = new Float64Array(count);
  const arcAccumulated = new Float64Array(count);
  const settled = new Float64Array(count);
  const newest = new Float64Array(count);
  const recognizedBy = new Float64Array(count);
  const reversedFlags = new Uint8Array(count);
  const through = new Array<CalendarDate | null>(count).fill(null);
  const arcHistory = createArcHistory();
  const movements = new Uint32Array(postings.length);
  const hasReversals = new Uint8Array(postings.length);
  const differences = createDifferences();

  const reversedKeys: number[] = [];
  let reversed: Float64Array | null = null;
  const keyOf = (postingIndex: number, layerIndex: number, kind: number) =>
    (postingIndex * count + layerIndex) * KINDS + kind;

  /** Sorted for lookup; a movement that is reversed twice appears as adjacent duplicates. */
  function getReversedMovements(): Float64Array {
    if (reversed) return reversed;
    reversed = Float64Array.from(reversedKeys).sort();
    reversedKeys.length = 0;
    for (const [start, length] of findRepeated(reversed)) {
      const key = reversed[start]!;
      const [layer, posting] = [Math.floor(key / KINDS) % count, Math.floor(key / KINDS / count)];
      differences.add('reversedTwice', layerIds[layer]!, postings[posting]![0], 1, length);
    }
    return reversed;
  }

  const wasReversed = (postingIndex: number, layerIndex: number, kind: number): boolean =>
    hasReversals[postingIndex] === 1 &&
    includes(getReversedMovements(), keyOf(postingIndex, layerIndex, kind));

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
      const affectsOnlyLiability = arcCostCents === 0 && arcAccumulatedCents === 0 && cashCents === 0;
      const isComplete = base !== null && hasTime === 1;
      if (!affectsOnlyLiability || (isAccretion === 1 && !isComplete)) {
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
      const remaining = base - partOfCents(base, { numerator, denominator });
      if (net + accumulatedCents !== remaining)
        differences.add('depreciations', layer, id, remaining - net, accumulatedCents);
    }
  }

  return {
    /** Layer ids in the order of `layers`. */
    layerIds,

    /** @param chunkPostings indexes into `postings` of the postings that the rows refer to */
    addReversals(chunkPostings: readonly number[], rows: readonly CheckedReversal[]): void {
      for (const [place, layer, kind, liabilityCents, original, isExact] of rows) {
        const [id, , , , reverses] = postings[chunkPostings[place]!]!;
        if (isExact !== 1) differences.add('reversals', layer, id, 0 - (original ?? 0), liabilityCents);
        const originalIndex = reverses === null ? undefined : postingIndexes.get(reverses);
        const layerIndex = layerIndexes.get(layer);
        if (originalIndex === undefined || layerIndex === undefined) continue;
        hasReversals[originalIndex] = 1;
        reversedKeys.push(keyOf(originalIndex, layerIndex, kind));
      }
    },

    /** @param chunkPostings as in addReversals; a layer's movements must come in posting order */
    addMovements(chunkPostings: readonly number[], rows: readonly CheckedMovement[]): void {
      for (const movement of rows) {
        const postingIndex = chunkPostings[movement[0]]!;
        const posting = postings[postingIndex]!;
        const [id, day, , isReversal, , , isUnitsOfProduction] = posting;
        const [, layer, kind, liabilityCents, arcCostCents, arcAccumulatedCents, , base] = movement;
        movements[postingIndex]! += 1;
        checkRules(posting, movement);
        const layerIndex = layerIndexes.get(layer);
        if (layerIndex === undefined) {
          differences.add('foreign', layer, id, "one of the company's", null);
          continue;
        }
        if (kind === DEPRECIATED) {
          if (isReversal === 0)
            checkDepreciation(posting, movement, arcCost[layerIndex]! + arcAccumulated[layerIndex]!);
        } else if (base !== null && base !== liability[layerIndex])
          differences.add('base', layer, id, liability[layerIndex]!, base);
        liability[layerIndex]! += liabilityCents;
        arcCost[layerIndex]! += arcCostCents;
        arcAccumulated[layerIndex]! += arcAccumulatedCents;
        if (REDUCTIONS.has(kind)) settled[layerIndex]! += liabilityCents;
        newest[layerIndex] = id;
        if (isReversal === 1) continue;
        if (RECOGNITIONS.has(kind) && recognizedBy[layerIndex] === 0) {
          recognizedBy[layerIndex] = id;
          if (wasReversed(postingIndex, layerIndex, kind)) reversedFlags[layerIndex] = 1;
        }
        if (
          (arcCostCents !== 0 || arcAccumulatedCents !== 0 || isAssetKind(kind)) &&
          !wasReversed(postingIndex, layerIndex, kind)
        ) {
          arcHistory.apply(
            {
              layerId: layer,
              day,
              kind: kindOfCode(kind),
              isUnitsOfProduction: isUnitsOfProduction === 1,
              arcCostCents,
              arcAccumulatedCents,
            },
            lives[layerIndex]!,
          );
        }
        const currentThrough = through[layerIndex];
        if (
          DATED.has(kind) &&
          (currentThrough == null || day > currentThrough) &&
          !wasReversed(postingIndex, layerIndex, kind)
        ) {
          through[layerIndex] = day;
        }
      }
    },

    /** Compares the stored fields of every layer and posting with its movements. */
    differences(layers: Iterable<CheckedLayer>): BooksDifference[] {
      for (const layer of layers) {
        const [id, liabilityCents, arcCostCents, arcAccumulatedCents, settledCents, accretedThrough] = layer;
        const [, , , , , , isReversed, recognized, lastPosting, depreciatedThrough, arcBase, arcBaseDay] =
          layer;
        const index = layerIndexes.get(id)!;
        const compare = (check: Check, expected: string | number | null, actual: string | number | null) => {
          if (expected !== actual) differences.add(check, id, null, expected, actual);
        };
        compare('liability', liability[index]!, liabilityCents);
        compare('arcCost', arcCost[index]!, arcCostCents);
        compare('arcAccumulated', arcAccumulated[index]!, arcAccumulatedCents);
        compare('settled', settled[index]!, settledCents);
        compare('newest', newest[index]!, lastPosting);
        compare('isReversed', reversedFlags[index]!, isReversed);
        if (!isReversed) compare('accretedThrough', through[index]!, accretedThrough);
        const asset = arcHistory.balancesOf(id);
        if (!isReversed) compare('depreciatedThrough', asset.depreciatedThrough, depreciatedThrough);
        // Under units of production, the base matters only until the first charge.
        const hasBase = company.depreciation !== 'units-of-production' || asset.depreciatedThrough === null;
        if (!isReversed && hasBase) {
          compare('arcBase', asset.arcBaseCents, arcBase);
          compare('arcBaseDay', asset.arcBaseDay, arcBaseDay);
        }
        compare('recognized', recognized, recognizedBy[index] || null);
      }
      let before = 0;
      for (const [index, [id, , , , , sealed, , number]] of postings.entries()) {
        if (number !== before + 1) differences.add('number', null, id, before + 1, number);
        before = number;
        if (sealed !== movements[index]) differences.add('sealed', null, id, movements[index]!, sealed);
      }
      getReversedMovements();
      return differences.list();
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

/** True for kinds that set a layer's depreciation base or depreciated-through date even when their amounts are zero. */
function isAssetKind(kind: number): boolean {
  return kind === DEPRECIATED || RECOGNITIONS.has(kind);
}

function createDifferences() {
  const byCheck = new Map<Check, BooksDifference[]>();
  return {
    add(
      check: Check,
      layer: number | null,
      posting: number | null,
      expected: BooksDifference['expected'],
      actual: BooksDifference['found'],
    ): void {
      const existing = byCheck.get(check) ?? [];
      if (existing.length < MAX_LISTED)
        byCheck.set(check, [...existing, { check, layer, posting, expected, found: actual }]);
    },
    /** Sorted in the order of CHECKS. */
    list: () => (Object.keys(CHECKS) as Check[]).flatMap((check) => byCheck.get(check) ?? []),
  };
}

/** Start and length of each run of repeated numbers. */
function* findRepeated(sorted: Float64Array): Generator<[start: number, length: number]> {
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
