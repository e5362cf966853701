import type { ExpectedCost } from '~/domain/books/expected-cost';
import { addYears, type CalendarDate } from '~/domain/calendar/calendar-date';
import { parseRate } from '~/domain/money/rate';
import { removeGrouping } from '~/domain/money/typed-amount';
import { ExpectedCostInput, type ExpectedCostView } from '~/schemas/books/expected-cost';

/** Scenarios as typed. */
export type ScenarioDraft = {
  /** `when` is a number of years or a date; blank to use the layer's. */
  scenarios: { id: number; cost: string; probability: string; when: string }[];
  overhead: string;
  contractorMargin: string;
  marketRiskPremium: string;
};

/** Two blank scenarios; the first one has the cost already typed, if any. */
export function newScenarioDraft(pAndACost: string): ScenarioDraft {
  return {
    scenarios: [
      { id: 1, cost: pAndACost, probability: '', when: '' },
      { id: 2, cost: '', probability: '', when: '' },
    ],
    overhead: '',
    contractorMargin: '',
    marketRiskPremium: '',
  };
}

/**
 * Editable scenarios of a layer.
 * @param yearsFrom the date their years count from, if the form has another date; years then become the dates they meant
 */
export function toScenarioDraft(
  { scenarios, ...shares }: ExpectedCostView,
  yearsFrom: CalendarDate | null,
): ScenarioDraft {
  return {
    scenarios: scenarios.map(({ cost, probability, wellLifespan, retirementDate }, index) => {
      const years = wellLifespan === null ? '' : String(wellLifespan);
      const date = yearsFrom !== null && wellLifespan !== null ? addYears(yearsFrom, wellLifespan) : null;
      return { id: index + 1, cost, probability, when: retirementDate ?? date ?? years };
    }),
    ...shares,
  };
}

/** Scenarios as API input: plain amounts, and a blank time as null. */
export function toExpectedCost({ scenarios, ...shares }: ScenarioDraft) {
  return {
    scenarios: scenarios.map(({ cost, probability, when }) => ({
      cost: removeGrouping(cost),
      probability,
      ...parseTime(when.trim()),
    })),
    ...shares,
  };
}

function parseTime(when: string) {
  if (when.includes('-')) return { wellLifespan: null, retirementDate: when };
  return { wellLifespan: when === '' ? null : Number(when), retirementDate: null };
}

export type ReadScenarios =
  | { ok: true; expected: ExpectedCost }
  /** Messages by field path: `scenarios.0.cost`, `overhead`, or `scenarios` for all of them. */
  | { ok: false; problems: Record<string, string> };

/** Parses the draft as the server does. */
export function readScenarios(draft: ScenarioDraft): ReadScenarios {
  const result = ExpectedCostInput.safeParse(toExpectedCost(draft));
  if (result.success) return { ok: true, expected: result.data };
  const problems: Record<string, string> = {};
  for (const { path, message } of result.error.issues) problems[path.join('.')] ??= message;
  return { ok: false, problems };
}

/** Sum of the valid probabilities, in hundredths of a percent. */
export function sumProbabilities({ scenarios }: ScenarioDraft): number {
  return scenarios.reduce((sum, { probability }) => {
    const rate = parseRate(probability);
    return sum + (rate.ok ? rate.rateBp : 0);
  }, 0);
}
