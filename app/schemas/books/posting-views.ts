import { z } from 'zod';
import { TraceView, trace } from '~/schemas/audit/audit-views';
import { count, date, id, instant, moneyText } from '~/schemas/platform/answer';
import { wellName } from '~/schemas/wells/well-views';

export const MonthEndView = z.object({
  periodEnd: date,
  status: z
    .enum(['running', 'done', 'prepared', 'skipped', 'failed'])
    .meta({ description: '`prepared` where the company’s month-ends leave posting to a person' }),
  isPosted: z.boolean().meta({ description: 'Whether it is posted, by itself or by who reviewed it' }),
  reason: z.string().nullable().meta({ description: 'Why it was skipped or failed' }),
  startedAt: instant,
  finishedAt: instant.nullable(),
  layers: count.meta({ description: 'Layers posted so far, or prepared' }),
  totalAccretion: moneyText.meta({ description: 'Their accretion expense' }),
  totalDepreciation: moneyText.meta({ description: 'Depreciation posted with it' }),
  catchUp: z
    .object({
      layers: count,
      accretion: moneyText,
      reviewed: TraceView.nullable().meta({ description: 'Who reviewed it; null until someone has' }),
    })
    .nullable()
    .meta({ description: 'Layers whose record covers more than one month; null if there are none' }),
});
export type MonthEndView = z.infer<typeof MonthEndView>;

export const ReversalTraceView = z.object({
  postingId: id,
  effectiveOn: date,
  reason: z.string().nullable(),
  ...trace,
});
export type ReversalTraceView = z.infer<typeof ReversalTraceView>;

export const reversed = ReversalTraceView.nullable().meta({
  description: 'How it was reversed; null if it wasn’t',
});

/** Preview of posting accretion. */
export const PostingPreview = z.object({
  periodEnd: date,
  layers: count.meta({ description: 'Records a posting would add' }),
  layersWithGap: count.meta({ description: 'Records that would cover more than one period of this type' }),
  firstPeriodEnd: date
    .nullable()
    .meta({ description: 'End of the first period that such a record would cover, or null without one' }),
  totalAccretion: moneyText
    .nullable()
    .meta({ description: 'Expense a posting would book; null if the posting would be rejected' }),
  totalDepreciation: moneyText.nullable().meta({
    description:
      'Depreciation a posting would book; null if the posting would be rejected or the company doesn’t depreciate',
  }),
  refusal: z.string().nullable().meta({ description: 'Reason the posting would be rejected, or null' }),
  reviewed: z
    .string()
    .nullable()
    .meta({ description: 'For `?reviewed=`: the call that posts does exactly this, or returns 409' }),
  periods: z
    .array(
      z.object({
        periodEnd: date,
        layers: count.meta({ description: 'Layers that accrete' }),
        accretion: moneyText,
        depreciation: moneyText,
      }),
    )
    .optional()
    .meta({ description: 'With `eachPeriod`: the period ends that would be posted to, oldest first' }),
  review: z
    .object({
      layers: count.meta({ description: 'Layers that accrete, depreciate, or both' }),
      before: moneyText.meta({ description: 'What all of them carry before the posting' }),
      after: moneyText,
      rows: z.array(
        z.object({
          well: z.object(wellName),
          layerNumber: z.int().min(1),
          before: moneyText,
          change: moneyText,
          after: moneyText,
          depreciation: moneyText,
        }),
      ),
    })
    .optional()
    .meta({ description: 'With `rows=true`: the first 500 layers by well code' }),
});
export type PostingPreview = z.infer<typeof PostingPreview>;
