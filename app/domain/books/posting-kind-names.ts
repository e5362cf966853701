import type { PostingKind } from './movement-kinds';

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
