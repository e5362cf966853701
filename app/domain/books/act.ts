import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { boundedCents, type Cents } from '~/domain/money/money';
import type { AccretableLayer, AccretionCalculator, AccretionMethod } from './accretion';
import { accreteLayer, createAccretionCalculator } from './accretion';
import {
  type ArcBalances,
  computeBase,
  type DepreciatedWell,
  type DepreciationPolicy,
  depreciateLayer,
} from './depreciation';
import { accretionMovement, type ChargeBasis, depreciationMovement, type Movement, negate } from './movement';
import { kindsIn, MOVEMENT_KINDS, type MovementKind } from './movement-kinds';
import {
  createPlannedPostings,
  PLAIN_HEADER,
  type PlannedPosting,
  type PostingHeader,
  type Step,
} from './planned-postings';
import type { PostingTerms } from './posting-terms';

/**
 * A layer's state in the books. Layers that an act adds have negative ids, −1 for the first, −2 for the second, and so on,
 * until the ledger numbers them.
 */
export type LayerState = AccretableLayer &
  ArcBalances & {
    id: number;
    wellId: number;
    retirementDate: CalendarDate | null;
    /** Sum of the liability relieved by settlements and sales; negative. */
    settledCents: Cents;
    isReversed: boolean;
    /** Date of its opening balance; used only when depreciation may be reversed. */
    openedOn?: CalendarDate | null;
    /** Latest posting that moved the layer. Writers compare it with the one they read to detect a concurrent change. */
    lastPostingId: number;
  };

/** Fields of a layer that movements change. */
export type LayerBalances = Pick<
  LayerState,
  'currentAroCents' | 'settledCents' | 'accretedThrough' | 'isReversed' | keyof ArcBalances
>;

/** The posting that a movement to be reversed belongs to. */
export type ReversiblePosting = { id: number; terms: PostingTerms | null };

/** A layer as read, and its balances after the act. */
export type TouchedLayer = {
  before: LayerState;
  after: LayerBalances;
  /** Indexes of the act's first and last postings that move the layer; NO_INDEX when only its depreciation base changes. */
  first: number;
  newest: number;
};

/** A linked list, because most attempts book once and an array allocates room for sixteen more entries on the first push. */
type Undo = { step: () => unknown; earlier: Undo | null };

/** Header fields of postings for the passage of time. `method` overrides the company's accretion method; absent to use that. */
export type PeriodHeader = Pick<PostingHeader, 'isCompanyWide' | 'periodType'> & { method?: AccretionMethod };

/** Movement kinds that count toward `settledCents`. */
const RELIEVING: ReadonlySet<MovementKind> = new Set(kindsIn('reduction'));

/** Index of a posting before the act's postings are ordered, or of no posting. */
export const NO_INDEX = -1;

/**
 * Collects what one act does to any number of wells, movement by movement, without writing anything. Every balance it tracks is
 * the balance read plus the act's own movements; nothing else changes a balance.
 */
export type Act = ReturnType<typeof createAct>;

/** Starts an act. `calculator` and `method` define how the company accretes, and `depreciation` how it depreciates, if it does. */
export function createAct({
  calculator,
  method,
  depreciation = null,
}: {
  calculator: AccretionCalculator;
  method: AccretionMethod;
  depreciation?: DepreciationPolicy | null;
}) {
  const postings = createPlannedPostings();
  const touched = new Map<number, TouchedLayer>();
  /** Undo steps of the current attempt, latest first. */
  let undo: Undo | null = null;
  let isAttempt = false;

  function onFailure(step: () => unknown): void {
    if (isAttempt) undo = { step, earlier: undo };
  }

  /** Returns the layer with the act's changes so far. */
  const stateOf = <Layer extends LayerState>(layer: Layer): Layer => {
    const change = touched.get(layer.id);
    return change ? { ...layer, ...change.after } : layer;
  };

  /** Replaces a layer's balances. */
  function touch(layer: LayerState, after: LayerBalances): void {
    const existing = touched.get(layer.id);
    touched.set(layer.id, { before: existing?.before ?? layer, after, first: NO_INDEX, newest: NO_INDEX });
    onFailure(() => {
      if (existing) touched.set(layer.id, existing);
      else touched.delete(layer.id);
    });
  }

  function book(
    step: Step,
    header: PostingHeader,
    layer: LayerState,
    movement: Omit<Movement, 'layerId'>,
    { accretedThrough, depreciatedThrough, arcBaseDay, isReversed }: Partial<LayerBalances> = {},
  ): void {
    const balances = touched.get(layer.id)?.after ?? layer;
    const after: LayerBalances = {
      currentAroCents: boundedCents(balances.currentAroCents + movement.liabilityCents),
      arcCostCents: boundedCents(balances.arcCostCents + movement.arcCostCents),
      arcAccumulatedCents: boundedCents(balances.arcAccumulatedCents + movement.arcAccumulatedCents),
      settledCents: boundedCents(
        balances.settledCents + (RELIEVING.has(movement.kind) ? movement.liabilityCents : 0),
      ),
      accretedThrough: accretedThrough === undefined ? balances.accretedThrough : accretedThrough,
      depreciatedThrough: depreciatedThrough === undefined ? balances.depreciatedThrough : depreciatedThrough,
      arcBaseCents: balances.arcBaseCents,
      arcBaseDay: arcBaseDay === undefined ? balances.arcBaseDay : arcBaseDay,
      isReversed: isReversed ?? balances.isReversed,
    };
    // Once no depreciation is left, the base is the current net cost.
    if (changesBase(header, movement) || depreciatedThrough === null)
      Object.assign(after, computeBase(after));
    const { movements } = postings.postingFor(step, header);
    const { kind, liabilityCents, arcCostCents, arcAccumulatedCents, cashCents, accretion } = movement;
    movements.push({
      layerId: layer.id,
      kind,
      liabilityCents,
      arcCostCents,
      arcAccumulatedCents,
      cashCents,
      accretion,
    });
    onFailure(() => movements.pop());
    touch(layer, after);
  }

  /** Calculators by method: the company's own, plus others once accretion is reposted with a different method. */
  const calculators = new Map([[method, calculator]]);

  function calculatorOf(requested: AccretionMethod): AccretionCalculator {
    const existing = calculators.get(requested);
    if (existing) return existing;
    const created = createAccretionCalculator(requested);
    calculators.set(requested, created);
    return created;
  }

  /** Changes a layer's depreciation base without a movement. */
  function rebase(layer: LayerState, base: (state: ArcBalances) => Partial<ArcBalances> = computeBase): void {
    const balances = touched.get(layer.id)?.after ?? layer;
    touch(layer, { ...balancesOf(balances), ...base(balances) });
  }

  return {
    method,
    /** The company's depreciation policy; null when it depreciates elsewhere. */
    depreciation,
    stateOf,
    book,
    rebase,

    /** Runs part of the act. If that part throws, everything it has booked is undone. */
    attempt<T>(run: () => T): T {
      isAttempt = true;
      try {
        return run();
      } catch (error) {
        for (; undo; undo = undo.earlier) undo.step();
        throw error;
      } finally {
        isAttempt = false;
        undo = null;
      }
    },

    /**
     * Runs part of the act in its own round: everything in one round is booked before anything in the next. Needed when a layer
     * is measured against what the same act has just added, so its steps must follow those of the previous round.
     */
    withRound: postings.withRound,

    /**
     * Removes what the act itself replays on these layers after a day, because another change to the same well on that day must
     * come first and will replay it again.
     */
    dropReplays(layers: readonly LayerState[], day: CalendarDate): void {
      const ids = new Set(layers.map(({ id }) => id));
      for (const posting of postings.replaysAfter(day)) {
        const { movements } = posting;
        posting.movements = movements.filter(({ layerId }) => !ids.has(layerId));
        onFailure(() => {
          posting.movements = movements;
        });
        for (const { layerId, liabilityCents, arcAccumulatedCents, kind, accretion } of movements) {
          const layer = touched.get(layerId);
          if (!ids.has(layerId) || !layer || !accretion) continue;
          const after = {
            ...layer.after,
            currentAroCents: layer.after.currentAroCents - liabilityCents,
            arcAccumulatedCents: layer.after.arcAccumulatedCents - arcAccumulatedCents,
            ...(kind === 'depreciated'
              ? { depreciatedThrough: accretion.since }
              : { accretedThrough: accretion.since }),
          };
          touched.set(layerId, { ...layer, after });
          onFailure(() => touched.set(layerId, layer));
        }
      }
    },

    /**
     * Accretes a layer through a day, if there is anything to accrete.
     * @throws DomainError when the expense or the balance is beyond the largest amount
     */
    accrete(step: Step, layer: LayerState, day: CalendarDate, period: PeriodHeader): void {
      const state = stateOf(layer);
      const usedMethod = period.method ?? method;
      const accretion = accreteLayer({ layer: state, periodEnd: day, calculator: calculatorOf(usedMethod) });
      if (!accretion) return;
      const header = postings.periodHeader('accretion', day, usedMethod, period);
      const { beginningCents: baseCents, time } = accretion;
      const basis = { baseCents, time, since: state.accretedThrough };
      book(step, header, layer, accretionMovement(accretion.expenseCents, basis), { accretedThrough: day });
    },

    /**
     * Depreciates a layer through a day, if the company depreciates and there is anything to record. Always call it after
     * accretion of the same day.
     * @throws MissingRate
     */
    depreciate(
      step: Step,
      layer: LayerState,
      day: CalendarDate,
      period: Pick<PostingHeader, 'isCompanyWide' | 'periodType'>,
      well: DepreciatedWell,
    ): void {
      if (!depreciation) return;
      const { arcCostCents, arcAccumulatedCents, arcBaseCents, arcBaseDay, depreciatedThrough } =
        touched.get(layer.id)?.after ?? layer;
      const { calculationDate, pluggedOn } = layer;
      const state = {
        arcCostCents,
        arcAccumulatedCents,
        arcBaseCents,
        arcBaseDay,
        depreciatedThrough,
        calculationDate,
        pluggedOn,
      };
      const charge = depreciateLayer(state, day, depreciation, well);
      if (!charge) return;
      const header = postings.periodHeader('depreciation', day, depreciation.method, period);
      book(step, header, layer, depreciationMovement(charge), { depreciatedThrough: day });
    },

    /**
     * Reverses a movement by booking the negated amounts. Reversed accretion restores the date the layer had accreted through,
     * and reversed depreciation the date it was depreciated through. Once no depreciation is left, it counts from the beginning
     * again, regardless of any base day that a change or another method had set. Reversing a layer's recognition takes the
     * layer off the books.
     */
    reverse(
      layer: LayerState,
      movement: Movement,
      { day, posting, step = 'reverse' }: { day: CalendarDate; posting: ReversiblePosting; step?: Step },
    ): void {
      const { id: reversesId, terms } = posting;
      const header: PostingHeader = { ...PLAIN_HEADER, kind: 'reversal', day, reversesId, terms };
      const change: Partial<LayerBalances> = movement.accretion
        ? movement.kind === 'depreciated'
          ? undoDepreciation(layer, movement.accretion)
          : { accretedThrough: movement.accretion.since }
        : MOVEMENT_KINDS[movement.kind].isRecognition
          ? { isReversed: true }
          : {};
      book(step, header, layer, negate(movement), change);
    },

    /** Returns the act's postings in booking order, and every layer with changed balances or a changed depreciation base. */
    finish(): { postings: PlannedPosting[]; touched: TouchedLayer[] } {
      const ordered = postings.ordered(({ layerId }) => touched.get(layerId)!.before.wellId);
      for (const layer of touched.values()) layer.first = NO_INDEX;
      for (const [index, { movements }] of ordered.entries()) {
        for (const { layerId } of movements) {
          const layer = touched.get(layerId)!;
          if (layer.first === NO_INDEX) layer.first = index;
          layer.newest = index;
        }
      }
      return {
        postings: ordered,
        touched: [...touched.values()].filter(
          ({ first, before, after }) => first !== NO_INDEX || hasBaseChanged(before, after),
        ),
      };
    },
  };
}

/**
 * True when a movement changes the straight-line depreciation base, which any change of the asset except depreciation does. For
 * a reversal, the caller restores the base.
 */
function changesBase(
  header: PostingHeader,
  { kind, arcCostCents, arcAccumulatedCents }: Omit<Movement, 'layerId'>,
) {
  if (arcCostCents === 0 && arcAccumulatedCents === 0) return false;
  return header.kind !== 'reversal' && kind !== 'depreciated';
}

/** Depreciation fields of a layer after one of its charges is reversed. */
function undoDepreciation({ openedOn = null }: LayerState, { since }: ChargeBasis): Partial<LayerBalances> {
  return since === null ? { depreciatedThrough: null, arcBaseDay: openedOn } : { depreciatedThrough: since };
}

function hasBaseChanged(before: ArcBalances, after: ArcBalances): boolean {
  return before.arcBaseCents !== after.arcBaseCents || before.arcBaseDay !== after.arcBaseDay;
}

/** Picks only the balances from a layer's state. */
function balancesOf(state: LayerBalances): LayerBalances {
  const { currentAroCents, settledCents, accretedThrough, isReversed } = state;
  const { arcCostCents, arcAccumulatedCents, arcBaseCents, arcBaseDay, depreciatedThrough } = state;
  return {
    currentAroCents,
    settledCents,
    accretedThrough,
    isReversed,
    arcCostCents,
    arcAccumulatedCents,
    arcBaseCents,
    arcBaseDay,
    depreciatedThrough,
  };
}
