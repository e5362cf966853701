import type { RateName } from '~/domain/books/rate-table';
import type { LifeBy } from '~/schemas/books/aro-layer';
import type { RateLookupView } from '~/schemas/books/rate-table';

/** Parses years as the form does: an integer, or 0 if there is none. */
export function parseLifespanYears(text: string): number {
  return Number.parseInt(text, 10) || 0;
}

/** A well's life as the form shows it: by lifespan, or by date. */
export type ShownLife = { lifeBy: LifeBy; wellLifespan: string; retirementDate: string };

/** A rate as the form shows it. */
export type ShownRate = {
  value: string;
  isAutoFilled: boolean;
  isCompanyRate: boolean;
  /** The company's discount rate in full, when `value` is rounded to two decimals; null when `value` is exact. */
  exact: string | null;
};

/** The company's rate for the layer as text; blank if there is none. */
export function getOfferedRate(offer: RateLookupView | null, name: RateName): string {
  return (name === 'discountRate' ? offer?.discount?.rate : offer?.inflation?.rate) ?? '';
}
