import { type Cents, partOfCents } from '~/domain/money/money';
import { formulaAmount, formulaTerm } from './formula-terms';
import { formatInterest, type Interest } from './working-interest';

/** Amounts that a settlement or sale derecognized from a layer, in cents as booked, and the balances before it. */
export type Derecognition = {
  kind: 'settled' | 'retired' | 'divested';
  liabilityCents: Cents;
  arcCostCents: Cents;
  arcAccumulatedCents: Cents;
  cashCents: Cents;
  /** The layer's balances before the posting. */
  before: { liabilityCents: Cents; arcCostCents: Cents; arcAccumulatedCents: Cents };
  /** The well's carrying amount before, and the posting's liability and cash amounts for the well. */
  well: { beforeCents: Cents; liabilityCents: Cents; cashCents: Cents };
  /** For a sale: the well's working interest before and after. */
  interest: { before: Interest; after: Interest } | null;
  /** True when the asset goes to a different account than the difference, as it does while depreciation is kept elsewhere. */
  isAssetSeparate: boolean;
};

/**
 * Formats a layer's derecognition as readable lines: `Relief: 50,000.00 × 94,772.62 ÷ 189,545.24 = 25,000.00` for a settlement,
 * `Liability: 40,000.00 × 25.00 ÷ 100.00 = 10,000.00` for a sale, then the share of the cost or proceeds, and the difference.
 * Each part is rounded to cents, and the last cents are assigned so that the parts add up.
 * Source: `settleOnDay`, `sellOnDay`, and `apportionByAmounts`.
 */
export function derecognitionFormula(derecognition: Derecognition): string[] {
  if (derecognition.kind === 'settled') return settledLines(derecognition);
  return derecognition.kind === 'retired' ? [retiredLine(derecognition)] : divestedLines(derecognition);
}

function settledLines({ liabilityCents, cashCents, before, well }: Derecognition): string[] {
  const [relief, cost] = [0 - liabilityCents, 0 - cashCents];
  return [
    `Relief: ${reliefTerms(relief, before.liabilityCents, well)}`,
    ...partLine('Cost', cost, { total: 0 - well.cashCents, relief, totalRelief: 0 - well.liabilityCents }),
    `Relief − cost: ${formulaTerm(relief)} − ${formulaTerm(cost)} = ${formulaAmount(relief - cost)}`,
  ];
}

/** The whole layer, a share in proportion to the layers' carrying amounts, or the remainder after older layers. */
function reliefTerms(relief: Cents, carried: Cents, well: Derecognition['well']): string {
  if (relief === carried) return `all of ${formulaAmount(carried)}`;
  const total = 0 - well.liabilityCents;
  if (well.beforeCents === carried) return `${formulaAmount(relief)} of ${formulaAmount(carried)}`;
  const isShare = Math.abs(proportionOf(total, carried, well.beforeCents) - relief) <= 1;
  if (!isShare) return `${formulaAmount(relief)} of ${formulaAmount(carried)}, the oldest layer first`;
  return `${formulaTerm(total)} × ${formulaTerm(carried)} ÷ ${formulaTerm(well.beforeCents)} = ${formulaAmount(relief)}`;
}

/** A layer's share of a cost or proceeds, unless it gets all of it. When the layers cancel out, there is no proportion. */
function partLine(
  name: string,
  part: Cents,
  { total, relief, totalRelief }: { total: Cents; relief: Cents; totalRelief: Cents },
): string[] {
  if (part === total || totalRelief === 0) return [];
  return [
    `${name}: ${formulaTerm(total)} × ${formulaTerm(relief)} ÷ ${formulaTerm(totalRelief)} = ${formulaAmount(part)}`,
  ];
}

function retiredLine({ arcCostCents, arcAccumulatedCents }: Derecognition): string {
  const [cost, depreciation] = [0 - arcCostCents, arcAccumulatedCents];
  return `Cost − depreciation: ${formulaTerm(cost)} − ${formulaTerm(depreciation)} = ${formulaAmount(cost - depreciation)}`;
}

function divestedLines({ before, well, interest, ...booked }: Derecognition): string[] {
  if (interest === null) return [];
  const share = `${formatInterest(interest.before - interest.after)} ÷ ${formatInterest(interest.before)}`;
  const partTimesShare = (name: string, carried: Cents, removed: Cents) =>
    carried === 0 ? [] : [`${name}: ${formulaTerm(carried)} × ${share} = ${formulaAmount(removed)}`];
  const [liability, cost] = [0 - booked.liabilityCents, 0 - booked.arcCostCents];
  const depreciation = booked.arcAccumulatedCents;
  const proceeds = booked.cashCents;
  return [
    ...partTimesShare('Liability', before.liabilityCents, liability),
    ...partTimesShare('Asset', before.arcCostCents, cost),
    ...partTimesShare('Depreciation', 0 - before.arcAccumulatedCents, depreciation),
    ...partLine('Proceeds', proceeds, {
      total: well.cashCents,
      relief: liability,
      totalRelief: 0 - well.liabilityCents,
    }),
    booked.isAssetSeparate
      ? `Proceeds + liability: ${formulaTerm(proceeds)} + ${formulaTerm(liability)} = ${formulaAmount(proceeds + liability)}`
      : `Proceeds + liability − net asset: ${formulaTerm(proceeds)} + ${formulaTerm(liability)} − ${formulaTerm(cost - depreciation)} = ${formulaAmount(proceeds + liability - cost + depreciation)}`,
  ];
}

function proportionOf(total: Cents, part: Cents, whole: Cents): Cents {
  return whole <= 0 ? 0 : partOfCents(total, { numerator: part, denominator: whole });
}
