import { DYNAMICS_365 } from './dynamics-365';
import type { LedgerLayout } from './layout';
import { NETSUITE } from './netsuite';
import { ORACLE_FUSION } from './oracle-fusion';
import { QUICKBOOKS_DESKTOP } from './quickbooks-desktop';
import { QUICKBOOKS_ONLINE } from './quickbooks-online';
import { STANDARD } from './standard';
import { XERO } from './xero';

/** Journal layouts, by their API name. */
export const LEDGER_LAYOUTS = {
  standard: STANDARD,
  netsuite: NETSUITE,
  'quickbooks-online': QUICKBOOKS_ONLINE,
  'quickbooks-desktop': QUICKBOOKS_DESKTOP,
  xero: XERO,
  'oracle-fusion': ORACLE_FUSION,
  'dynamics-365': DYNAMICS_365,
} as const satisfies Record<string, LedgerLayout>;

export type LayoutName = keyof typeof LEDGER_LAYOUTS;
export const LAYOUT_NAMES = Object.keys(LEDGER_LAYOUTS) as [LayoutName, ...LayoutName[]];

/** Every row of the journal, or one line per account of a voucher. */
export const LINE_CHOICES = ['detail', 'summary'] as const;
export type LineChoice = (typeof LINE_CHOICES)[number];
