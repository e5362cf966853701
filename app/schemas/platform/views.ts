import { z } from 'zod';
import { DEPRECIATIONS } from '~/domain/books/depreciation';
import {
  ACCOUNT_SETTINGS,
  type AccountSetting,
  DEFAULT_JOURNAL_SETTINGS,
  JOURNAL_COLUMNS,
  type JournalColumn,
  type JournalSettings,
} from '~/domain/books/journal';
import { POSTING_KINDS } from '~/domain/books/movement-kinds';
import { DOWNWARD_RATES, RATE_SOURCES } from '~/domain/books/revision';
import { SETTLEMENT_DIFFERENCES, SETTLEMENT_ORDERS } from '~/domain/books/settlement';
import { CUSTOM_FIELD_TYPES } from '~/domain/wells/custom-field';
import { ExpectedCostView } from '~/schemas/books/expected-cost';
import { CompanyRatesView } from '~/schemas/books/rate-table';
import { CatchUpToReview, WorklistCounts } from '~/schemas/books/worklist';
import { WELL_STATUSES } from '~/schemas/wells/well';
import { count, date, effectiveRateText, id, instant, moneyText, rateText, version } from './answer';

/** What the calls answer. Money and rates are text with two decimals, dates `YYYY-MM-DD`, instants ISO 8601 UTC. */

const wellName = {
  id,
  wellCode: z.string(),
  wellName: z.string(),
  field: z.string(),
};
const wellState = { ...wellName, wellStatus: z.enum(WELL_STATUSES), activeDate: date };
const accretionMethod = z.enum(['simple', 'effective']);
const layerType = z.enum(['initial', 'additional']);

export const WellSummary = z.object({
  id,
  companyId: id,
  wellCode: z.string(),
  wellName: z.string(),
  wellStatus: z.enum(WELL_STATUSES),
  field: z.string(),
  activeDate: date,
  pluggedOn: date.nullable().meta({ description: 'The last day it accretes; null unless it is Plugged' }),
  retirementDate: date
    .nullable()
    .meta({ description: 'What layers take that name neither lifespan nor date' }),
  version,
  createdAt: instant,
  updatedAt: instant,
});
export type WellSummary = z.infer<typeof WellSummary>;

export const WellView = WellSummary.extend({
  workingInterests: z
    .array(z.object({ from: date, percent: z.string() }))
    .meta({ description: 'What the company owns of it in percent, from a day on; 100 where there is none' }),
  customFields: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .meta({ description: 'Values by field name' }),
});
export type WellView = z.infer<typeof WellView>;

export const LayerView = z.object({
  id,
  wellId: id,
  layerNumber: z.int().min(1),
  layerType,
  measurement: z.enum(['change', 'increment', 'remeasure']).nullable().meta({
    description: 'How an additional layer’s cost was measured; null for the initial layer',
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
    .meta({ description: 'The discount rate that it accretes at, in percent: all of it' }),
  ratesFrom: z
    .enum(RATE_SOURCES)
    .nullable()
    .meta({ description: 'Where derived rates are from; null for rates that were entered' }),
  reason: z.string().nullable().meta({ description: 'Why the estimate was revised' }),
  pAndACost: moneyText,
  grossCost: moneyText.nullable().meta({
    description:
      'All owners’ cost, of which the P&A cost is the company’s interest; null where it was given net',
  }),
  totalEstimate: moneyText.meta({ description: 'The well’s total estimate once this layer is counted' }),
  wellLifespan: z
    .int()
    .min(1)
    .meta({ description: 'Years; rounded up where the layer has a retirement date' }),
  retirementDate: date
    .nullable()
    .meta({ description: 'The date it was calculated to, or null where it took a lifespan in years' }),
  calculationDate: date,
  aroValue: moneyText,
  currentAroValue: moneyText,
  accretedThrough: date
    .nullable()
    .meta({ description: 'Period end of the newest accretion record, or null' }),
  createdAt: instant,
  updatedAt: instant,
  well: z.object(wellState),
  status: z
    .enum(['current', 'historical'])
    .meta({ description: 'Historical: reversed, or settled or sold down to zero' }),
  isReversed: z.boolean().meta({ description: 'Its recognition is reversed: it takes part in nothing' }),
});
export type LayerView = z.infer<typeof LayerView>;

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
  method: accretionMethod,
  timeYears: z
    .string()
    .regex(/^\d+\.\d{12}$/)
    .meta({ description: 'The time accreted over, in years, with twelve decimals' }),
  source: z.enum(['user', 'month-end', 'import']),
  createdAt: instant,
  aroLayer: z.object({ id, layerNumber: z.int().min(1), layerType, well: z.object(wellName) }),
});
export type AccretionView = z.infer<typeof AccretionView>;

export const PersonView = z.object({ id, name: z.string(), email: z.string() });
export type PersonView = z.infer<typeof PersonView>;

export const MemberView = z.object({
  userId: id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  emailVerified: z.boolean(),
  role: z.enum(['viewer', 'admin']),
  createdAt: instant,
});
export type MemberView = z.infer<typeof MemberView>;

export const CompanySettingsView = z.object({
  accretionMethod,
  depreciation: z.enum(DEPRECIATIONS).meta({
    description: 'How the asset retirement cost becomes expense; `none` where that is kept elsewhere',
  }),
  depreciationFrom: date.nullable().meta({ description: 'From when; null while it does not' }),
  settlementOrder: z.enum(SETTLEMENT_ORDERS).meta({
    description: 'Which layers a settlement relieves first: all in proportion, or the oldest',
  }),
  settlementDifference: z.enum(SETTLEMENT_DIFFERENCES).meta({
    description: 'Where the difference between relief and cost goes: profit or loss, or the full-cost pool',
  }),
  fieldAccounts: z
    .array(
      z.object({
        field: z.string(),
        ...(Object.fromEntries(ACCOUNT_SETTINGS.map((name) => [name, z.string().optional()])) as Record<
          AccountSetting,
          z.ZodOptional<z.ZodString>
        >),
      }),
    )
    .meta({ description: 'Fields with accounts of their own, and those accounts' }),
  downwardRate: z.enum(DOWNWARD_RATES).meta({
    description:
      'The rates of a decrease where none are given: the average of the well’s layers, or its newest layers’',
  }),
  journal: z.object(
    Object.fromEntries(Object.keys(DEFAULT_JOURNAL_SETTINGS).map((name) => [name, z.string()])) as Record<
      keyof JournalSettings,
      z.ZodString
    >,
  ),
  version,
});
export type CompanySettingsView = z.infer<typeof CompanySettingsView>;

/** Who did something and when; `user` is null for the system and for people who are gone. */
const trace = {
  userId: z.string().meta({ description: 'Who did it; `system` for what the product does by itself' }),
  user: PersonView.nullable().meta({ description: 'Null for the system, and for people who are gone' }),
  createdAt: instant,
};
export const TraceView = z.object(trace);
export type TraceView = z.infer<typeof TraceView>;

export const AuditView = z.object({
  id: count,
  ...trace,
  companyId: id.nullable(),
  action: z.string(),
  entityType: z.string(),
  entityId: z.string(),
  oldValues: z.unknown(),
  newValues: z.unknown(),
  well: z
    .object({ id, wellCode: z.string() })
    .nullable()
    .meta({ description: 'The one well it is about, unless that was deleted' }),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type AuditView = z.infer<typeof AuditView>;

export const MonthEndView = z.object({
  periodEnd: date,
  status: z.enum(['running', 'done', 'skipped', 'failed']),
  reason: z.string().nullable().meta({ description: 'Why it was skipped or failed' }),
  startedAt: instant,
  finishedAt: instant.nullable(),
  layers: count.meta({ description: 'How many layers it has posted so far' }),
  totalAccretion: moneyText.meta({ description: 'Their accretion expense' }),
  totalDepreciation: moneyText.meta({ description: 'What was depreciated with it' }),
  catchUp: z
    .object({
      layers: count,
      accretion: moneyText,
      reviewed: TraceView.nullable().meta({ description: 'Who has looked at it; null until somebody has' }),
    })
    .nullable()
    .meta({ description: 'Its layers whose record covers more than one month; null without any' }),
});
export type MonthEndView = z.infer<typeof MonthEndView>;

export const ReversalTraceView = z.object({
  postingId: id,
  effectiveOn: date,
  reason: z.string().nullable(),
  ...trace,
});
export type ReversalTraceView = z.infer<typeof ReversalTraceView>;

const reversed = ReversalTraceView.nullable().meta({
  description: 'How it was reversed; null while it counts',
});

export const LayerHistoryView = z.object({
  layer: LayerView,
  origin: z
    .enum(['calculated', 'imported'])
    .meta({ description: 'Imported: its value or its balance was given, not calculated' }),
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
    .meta({ description: 'What was entered, by whom and when; null where nobody knows any more' }),
  scenarios: ExpectedCostView.nullable().meta({
    description: 'What the P&A cost was weighed from; null where it was given',
  }),
  rateReason: z
    .string()
    .nullable()
    .meta({ description: 'Why it has these rates; null where both were entered' }),
  companyRates: CompanyRatesView.nullable().meta({
    description: 'Which of the company’s rate tables its rates are from; null where neither is from one',
  }),
  formula: z.array(z.string()).meta({ description: 'How the value follows from the figures, line by line' }),
  accretion: z
    .array(
      AccretionView.omit({ aroLayer: true }).extend({
        coveredFrom: date.meta({ description: 'The first day it covers; no two records that count overlap' }),
        posted: TraceView,
        reversed,
      }),
    )
    .meta({ description: 'The layer’s accretion, reversed records included, oldest period first' }),
});
export type LayerHistoryView = z.infer<typeof LayerHistoryView>;

/** What the books of a company come to, as a person looks at them first. */
export const OverviewView = z.object({
  totalWells: count.meta({ description: 'Wells that have a layer' }),
  totalLayers: count,
  totalCurrentAro: moneyText,
  worklist: WorklistCounts,
  catchUps: z
    .array(CatchUpToReview)
    .meta({ description: 'Month-end runs that somebody has to review, newest first' }),
  rollforward: z
    .object({
      beginDate: date,
      endDate: date.meta({ description: 'Today, or what is dated later' }),
      beginningBalance: moneyText,
      additions: moneyText,
      accretion: moneyText,
      reductions: moneyText.meta({ description: 'A positive amount' }),
      endingBalance: moneyText,
      change: moneyText.meta({ description: 'Ending less beginning' }),
    })
    .meta({ description: 'How this year’s beginning became the total' }),
  postedThrough: date
    .nullable()
    .meta({ description: 'The last period end that was posted; null before the first' }),
  fields: z
    .array(z.object({ field: z.string(), wells: count, currentAro: moneyText }))
    .meta({ description: 'The largest liability first' }),
  forecast: z
    .object({
      method: accretionMethod,
      firstPeriodEnd: date,
      lastPeriodEnd: date.nullable().meta({ description: 'Null when nothing accretes any more' }),
      twelveMonths: moneyText.meta({ description: 'The postings of the first twelve month-ends' }),
      total: moneyText,
      atRetirement: moneyText.meta({ description: 'The total liability and all that is still to accrete' }),
      years: z.array(
        z.object({
          year: z.int(),
          accretion: moneyText,
          liability: moneyText.meta({
            description: 'By the year’s end; what a well carries leaves when it retires',
          }),
        }),
      ),
    })
    .meta({ description: 'What month-ends are still to post, from the first one after `postedThrough` on' }),
});
export type OverviewView = z.infer<typeof OverviewView>;

/** What a posting of accretion would do. */
export const PostingPreview = z.object({
  periodEnd: date,
  layers: count.meta({ description: 'How many records a posting would add' }),
  layersWithGap: count.meta({ description: 'How many of them would cover more than one period of the type' }),
  totalAccretion: moneyText.nullable().meta({ description: 'The expense it would post; null when refused' }),
  totalDepreciation: moneyText.nullable().meta({
    description: 'The depreciation it would post; null when refused, and where it is kept elsewhere',
  }),
  refusal: z.string().nullable().meta({ description: 'Why the posting would be refused, or null' }),
});
export type PostingPreview = z.infer<typeof PostingPreview>;

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

/** What became of each well, in the order of well codes. */
export const LayerBatchResult = z.object({
  results: z.array(LayerResult),
  refusals: z.array(LayerRefusal),
  totalAroValue: moneyText,
});
export type LayerBatchResult = z.infer<typeof LayerBatchResult>;

export const AroSummary = z.object({
  totalWells: count.meta({ description: 'Wells that have a layer' }),
  totalLayers: count,
  totalInitialAro: moneyText.meta({ description: 'The layers’ values at recognition' }),
  totalCurrentAro: moneyText.meta({ description: 'What the layers carry now' }),
});
export type AroSummary = z.infer<typeof AroSummary>;

/** A well's rollforward: beginning + additions + accretion - reductions = ending. */
export const RollforwardView = z.object({
  wellCode: z.string(),
  wellName: z.string(),
  field: z.string(),
  beginningBalance: moneyText,
  additions: moneyText,
  accretion: moneyText,
  reductions: moneyText,
  endingBalance: moneyText,
});
export type RollforwardView = z.infer<typeof RollforwardView>;

/** Every column is text, blank where neither the event nor the company's settings say anything. */
export const JournalRowView = z.object(
  Object.fromEntries(JOURNAL_COLUMNS.map((column) => [column, z.string()])) as Record<
    JournalColumn,
    z.ZodString
  >,
);

export const CustomFieldTemplateView = z.object({
  id,
  fieldName: z.string(),
  displayName: z.string(),
  fieldType: z.enum(CUSTOM_FIELD_TYPES),
  required: z.boolean(),
  options: z.array(z.string()).optional(),
  validation: z
    .object({
      minLength: count,
      maxLength: count,
      min: z.number(),
      max: z.number(),
      pattern: z.string(),
    })
    .partial()
    .optional(),
  helpText: z.string().optional(),
  order: count,
});
