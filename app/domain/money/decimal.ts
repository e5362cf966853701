import { Decimal as DecimalJs } from 'decimal.js';

/**
 * The only Decimal for accounting: 40 significant digits, ties away from zero. Cloned so that other code's decimal.js
 * settings can't move a balance. Source: the present-value rule (decimal arithmetic, 40 digits).
 */
export const Decimal = DecimalJs.clone({ precision: 40, rounding: DecimalJs.ROUND_HALF_UP });
export type Decimal = DecimalJs;
