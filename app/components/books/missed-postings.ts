import { type AccretionMethod, accreteLayer, createAccretionCalculator } from '~/domain/books/accretion';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { parseCents } from '~/domain/money/money';
import { parseExactRate } from '~/domain/money/rate';
import type { LayerView } from '~/schemas/books/layer-views';

export type MissedPosting = { periodEnd: CalendarDate; layers: number; totalCents: bigint };

/**
 * The accretion that a well's layers missed at period ends that are posted for the company: those that a layer came too
 * late for, or that were reversed with it. Period by period, as the other layers have it, so that interest compounds alike.
 *
 * @param layers all layers of the well
 * @param periodEnds every period end posted for the company that is open, in any order
 * @returns the period ends at which something is missing, oldest first, with exactly what posting them records
 */
export function missedPostings(
  layers: readonly LayerView[],
  { method, periodEnds }: { method: AccretionMethod; periodEnds: readonly CalendarDate[] },
): MissedPosting[] {
  const calculator = createAccretionCalculator(method);
  const states = layers.filter(accretes).map((layer) => ({
    calculationDate: layer.calculationDate,
    wellLifespanYears: layer.wellLifespan,
    retirementDate: layer.retirementDate,
    accretedThrough: layer.accretedThrough,
    currentAroCents: Number(parseCents(layer.currentAroValue)),
    discountRateBp: parseExactRate(layer.exactRate),
  }));
  const missed: MissedPosting[] = [];
  for (const periodEnd of periodEnds.toSorted()) {
    const posting = { periodEnd, layers: 0, totalCents: 0n };
    for (const state of states) {
      const accretion = accreteLayer({ layer: state, periodEnd, calculator });
      if (!accretion) continue;
      posting.layers += 1;
      posting.totalCents += BigInt(accretion.expenseCents);
      state.currentAroCents = accretion.endingCents;
      state.accretedThrough = periodEnd;
    }
    if (posting.layers > 0) missed.push(posting);
  }
  return missed;
}

/** A plugged well's accretion is posted with the change that plugs it. */
function accretes({ status, well }: LayerView): boolean {
  return status === 'current' && well.wellStatus !== 'Plugged';
}
