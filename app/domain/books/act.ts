import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { boundedCents, type Cents } from '~/domain/money/money';
import type { AccretableLayer, AccretionCalculator, AccretionMethod } from './accretion';
import { accreteLayer, createAccretionCalculator } from './accretion';
import {
  type ArcBalances,
  type DepreciatedWell,
  type DepreciationPolicy,
  depreciateLayer,
  rebased,
} from './depreciation';
import { type AccretionBasis, accretedBy, depreciatedBy, type Movement, negated } from './movement';
import { kindsIn, MOVEMENT_KINDS, type MovementKind } from './movement-kinds';
import {
  createPlannedPostings,
  PLAIN_HEAD,
  type PlannedPosting,
  type PostingHead,
  type Step,
} from './planned-postings';
import type { PostingTerms } from './posting-terms';

/**
 * A layer as the books have it. Ids of layers that an act adds are negative, −1 for the first one, −2 for the second and so
 * on, until the ledger numbers them.
 */
export type LayerState = AccretableLayer &
  ArcBalances & {
    id: number;
    wellId: number;
    retirementDate: CalendarDate | null;
    /** The sum of what settlements and sales took off the liability; negative. */
    settledCents: Cents;
    isReversed: boolean;
    /** The day its balance was brought in; read where depreciation may be taken back. */
    openedOn?: CalendarDate | null;
    /** The latest posting that moved it. A writer compares it with what it read, to notice a concurrent change. */
    lastPostingId: number;
  };

/** What movements change about a layer. */
export type LayerBalances = Pick<
  LayerState,
  'currentAroCents' | 'settledCents' | 'accretedThrough' | 'isReversed' | keyof ArcBalances
>;

/** The posting that a movement to be taken back belongs to. */
export type ReversiblePosting = { id: number; terms: PostingTerms | null };

/** A layer as it was read, and what the act makes of its balances. */
export type TouchedLayer = {
  before: LayerState;
  after: LayerBalances;
  /** Which of the act's postings moves it first, and which last: their places; NO_PLACE where only its base changes. */
  first: number;
  newest: number;
};

/** A list, not an array: most attempts book once, and an array has room for sixteen more from its first entry on. */
type Undo = { step: () => unknown; earlier: Undo | null };

/** How time passes: for whom, and by which method where that is not the company's of today. */
export type TimeHead = Pick<PostingHead, 'isCompanyWide' | 'periodType'> & { method?: AccretionMethod };

/** The kinds of movement that count into `settledCents`. */
const RELIEVING: ReadonlySet<MovementKind> = new Set(kindsIn('reduction'));

/** The place of a posting before the act's postings are put in order, or of none. */
export const NO_PLACE = -1;

/**
 * Gathers what one act does to any number of wells, movement by movement, without writing anything. Every balance that
 * it keeps is the balance it read plus its own movements; nothing else moves one.
 */
export type Act = ReturnType<typeof createAct>;

/** Starts an act. `calculator` and `method` are the company's way to accrete, `depreciation` its way to depreciate, if any. */
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
  /** How to undo what is being attempted, the latest first. */
  let undo: Undo | null = null;
  let isAttempt = false;

  function onFailure(step: () => unknown): void {
    if (isAttempt) undo = { step, earlier: undo };
  }

  /** The layer as the act leaves it so far. */
  const stateOf = <Layer extends LayerState>(layer: Layer): Layer => {
    const change = touched.get(layer.id);
    return change ? { ...layer, ...change.after } : layer;
  };

  /** Leaves a layer with other balances. */
  function touch(layer: LayerState, after: LayerBalances): void {
    const known = touched.get(layer.id);
    touched.set(layer.id, { before: known?.before ?? layer, after, first: NO_PLACE, newest: NO_PLACE });
    onFailure(() => {
      if (known) touched.set(layer.id, known);
      else touched.delete(layer.id);
    });
  }

  function book(
    step: Step,
    head: PostingHead,
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
    // Without any depreciation, it is counted from the net cost as it is.
    if (movesBase(head, movement) || depreciatedThrough === null) Object.assign(after, rebased(after));
    const { movements } = postings.of(step, head);
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

  /** The company's own calculator, and that of another method once something is posted again by it. */
  const calculators = new Map([[method, calculator]]);

  function calculatorOf(wanted: AccretionMethod): AccretionCalculator {
    const known = calculators.get(wanted);
    if (known) return known;
    const made = createAccretionCalculator(wanted);
    calculators.set(wanted, made);
    return made;
  }

  /** Changes what a layer's depreciation is counted from, without a movement. */
  function rebase(layer: LayerState, base: (state: ArcBalances) => Partial<ArcBalances> = rebased): void {
    const balances = touched.get(layer.id)?.after ?? layer;
    touch(layer, { ...balancesOf(balances), ...base(balances) });
  }

  return {
    method,
    /** How the company depreciates; null when it does so elsewhere. */
    depreciation,
    stateOf,
    book,
    rebase,

    /** Does a part of the act, or, when it throws, nothing of that part: what it had booked by then is taken out again. */
    attempt<T>(part: () => T): T {
      isAttempt = true;
      try {
        return part();
      } catch (error) {
        for (; undo; undo = undo.earlier) undo.step();
        throw error;
      } finally {
        isAttempt = false;
        undo = null;
      }
    },

    /**
     * Does a part of the act in a round of its own: all of a round is booked before any of the next. Needed where a layer
     * is measured against what the same act has just added: its steps must come after those of the round before.
     */
    inRound: postings.inRound,

    /**
     * Takes out what the act itself replays on layers after a day, because another change of the same well on that day
     * comes first, and replays it again.
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
    accrete(step: Step, layer: LayerState, day: CalendarDate, as: TimeHead): void {
      const state = stateOf(layer);
      const by = as.method ?? method;
      const accretion = accreteLayer({ layer: state, periodEnd: day, calculator: calculatorOf(by) });
      if (!accretion) return;
      const head = postings.headOfTime('accretion', day, by, as);
      const { beginningCents: baseCents, time } = accretion;
      const basis = { baseCents, time, since: state.accretedThrough };
      book(step, head, layer, accretedBy(accretion.expenseCents, basis), { accretedThrough: day });
    },

    /**
     * Depreciates a layer through a day, if the company does and there is anything to depreciate. Always after the
     * accretion of the same day.
     * @throws MissingRate
     */
    depreciate(
      step: Step,
      layer: LayerState,
      day: CalendarDate,
      as: Pick<PostingHead, 'isCompanyWide' | 'periodType'>,
      of: DepreciatedWell,
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
      const charged = depreciateLayer(state, day, depreciation, of);
      if (!charged) return;
      const head = postings.headOfTime('depreciation', day, depreciation.method, as);
      book(step, head, layer, depreciatedBy(charged), { depreciatedThrough: day });
    },

    /**
     * Takes a movement back: the same amounts negated. Reversed accretion leaves the layer accreted as far as it was
     * before, and reversed depreciation depreciated as far; once none of that is left, it counts from the beginning again,
     * whatever day a change or another method had made it count from. A layer whose recognition is reversed is out of the books.
     */
    reverse(
      layer: LayerState,
      movement: Movement,
      { day, posting, step = 'reverse' }: { day: CalendarDate; posting: ReversiblePosting; step?: Step },
    ): void {
      const { id: reversesId, terms } = posting;
      const head: PostingHead = { ...PLAIN_HEAD, kind: 'reversal', day, reversesId, terms };
      const change: Partial<LayerBalances> = movement.accretion
        ? movement.kind === 'depreciated'
          ? undepreciated(layer, movement.accretion)
          : { accretedThrough: movement.accretion.since }
        : MOVEMENT_KINDS[movement.kind].isRecognition
          ? { isReversed: true }
          : {};
      book(step, head, layer, negated(movement), change);
    },

    /** The act's postings in the order they are booked, and every layer that it moved. */
    finish(): { postings: PlannedPosting[]; touched: TouchedLayer[] } {
      const ordered = postings.inOrder(({ layerId }) => touched.get(layerId)!.before.wellId);
      for (const layer of touched.values()) layer.first = NO_PLACE;
      for (const [place, { movements }] of ordered.entries()) {
        for (const { layerId } of movements) {
          const layer = touched.get(layerId)!;
          if (layer.first === NO_PLACE) layer.first = place;
          layer.newest = place;
        }
      }
      return {
        postings: ordered,
        touched: [...touched.values()].filter(
          ({ first, before, after }) => first !== NO_PLACE || hasOtherBase(before, after),
        ),
      };
    },
  };
}

/**
 * Whether a movement changes what straight-line depreciation is counted from: any change of the asset but depreciation. What
 * a reversal restores is decided by the caller.
 */
function movesBase(
  head: PostingHead,
  { kind, arcCostCents, arcAccumulatedCents }: Omit<Movement, 'layerId'>,
) {
  if (arcCostCents === 0 && arcAccumulatedCents === 0) return false;
  return head.kind !== 'reversal' && kind !== 'depreciated';
}

/** How far a layer is depreciated once a charge is taken back. */
function undepreciated({ openedOn = null }: LayerState, { since }: AccretionBasis): Partial<LayerBalances> {
  return since === null ? { depreciatedThrough: null, arcBaseDay: openedOn } : { depreciatedThrough: since };
}

function hasOtherBase(before: ArcBalances, after: ArcBalances): boolean {
  return before.arcBaseCents !== after.arcBaseCents || before.arcBaseDay !== after.arcBaseDay;
}

/** The balances alone of a layer's state. */
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
