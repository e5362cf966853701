import type { PostingKind, PostingSource } from './movement-kinds';

/** Display names of posting kinds. */
export const POSTING_NAMES: Record<PostingKind, string> = {
  calculation: 'Calculation',
  accretion: 'Accretion',
  depreciation: 'Depreciation',
  settlement: 'Settlement',
  sale: 'Sale',
  opening: 'Opening balances',
  reversal: 'Reversal',
};

/** Display names of posting sources. */
export const SOURCE_NAMES: Record<PostingSource, string> = {
  user: 'User',
  'month-end': 'Month-end run',
  import: 'Import',
};
