import { z } from 'zod';
import { formatInterest } from '~/domain/books/working-interest';
import { type Cents, formatCents } from '~/domain/money/money';
import { ActPreview } from '~/schemas/books/posting';
import { moneyText } from '~/schemas/platform/answer';
import { money } from '~/schemas/platform/figures';
import { line, requiredDate } from '~/schemas/platform/text';
import { interest } from '~/schemas/wells/working-interest';

const PROCEEDS = { required: 'Proceeds are required', min: 0, belowMin: "Proceeds can't be negative" };

/** What of a well is sold, and for how much. */
export const SaleInput = z
  .object({
    date: requiredDate('Date is required'),
    interestSold: interest('Interest sold'),
    proceeds: z.preprocess(
      (input) => (input === '' || input === null ? undefined : input),
      money(PROCEEDS).optional(),
    ),
    memo: line('Memo must be text', 500).nullish(),
  })
  .transform(({ date, interestSold, proceeds, memo }) => ({
    date,
    interestSold,
    proceedsCents: (proceeds ?? 0) as Cents,
    memo: memo || null,
  }));
export type SaleInput = z.infer<typeof SaleInput>;

/** The sale in the words of the call. */
export function saleInWords({ date, interestSold, proceedsCents, memo }: SaleInput) {
  return {
    date,
    interestSold: formatInterest(interestSold),
    proceeds: formatCents(proceedsCents),
    memo,
  };
}

/** What a sale would post. */
export const SalePreview = ActPreview.extend({
  carryingAmount: moneyText.meta({ description: 'What the well carries on the day, before the sale' }),
  liability: moneyText.meta({ description: 'The part of it that leaves' }),
  asset: moneyText.meta({ description: 'The part of the asset retirement cost that leaves, net' }),
  result: moneyText.meta({ description: 'Gain or loss on disposal; negative for a loss' }),
  interestBefore: z.string(),
  interestAfter: z.string(),
});
export type SalePreview = z.infer<typeof SalePreview>;
