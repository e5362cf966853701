import { z } from 'zod';
import { LIFESPAN_REQUIRED } from '~/domain/books/life';
import {
  type CompanyRates,
  discountReason,
  formatMaturity,
  formatYears,
  inflationReason,
  type MaturityRate,
  parseMaturity,
  type RateTable,
} from '~/domain/books/rate-table';
import { formatRate } from '~/domain/money/rate';
import { date, rateText } from '~/schemas/platform/answer';
import { optionalDate, requiredDate } from '~/schemas/platform/text';
import { terms } from './aro-layer';

const MATURITY = 'Maturity must be from 0.01 to 200 years, with at most 2 decimals';
/** Room for a table every month for 20 years, and more maturities than any market quotes. */
const MAX_TABLES_AT_A_TIME = 240;
const MAX_MATURITIES = 60;

const years = z.union([z.string(), z.number()], MATURITY).transform((given, context) => {
  const maturity = parseMaturity(given);
  if (maturity !== null) return maturity;
  context.addIssue({ code: 'custom', message: MATURITY });
  return z.NEVER;
});

const discountRates = z
  .array(z.object({ years, rate: terms.discountRate }), 'Discount rates must be a list')
  .min(2, 'Enter at least two maturities. Rates between them are interpolated.')
  .max(MAX_MATURITIES, `At most ${MAX_MATURITIES} maturities in a table`)
  .superRefine((rates, context) => {
    for (const [index, { years }] of rates.entries()) {
      if (rates.findIndex((one) => one.years === years) === index) continue;
      const message = `Duplicate maturity of ${formatYears(formatMaturity(years))}`;
      context.addIssue({ code: 'custom', message, path: [index, 'years'] });
    }
  })
  .transform((rates) =>
    rates
      .map(({ years, rate }): MaturityRate => ({ maturity: years, rateBp: rate }))
      .sort((a, b) => a.maturity - b.maturity),
  );

/** Tables to add, or to replace those with the same dates. Rates that a table omits are unchanged. */
export const RateTablesInput = z.object({
  tables: z
    .array(
      z
        .object({
          effectiveOn: requiredDate('Effective date is required'),
          discountRates: discountRates.optional(),
          inflationRate: terms.inflationRate.optional(),
        })
        .refine(
          ({ discountRates, inflationRate }) => discountRates !== undefined || inflationRate !== undefined,
          {
            message: 'Enter discount rates, an inflation rate or both',
          },
        ),
      'Tables must be a list',
    )
    .min(1, 'Enter at least one table')
    .max(MAX_TABLES_AT_A_TIME, `At most ${MAX_TABLES_AT_A_TIME} tables at a time`)
    .refine(
      (tables) => new Set(tables.map(({ effectiveOn }) => effectiveOn)).size === tables.length,
      'Use each date only once',
    ),
});
export type RateTablesInput = z.infer<typeof RateTablesInput>;

/** A layer to look up rates for: its date, and its life from then on. */
export const RateLookupQuery = z
  .object({
    date: requiredDate('Date is required'),
    wellLifespan: terms.wellLifespan,
    retirementDate: optionalDate.optional(),
  })
  .refine(({ wellLifespan, retirementDate }) => wellLifespan || retirementDate, {
    path: ['wellLifespan'],
    message: LIFESPAN_REQUIRED,
  });
export type RateLookupQuery = z.infer<typeof RateLookupQuery>;

const maturities = z
  .array(
    z.object({
      years: z.string().meta({ description: 'Maturity in years, such as 10 or 0.5' }),
      rate: rateText,
    }),
  )
  .meta({ description: 'Rates by maturity, shortest first' });

export const RateTableView = z.object({
  effectiveOn: date,
  discountRates: maturities,
  inflationRate: rateText.nullable(),
});
export type RateTableView = z.infer<typeof RateTableView>;

const source = {
  effectiveOn: date.meta({
    description: 'Effective date of the table, which is the latest on or before the layer’s date',
  }),
  reason: z.string(),
};
const discountSource = {
  ...source,
  maturities: maturities.meta({
    description: 'The two maturities that the rate is interpolated between, or the single maturity used',
  }),
};

/** Company tables that a layer's rates come from. */
export const CompanyRatesView = z.object({
  discount: z.object(discountSource).nullable(),
  inflation: z.object(source).nullable(),
});
export type CompanyRatesView = z.infer<typeof CompanyRatesView>;

export const RateLookupView = z.object({
  discount: z
    .object({
      rate: rateText,
      exactRate: z
        .string()
        .regex(/^\d+\.\d{10}$/)
        .meta({ description: 'Rate in percent with ten decimals, as used in the calculation' }),
      ...discountSource,
    })
    .nullable(),
  inflation: z.object({ rate: rateText, ...source }).nullable(),
});
export type RateLookupView = z.infer<typeof RateLookupView>;

/** Converts a table to API format. */
export function toRateTableView({ effectiveOn, discountRates, inflationRateBp }: RateTable): RateTableView {
  return {
    effectiveOn,
    discountRates: (discountRates ?? []).map(toMaturityView),
    inflationRate: inflationRateBp === null ? null : formatRate(inflationRateBp),
  };
}

/** Converts the source of a layer's rates to API format. */
export function toCompanyRatesView({ discount, inflation }: CompanyRates): CompanyRatesView {
  return {
    discount: discount && {
      effectiveOn: discount.effectiveOn,
      maturities: discount.maturities.map(toMaturityView),
      reason: discountReason(discount),
    },
    inflation: inflation && { effectiveOn: inflation.effectiveOn, reason: inflationReason(inflation) },
  };
}

function toMaturityView({ maturity, rateBp }: MaturityRate) {
  return { years: formatMaturity(maturity), rate: formatRate(rateBp) };
}
