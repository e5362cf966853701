import type { RateName } from '~/domain/books/rate-table';
import type { LifeBy } from '~/schemas/books/aro-layer';
import type { RateLookupView } from '~/schemas/books/rate-table';

/** Digits of years as the form counts them: an integer, and 0 for what is none. */
export function lifespanYears(text: string): number {
  return Number.parseInt(text, 10) || 0;
}

/** A well's life as a form shows it: by lifespan, or by date. */
export type ShownLife = { lifeBy: LifeBy; wellLifespan: string; retirementDate: string };

/** A rate as a form shows it. */
export type ShownRate = {
  value: string;
  isAutoFilled: boolean;
  isCompanys: boolean;
  /** All of a company's discount rate, which the value has two decimals of; null for a rate that is whole as it is shown. */
  exact: string | null;
};

/** The company's rate for the layer as text, blank without one. */
export function offeredRate(offer: RateLookupView | null, name: RateName): string {
  return (name === 'discountRate' ? offer?.discount?.rate : offer?.inflation?.rate) ?? '';
}
