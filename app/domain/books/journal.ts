import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { type Cents, formatCents } from '~/domain/money/money';
import type { LayerType } from './layer';
import type { Amounts } from './movement';
import { type Account, MOVEMENT_KINDS, type MovementKind, type VoucherLetter } from './movement-kinds';
import { OFFSET_PARTS, offsetAccounts } from './offset';
import type { OffsetTerms, PostingTerms } from './posting-terms';
import { grossOf, type Interest, WHOLE_INTEREST } from './working-interest';

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

/** What files for other ledgers need to know that is in no row. */
export type LedgerFileSetting = 'currencyCode' | 'oracleLedgerId' | 'xeroTaxRate' | 'dynamicsJournalName';

/** The accounts of the journal. Opening balances are in the trial balance only. */
export const JOURNAL_ACCOUNTS = [
  'asset',
  'accumulated',
  'expense',
  'depreciation',
  'liability',
  'clearing',
  'settlement',
  'disposal',
  'pool',
] as const satisfies readonly Account[];
export type JournalAccount = (typeof JOURNAL_ACCOUNTS)[number];

/**
 * A company's accounts (`assetMain`, `assetSub`, `liabilityMain`, …), its fixed texts for columns otherwise blank, and what
 * files for other ledgers need.
 */
export type JournalSettings = Record<`${JournalAccount}${'Main' | 'Sub'}`, string> &
  Partial<Record<JournalFixedColumn | LedgerFileSetting, string>>;

/** The accounts of one field that differ from the company's. */
export type FieldAccounts = { field: string } & Partial<Record<AccountSetting, string>>;
export type AccountSetting = `${JournalAccount}${'Main' | 'Sub'}`;

/** The settings of accounts, main and sub of each. */
export const ACCOUNT_SETTINGS = JOURNAL_ACCOUNTS.flatMap((account): AccountSetting[] => [
  `${account}Main`,
  `${account}Sub`,
]);

export const DEFAULT_JOURNAL_SETTINGS: Required<JournalSettings> = {
  assetMain: '1800',
  assetSub: '100',
  liabilityMain: '2400',
  liabilitySub: '100',
  expenseMain: '6800',
  expenseSub: '100',
  depreciationMain: '6810',
  depreciationSub: '100',
  accumulatedMain: '1890',
  accumulatedSub: '100',
  clearingMain: '2050',
  clearingSub: '100',
  settlementMain: '7900',
  settlementSub: '100',
  disposalMain: '7910',
  disposalSub: '100',
  poolMain: '1700',
  poolSub: '100',
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
  currencyCode: 'USD',
  oracleLedgerId: '',
  xeroTaxRate: 'Tax Exempt',
  dynamicsJournalName: 'GenJrn',
};

/** A company's settings: the default ones with its own in their place. */
export function journalSettingsOf(overrides: Partial<Record<string, string>>): Required<JournalSettings> {
  return {
    ...DEFAULT_JOURNAL_SETTINGS,
    ...(overrides as Partial<JournalSettings>),
  } as Required<JournalSettings>;
}

/** Settings by the field of a well. */
export type SettingsOf = (field: string | null) => Required<JournalSettings>;

/** Makes the settings of each field: the company's, with the field's own accounts in their place. */
export function settingsByField(
  company: Required<JournalSettings>,
  fieldAccounts: readonly FieldAccounts[],
): SettingsOf {
  const own = new Map(fieldAccounts.map(({ field, ...accounts }) => [field, { ...company, ...accounts }]));
  return (field) => (field === null ? company : (own.get(field) ?? company));
}

/** One movement of a layer, on its day. */
export type JournalEvent = Amounts & {
  kind: MovementKind;
  date: CalendarDate;
  /** The day of the movement that this one reverses; null unless it reverses one. */
  reverses: CalendarDate | null;
  wellCode: string;
  field: string;
  layerNumber: number;
  layerType: LayerType;
  /** Of a settlement or a sale, and its reversal. */
  terms: PostingTerms | null;
  /** The working interest before it; the whole well where absent. A reversal has that of what it reverses. */
  interest?: Interest;
};

/**
 * The rows of a movement's entry, debits first: one for each of its amounts, and one for their offset, on the account
 * that its kind and its posting say. None for an amount of zero, and none for balances brought in, which the general
 * ledger has already. They sum to 0.00, hence so does the voucher, which gathers all movements of one letter and date and
 * keeps its number between exports. A layer debits the ARO asset and credits the ARO liability; accretion debits accretion
 * expense and credits the liability; a settlement debits the liability, credits the clearing account that invoices were
 * booked to, and takes the difference to gain or loss, or to the full-cost pool. A negative amount, a reversal's among them,
 * changes the sides. Reversals have vouchers of their own. The net value is the amount, the gross value that of all owners.
 * Amounts are text, in currency units, unrounded (cents are exact).
 * Source: ASC 410-20-25-5 (capitalize the retirement cost with the liability), 410-20-35-5 (accretion expense) and 410-20-40
 * (settlement).
 */
export function journalRows({
  event,
  company,
}: {
  event: JournalEvent;
  company: { code: string; settingsOf: SettingsOf };
}): JournalRow[] {
  const { voucher } = MOVEMENT_KINDS[event.kind];
  if (voucher === null) return [];
  const amounts = amountsByAccount(event.kind, event.terms, event);
  const sides = JOURNAL_ACCOUNTS.map((account) => ({ account, cents: amounts.get(account) ?? 0n }));
  const entry = [...sides.filter(({ cents }) => cents > 0), ...sides.filter(({ cents }) => cents < 0)];
  const texts = textsOf(event, voucher);
  const its = { code: company.code, settings: company.settingsOf(event.field) };
  return entry.map(({ account, cents }) => journalRow(event, texts, its, account, cents));
}

/** The accounts of the four amounts. A liability counts against its sign. */
const AMOUNT_ACCOUNTS: Record<keyof Amounts, { account: Account; isCredit?: true }> = {
  arcCostCents: { account: 'asset' },
  arcAccumulatedCents: { account: 'accumulated' },
  cashCents: { account: 'clearing' },
  liabilityCents: { account: 'liability', isCredit: true },
};

/**
 * What movements of one kind and posting do to each account, in cents, debits positive: each amount on its own account, and
 * all of them, the other way around, on the account that takes their offset. The journal books single movements by it,
 * the trial balance sums of them; hence BigInt.
 */
export function amountsByAccount(
  kind: MovementKind,
  terms: OffsetTerms | null,
  amounts: Record<keyof Amounts, Cents | bigint>,
): Map<Account, bigint> {
  const byAccount = new Map<Account, bigint>();
  const add = (account: Account, cents: bigint) =>
    byAccount.set(account, (byAccount.get(account) ?? 0n) + cents);
  const offsets = offsetAccounts(kind, terms);
  for (const amount of Object.keys(AMOUNT_ACCOUNTS) as (keyof Amounts)[]) {
    const { account, isCredit } = AMOUNT_ACCOUNTS[amount];
    const cents = isCredit ? -BigInt(amounts[amount]) : BigInt(amounts[amount]);
    add(account, cents);
    add(offsets[OFFSET_PARTS[amount]], -cents);
  }
  return byAccount;
}

type Texts = Pick<JournalRow, 'voucherNumber' | 'voucherDescription' | 'detailDescription'>;
const VOUCHERS: Record<
  VoucherLetter,
  {
    description: (date: CalendarDate) => string;
    /** What is reversed, as part of a sentence. */
    noun: string;
  }
> = {
  L: { description: (date) => `ARO layers recognized on ${date}`, noun: 'layers' },
  A: { description: (date) => `ARO accretion for ${date.slice(0, 7)}`, noun: 'accretion' },
  D: { description: (date) => `ARO depreciation for ${date.slice(0, 7)}`, noun: 'depreciation' },
  S: { description: (date) => `ARO settlements on ${date}`, noun: 'settlements' },
  V: { description: (date) => `ARO sales on ${date}`, noun: 'sales' },
};

/** A voucher has one description, so that of reversals does not say what of: that may have several dates. */
function textsOf(event: JournalEvent, voucher: VoucherLetter): Texts {
  const { date, reverses } = event;
  const day = withoutHyphens(date);
  const { description, noun } = VOUCHERS[voucher];
  const detail = detailOf(event);
  if (reverses !== null) {
    return {
      voucherNumber: `ARO-${voucher}R-${day}`,
      voucherDescription: `Reversal of ARO ${noun} on ${date}`,
      detailDescription: `Reversal of ${detail}`,
    };
  }
  return {
    voucherNumber: `ARO-${voucher}-${day}`,
    voucherDescription: description(date),
    detailDescription: detail,
  };
}

/** What a row is of, behind its layer's name; nothing where that says it. @param month YYYY-MM */
const DETAILS: Record<MovementKind, (month: string) => string> = {
  opening: () => '',
  incurred: () => '',
  acquired: () => '',
  revised: () => '',
  accreted: (month) => `, accretion for ${month}`,
  depreciated: (month) => `, depreciation for ${month}`,
  settled: () => ', settlement',
  retired: () => ', asset retired',
  divested: () => ', sale',
};

function detailOf({ kind, date, reverses, layerNumber, layerType }: JournalEvent): string {
  return `ARO layer ${layerNumber} (${layerType})${DETAILS[kind]((reverses ?? date).slice(0, 7))}`;
}

/** The columns of a company's rows that have a fixed text. */
export function fixedColumnsOf(settings: Record<JournalFixedColumn, string>) {
  const { accrualReversalDate, type, expenseDeck, afe, wellAllocationDeck, entityType, entity } = settings;
  const { referenceType, reconciliationType, cashDate } = settings;
  return {
    ...{ accrualReversalDate, type, expenseDeck, afe, wellAllocationDeck, entityType, entity },
    ...{ referenceType, reconciliationType, cashDate },
  };
}

function journalRow(
  { date, wellCode, layerNumber, interest = WHOLE_INTEREST }: JournalEvent,
  { voucherNumber, voucherDescription, detailDescription }: Texts,
  { code, settings }: { code: string; settings: JournalSettings },
  account: JournalAccount,
  cents: bigint,
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
    grossValue: formatCents(grossOf(cents, interest)),
    netValue: value,
  };
}

function withoutHyphens(date: string): string {
  return date.replaceAll('-', '');
}
