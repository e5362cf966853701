import { z } from 'zod';
import { type ExpectedCost, hasTimes } from '~/domain/books/expected-cost';
import type { LayerType, Measurement } from '~/domain/books/layer';
import { LIFESPAN_REQUIRED, MAX_WELL_LIFESPAN_YEARS } from '~/domain/books/life';
import { RATE_NAMES, type RateName } from '~/domain/books/rate-table';
import { ORIGINS, type Origin } from '~/domain/books/recognition';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { type Cents, formatCents } from '~/domain/money/money';
import { formatRate, type RateBp } from '~/domain/money/rate';
import { ExpectedCostInput } from '~/schemas/books/expected-cost';
import { money, rate } from '~/schemas/platform/figures';
import { pageLimit } from '~/schemas/platform/limit';
import { listFormat } from '~/schemas/platform/list-format';
import { ReviewQuery } from '~/schemas/platform/preview';
import { sortBy } from '~/schemas/platform/sort';
import {
  isBlank,
  line,
  optionalDate,
  optionalInput,
  requiredDate,
  requiredText,
  searchText,
} from '~/schemas/platform/text';
import { MAX_PAGE_SIZE } from '~/schemas/wells/well';

const SCOPES = ['single', 'field', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

export const LAYER_TYPES = ['initial', 'additional'] as const;
const COST_IS = ['net', 'gross'] as const;
export type CostIs = (typeof COST_IS)[number];
const LIFE_BY = ['lifespan', 'date'] as const;
export type LifeBy = (typeof LIFE_BY)[number];
export const MEASUREMENTS = ['change', 'increment', 'remeasure'] as const;

/** True when a layer is a new obligation, which has an origin; a revised estimate has none. */
export function isNewObligation(given: { layerType?: unknown; measurement?: unknown }): boolean {
  return given.layerType === 'initial' || given.measurement === 'increment';
}

/** Minimum of each figure, with the messages that the form and the API return below it. */
const FIGURES = {
  pAndACost: {
    required: 'P&A cost is required',
    min: 1,
    form: 'Valid P&A cost required',
    payload: 'P&A cost must be positive',
  },
  discountRate: {
    required: 'Discount rate is required',
    min: 1,
    form: 'Valid discount rate required',
    payload: 'Discount rate must be positive',
  },
  inflationRate: {
    required: 'Inflation rate is required',
    min: 0,
    form: 'Valid inflation rate required',
    payload: 'Inflation rate must be non-negative',
  },
};

function bound(figure: keyof typeof FIGURES, kind: 'form' | 'payload') {
  const { required, min, [kind]: belowMin } = FIGURES[figure];
  return { required, min, belowMin };
}

/** Whole years; anything that isn't a number counts as 0, as in the form. */
const wholeYears = z.unknown().transform(toYears);

/** Absent, null or blank if there is a retirement date, for the layer or on the well. */
const wellLifespan = z
  .unknown()
  .optional()
  .transform((input, context) => (isBlank(input) ? null : toYears(input, context)));

function toYears(input: unknown, context: z.core.$RefinementCtx): number {
  const isPlainNumber = typeof input === 'string' && /^\s*[+-]?\d{1,20}(\.\d{0,20})?\s*$/.test(input);
  const years = typeof input === 'number' || isPlainNumber ? Number(input) : 0;
  const fail = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (!(years >= 1)) return fail(LIFESPAN_REQUIRED);
  if (years > MAX_WELL_LIFESPAN_YEARS)
    return fail(`Well lifespan must be at most ${MAX_WELL_LIFESPAN_YEARS} years`);
  return Number.isInteger(years) ? years : fail('Well lifespan must be a whole number of years');
}

const layerType = z.enum(LAYER_TYPES, 'Layer type must be initial or additional');
const measurement = z.enum(MEASUREMENTS, 'Measurement must be change, increment or remeasure').nullish();

/** A layer's terms in API requests and files. */
export const terms = {
  layerType,
  /** Meaning of an additional layer's cost; initial layers have none. */
  measurement,
  discountRate: rate(bound('discountRate', 'payload')),
  inflationRate: rate(bound('inflationRate', 'payload')),
  pAndACost: money(bound('pAndACost', 'payload')),
  wellLifespan,
  retirementDate: optionalDate.optional(),
  /** Origin of a new obligation: an initial layer, or an added cost, such as an interest that was bought. */
  origin: z.enum(ORIGINS, 'Origin must be incurred or acquired').nullish(),
};

/** Terms in an API request. The cost is net, gross (all owners' cost, of which the company bears its interest), or scenarios. */
const termsOfCall = {
  ...terms,
  pAndACost: optionalMoney('payload'),
  grossCost: optionalMoney('payload'),
  /** Scenarios whose weighted average is the cost. */
  expectedCost: ExpectedCostInput.nullish(),
  /** Rates that come from the company's rate tables, as returned by the rate lookup. */
  companyRates: z
    .array(
      z.enum(RATE_NAMES, 'Company rates must be discountRate or inflationRate'),
      'Company rates must be a list',
    )
    .max(RATE_NAMES.length, 'List each rate only once')
    .nullish(),
  reason: line('Reason must be text', 500).nullish(),
};

function optionalMoney(kind: 'form' | 'payload') {
  return optionalInput(money(bound('pAndACost', kind)));
}

type GivenCost = { pAndACost?: Cents; grossCost?: Cents; expectedCost?: ExpectedCost | null };

const COST_TWICE = {
  path: ['expectedCost'],
  message: 'Enter a P&A cost or scenarios, not both',
  when: isObject,
};

function hasOneCost({ pAndACost, grossCost, expectedCost }: GivenCost): boolean {
  return !expectedCost || (pAndACost === undefined && grossCost === undefined);
}

const TIMES_OF_A_CHANGE = {
  path: ['expectedCost'],
  message:
    'Scenarios with their own timing require an initial layer, an added cost or a remeasurement. A change measures only the difference in cost.',
  // Scenarios that failed validation are still in input form.
  when: isReadThrough('expectedCost'),
};

const ORIGIN_OF_A_REVISION = {
  path: ['origin'],
  message: 'Only an initial layer or an added cost can be acquired',
  when: isObject,
};

function isAcquiredOnlyAsNew(given: {
  origin?: unknown;
  layerType?: unknown;
  measurement?: unknown;
}): boolean {
  return given.origin !== 'acquired' || isNewObligation(given);
}

function hasTimesOnlyWhereMeasured(
  given: GivenCost & { layerType?: unknown; measurement?: unknown },
): boolean {
  const isChange = given.layerType === 'additional' && (given.measurement ?? 'change') === 'change';
  return !(isChange && given.expectedCost && hasTimes(given.expectedCost));
}

export const COST_MISSING = { path: ['pAndACost'], message: FIGURES.pAndACost.required, when: isObject };

export function hasCost({ pAndACost, grossCost, expectedCost }: GivenCost): boolean {
  return pAndACost !== undefined || grossCost !== undefined || Boolean(expectedCost);
}

/** Lifespan in a file's row. Unlike `wellLifespan`, it can't be blank. */
export const lifespanOfRow = wholeYears;

/** A layer's terms in accounting units. */
export type LayerTerms = {
  layerType: LayerType;
  /** Null for initial layers only. */
  measurement: Measurement | null;
  discountRateBp: RateBp;
  inflationRateBp: RateBp;
  /** Zero if derived from the gross cost or from scenarios. */
  pAndACostCents: Cents;
  grossCostCents?: Cents;
  /** Absent if the cost was given. */
  expectedCost?: ExpectedCost;
  /** At most one of these two; with neither, the well's own retirement date applies. */
  wellLifespanYears: number | null;
  retirementDate?: CalendarDate | null;
  /** For new obligations (`isNewObligation`); incurred if absent. */
  origin?: Origin;
  /** Rates that come from the company's tables. */
  companyRates?: RateName[];
  /** The user's reason. */
  reason?: string;
};

/** Input to calculate one layer of one well. */
export const LayerInput = z
  .object({
    wellId: requiredText('Well ID is required', 100),
    ...termsOfCall,
    calculationDate: requiredDate('Calculation date is required'),
  })
  .refine(hasCost, COST_MISSING)
  .refine(hasTimesOnlyWhereMeasured, TIMES_OF_A_CHANGE)
  .refine(hasOneCost, COST_TWICE)
  .refine(isAcquiredOnlyAsNew, ORIGIN_OF_A_REVISION)
  .transform(({ wellId, calculationDate, ...given }) => ({
    wellId,
    calculationDate,
    ...inUnits(given),
  }));
export type LayerInput = z.infer<typeof LayerInput>;

/**
 * Input to calculate a layer for each well in a field, or in the company. Without a calculation date (null), each
 * initial layer uses its well's active date.
 */
export const LayerBatchInput = z
  .object({
    scope: z.enum(['field', 'all'], 'Scope must be field or all'),
    field: z.string('Please select a field').trim().max(100, 'Use 100 characters or fewer').nullish(),
    ...termsOfCall,
    calculationDate: requiredDate('Calculation date is required').nullable(),
  })
  .refine(hasCost, COST_MISSING)
  .refine(hasTimesOnlyWhereMeasured, TIMES_OF_A_CHANGE)
  .refine(hasOneCost, COST_TWICE)
  .refine(isAcquiredOnlyAsNew, ORIGIN_OF_A_REVISION)
  .refine(({ scope, field }) => scope !== 'field' || field, {
    path: ['field'],
    message: 'Please select a field',
    when: isObject,
  })
  .refine(({ layerType, calculationDate }) => layerType === 'initial' || calculationDate !== null, {
    path: ['calculationDate'],
    message: 'Calculation date is required',
    when: isObject,
  })
  .refine(({ companyRates, calculationDate }) => !companyRates?.length || calculationDate !== null, {
    path: ['calculationDate'],
    message: 'The company’s rates need one calculation date for all wells',
    when: isObject,
  })
  .transform(({ scope, field, calculationDate, ...given }) => ({
    /** Null for all wells. */
    field: scope === 'field' ? (field ?? null) : null,
    calculationDate,
    ...inUnits(given),
  }));
export type LayerBatchInput = z.infer<typeof LayerBatchInput>;

/** Number of the batch's layers to return; all if absent. */
export const LayerBatchQuery = ReviewQuery.extend({ limit: pageLimit(MAX_PAGE_SIZE).optional() });

/**
 * The calculation form. Figures are returned as text with two decimals, ready for use in a request.
 * With `useActiveDates`, initial layers of several wells need no date.
 */
export const LayerForm = z
  .object({
    scope: z.enum(SCOPES, 'Scope must be single, field or all'),
    layerType,
    measurement,
    wellId: z.string().max(100).optional(),
    field: z.string().max(100).optional(),
    /** Calculate every matching well instead of the first. */
    applyToAll: z.boolean().default(false),
    useActiveDates: z.boolean().default(false),
    discountRate: rate(bound('discountRate', 'form')).transform(formatRate),
    inflationRate: rate(bound('inflationRate', 'form')).transform(formatRate),
    pAndACost: money(bound('pAndACost', 'form')).transform(formatCents),
    /** Input to use: the lifespan or the retirement date. */
    lifeBy: z.enum(LIFE_BY).default('lifespan'),
    /** Basis of the P&A cost: the company's share, or all owners' cost. */
    costIs: z.enum(COST_IS).default('net'),
    origin: z.enum(ORIGINS).optional(),
    wellLifespan,
    retirementDate: optionalDate.optional(),
    calculationDate: z.preprocess(blankAsAbsent, requiredDate('Calculation date is required').optional()),
    /** For additional layers. */
    reason: line('Reason must be text', 500).optional(),
  })
  .refine(({ scope, wellId }) => scope !== 'single' || wellId, {
    path: ['wellId'],
    message: 'Please select a well',
    when: isObject,
  })
  .refine(({ scope, field }) => scope !== 'field' || field, {
    path: ['field'],
    message: 'Please select a field',
    when: isObject,
  })
  .refine(({ lifeBy, wellLifespan }) => lifeBy === 'date' || wellLifespan !== null, {
    path: ['wellLifespan'],
    message: LIFESPAN_REQUIRED,
    when: isObject,
  })
  .refine(({ lifeBy, retirementDate }) => lifeBy === 'lifespan' || retirementDate, {
    path: ['retirementDate'],
    message: 'Retirement date is required',
    when: isObject,
  })
  .refine((form) => form.calculationDate !== undefined || takesActiveDates(form), {
    path: ['calculationDate'],
    message: 'Calculation date is required',
    when: isObject,
  });
export type LayerForm = z.infer<typeof LayerForm>;

export const LAYER_SORTS = [
  'wellCode',
  'wellName',
  'field',
  'layerNumber',
  'pAndACost',
  'wellLifespan',
  'discountRate',
  'inflationRate',
  'calculationDate',
  'aroValue',
  'currentAroValue',
  'accretion',
] as const;
export type LayerSort = (typeof LAYER_SORTS)[number];

/** Search parameters to filter, sort and page a list of layers. Blank ones count as absent. */
export const LayerQuery = z.object({
  wellId: z.string().max(100).optional(),
  search: searchText().optional(),
  field: z.string().max(100).optional(),
  layer: z.preprocess(
    blankAsAbsent,
    z.coerce
      .number('Layer must be a number')
      .int('Layer must be a whole number')
      .min(1, 'Layer must be at least 1')
      .optional(),
  ),
  /** Historical as defined by isHistorical: reversed, or settled or sold down to zero. */
  status: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['all', 'current', 'historical', ''], 'Status must be all, current or historical'))
    .optional(),
  sort: sortBy(LAYER_SORTS).optional(),
  limit: pageLimit(MAX_PAGE_SIZE).optional(),
  cursor: z.string().max(2000).optional(),
  /** A CSV file has all matching layers: it ignores `limit` and `cursor`. */
  format: listFormat,
});
export type LayerQuery = z.infer<typeof LayerQuery>;

/** Day of the balances to show for a well's layers; current balances if absent or blank. */
export const WellLayersQuery = z.object({
  asOf: z.preprocess(blankAsAbsent, requiredDate('Must be a valid date (YYYY-MM-DD)').optional()),
});
export type WellLayersQuery = z.infer<typeof WellLayersQuery>;

type GivenTerms = z.infer<z.ZodObject<typeof termsOfCall>>;

function inUnits(given: GivenTerms): LayerTerms {
  return {
    layerType: given.layerType,
    measurement: given.layerType === 'initial' ? null : (given.measurement ?? 'change'),
    discountRateBp: given.discountRate,
    inflationRateBp: given.inflationRate,
    pAndACostCents: given.pAndACost ?? 0,
    ...(given.grossCost && { pAndACostCents: 0, grossCostCents: given.grossCost }),
    ...(given.expectedCost && { expectedCost: given.expectedCost }),
    wellLifespanYears: given.retirementDate ? null : (given.wellLifespan ?? null),
    retirementDate: given.retirementDate ?? null,
    ...(isNewObligation(given) && given.origin && { origin: given.origin }),
    ...(given.companyRates?.length && { companyRates: given.companyRates }),
    ...(given.reason && { reason: given.reason }),
  };
}

function takesActiveDates(form: { scope: Scope; layerType: string; useActiveDates: boolean }): boolean {
  return form.useActiveDates && form.scope !== 'single' && form.layerType === 'initial';
}

function blankAsAbsent(input: unknown): unknown {
  return input === '' ? undefined : input;
}

/** Runs cross-field checks even after a field failed, so the user sees all problems together. */
function isObject({ value }: { value: unknown }): boolean {
  return typeof value === 'object' && value !== null;
}

/** For checks that need a field's parsed value: skipped if that field failed. */
function isReadThrough(field: string) {
  return (payload: z.core.ParsePayload) =>
    isObject(payload) && payload.issues.every(({ path }) => path?.[0] !== field);
}
