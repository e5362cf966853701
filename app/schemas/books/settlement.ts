import { z } from 'zod';
import { SETTLEMENT_DIFFERENCES } from '~/domain/books/posting-terms';
import { type Cents, formatCents } from '~/domain/money/money';
import { ActPreview, PostingView, ReviewedPreview, reviewedText } from '~/schemas/books/posting';
import { count, date, id, moneyText } from '~/schemas/platform/answer';
import { money } from '~/schemas/platform/figures';
import { flag } from '~/schemas/platform/flag';
import { line, requiredDate, requiredText } from '~/schemas/platform/text';
import { gainsAndLosses, looseRows, memoOfRows, RowRefusal, rowMode } from './well-rows';

const COST = {
  required: 'Cost is required',
  min: 0,
  belowMin: 'Cost can’t be negative',
};
const RELIEF = {
  required: 'Relief is required',
  min: 0,
  belowMin: 'Relief can’t be negative',
};

const relief = z.preprocess(
  (input) => (input === '' || input === null ? undefined : input),
  money(RELIEF).optional(),
);

const cells = {
  date: requiredDate('Date is required'),
  cost: money(COST),
  relief,
  memo: line('Memo must be text', 500).nullish(),
  reference: line('Reference must be text', 100).nullish(),
};

/** Cost of plugging a well, and how much of the obligation it relieved. */
export const SettlementInput = z
  .object({ ...cells, isFinal: flag('isFinal must be true or false') })
  .transform(inUnits);
export type SettlementInput = z.infer<typeof SettlementInput>;

type GivenSettlement = z.infer<z.ZodObject<typeof cells>> & { isFinal: boolean };

function inUnits({ date, cost, relief, isFinal, memo, reference }: GivenSettlement) {
  return {
    date,
    costCents: cost as Cents,
    reliefCents: (relief ?? null) as Cents | null,
    isFinal,
    memo: memo || null,
    reference: reference || null,
  };
}

/** Converts the settlement to API format. */
export function toSettlementBody({
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

const assetWrittenOff = moneyText.meta({
  description:
    'Net asset written off at final settlement against the difference; zero if depreciation is kept elsewhere',
});

const assetToAccumulated = moneyText.meta({
  description:
    'Net asset retired at final settlement to accumulated depreciation, because depreciation is kept elsewhere; otherwise zero',
});

/** Preview of a settlement. */
export const SettlementPreview = ReviewedPreview.extend({
  carryingAmount: moneyText.meta({ description: 'Carrying amount on the date, before the settlement' }),
  relief: moneyText,
  difference: moneyText.meta({ description: 'Relief minus cost: a gain, or a loss if negative' }),
  assetWrittenOff,
  assetToAccumulated,
  differenceTo: z.enum(SETTLEMENT_DIFFERENCES),
});
export type SettlementPreview = z.infer<typeof SettlementPreview>;

const SETTLEMENT_COLUMNS = ['wellCode', 'date', 'cost', 'relief', 'isFinal', 'memo', 'reference'] as const;

/** Maximum rows per request: each may become a separate posting. */
const MAX_SETTLEMENTS = 5_000;

/** Accepts spreadsheet values: yes, TRUE, 1, x; blank is no. */
const isFinalCell = z
  .unknown()
  .default('')
  .transform((input, context) => {
    const text = String(input ?? '')
      .trim()
      .toLowerCase();
    if (['true', 'yes', 'y', '1', 'x', 'final'].includes(text)) return true;
    if (['', 'false', 'no', 'n', '0', 'partial'].includes(text)) return false;
    context.addIssue({ code: 'custom', message: 'Must be yes or no' });
    return z.NEVER;
  });

/** One well's settlement among many, validated separately. */
export const SettlementRow = z
  .object({ ...cells, wellCode: requiredText('Well code is required', 100), isFinal: isFinalCell })
  .transform(({ wellCode, ...given }) => ({ wellCode, ...inUnits(given) }));
export type SettlementRow = z.infer<typeof SettlementRow>;

/** Settlements of many wells, each on its own date. */
export const SettlementsSubject = z.object({
  rows: looseRows(SETTLEMENT_COLUMNS, MAX_SETTLEMENTS),
  skipPosted: flag('skipPosted must be true or false').meta({
    description:
      'Whether to skip rows that are already posted. Each settlement in the books matches at most one row with its well, date and cost',
  }),
});
export type SettlementsSubject = z.infer<typeof SettlementsSubject>;

export const SettlementsInput = SettlementsSubject.extend({ mode: rowMode, memo: memoOfRows });
export type SettlementsInput = z.infer<typeof SettlementsInput>;

const SettledWell = z.object({
  row: z.int().min(1),
  wellId: id,
  wellCode: z.string(),
  wellName: z.string(),
  date,
  isFinal: z.boolean(),
  carryingAmount: moneyText,
  relief: moneyText,
  cost: moneyText,
  difference: moneyText.meta({ description: 'Relief minus cost: a gain, or a loss if negative' }),
  assetWrittenOff,
  isPosted: z.boolean().meta({
    description:
      'True if a settlement with this well, date and cost is already posted, so the row may be a duplicate',
  }),
});
export type SettledWell = z.infer<typeof SettledWell>;

const settlementTotals = z.object({
  relief: moneyText,
  cost: moneyText,
  assetWrittenOff,
  ...gainsAndLosses,
});

export const SettlementsPreview = z.object({
  rows: z.array(SettledWell),
  refusals: z.array(RowRefusal),
  posted: z.array(z.object({ row: count.min(1), wellId: id, wellCode: z.string() })).meta({
    description:
      'Rows that are already posted, including rows that would fail. With `skipPosted`, they are in neither `rows` nor `refusals`',
  }),
  totals: settlementTotals,
  assetToAccumulated,
  differenceTo: z.enum(SETTLEMENT_DIFFERENCES),
  act: ActPreview,
  reviewed: reviewedText,
});
export type SettlementsPreview = z.infer<typeof SettlementsPreview>;

/** The first settlement's posting, with the others in `also`, the totals of all of them, and the rows that were refused. */
export const SettlementsPosting = PostingView.extend({
  settlements: settlementTotals,
  refusals: z.array(RowRefusal),
});
export type SettlementsPosting = z.infer<typeof SettlementsPosting>;
