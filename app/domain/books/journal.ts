import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { type Cents, formatCents } from '~/domain/money/money';
import type { LayerType } from './layer';
import type { Amounts } from './movement';
import { type Account, MOVEMENT_KINDS, type MovementKind, type VoucherLetter } from './movement-kinds';
import { OFFSET_PARTS, offsetAccounts } from './offset';
import type { OffsetTerms, PostingTerms } from './posting-terms';
import { grossOf, type Interest, WHOLE_INTEREST } from './working-interest';

/** Journal entry columns, in export order. */
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

/** One side of an entry. Every column is text; amounts have two decimals, debits positive and credits negative. */
export type JournalRow = Record<JournalColumn, string>;

/** Columns that are blank unless the company sets a fixed text. */
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

/** Settings that files for other ledgers need and that no row contains. */
export type LedgerFileSetting = 'currencyCode' | 'oracleLedgerId' | 'xeroTaxRate' | 'dynamicsJournalName';

/** Accounts of the journal. Opening balances appear only in the trial balance. */
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
 * A company's accounts (`assetMain`, `assetSub`, `liabilityMain`, …), its fixed texts for columns that are otherwise blank, and
 * the settings for other ledgers' files.
 */
export type JournalSettings = Record<`${JournalAccount}${'Main' | 'Sub'}`, string> &
  Partial<Record<JournalFixedColumn | LedgerFileSetting, string>>;

/** One field's accounts that differ from the company's. */
export type FieldAccounts = { field: string } & Partial<Record<AccountSetting, string>>;
export type AccountSetting = `${JournalAccount}${'Main' | 'Sub'}`;

/** Account settings: main and sub of each account. */
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

/** A company's settings: the defaults, overridden by its own. */
export function journalSettingsOf(overrides: Partial<Record<string, string>>): Required<JournalSettings> {
  return {
    ...DEFAULT_JOURNAL_SETTINGS,
    ...(overrides as Partial<JournalSettings>),
  } as Required<JournalSettings>;
}

/** Looks up settings by a well's field; null for the company's. */
export type SettingsOf = (field: string | null) => Required<JournalSettings>;

/** Builds the settings of each field: the company's, overridden by the field's own accounts. */
export function settingsByField(
  company: Required<JournalSettings>,
  fieldAccounts: readonly FieldAccounts[],
): SettingsOf {
  const settingsPerField = new Map(
    fieldAccounts.map(({ field, ...accounts }) => [field, { ...company, ...accounts }]),
  );
  return (field) => (field === null ? company : (settingsPerField.get(field) ?? company));
}

/** One movement of a layer, with its date. */
export type JournalEvent = Amounts & {
  kind: MovementKind;
  date: CalendarDate;
  /** Date of the movement that this one reverses; null unless it is a reversal. */
  reverses: CalendarDate | null;
  wellCode: string;
  field: string;
  layerNumber: number;
  layerType: LayerType;
  /** For a settlement or sale, and its reversal. */
  terms: PostingTerms | null;
  /** Working interest before the movement; 100% if absent. A reversal has the interest of what it reverses. */
  interest?: Interest;
};

/**
 * Journal rows of a movement, debits first: one for each of its amounts, and one for their offset, on the account that its kind
 * and its posting determine. An amount of zero has no row, and neither do opening balances, which the general ledger already
 * has. The rows sum to 0.00, and therefore so does the voucher, which collects all movements of one letter and date and keeps
 * its number across exports. A layer debits the ARO asset and credits the ARO liability. Accretion debits accretion expense and
 * credits the liability. A settlement debits the liability, credits the clearing account that invoices were booked to, and
 * posts the difference to gain or loss, or to the full-cost pool. A negative amount, including a reversal's, swaps the sides.
 * Reversals have their own vouchers. The net value is the amount; the gross value is that of all owners. Amounts are text, in
 * currency units, unrounded (cents are exact).
 * Source: ASC 410-20-25-5 (capitalize the retirement cost with the liability), 410-20-35-5 (accretion expense), and 410-20-40
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
  const texts = buildTexts(event, voucher);
  const companySettings = { code: company.code, settings: company.settingsOf(event.field) };
  return entry.map(({ account, cents }) => journalRow(event, texts, companySettings, account, cents));
}

/** Accounts of the four amounts. A positive liability is a credit. */
const AMOUNT_ACCOUNTS: Record<keyof Amounts, { account: Account; isCredit?: true }> = {
  arcCostCents: { account: 'asset' },
  arcAccumulatedCents: { account: 'accumulated' },
  cashCents: { account: 'clearing' },
  liabilityCents: { account: 'liability', isCredit: true },
};

/**
 * Amounts by account for movements of one kind and posting, in cents, debits positive: each amount on its own account, and all
 * of them, with the sign reversed, on the account that takes their offset. The journal uses it for single movements and the
 * trial balance for sums of them, hence BigInt.
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
    /** Noun for the description of a reversal. */
    noun: string;
  }
> = {
  L: { description: (date) => `ARO layers recognized on ${date}`, noun: 'layers' },
  A: { description: (date) => `ARO accretion for ${date.slice(0, 7)}`, noun: 'accretion' },
  D: { description: (date) => `ARO depreciation for ${date.slice(0, 7)}`, noun: 'depreciation' },
  S: { description: (date) => `ARO settlements on ${date}`, noun: 'settlements' },
  V: { description: (date) => `ARO sales on ${date}`, noun: 'sales' },
};

/** A voucher has one description, so a reversal's omits the original date: the voucher may reverse several dates. */
function buildTexts(event: JournalEvent, voucher: VoucherLetter): Texts {
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

/** Suffix to the layer's name in a row's description; empty when the name says enough. @param month YYYY-MM */
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

/** Row columns with a company's fixed texts. */
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
