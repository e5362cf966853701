import { type SQL, sql } from 'drizzle-orm';
import type { RateBp } from '~/domain/money/rate';

/**
 * The rate used to calculate a layer's figures, in basis points: the derived rate, which has more decimals, if there is one, otherwise
 * the entered rate. An SQL value, to be read by `rateUnits`.
 * @param layer the layer's alias in the query
 */
export function exactRate(layer: string, rate: 'discount' | 'inflation'): SQL<RateBp> {
  return sql.raw(
    `coalesce(${layer}.${rate}_rate_e12 / 100000000.0, ${layer}.${rate}_rate_bp)`,
  ) as SQL<RateBp>;
}
