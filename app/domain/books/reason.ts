import { formatCents } from '~/domain/money/money';
import type { Act } from './act';
import type { PlannedPosting } from './planned-postings';

type FinishedAct = Pick<ReturnType<Act['finish']>, 'postings' | 'touched'>;

/**
 * Posting kinds that a user decides on: revisions, settlements, and sales. Accretion, depreciation, and reversals follow from
 * other decisions.
 */
export const DECIDED_KINDS = [
  'calculation',
  'settlement',
  'sale',
] as const satisfies PlannedPosting['kind'][];

/** Parts of an act that have a reason. */
export type HasReason = {
  /** The whole act. */
  act: boolean;
  /** A layer that the act adds. */
  layer?: (layerId: number) => boolean;
};

/**
 * Explains why an act needs a reason that it lacks: the liability change, or the cost or proceeds, of one of its postings
 * exceeds the company's threshold, counting only wells without a reason and adding up the wells' absolute amounts.
 *
 * @param thresholdCents null when the company requires no reason
 * @returns the message, or null when no reason is needed
 * Source: a company can require a reason above an amount.
 */
export function missingReason(
  { postings, touched }: FinishedAct,
  thresholdCents: number | null,
  reasons: HasReason,
): string | null {
  if (thresholdCents === null || reasons.act) return null;
  const hasLayerReason = (layerId: number) => reasons.layer?.(layerId) ?? false;
  const wellOf = new Map(touched.map(({ before }) => [before.id, before.wellId]));
  const needsReason = ({ kind, memo }: PlannedPosting) =>
    DECIDED_KINDS.some((decidedKind) => decidedKind === kind) && !memo;
  const largestAmount = (amount: 'liabilityCents' | 'cashCents') =>
    postings
      .filter(needsReason)
      .map(({ movements }) => {
        const byWell = new Map<number, bigint>();
        for (const movement of movements) {
          if (hasLayerReason(movement.layerId)) continue;
          const well = wellOf.get(movement.layerId) ?? 0;
          byWell.set(well, (byWell.get(well) ?? 0n) + BigInt(movement[amount]));
        }
        return [...byWell.values()].reduce((sum, cents) => sum + (cents < 0n ? 0n - cents : cents), 0n);
      })
      .reduce((max, cents) => (cents > max ? cents : max), 0n);
  const [liability, cash] = [largestAmount('liabilityCents'), largestAmount('cashCents')];
  if (liability <= BigInt(thresholdCents) && cash <= BigInt(thresholdCents)) return null;
  const hasLayerReasons = postings.some(({ movements }) =>
    movements.some(({ layerId }) => hasLayerReason(layerId)),
  );
  const rule = `Your company requires a reason for amounts above ${formatCents(thresholdCents)}.`;
  if (cash > liability) {
    const qualifier = hasLayerReasons ? ' of the rows without a reason' : '';
    const subject = postings.some(({ kind }) => kind === 'sale')
      ? `proceeds${qualifier} are`
      : `cost${qualifier} is`;
    return `The ${subject} ${formatCents(cash)}. ${rule}`;
  }
  const subject = hasLayerReasons ? 'The rows without a reason change' : 'This changes';
  return `${subject} the liability by ${formatCents(liability)}. ${rule}`;
}
