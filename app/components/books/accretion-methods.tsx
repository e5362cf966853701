import type { AccretionMethod } from '~/domain/books/accretion';
import { withPowers } from './powers';

/** One sentence and one example each, for the company settings. */
export const ACCRETION_METHODS: { value: AccretionMethod; label: string; help: string }[] = [
  {
    value: 'simple',
    label: 'Simple',
    help: 'ARO value × discount rate × time. Each posting is calculated on its beginning balance. Example: $100,000.00 at 8% accretes $666.67 in the first month and, posted monthly, $8,299.96 in a year.',
  },
  {
    value: 'effective',
    label: 'Effective',
    help: 'ARO value × ((1 + discount rate)^time − 1). The effective interest method (ASC 410-20-35-5): the annual total is the same whether you post monthly or yearly, and the liability ends at the undiscounted cost. Example: $100,000.00 at 8% accretes $643.40 in the first month and, posted yearly, $8,000.00 in a year.',
  },
];

/** The same, formatted for forms with raised exponents. */
export const METHOD_CHOICES = ACCRETION_METHODS.map(({ help, ...choice }) => ({
  ...choice,
  help: withPowers(help),
}));
