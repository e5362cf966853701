import { z } from 'zod';
import { RATE_SOURCES } from '~/domain/books/revision';
import { groupThousands } from '~/domain/money/group-thousands';
import { COST_MISSING, hasCost, terms } from '~/schemas/books/aro-layer';
import { ActPreview, PostingView, reviewedText } from '~/schemas/books/posting';
import { date, effectiveRateText, id, moneyText, rateText } from '~/schemas/platform/answer';
import { money } from '~/schemas/platform/figures';
import { line, optionalDate, optionalInput, requiredDate, requiredText } from '~/schemas/platform/text';
import { looseRows, MAX_ROWS, memoOfRows, RowRefusal, rowMode } from './well-rows';

/** Columns of a row, in the order assumed for a file without titles. */
const REVISION_COLUMNS = [
  'wellCode',
  'pAndACost',
  'grossCost',
  'wellLifespan',
  'retirementDate',
  'discountRate',
  'inflationRate',
  'reason',
] as const;

/**
 * One row, validated separately. Its cost is the company's own, or all owners', of which the company bears its
 * interest. Without a lifespan or a date, the retirement date is unchanged; without rates, the company's policy
 * applies.
 */
export const RevisionRow = z
  .object({
    wellCode: requiredText('Well code is required', 100),
    pAndACost: optionalInput(terms.pAndACost),
    grossCost: optionalInput(
      money({ required: '', min: 1, belowMin: 'New gross P&A cost must be positive' }),
    ),
    wellLifespan: optionalInput(terms.wellLifespan),
    retirementDate: optionalDate,
    discountRate: optionalInput(terms.discountRate),
    inflationRate: optionalInput(terms.inflationRate),
    reason: optionalInput(line('Reason must be text', 500)),
  })
  .refine(hasCost, COST_MISSING);
export type RevisionRow = z.infer<typeof RevisionRow>;

/** How to measure a row that moves its well's retirement date. */
const MOVED_DATES = ['change', 'remeasure'] as const;

/** New estimates for many wells on one date. */
export const RevisionSubject = z.object({
  date: requiredDate('Date is required'),
  rows: looseRows(REVISION_COLUMNS),
  movedDates: z
    .enum(MOVED_DATES, 'Moved dates must be change or remeasure')
    .nullish()
    .transform((given) => given ?? 'change')
    .meta({
      description:
        'Measurement of rows that move the retirement date: the change in cost alone, or the whole obligation at the new date less the carrying amount. Default: `change`',
    }),
});
export type RevisionSubject = z.infer<typeof RevisionSubject>;

export const RevisionInput = RevisionSubject.extend({ mode: rowMode, memo: memoOfRows });
export type RevisionInput = z.infer<typeof RevisionInput>;

/** Wells to return current estimates for, to be revised; all wells if none are named. */
export const EstimatesSubject = z.object({
  date: requiredDate('Date is required'),
  wellCodes: z
    .array(z.string().max(100), 'Well codes must be a list')
    .max(MAX_ROWS, `At most ${groupThousands(MAX_ROWS)} well codes at a time`)
    .nullish(),
});
export type EstimatesSubject = z.infer<typeof EstimatesSubject>;

export const CurrentEstimate = z.object({
  wellId: id,
  wellCode: z.string(),
  wellName: z.string(),
  estimate: moneyText.meta({
    description: 'Total P&A estimate as stated, net of settlements and sales',
  }),
  repricedEstimate: moneyText.meta({
    description: 'Estimate at the prices of the date, or as stated if that exceeds the maximum amount',
  }),
  retirementDate: date,
});
export type CurrentEstimate = z.infer<typeof CurrentEstimate>;

const RevisedWell = z.object({
  row: z.int().min(1),
  wellId: id,
  wellCode: z.string(),
  wellName: z.string(),
  layerNumber: z.int().min(1),
  measurement: z.enum(MOVED_DATES),
  previousEstimate: moneyText.meta({
    description: 'Previous estimate as stated, net of settlements and sales',
  }),
  repricedEstimate: moneyText.meta({
    description:
      'Previous estimate at the prices of the date, or as stated if that exceeds the maximum amount',
  }),
  newEstimate: moneyText,
  grossCost: moneyText
    .nullable()
    .meta({ description: 'Cost for all owners; null if the row doesn’t give it' }),
  change: moneyText,
  wellLifespan: z.int().min(1),
  previousRetirementDate: date,
  retirementDate: date,
  discountRate: rateText,
  inflationRate: rateText,
  effectiveRate: effectiveRateText,
  effectiveInflationRate: effectiveRateText,
  ratesFrom: z.enum(RATE_SOURCES).nullable(),
  rateReason: z.string(),
  aroValue: moneyText.meta({ description: 'Value of the layer, which is added to the liability' }),
  isLimited: z.boolean().meta({
    description: 'The decrease is capped: a change can’t take the well’s carrying amount below zero',
  }),
  asset: moneyText,
  result: moneyText,
});
export type RevisedWell = z.infer<typeof RevisedWell>;

/** Sums of increases, of decreases (negative), and of both. */
const upAndDown = { up: moneyText, down: moneyText, net: moneyText };

export const RevisionPreview = z.object({
  rows: z.array(RevisedWell),
  refusals: z.array(RowRefusal),
  totals: z.object(upAndDown).meta({ description: 'Totals of the layers’ values' }),
  estimates: z
    .object(upAndDown)
    .meta({ description: 'Totals of the changes in the estimates, undiscounted' }),
  act: ActPreview,
  reviewed: reviewedText,
});
export type RevisionPreview = z.infer<typeof RevisionPreview>;

/** The posting of a revision, with the rows that were refused. */
export const RevisionPosting = PostingView.extend({ refusals: z.array(RowRefusal) });
export type RevisionPosting = z.infer<typeof RevisionPosting>;
