import { z } from 'zod';
import { TraceView, trace } from '~/schemas/audit/audit-views';
import { count, date, id, instant, moneyText } from '~/schemas/platform/answer';
import { wellName } from '~/schemas/wells/well-views';

export const MonthEndView = z.object({
  periodEnd: date,
  status: z
    .enum(['running', 'done', 'prepared', 'skipped', 'failed'])
    .meta({ description: '`prepared` means a draft for a user to review and post' }),
  isPosted: z.boolean().meta({ description: 'True once posted, automatically or by a user' }),
  reason: z.string().nullable().meta({ description: 'Reason the run was skipped or failed' }),
  startedAt: instant,
  finishedAt: instant.nullable(),
  layers: count.meta({ description: 'Number of layers posted so far, or prepared' }),
  totalAccretion: moneyText.meta({ description: 'Accretion expense of these layers' }),
  totalDepreciation: moneyText.meta({ description: 'Depreciation of the same run' }),
  catchUp: z
    .object({
      layers: count,
      accretion: moneyText,
      reviewed: TraceView.nullable().meta({ description: 'Reviewer and time; null until reviewed' }),
    })
    .nullable()
    .meta({ description: 'Layers with a record that covers more than one month; null if there are none' }),
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
  description: 'Reversing posting; null if not reversed',
});

/** Preview of posting accretion. */
export const PostingPreview = z.object({
  periodEnd: date,
  layers: count.meta({ description: 'Number of records the posting would add' }),
  layersWithGap: count.meta({
    description: 'Number of these records that would cover more than one period of this type',
  }),
  firstPeriodEnd: date
    .nullable()
    .meta({ description: 'End of the first period that such a record would cover; null if there is none' }),
  totalAccretion: moneyText
    .nullable()
    .meta({ description: 'Accretion expense of the posting; null if it would be rejected' }),
  totalDepreciation: moneyText.nullable().meta({
    description:
      'Depreciation expense of the posting; null if it would be rejected or the company doesn’t depreciate',
  }),
  refusal: z.string().nullable().meta({ description: 'Reason the posting would be rejected, or null' }),
  reviewed: z.string().nullable().meta({
    description:
      'Token that identifies the previewed state, or null. Send it as `?reviewed=` to post exactly this or get 409',
  }),
  periods: z
    .array(
      z.object({
        periodEnd: date,
        layers: count.meta({ description: 'Number of layers that accrete' }),
        accretion: moneyText,
        depreciation: moneyText,
      }),
    )
    .optional()
    .meta({ description: 'With `eachPeriod`: amounts by period end, oldest first' }),
  review: z
    .object({
      layers: count.meta({ description: 'Number of layers that accrete, depreciate, or both' }),
      before: moneyText.meta({ description: 'Carrying amount of these layers before the posting' }),
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
