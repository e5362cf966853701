import { Decimal as DecimalJs } from 'decimal.js';

/**
 * The one Decimal of the accounting: 40 significant digits, ties away from zero. A clone, so that nobody else's
 * settings of decimal.js can move a balance. Source: the present-value rule (decimal arithmetic, 40 digits).
 */
export const Decimal = DecimalJs.clone({ precision: 40, rounding: DecimalJs.ROUND_HALF_UP });
export type Decimal = DecimalJs;
