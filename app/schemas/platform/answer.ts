import { z } from 'zod';

/** Building blocks of response schemas. Tests validate responses against them. */

export const id = z.string().min(1);
/** Cents as text with two decimals. */
export const moneyText = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .meta({ description: 'Amount with two decimals', examples: ['27070.90'] });
/** Percent as text with two decimals. */
export const rateText = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .meta({ description: 'Percentage with two decimals', examples: ['8.00'] });
/** Percent as text with four decimals, for derived rates. */
export const effectiveRateText = z
  .string()
  .regex(/^-?\d+\.\d{4}$/)
  .meta({ description: 'Percentage with four decimals', examples: ['8.4605'] });
export const date = z.iso.date();
/** ISO 8601, UTC. */
export const instant = z.iso.datetime();
export const count = z.int().min(0);
export const version = z.int().min(1).meta({ description: 'Version to send in `If-Match`' });
