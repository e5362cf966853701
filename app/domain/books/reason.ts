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
 * @param above threshold in cents; null when the company requires no reason
 * @returns the message, or null when no reason is needed
 * Source: a company can require a reason above an amount.
 */
export function reasonNeeded(
  { postings, touched }: FinishedAct,
  above: number | null,
  has: HasReason,
): string | null {
  if (above === null || has.act) return null;
  const hasOwn = (layerId: number) => has.layer?.(layerId) ?? false;
  const wellOf = new Map(touched.map(({ before }) => [before.id, before.wellId]));
  const isDecided = ({ kind, memo }: PlannedPosting) => DECIDED_KINDS.some((one) => one === kind) && !memo;
  const largest = (amount: 'liabilityCents' | 'cashCents') =>
    postings
      .filter(isDecided)
      .map(({ movements }) => {
        const byWell = new Map<number, bigint>();
        for (const movement of movements) {
          if (hasOwn(movement.layerId)) continue;
          const well = wellOf.get(movement.layerId) ?? 0;
          byWell.set(well, (byWell.get(well) ?? 0n) + BigInt(movement[amount]));
        }
        return [...byWell.values()].reduce((sum, cents) => sum + (cents < 0n ? 0n - cents : cents), 0n);
      })
      .reduce((most, cents) => (cents > most ? cents : most), 0n);
  const [liability, cash] = [largest('liabilityCents'), largest('cashCents')];
  if (liability <= BigInt(above) && cash <= BigInt(above)) return null;
  const isPart = postings.some(({ movements }) => movements.some(({ layerId }) => hasOwn(layerId)));
  const rule = `The company asks for a reason above ${formatCents(above)}.`;
  if (cash > liability) {
    const whose = isPart ? ' of the rows without a reason' : '';
    const what = postings.some(({ kind }) => kind === 'sale') ? `proceeds${whose} are` : `cost${whose} is`;
    return `The ${what} ${formatCents(cash)}. ${rule}`;
  }
  const what = isPart ? 'The rows without a reason change' : 'This changes';
  return `${what} the liability by ${formatCents(liability)}. ${rule}`;
}
