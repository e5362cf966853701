import { type SQL, sql } from 'drizzle-orm';
import type { RateBp } from '~/domain/money/rate';

/**
 * The rate that a layer's figures are made with, in basis points: the derived one, of more decimals, where there is
 * one, for `rateUnits` to read; else the one that was entered. An SQL value.
 * @param layer what the query calls the layer
 */
export function exactRate(layer: string, rate: 'discount' | 'inflation'): SQL<RateBp> {
  return sql.raw(
    `coalesce(${layer}.${rate}_rate_e12 / 100000000.0, ${layer}.${rate}_rate_bp)`,
  ) as SQL<RateBp>;
}
