import { z } from 'zod';
import { DEPLETION_UNIT, type DepletionRate } from '~/domain/books/depreciation';
import { formatFixed } from '~/domain/money/decimal-text';
import { foldText } from '~/domain/wells/fold-text';
import { requiredText } from '~/schemas/platform/text';

const PERCENT = /^\d{1,3}(?:\.\d{0,4}0*)?$/;
const PROBLEM = 'Rate must be a percentage from 0 to 100 with at most four decimals';
const MAX_FIELD = 100;
const MAX_RATES = 5_000;

/** A percentage as typed, such as `1.25`, in ten-thousandths of a percent. */
const percent = z
  .union([z.string(), z.number()], PROBLEM)
  .transform((given) => String(given).trim())
  .refine((text) => PERCENT.test(text) && unitsOf(text) <= DEPLETION_UNIT, PROBLEM)
  .transform(unitsOf);

function unitsOf(text: string): DepletionRate {
  const [whole = '', fraction = ''] = text.split('.');
  return Number(whole + fraction.slice(0, 4).padEnd(4, '0'));
}

const month = z
  .string('Month must be in the form 2026-09')
  .trim()
  .regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/, 'Month must be in the form 2026-09');

/** Rates to set; a null percentage removes the rate. Rates not listed are unchanged. */
export const DepletionRatesInput = z.object({
  rates: z
    .array(
      z.object({
        field: requiredText('Field is required', MAX_FIELD),
        month,
        percent: percent.nullable(),
      }),
      'Rates must be a list',
    )
    .min(1, 'Enter at least one rate')
    .max(MAX_RATES, `At most ${MAX_RATES} rates at a time`)
    .superRefine((rates, context) => {
      const seen = new Set<string>();
      for (const [index, { field, month }] of rates.entries()) {
        const key = `${month} ${foldText(field)}`;
        if (seen.has(key)) {
          const message = `Duplicate rate for ${field} in ${month}`;
          context.addIssue({ code: 'custom', message, path: [index, 'month'] });
        }
        seen.add(key);
      }
    }),
});
export type DepletionRatesInput = z.infer<typeof DepletionRatesInput>;

export const DepletionRateView = z.object({
  field: z.string(),
  month: z.string().meta({ description: 'Month, such as 2026-09' }),
  percent: z
    .string()
    .meta({ description: 'Percentage of the net book value at the start of the month, with four decimals' }),
  isPosted: z.boolean().meta({
    description:
      'True if depreciation for the month has been posted for a well in the field, which locks the rate',
  }),
  hasWells: z
    .boolean()
    .meta({ description: 'True if the field has wells; otherwise the rate has no effect' }),
  closestField: z.string().nullable().meta({
    description: 'Field with wells and a similar name; null if there is none or if the field has wells',
  }),
});
export type DepletionRateView = z.infer<typeof DepletionRateView>;

/** Formats a rate as a percentage with four decimals. */
export function formatPercent(rate: DepletionRate): string {
  return formatFixed(rate, 4);
}
