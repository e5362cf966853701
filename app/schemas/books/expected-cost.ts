import { z } from 'zod';
import { CERTAIN_BP, type CostScenario, type ExpectedCost } from '~/domain/books/expected-cost';
import { formatCents } from '~/domain/money/money';
import { formatRate } from '~/domain/money/rate';
import { money, rate } from '~/schemas/platform/figures';
import { optionalDate } from '~/schemas/platform/text';

const MAX_SCENARIOS = 20;

/** A missing percentage counts as zero. */
const share = (name: string) => {
  const given = rate({ required: '', min: 0, belowMin: `${name} must be non-negative` });
  return z.preprocess((input) => (input === undefined || input === null || input === '' ? 0 : input), given);
};

const scenario = z.object({
  cost: money({ required: 'Cost is required', min: 1, belowMin: 'Cost must be positive' }),
  probability: rate({
    required: 'Probability is required',
    min: 1,
    belowMin: 'Probability must be positive',
  }),
  /** Years from the calculation date until the scenario occurs, in whole years; omit to use the layer's own lifespan. */
  wellLifespan: z
    .number('Years must be a whole number')
    .int('Years must be a whole number')
    .min(1, 'Years must be at least 1')
    .max(200, 'Years must be at most 200')
    .nullish(),
  /** The same, as a date. */
  retirementDate: optionalDate.nullish(),
});

/** An estimate weighted from scenarios, instead of a P&A cost. Percentages are in percent: 25 is a quarter. */
export const ExpectedCostInput = z
  .object({
    scenarios: z
      .array(scenario, 'Scenarios must be a list')
      .min(2, 'Enter at least 2 scenarios')
      .max(MAX_SCENARIOS, `Must have at most ${MAX_SCENARIOS} scenarios`)
      .superRefine((scenarios, context) => {
        const sum = scenarios.reduce((before, { probability }) => before + probability, 0);
        if (sum === CERTAIN_BP) return;
        context.addIssue({
          code: 'custom',
          message: `Probabilities must add up to 100.00%. These add up to ${formatRate(sum)}%.`,
        });
      }),
    overhead: share('Overhead'),
    contractorMargin: share('Contractor margin'),
    marketRiskPremium: share('Market-risk premium'),
  })
  .transform(
    ({ scenarios, overhead, contractorMargin, marketRiskPremium }): ExpectedCost => ({
      scenarios: scenarios.map(
        ({ cost, probability, wellLifespan, retirementDate }): CostScenario => ({
          costCents: cost,
          probabilityBp: probability,
          wellLifespanYears: retirementDate ? null : (wellLifespan ?? null),
          retirementDate: retirementDate || null,
        }),
      ),
      overheadBp: overhead,
      contractorMarginBp: contractorMargin,
      marketRiskPremiumBp: marketRiskPremium,
    }),
  );

const percent = z.string().meta({ description: 'Percentage with two decimals' });

/** A layer's scenarios as the API returns them. */
export const ExpectedCostView = z.object({
  scenarios: z.array(
    z.object({
      cost: z.string().meta({ description: 'Cost at today’s prices, with two decimals' }),
      probability: percent,
      wellLifespan: z.int().nullable().meta({
        description: 'Years until the scenario occurs; null if it has a date or uses the layer’s lifespan',
      }),
      retirementDate: z.string().nullable(),
    }),
  ),
  overhead: percent,
  contractorMargin: percent,
  marketRiskPremium: percent,
});
export type ExpectedCostView = z.infer<typeof ExpectedCostView>;

/** Converts scenarios to API format. */
export function toExpectedCostView(expected: ExpectedCost): ExpectedCostView {
  return {
    scenarios: expected.scenarios.map(({ costCents, probabilityBp, wellLifespanYears, retirementDate }) => ({
      cost: formatCents(costCents),
      probability: formatRate(probabilityBp),
      wellLifespan: wellLifespanYears,
      retirementDate,
    })),
    overhead: formatRate(expected.overheadBp),
    contractorMargin: formatRate(expected.contractorMarginBp),
    marketRiskPremium: formatRate(expected.marketRiskPremiumBp),
  };
}
