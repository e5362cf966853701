import { groupThousands } from '~/domain/money/group-thousands';
import { type Cents, formatCents } from '~/domain/money/money';
import type { YearFraction } from './accretion';

/** Formats an amount for a formula: "27,070.90", with a true minus sign. */
export function formulaAmount(cents: Cents): string {
  const [whole = '', fraction = ''] = formatCents(Math.abs(cents)).split('.');
  return `${cents < 0 ? '−' : ''}${groupThousands(whole)}.${fraction}`;
}

/** Like formulaAmount, but for an amount followed by an operator: negative amounts are in parentheses. */
export function formulaTerm(cents: Cents): string {
  return cents < 0 ? `(${formulaAmount(cents)})` : formulaAmount(cents);
}

/** Formats a time for a formula, as a fraction in lowest terms: "1/12", "25". */
export function formulaTime({ numerator, denominator }: YearFraction): string {
  return denominator === 1 ? `${numerator}` : `${numerator}/${denominator}`;
}
