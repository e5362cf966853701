import { z } from 'zod';
import { SETTLEMENT_DIFFERENCES } from '~/domain/books/settlement';
import { type Cents, formatCents } from '~/domain/money/money';
import { ActPreview } from '~/schemas/books/posting';
import { moneyText } from '~/schemas/platform/answer';
import { money } from '~/schemas/platform/figures';
import { line, requiredDate } from '~/schemas/platform/text';

const COST = {
  required: 'Cost is required',
  min: 0,
  belowMin: "Cost can't be negative",
};
const RELIEF = {
  required: 'Relief is required',
  min: 0,
  belowMin: "Relief can't be negative",
};

const relief = z.preprocess(
  (input) => (input === '' || input === null ? undefined : input),
  money(RELIEF).optional(),
);

/** What was spent on plugging a well, and how much of the obligation that discharged. */
export const SettlementInput = z
  .object({
    date: requiredDate('Date is required'),
    cost: money(COST),
    relief,
    isFinal: z.boolean('isFinal must be true or false').default(false),
    memo: line('Memo must be text', 500).nullish(),
    reference: line('Reference must be text', 100).nullish(),
  })
  .transform(({ date, cost, relief, isFinal, memo, reference }) => ({
    date,
    costCents: cost as Cents,
    reliefCents: (relief ?? null) as Cents | null,
    isFinal,
    memo: memo || null,
    reference: reference || null,
  }));
export type SettlementInput = z.infer<typeof SettlementInput>;

/** The settlement in the words of the call. */
export function settlementInWords({
  date,
  costCents,
  reliefCents,
  isFinal,
  memo,
  reference,
}: SettlementInput) {
  return {
    date,
    cost: formatCents(costCents),
    relief: reliefCents === null ? null : formatCents(reliefCents),
    isFinal,
    memo,
    reference,
  };
}

/** What a settlement would post. */
export const SettlementPreview = ActPreview.extend({
  carryingAmount: moneyText.meta({ description: 'What the well carries on the day, before the settlement' }),
  relief: moneyText,
  difference: moneyText.meta({ description: 'Relief less cost: a gain, or negative a loss' }),
  differenceTo: z.enum(SETTLEMENT_DIFFERENCES),
});
export type SettlementPreview = z.infer<typeof SettlementPreview>;
