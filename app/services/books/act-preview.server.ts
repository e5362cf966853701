import type { Act, Movement } from '~/domain/books/act';
import { resultOf, type SettlementTerms } from '~/domain/books/rest';
import { formatCents } from '~/domain/money/money';
import type { ActPreview, MovementView } from '~/schemas/books/posting';
import type { AddedLayer } from './post.server';
import type { BookedWell } from './well-books.server';

/** Movements shown of one posting; the rest is counted. */
const SHOWN_MOVEMENTS = 200;

/** What an act would post, as the calls show it. Amounts are summed exactly and without a limit. */
export function toActPreview(
  { postings }: ReturnType<Act['finish']>,
  wells: readonly BookedWell[],
  added: readonly AddedLayer[] = [],
): ActPreview {
  const numberOf = new Map<number, number>(added.map(({ id, layerNumber }) => [id, layerNumber]));
  const wellOf = new Map<number, BookedWell>();
  const byLedgerId = new Map(wells.map((well) => [well.ledgerId, well]));
  for (const well of wells) {
    for (const layer of well.layers) {
      numberOf.set(layer.id, layer.layerNumber);
      wellOf.set(layer.id, well);
    }
  }
  for (const { id, wellId } of added) wellOf.set(id, byLedgerId.get(wellId)!);

  const toView = (movement: Movement, terms: SettlementTerms | null): MovementView => {
    const well = wellOf.get(movement.layerId)!;
    return {
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
    postings: postings.map(({ kind, day, reversesId, terms, movements }) => ({
      kind,
      effectiveOn: day,
      reversesId: reversesId === null ? null : String(reversesId),
      movements: movements.slice(0, SHOWN_MOVEMENTS).map((movement) => toView(movement, terms)),
      movementCount: movements.length,
      totals: amountsOf([{ terms, movements }]),
    })),
    totals: amountsOf(postings),
    months: [...new Set(postings.map(({ day }) => day.slice(0, 7)))].sort(),
  };
}

/** The sums of postings' movements, as text. Source: the ledger's definition of a movement. */
function amountsOf(postings: readonly { terms: SettlementTerms | null; movements: readonly Movement[] }[]) {
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
