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
    description: 'The discount rate, with two decimals more than `discountRate`',
  }),
  effectiveInflationRate: effectiveRateText,
  exactRate: z
    .string()
    .regex(/^\d+\.\d{10}$/)
    .meta({ description: 'Discount rate it accretes at, in percent, with all decimals' }),
  ratesFrom: z
    .enum(RATE_SOURCES)
    .nullable()
    .meta({ description: 'Source of derived rates; null for rates that were entered' }),
  reason: z.string().nullable().meta({ description: 'Why the estimate was revised' }),
  pAndACost: moneyText,
  grossCost: moneyText.nullable().meta({
    description:
      'Cost for all owners; the P&A cost is the company’s share of it. Null if the cost was entered net',
  }),
  totalEstimate: moneyText.meta({ description: 'Total P&A estimate after this layer' }),
  wellLifespan: z.int().min(1).meta({ description: 'Years, rounded up if the layer has a retirement date' }),
  retirementDate: date
    .nullable()
    .meta({ description: 'The retirement date used in the calculation, or null if a lifespan was used' }),
  calculationDate: date,
  aroValue: moneyText,
  currentAroValue: moneyText,
  accretion: moneyText.meta({ description: 'What it has accreted, without what was reversed' }),
  accretedThrough: date
    .nullable()
    .meta({ description: 'Period end of the latest accretion record, or null' }),
  createdAt: instant,
  updatedAt: instant,
  well: z.object(wellState),
  status: z
    .enum(['current', 'historical'])
    .meta({ description: 'Historical means reversed, or settled or sold down to zero' }),
  isReversed: z.boolean().meta({ description: 'Its recognition is reversed, so it no longer counts' }),
});
export type LayerView = z.infer<typeof LayerView>;

/** A layer in a list. */
export const ListedLayerView = LayerView.extend({
  previousEstimate: moneyText.nullable().meta({
    description:
      'Total P&A estimate before this layer, less what settlements and sales had taken of it: what a change was measured against. Null for the first layer',
  }),
  openingChange: moneyText.meta({
    description:
      'How far the balance brought in was from the value at recognition. Zero for layers without an opening balance, and for reversed ones',
  }),
});
export type ListedLayerView = z.infer<typeof ListedLayerView>;

/** A layer to be calculated, and its postings. */
export const LayerPreview = ReviewedPreview.extend({
  formula: z.array(z.string()).meta({ description: 'How the layer’s value follows, line by line' }),
});
export type LayerPreview = z.infer<typeof LayerPreview>;

/** A layer in its well's list. */
export const WellLayerView = LayerView.extend({
  estimateLeft: moneyText.meta({
    description: 'What settlements and sales since have left of the total P&A estimate',
  }),
  repricedEstimate: moneyText.nullable().meta({
    description:
      'The same at the prices of asOf, or of today: with the inflation that the well’s layers assume. Null but for the newest layer that isn’t reversed, and beyond the largest amount',
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
    .meta({ description: 'Imported means its value or balance was entered, not calculated' }),
  recognition: z
    .object({
      postingId: id,
      kind: z.enum(POSTING_KINDS),
      effectiveOn: date,
      liability: moneyText,
      reversed,
    })
    .meta({ description: 'The posting that brought it into the books' }),
  calculation: z
    .object({ ...trace, parameters: z.unknown() })
    .nullable()
    .meta({ description: 'What was entered, by whom and when; null if unknown' }),
  scenarios: ExpectedCostView.nullable().meta({
    description: 'Scenarios behind the P&A cost; null if the cost was entered',
  }),
  rateReason: z.string().nullable().meta({ description: 'Source of its rates; null if both were entered' }),
  companyRates: CompanyRatesView.nullable().meta({
    description: 'The company rate table its rates are from; null if neither is from a table',
  }),
  formula: z.array(z.string()).meta({ description: 'The calculation, line by line' }),
  accretion: z
    .array(
      AccretionView.omit({ aroLayer: true }).extend({
        coveredFrom: date.meta({
          description: 'First date it covers. Unreversed records of a layer never overlap',
        }),
        posted: TraceView,
        reversed,
      }),
    )
    .meta({ description: 'The layer’s accretion, reversed records included, oldest period first' }),
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
  calculated: count.meta({ description: 'How many layers there are' }),
  refusals: z.array(LayerRefusal),
  totalAroValue: moneyText,
});
export type LayerBatchResult = z.infer<typeof LayerBatchResult>;

/** Layers to be calculated, and their postings. */
export const LayerBatchPreview = ReviewedPreview.extend(LayerBatchResult.shape);
export type LayerBatchPreview = z.infer<typeof LayerBatchPreview>;

export const AroSummary = z.object({
  totalWells: count.meta({ description: 'Wells that have a layer' }),
  totalLayers: count,
  totalInitialAro: moneyText.meta({ description: 'The layers’ values at recognition' }),
  totalCurrentAro: moneyText.meta({ description: 'Current carrying amount of all layers' }),
});
export type AroSummary = z.infer<typeof AroSummary>;
