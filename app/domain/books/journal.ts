import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { type Cents, formatCents } from '~/domain/money/money';
import type { LayerType } from './layer';
import { MOVEMENT_KINDS, type MovementKind } from './movement-kinds';

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

/** One movement of a layer's liability, on its day. */
export type JournalEvent = {
  kind: MovementKind;
  date: CalendarDate;
  /** The day of the movement that this one reverses; null unless it reverses one. */
  reverses: CalendarDate | null;
  wellCode: string;
  layerNumber: number;
  layerType: LayerType;
  cents: Cents;
};

/**
 * The two rows of a movement's entry, debit first; none for an amount of zero, and none for balances brought in, which the
 * general ledger has already. They sum to 0.00, hence so does the voucher, which gathers all movements of one kind and date
 * and keeps its number between exports. A layer debits the ARO asset and credits the ARO liability; accretion debits
 * accretion expense and credits the liability; a negative amount, a reversal's among them, changes the sides. Reversals
 * have vouchers of their own. Amounts are text, in currency units, unrounded (cents are exact).
 * Source: ASC 410-20-25-5 (capitalize the retirement cost with the liability) and 410-20-35-5 (accretion expense).
 */
export function journalRows({
  event,
  company,
}: {
  event: JournalEvent;
  company: { code: string; settings: JournalSettings };
}): JournalRow[] {
  const { entry } = MOVEMENT_KINDS[event.kind];
  if (entry === null || event.cents === 0) return [];
  const [debit, credit] =
    event.cents > 0 ? ([entry.against, 'liability'] as const) : (['liability', entry.against] as const);
  const amount = Math.abs(event.cents);
  const texts = textsOf(event, entry.voucher);
  const rowOf = (account: JournalAccount, cents: Cents) => journalRow(event, texts, company, account, cents);
  return [rowOf(debit, amount), rowOf(credit, -amount)];
}

type Texts = Pick<JournalRow, 'voucherNumber' | 'voucherDescription' | 'detailDescription'>;

/** A voucher has one description, so that of reversals does not say what of: that may have several dates. */
function textsOf({ date, reverses, ...layer }: JournalEvent, voucher: 'L' | 'A'): Texts {
  const day = withoutHyphens(date);
  const name = `ARO layer ${layer.layerNumber} (${layer.layerType})`;
  const month = (reverses ?? date).slice(0, 7);
  const detail = voucher === 'L' ? name : `${name}, accretion for ${month}`;
  if (reverses !== null) {
    return {
      voucherNumber: `ARO-${voucher}R-${day}`,
      voucherDescription: `Reversal of ARO ${voucher === 'L' ? 'layers' : 'accretion'} on ${date}`,
      detailDescription: `Reversal of ${detail}`,
    };
  }
  return {
    voucherNumber: `ARO-${voucher}-${day}`,
    voucherDescription: voucher === 'L' ? `ARO layers recognized on ${date}` : `ARO accretion for ${month}`,
    detailDescription: detail,
  };
}

function journalRow(
  { date, wellCode, layerNumber }: JournalEvent,
  { voucherNumber, voucherDescription, detailDescription }: Texts,
  { code, settings }: { code: string; settings: JournalSettings },
  account: JournalAccount,
  cents: Cents,
): JournalRow {
  const value = formatCents(cents);
  return {
    company: code,
    voucherNumber,
    voucherDate: date,
    accrualIndicator: 'N',
    accrualReversalDate: settings.accrualReversalDate ?? '',
    voucherDescription,
    detailCompany: code,
    mainAccount: settings[`${account}Main`],
    subAccount: settings[`${account}Sub`],
    type: settings.type ?? '',
    well: wellCode,
    expenseDeck: settings.expenseDeck ?? '',
    afe: settings.afe ?? '',
    wellAllocationDeck: settings.wellAllocationDeck ?? '',
    entityType: settings.entityType ?? '',
    entity: settings.entity ?? '',
    referenceNumber: `${wellCode}-L${layerNumber}-${withoutHyphens(date.slice(0, 7))}`,
    referenceType: settings.referenceType ?? '',
    reconciliationType: settings.reconciliationType ?? '',
    detailDescription,
    journalDate: date,
    accrualDate: date,
    cashDate: settings.cashDate ?? '',
    grossValue: value,
    netValue: value,
  };
}

function withoutHyphens(date: string): string {
  return date.replaceAll('-', '');
}
