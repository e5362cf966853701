import { z } from 'zod';
import { APPROVALS, MONTH_ENDS } from '~/domain/books/close';
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
import { TIE_OUTS } from '~/domain/books/tie-out';
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
  retirementDate: date.nullable().meta({ description: 'Default for layers without a lifespan or date' }),
  version,
  createdAt: instant,
  updatedAt: instant,
});
export type WellSummary = z.infer<typeof WellSummary>;

export const WellView = WellSummary.extend({
  workingInterests: z
    .array(z.object({ from: date, percent: z.string() }))
    .meta({ description: 'The company’s interest in percent, by effective date; 100 if none is listed' }),
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

/** A layer as one of its well. */
export const WellLayerView = LayerView.extend({
  estimateLeft: moneyText.meta({
    description: 'What settlements and sales since have left of the total P&A estimate',
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
  method: accretionMethod,
  timeYears: z
    .string()
    .regex(/^\d+\.\d{12}$/)
    .meta({ description: 'Accretion time in years, to 12 decimals' }),
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
  depreciationFrom: date.nullable().meta({ description: 'First date it applies; null while it doesn’t' }),
  settlementOrder: z.enum(SETTLEMENT_ORDERS).meta({
    description: 'Which layers a settlement relieves first: all in proportion, or the oldest',
  }),
  settlementDifference: z.enum(SETTLEMENT_DIFFERENCES).meta({
    description: 'Account for the difference between relief and cost: gain or loss, or the full-cost pool',
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
    .meta({ description: 'Fields with their own accounts, and those accounts' }),
  downwardRate: z.enum(DOWNWARD_RATES).meta({
    description:
      'Default rates for a decrease: the average of the well’s layers, or its newest layers’ rates',
  }),
  reasonAbove: moneyText.nullable().meta({
    description:
      'Change of the liability above which a revision, settlement or sale needs a reason; null where none does',
  }),
  fileAbove: moneyText.nullable().meta({
    description:
      'Change of the liability above which such a posting needs a file before its month closes; null where none does',
  }),
  approval: z.enum(APPROVALS).meta({
    description: 'Whether a close needs a second person: who prepared a month cannot approve it',
  }),
  monthEnd: z.enum(MONTH_ENDS).meta({
    description: 'Whether the month-end job posts, or prepares a draft that a person reviews and posts',
  }),
  tieOut: z.enum(TIE_OUTS).meta({
    description: 'Whether a close needs every account tied out and every difference explained',
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
  userId: z.string().meta({ description: 'User ID, or `system` for automatic changes' }),
  user: PersonView.nullable().meta({ description: 'Null for the system and for deleted users' }),
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
    .meta({ description: 'The well it concerns, unless that was deleted' }),
  concerned: z.string().nullable().meta({
    description: 'Whose membership or invitation it is: a name, or the address while it is known',
  }),
  ipAddress: z.string().nullable().meta({ description: 'Null for viewers' }),
  userAgent: z.string().nullable().meta({ description: 'Null for viewers' }),
  token: z
    .object({ id, name: z.string() })
    .nullable()
    .meta({ description: 'The API token by which it was done; the user is who made that' }),
});
export type AuditView = z.infer<typeof AuditView>;

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

const reversed = ReversalTraceView.nullable().meta({
  description: 'How it was reversed; null if it wasn’t',
});

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

/** The overview of a company's books. */
export const OverviewView = z.object({
  totalWells: count.meta({ description: 'Wells that have a layer' }),
  totalLayers: count,
  totalCurrentAro: moneyText,
  worklist: WorklistCounts,
  catchUps: z.array(CatchUpToReview).meta({ description: 'Month-end runs that need review, newest first' }),
  rollforward: z
    .object({
      beginDate: date,
      endDate: date.meta({ description: 'Today, or the latest posted date if later' }),
      beginningBalance: moneyText,
      additions: moneyText,
      accretion: moneyText,
      reductions: moneyText.meta({ description: 'A positive amount' }),
      endingBalance: moneyText,
      change: moneyText.meta({ description: 'Ending minus beginning' }),
    })
    .meta({ description: 'Rollforward for the current year' }),
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
      lastPeriodEnd: date.nullable().meta({ description: 'Null when no accretion remains' }),
      twelveMonths: moneyText.meta({ description: 'The postings of the first twelve month-ends' }),
      total: moneyText,
      atRetirement: moneyText.meta({ description: 'Total liability plus remaining accretion' }),
      years: z.array(
        z.object({
          year: z.int(),
          accretion: moneyText,
          liability: moneyText.meta({
            description: 'At the end of the year. A well’s liability drops out when it retires',
          }),
        }),
      ),
    })
    .meta({ description: 'Remaining month-end accretion, starting after `postedThrough`' }),
});
export type OverviewView = z.infer<typeof OverviewView>;

/** What a posting of accretion would do. */
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
  review: z
    .object({
      before: moneyText.meta({ description: 'What all layers of the posting carry before it' }),
      after: moneyText,
      rows: z.array(
        z.object({
          well: z.object(wellName),
          layerNumber: z.int().min(1),
          before: moneyText,
          change: moneyText,
          after: moneyText,
        }),
      ),
    })
    .optional()
    .meta({ description: 'With `rows=true`: the first 500 layers by well code' }),
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
  results: z.array(LayerResult).meta({ description: 'All layers, or the first `limit` of them' }),
  calculated: count.meta({ description: 'How many layers there are' }),
  refusals: z.array(LayerRefusal),
  totalAroValue: moneyText,
});
export type LayerBatchResult = z.infer<typeof LayerBatchResult>;

export const AroSummary = z.object({
  totalWells: count.meta({ description: 'Wells that have a layer' }),
  totalLayers: count,
  totalInitialAro: moneyText.meta({ description: 'The layers’ values at recognition' }),
  totalCurrentAro: moneyText.meta({ description: 'Current carrying amount of all layers' }),
});
export type AroSummary = z.infer<typeof AroSummary>;

/** A well's rollforward: beginning + additions + accretion - reductions = ending. */
export const RollforwardView = z.object({
  wellId: id.nullable().meta({ description: 'Null in total and by field' }),
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
