import { z } from 'zod';
import { formatInterest } from '~/domain/books/working-interest';
import { groupThousands } from '~/domain/money/group-thousands';
import { type Cents, formatCents } from '~/domain/money/money';
import { ActPreview, PostingView, ReviewedPreview, reviewedText } from '~/schemas/books/posting';
import { count, id, moneyText } from '~/schemas/platform/answer';
import { money } from '~/schemas/platform/figures';
import { line, optionalInput, requiredDate, requiredText } from '~/schemas/platform/text';
import { interest } from '~/schemas/wells/working-interest';
import { gainsAndLosses, RowRefusal, rowMode } from './well-rows';

const PROCEEDS = { required: 'Proceeds are required', min: 0, belowMin: 'Proceeds can’t be negative' };

const terms = {
  date: requiredDate('Date is required'),
  proceeds: optionalInput(money(PROCEEDS)),
  memo: line('Memo must be text', 500).nullish(),
};

/** Interest in a well that is sold, and the proceeds. */
export const SaleInput = z
  .object({ ...terms, interestSold: interest('Interest sold') })
  .transform(({ date, interestSold, proceeds, memo }) => ({
    date,
    interestSold,
    proceedsCents: (proceeds ?? 0) as Cents,
    memo: memo || null,
  }));
export type SaleInput = z.infer<typeof SaleInput>;

/** Converts the sale to API format. */
export function toSaleBody({ date, interestSold, proceedsCents, memo }: SaleInput) {
  return {
    date,
    interestSold: formatInterest(interestSold),
    proceeds: formatCents(proceedsCents),
    memo,
  };
}

const assetTo = z.enum(['disposal', 'accumulated']).meta({
  description:
    'Account for the derecognized asset: gain or loss, or accumulated depreciation if depreciation is kept elsewhere',
});

/** Preview of a sale. */
export const SalePreview = ReviewedPreview.extend({
  carryingAmount: moneyText.meta({ description: 'Carrying amount on the date, before the sale' }),
  liability: moneyText.meta({ description: 'Liability sold' }),
  asset: moneyText.meta({ description: 'Net asset retirement cost sold' }),
  assetTo,
  result: moneyText.meta({ description: 'Gain or loss on disposal; negative for a loss' }),
  interestBefore: z.string(),
  interestAfter: z.string(),
});
export type SalePreview = z.infer<typeof SalePreview>;

/** Maximum number of wells in one sale. */
export const MAX_SOLD_WELLS = 5_000;

const ofMany = z.object({
  ...terms,
  interestSold: optionalInput(interest('Interest sold')).meta({
    description: 'Percentage of each whole well. Give either this or `shareSold`',
  }),
  shareSold: optionalInput(interest('Share sold')).meta({
    description: 'Percentage of the company’s interest in each well on the date',
  }),
  wells: z
    .array(requiredText('Well code is required', 100), 'Wells must be a list of well codes')
    .min(1, 'At least one well is required')
    .max(MAX_SOLD_WELLS, `At most ${groupThousands(MAX_SOLD_WELLS)} wells at a time`)
    .nullish()
    .meta({ description: 'Well codes. Give either these or `field`' }),
  field: line('Field must be text', 255).nullish().meta({
    description: 'Field in which to sell every well that the company has an interest in on the date',
  }),
});

const EITHER_PART = 'Enter either interestSold or shareSold';
const EITHER_WELLS = 'Enter either wells or a field';

function inUnits<Given extends z.infer<typeof ofMany>>(
  { date, interestSold, shareSold, proceeds, memo, wells, field, ...others }: Given,
  context: z.RefinementCtx,
) {
  const refuse = (path: string, message: string) => {
    context.addIssue({ code: 'custom', path: [path], message });
  };
  if ((interestSold === undefined) === (shareSold === undefined)) refuse('interestSold', EITHER_PART);
  if (!wells === !field) refuse('wells', EITHER_WELLS);
  return {
    ...others,
    date,
    interestSold: interestSold ?? null,
    shareSold: shareSold ?? null,
    proceedsCents: (proceeds ?? 0) as Cents,
    memo: memo || null,
    wells: wells ?? null,
    field: field || null,
  };
}

/** Sale of the same part of many wells, on one date. */
export const SalesSubject = ofMany.transform(inUnits);
export type SalesSubject = z.infer<typeof SalesSubject>;

export const SalesInput = ofMany.extend({ mode: rowMode }).transform(inUnits);
export type SalesInput = z.infer<typeof SalesInput>;

/** Converts the sale of many wells to API format. */
export function toSalesBody({ interestSold, shareSold, ...sale }: SalesSubject) {
  const { date, proceedsCents, memo, wells, field } = sale;
  return {
    date,
    ...(interestSold !== null && { interestSold: formatInterest(interestSold) }),
    ...(shareSold !== null && { shareSold: formatInterest(shareSold) }),
    ...(field === null ? { wells } : { field }),
    proceeds: formatCents(proceedsCents),
    memo,
  };
}

const SoldWell = z.object({
  row: count
    .min(1)
    .meta({ description: 'Position of the well in `wells`, or in the field by well code, from 1' }),
  wellId: id,
  wellCode: z.string(),
  wellName: z.string(),
  interestBefore: z.string(),
  interestAfter: z.string(),
  carryingAmount: moneyText.meta({ description: 'Carrying amount on the date, before the sale' }),
  liability: moneyText.meta({ description: 'Liability sold' }),
  asset: moneyText.meta({ description: 'Net asset retirement cost sold' }),
  proceeds: moneyText.meta({
    description: 'The well’s share of the proceeds, in proportion to the liability sold',
  }),
  result: moneyText.meta({ description: 'Gain or loss on disposal; negative for a loss' }),
});
export type SoldWell = z.infer<typeof SoldWell>;

const salesTotals = z.object({
  liability: moneyText,
  asset: moneyText,
  proceeds: moneyText,
  ...gainsAndLosses,
});

export const SalesPreview = z.object({
  rows: z.array(SoldWell),
  refusals: z.array(RowRefusal),
  totals: salesTotals,
  assetTo,
  act: ActPreview,
  reviewed: reviewedText,
});
export type SalesPreview = z.infer<typeof SalesPreview>;

/** The sale's first posting, with the others in `also`, the totals of all of them, and the wells that were refused. */
export const SalesPosting = PostingView.extend({ sales: salesTotals, refusals: z.array(RowRefusal) });
export type SalesPosting = z.infer<typeof SalesPosting>;
