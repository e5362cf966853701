import type { PostingKind, PostingSource } from './movement-kinds';

/** What a posting is called in a list of postings. */
export const POSTING_NAMES: Record<PostingKind, string> = {
  calculation: 'Calculation',
  accretion: 'Accretion',
  depreciation: 'Depreciation',
  settlement: 'Settlement',
  sale: 'Sale',
  opening: 'Opening balances',
  reversal: 'Reversal',
};

/** What a posting came from. */
export const SOURCE_NAMES: Record<PostingSource, string> = {
  user: 'User',
  'month-end': 'Month-end run',
  import: 'Import',
};
