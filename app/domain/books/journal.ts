import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { type Cents, formatCents } from '~/domain/money/money';

/** The journal entry's columns, in the order of the export. */
export const JOURNAL_COLUMNS = [
  'company',
  'voucherNumber',
  'voucherDate',
  'accrualIndicator',
  'accrualReversalDate',
  'voucherDescription',
  'detailCompany',
  'mainAccount',
  'subAccount',
  'type',
  'well',
  'expenseDeck',
  'afe',
  'wellAllocationDeck',
  'entityType',
  'entity',
  'referenceNumber',
  'referenceType',
  'reconciliationType',
  'detailDescription',
  'journalDate',
  'accrualDate',
  'cashDate',
  'grossValue',
  'netValue',
] as const;

export type JournalColumn = (typeof JOURNAL_COLUMNS)[number];

/** One side of an entry; every column is text, amounts with two decimals, debit positive and credit negative. */
export type JournalRow = Record<JournalColumn, string>;

/** Columns that stay blank unless the company gives them a fixed text. */
export type JournalFixedColumn = Extract<
  JournalColumn,
  | 'accrualReversalDate'
  | 'type'
  | 'expenseDeck'
  | 'afe'
  | 'wellAllocationDeck'
  | 'entityType'
  | 'entity'
  | 'referenceType'
  | 'reconciliationType'
  | 'cashDate'
>;

type JournalAccount = 'asset' | 'liability' | 'expense';

/** A company's accounts (`assetMain`, `assetSub`, `liabilityMain`, …) and its fixed texts for columns otherwise blank. */
export type JournalSettings = Record<`${JournalAccount}${'Main' | 'Sub'}`, string> &
  Partial<Record<JournalFixedColumn, string>>;

export const DEFAULT_JOURNAL_SETTINGS: Required<JournalSettings> = {
  assetMain: '1800',
  assetSub: '100',
  liabilityMain: '2400',
  liabilitySub: '100',
  expenseMain: '6800',
  expenseSub: '100',
  accrualReversalDate: '',
  type: '',
  expenseDeck: '',
  afe: '',
  wellAllocationDeck: '',
  entityType: '',
  entity: '',
  referenceType: '',
  reconciliationType: '',
  cashDate: '',
};

/** A layer recognized on its calculation date, or one layer's accretion on its period end. */
export type JournalEvent = {
  kind: 'layer' | 'accretion';
  date: CalendarDate;
  wellCode: string;
  layerNumber: number;
  cents: Cents;
};

/**
 * The two rows of an event's entry, debit first; none for an amount of zero. They sum to 0.00, hence so does the
 * voucher, which gathers all events of one kind and date and keeps its number between exports.
 * A layer debits the ARO asset and credits the ARO liability; accretion debits accretion expense and credits the
 * liability; a negative amount changes the sides. Amounts are text, in currency units, unrounded (cents are exact).
 * Source: ASC 410-20-25-5 (capitalize the retirement cost with the liability) and 410-20-35-5 (accretion expense).
 */
export function journalRows({
  event,
  company,
}: {
  event: JournalEvent;
  company: { code: string; settings: JournalSettings };
}): JournalRow[] {
  if (event.cents === 0) return [];
  const counterpart = event.kind === 'layer' ? 'asset' : 'expense';
  const [debit, credit] =
    event.cents > 0 ? ([counterpart, 'liability'] as const) : (['liability', counterpart] as const);
  const amount = Math.abs(event.cents);
  return [
    journalRow(event, company.code, company.settings, debit, amount),
    journalRow(event, company.code, company.settings, credit, -amount),
  ];
}

function journalRow(
  event: JournalEvent,
  companyCode: string,
  settings: JournalSettings,
  account: JournalAccount,
  cents: Cents,
): JournalRow {
  const { kind, date, wellCode, layerNumber } = event;
  const month = date.slice(0, 7);
  const value = formatCents(cents);
  return {
    company: companyCode,
    voucherNumber: `ARO-${kind === 'layer' ? 'L' : 'A'}-${withoutHyphens(date)}`,
    voucherDate: date,
    accrualIndicator: 'N',
    accrualReversalDate: settings.accrualReversalDate ?? '',
    voucherDescription: kind === 'layer' ? `ARO layers recognized on ${date}` : `ARO accretion for ${month}`,
    detailCompany: companyCode,
    mainAccount: settings[`${account}Main`],
    subAccount: settings[`${account}Sub`],
    type: settings.type ?? '',
    well: wellCode,
    expenseDeck: settings.expenseDeck ?? '',
    afe: settings.afe ?? '',
    wellAllocationDeck: settings.wellAllocationDeck ?? '',
    entityType: settings.entityType ?? '',
    entity: settings.entity ?? '',
    referenceNumber: `${wellCode}-L${layerNumber}-${withoutHyphens(month)}`,
    referenceType: settings.referenceType ?? '',
    reconciliationType: settings.reconciliationType ?? '',
    detailDescription:
      kind === 'layer' ? layerName(layerNumber) : `${layerName(layerNumber)}, accretion for ${month}`,
    journalDate: date,
    accrualDate: date,
    cashDate: settings.cashDate ?? '',
    grossValue: value,
    netValue: value,
  };
}

function layerName(layerNumber: number): string {
  return `ARO layer ${layerNumber} (${layerNumber === 1 ? 'initial' : 'additional'})`;
}

function withoutHyphens(date: string): string {
  return date.replaceAll('-', '');
}
