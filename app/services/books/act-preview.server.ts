import { monthEndWithin } from '~/domain/books/accretion';
import type { Act } from '~/domain/books/act';
import type { Movement } from '~/domain/books/movement';
import { resultOf } from '~/domain/books/offset';
import type { PostingTerms } from '~/domain/books/posting-terms';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { formatCents } from '~/domain/money/money';
import type { ActPreview, PlannedMovementView } from '~/schemas/books/posting';
import type { AddedLayer } from './post.server';
import type { BookedWell } from './well-books.server';

/** Movements listed per posting; the rest are only counted. */
const MAX_PREVIEWED_MOVEMENTS = 200;

/**
 * Preview of an act's postings, in API form. Amounts are summed exactly, with no upper limit.
 * @param added layers that the act adds
 * @param reason message when the act needs a reason and has none; otherwise null
 */
export function toActPreview(
  { postings }: ReturnType<Act['finish']>,
  wells: readonly BookedWell[],
  { added = [], reason = null }: { added?: readonly AddedLayer[] | undefined; reason?: string | null } = {},
): ActPreview {
  const numberOf = new Map<number, number>(added.map(({ id, layerNumber }) => [id, layerNumber]));
  const wellOf = new Map<number, BookedWell>();
  const calculationDates = new Map<number, CalendarDate>();
  const byLedgerId = new Map(wells.map((well) => [well.ledgerId, well]));
  for (const well of wells) {
    for (const layer of well.layers) {
      numberOf.set(layer.id, layer.layerNumber);
      calculationDates.set(layer.id, layer.calculationDate);
      wellOf.set(layer.id, well);
    }
  }
  for (const { id, wellId } of added) wellOf.set(id, byLedgerId.get(wellId)!);

  const numbers = new Map(wells.flatMap(({ later }) => later.map(({ id, number }) => [id, number])));
  const carryingAmounts = new Map<number, bigint>();
  for (const well of wells) {
    for (const layer of well.layers) carryingAmounts.set(layer.id, BigInt(layer.currentAroCents));
  }
  const initialAmounts = new Map(carryingAmounts);
  /** Movements in the act's order, each with its layer's carrying amount before it. */
  const trackBalances = (movements: readonly Movement[]) =>
    movements.map((movement) => {
      const before = carryingAmounts.get(movement.layerId) ?? 0n;
      carryingAmounts.set(movement.layerId, before + BigInt(movement.liabilityCents));
      return { movement, before };
    });
  const toView = (
    { movement, before }: ReturnType<typeof trackBalances>[number],
    terms: PostingTerms | null,
  ): PlannedMovementView => {
    const well = wellOf.get(movement.layerId)!;
    return {
      ...carriedFrom(before, BigInt(movement.liabilityCents)),
      kind: movement.kind,
      aroLayerId: movement.layerId > 0 ? String(movement.layerId) : null,
      layerNumber: numberOf.get(movement.layerId)!,
      well: { id: well.id, wellCode: well.wellCode, wellName: well.wellName, field: well.field },
      ...amountsOf([{ terms, movements: [movement] }]),
      arcCost: formatCents(movement.arcCostCents),
      arcAccumulated: formatCents(movement.arcAccumulatedCents),
    };
  };
  return {
    postings: postings.map(({ kind, day, reversesId, terms, movements }) => {
      const totals = totalsOf([{ terms, movements }], carryingAmounts);
      return {
        kind,
        effectiveOn: day,
        reversesId: reversesId === null ? null : String(numbers.get(reversesId)),
        // Runs through all movements, including those not shown, because each changes its layer's carrying amount.
        movements: trackBalances(movements)
          .slice(0, MAX_PREVIEWED_MOVEMENTS)
          .map((movement) => toView(movement, terms)),
        movementCount: movements.length,
        totals,
      };
    }),
    totals: totalsOf(postings, initialAmounts),
    months: [...new Set(postings.map(({ day }) => day.slice(0, 7)))].sort(),
    unpostedThrough: unpostedThrough(postings, calculationDates),
    reasonNeeded: reason,
  };
}

/** The last month-end of an earlier month that is not yet posted and that the act's accretion would cover; null if there is none. */
function unpostedThrough(
  postings: ReturnType<Act['finish']>['postings'],
  calculationDates: ReadonlyMap<number, CalendarDate>,
): CalendarDate | null {
  const monthEnds = postings
    .filter(({ kind }) => kind === 'accretion')
    .flatMap(({ day, movements }) =>
      movements.map(({ layerId, accretion }) => {
        const calculationDate = calculationDates.get(layerId);
        if (!accretion || !calculationDate) return null;
        return monthEndWithin({ calculationDate, accretedThrough: accretion.since }, day);
      }),
    )
    .filter((end) => end !== null);
  return monthEnds.sort().at(-1) ?? null;
}

type Movements = { terms: PostingTerms | null; movements: readonly Movement[] };

/** Totals of the postings' movements, with the carrying amount of the affected layers before and after. */
function totalsOf(postings: readonly Movements[], carryingAmounts: ReadonlyMap<number, bigint>) {
  const layerIds = new Set(postings.flatMap(({ movements }) => movements.map(({ layerId }) => layerId)));
  const before = [...layerIds].reduce((sum, id) => sum + (carryingAmounts.get(id) ?? 0n), 0n);
  const change = postings.reduce(
    (sum, { movements }) =>
      movements.reduce((total, { liabilityCents }) => total + BigInt(liabilityCents), sum),
    0n,
  );
  return { ...amountsOf(postings), ...carriedFrom(before, change) };
}

function carriedFrom(before: bigint, change: bigint) {
  return { before: formatCents(before), after: formatCents(before + change) };
}

/** Totals of the postings' movements, as text. Source: the ledger's definition of a movement. */
export function amountsOf(postings: readonly Movements[]) {
  let [liability, asset, cash, result] = [0n, 0n, 0n, 0n];
  for (const { terms, movements } of postings) {
    for (const movement of movements) {
      liability += BigInt(movement.liabilityCents);
      asset += BigInt(movement.arcCostCents + movement.arcAccumulatedCents);
      cash += BigInt(movement.cashCents);
      result += BigInt(resultOf(movement.kind, movement, terms));
    }
  }
  return {
    liability: formatCents(liability),
    asset: formatCents(asset),
    cash: formatCents(cash),
    result: formatCents(result),
  };
}
