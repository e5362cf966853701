import { z } from 'zod';
import { ACCRETION_METHODS } from '~/domain/books/accretion';
import { POSTING_KINDS } from '~/domain/books/movement-kinds';
import { RATE_SOURCES } from '~/domain/books/revision';
import { TraceView, trace } from '~/schemas/audit/audit-views';
import { count, date, effectiveRateText, id, instant, moneyText, rateText } from '~/schemas/platform/answer';
import { wellName, wellState } from '~/schemas/wells/well-views';
import { ExpectedCostView } from './expected-cost';
import { ReviewedPreview } from './posting';
import { reversed } from './posting-views';
import { CompanyRatesView } from './rate-table';

const layerType = z.enum(['initial', 'additional']);

export const LayerView = z.object({
  id,
  wellId: id,
  layerNumber: z.int().min(1),
  layerType,
  measurement: z.enum(['change', 'increment', 'remeasure']).nullable().meta({
    description: 'How the cost of an additional layer was measured; null for initial layers',
  }),
  discountRate: rateText,
  inflationRate: rateText,
  effectiveRate: effectiveRateText.meta({
    description: 'Discount rate in percent, with four decimals',
  }),
  effectiveInflationRate: effectiveRateText,
  exactRate: z
    .string()
    .regex(/^\d+\.\d{10}$/)
    .meta({ description: 'Discount rate used for accretion, in percent, with ten decimals' }),
  ratesFrom: z
    .enum(RATE_SOURCES)
    .nullable()
    .meta({ description: 'Source of derived rates; null if the rates were entered' }),
  reason: z.string().nullable().meta({ description: 'Reason for the revised estimate' }),
  pAndACost: moneyText,
  grossCost: moneyText.nullable().meta({
    description:
      'Cost for all owners, of which the P&A cost is the company’s share; null if the cost was entered net',
  }),
  totalEstimate: moneyText.meta({ description: 'Total P&A estimate after this layer' }),
  wellLifespan: z.int().min(1).meta({ description: 'Years, rounded up if the layer has a retirement date' }),
  retirementDate: date
    .nullable()
    .meta({ description: 'The retirement date used in the calculation, or null if a lifespan was used' }),
  calculationDate: date,
  aroValue: moneyText,
  currentAroValue: moneyText,
  accretion: moneyText.meta({ description: 'Accretion to date, excluding reversed accretion' }),
  accretedThrough: date
    .nullable()
    .meta({ description: 'Period end of the latest accretion record; null if there is none' }),
  createdAt: instant,
  updatedAt: instant,
  well: z.object(wellState),
  status: z
    .enum(['current', 'historical'])
    .meta({ description: 'Historical means reversed, or settled or sold down to zero' }),
  isReversed: z
    .boolean()
    .meta({ description: 'True if the layer’s recognition is reversed, so the layer no longer counts' }),
});
export type LayerView = z.infer<typeof LayerView>;

/** A layer in a list. */
export const ListedLayerView = LayerView.extend({
  previousEstimate: moneyText.nullable().meta({
    description:
      'Baseline for a change: total P&A estimate before this layer, net of settlements and sales, repriced if `changeBasis` was `repriced`. Null for the first layer',
  }),
  openingChange: moneyText.meta({
    description:
      'Opening balance minus the value at recognition. Zero for layers without an opening balance and for reversed layers',
  }),
});
export type ListedLayerView = z.infer<typeof ListedLayerView>;

/** A layer to be calculated, and its postings. */
export const LayerPreview = ReviewedPreview.extend({
  formula: z.array(z.string()).meta({ description: 'Derivation of the layer’s value, line by line' }),
});
export type LayerPreview = z.infer<typeof LayerPreview>;

/** A layer in its well's list. */
export const WellLayerView = LayerView.extend({
  estimateLeft: moneyText.meta({
    description: 'Total P&A estimate remaining after later settlements and sales',
  }),
  repricedEstimate: moneyText.nullable().meta({
    description:
      'Remaining estimate at the prices of `asOf`, or today, at the inflation rates of the well’s layers. Null except for the newest unreversed layer, and if above the maximum amount',
  }),
});
export type WellLayerView = z.infer<typeof WellLayerView>;

export const AccretionView = z.object({
  id,
  aroLayerId: id,
  postingId: id,
  periodType: z.enum(['monthly', 'quarterly', 'annually']),
  periodStart: date,
  periodEnd: date,
  beginningAro: moneyText,
  discountRate: rateText,
  accretionExpense: moneyText,
  endingAro: moneyText,
  method: z.enum(ACCRETION_METHODS),
  timeYears: z
    .string()
    .regex(/^\d+\.\d{12}$/)
    .meta({ description: 'Accretion time in years, to 12 decimals' }),
  source: z.enum(['user', 'month-end', 'import']),
  createdAt: instant,
  aroLayer: z.object({ id, layerNumber: z.int().min(1), layerType, well: z.object(wellName) }),
});
export type AccretionView = z.infer<typeof AccretionView>;

export const LayerHistoryView = z.object({
  layer: LayerView,
  origin: z
    .enum(['calculated', 'imported'])
    .meta({ description: '`imported` means the value or balance was entered, not calculated' }),
  recognition: z
    .object({
      postingId: id,
      kind: z.enum(POSTING_KINDS),
      effectiveOn: date,
      liability: moneyText,
      reversed,
    })
    .meta({ description: 'Posting that recognized the layer' }),
  calculation: z
    .object({ ...trace, parameters: z.unknown() })
    .nullable()
    .meta({ description: 'Input of the calculation, with user and time; null if unknown' }),
  scenarios: ExpectedCostView.nullable().meta({
    description: 'Scenarios behind the P&A cost; null if the cost was entered',
  }),
  rateReason: z
    .string()
    .nullable()
    .meta({ description: 'Source of the rates, as text; null if both were entered' }),
  companyRates: CompanyRatesView.nullable().meta({
    description: 'Company rate tables that the rates come from; null if neither rate comes from a table',
  }),
  formula: z.array(z.string()).meta({ description: 'Calculation, line by line' }),
  accretion: z
    .array(
      AccretionView.omit({ aroLayer: true }).extend({
        coveredFrom: date.meta({
          description: 'First date covered. Unreversed records of a layer never overlap',
        }),
        posted: TraceView,
        reversed,
      }),
    )
    .meta({ description: 'Accretion records of the layer, including reversed ones, oldest period first' }),
});
export type LayerHistoryView = z.infer<typeof LayerHistoryView>;

export const LayerResult = LayerView.pick({
  id: true,
  wellId: true,
  layerNumber: true,
  layerType: true,
  aroValue: true,
  calculationDate: true,
}).extend({ wellCode: z.string(), wellName: z.string() });
export type LayerResult = z.infer<typeof LayerResult>;

export const LayerRefusal = z.object({ wellId: id, wellCode: z.string(), message: z.string() });
export type LayerRefusal = z.infer<typeof LayerRefusal>;

/** Outcome for each well, ordered by well code. */
export const LayerBatchResult = z.object({
  results: z.array(LayerResult).meta({ description: 'All layers, or the first `limit` of them' }),
  calculated: count.meta({ description: 'Total number of layers' }),
  refusals: z.array(LayerRefusal),
  totalAroValue: moneyText,
});
export type LayerBatchResult = z.infer<typeof LayerBatchResult>;

/** Layers to be calculated, and their postings. */
export const LayerBatchPreview = ReviewedPreview.extend(LayerBatchResult.shape);
export type LayerBatchPreview = z.infer<typeof LayerBatchPreview>;

export const AroSummary = z.object({
  totalWells: count.meta({ description: 'Number of wells with a layer' }),
  totalLayers: count,
  totalInitialAro: moneyText.meta({ description: 'Total of the layers’ values at recognition' }),
  totalCurrentAro: moneyText.meta({ description: 'Current carrying amount of all layers' }),
});
export type AroSummary = z.infer<typeof AroSummary>;
