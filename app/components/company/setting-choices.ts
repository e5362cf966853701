import type { Approval, MonthEndWork } from '~/domain/books/close';
import type { JournalFixedColumn, LedgerFileSetting } from '~/domain/books/journal';
import type { SettlementDifference } from '~/domain/books/posting-terms';
import type { ChangeBasis } from '~/domain/books/price-level';
import type { DownwardRate } from '~/domain/books/revision';
import type { SettlementOrder } from '~/domain/books/settlement';
import type { TieOutPolicy } from '~/domain/books/tie-out';

/** Choices and fields of the company settings, with their labels and help. */

export const SETTLEMENT_ORDER_CHOICES: { value: SettlementOrder; label: string; help: string }[] = [
  {
    value: 'proportion',
    label: 'All layers in proportion',
    help: 'Each layer is relieved in proportion to its carrying amount.',
  },
  {
    value: 'oldest',
    label: 'Oldest layer first',
    help: 'The oldest layer is relieved to zero, then the next. Wells with a negative layer are relieved in proportion.',
  },
];

export const SETTLEMENT_DIFFERENCE_CHOICES: { value: SettlementDifference; label: string; help: string }[] = [
  {
    value: 'result',
    label: 'Gain or loss',
    help: 'Relief less cost goes to profit or loss immediately, as under successful efforts.',
  },
  {
    value: 'pool',
    label: 'Full-cost pool',
    help: 'Relief less cost goes to the capitalized pool, as under full cost.',
  },
];

export const DOWNWARD_RATE_CHOICES: { value: DownwardRate; label: string; help: string }[] = [
  {
    value: 'average',
    label: 'Average of the well’s layers',
    help: 'Weighted by each layer’s carrying amount on the date, positive amounts only.',
  },
  {
    value: 'newest',
    label: 'Newest layer first',
    help: 'The rates of the newest layers, weighted by the undiscounted amount taken from each.',
  },
];

export const CHANGE_BASIS_CHOICES: { value: ChangeBasis; label: string; help: string }[] = [
  {
    value: 'stated',
    label: 'Previous estimate as stated',
    help: 'The change is the difference between the two amounts, regardless of prices on their dates.',
  },
  {
    value: 'repriced',
    label: 'Previous estimate at prices of the date',
    help: 'The inflation the layers assume through the date is added first, so the change excludes it.',
  },
];

export const APPROVAL_CHOICES: { value: Approval; label: string; help: string }[] = [
  { value: 'none', label: 'No approval', help: 'A company admin closes a month. Sign-offs are optional.' },
  {
    value: 'second-person',
    label: 'Second person',
    help: 'One company admin prepares a month and another approves it. If a figure changes, both are withdrawn.',
  },
];

export const MONTH_END_CHOICES: { value: MonthEndWork; label: string; help: string }[] = [
  { value: 'posts', label: 'Posts', help: 'Accretion for the prior month posts automatically on the 1st.' },
  {
    value: 'prepares',
    label: 'Prepares',
    help: 'The run shows what it would post. A company admin reviews and posts it on the Accretion tab.',
  },
];

export const TIE_OUT_CHOICES: { value: TieOutPolicy; label: string; help: string }[] = [
  { value: 'optional', label: 'Optional', help: 'A month can close without being tied out.' },
  {
    value: 'required',
    label: 'Required',
    help: 'Every balance sheet account must be entered, and every difference explained, before a month closes.',
  },
];

export const MONTH_CHOICES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
].map((label, index) => ({ value: String(index + 1), label }));

export const FIXED_COLUMNS: { name: JournalFixedColumn; label: string; type?: 'date' }[] = [
  { name: 'type', label: 'Type' },
  { name: 'expenseDeck', label: 'Expense Deck' },
  { name: 'afe', label: 'AFE' },
  { name: 'wellAllocationDeck', label: 'Well Allocation Deck' },
  { name: 'entityType', label: 'Entity Type' },
  { name: 'entity', label: 'Entity' },
  { name: 'referenceType', label: 'Reference Type' },
  { name: 'reconciliationType', label: 'Reconciliation Type' },
  { name: 'accrualReversalDate', label: 'Accrual Reversal Date', type: 'date' },
  { name: 'cashDate', label: 'Cash Date', type: 'date' },
];

export const FILE_SETTINGS: { name: LedgerFileSetting; label: string; help: string }[] = [
  {
    name: 'currencyCode',
    label: 'Currency',
    help: 'Oracle Fusion and Dynamics 365: an ISO code such as USD',
  },
  { name: 'oracleLedgerId', label: 'Ledger ID', help: 'Oracle Fusion: from Manage Primary Ledgers' },
  {
    name: 'xeroTaxRate',
    label: 'Tax Rate',
    help: 'Xero: the tax rate’s full name, as shown in Xero’s tax settings',
  },
  {
    name: 'dynamicsJournalName',
    label: 'Journal Name',
    help: 'Dynamics 365: the journal name for adjustments',
  },
];
