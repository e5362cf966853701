import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { well } from '#db/schema';
import {
  ACCOUNT_SETTINGS,
  DEFAULT_JOURNAL_SETTINGS,
  type FieldAccounts,
  type JournalSettings,
  journalSettingsOf,
} from '~/domain/books/journal';
import { type Cents, formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { CompanySettingsInput } from '~/schemas/people/company-settings';
import type { CompanySettingsView } from '~/schemas/people/people-views';
import { audit } from '~/services/platform/commit.server';
import type { CompanyAdminContext, CompanyContext } from '~/services/platform/context.server';
import {
  type CompanyRow,
  type CompanyRows,
  changeCompany,
  companyQuery,
  readCompany,
} from './change-company.server';

type Setting = keyof JournalSettings;

/** @throws AppError not-found for another company than the selected one */
export async function getCompanySettings(
  ctx: CompanyContext,
  companyId: string,
): Promise<CompanySettingsView> {
  return toSettingsView(await readCompany(ctx, companyId));
}

/** The settings, and the fields of the company's wells, which may have accounts of their own. One D1 round trip. */
export async function getSettingsPage(
  ctx: CompanyContext,
): Promise<{ settings: CompanySettingsView; fields: string[] }> {
  const [[row], fields] = await ctx.db.batch([
    companyQuery(ctx),
    ctx.db
      .selectDistinct({ field: well.field })
      .from(well)
      .where(and(eq(well.companyId, ctx.companyId), isNull(well.deletedAt)))
      .orderBy(well.field),
  ]);
  if (!row) throw new AppError('not-found', 'Company not found');
  return { settings: toSettingsView(row), fields: fields.map(({ field }) => field) };
}

/**
 * Changes the settings given and leaves the others. Later postings and journals use them; earlier postings keep theirs.
 * @param expectedVersion refuse unless the stored version is this one (If-Match); null changes whatever is there
 * @param rows what companyReads read
 * @throws AppError not-found, stale, conflict as changeCompany
 */
export async function updateCompanySettings(
  ctx: CompanyAdminContext,
  companyId: string,
  input: CompanySettingsInput,
  expectedVersion: number | null,
  rows: CompanyRows,
): Promise<CompanySettingsView> {
  const plan = (current: CompanyRow, isCurrent: SQL) => {
    // Depreciation is switched with its catch-up (services/books/switch-depreciation).
    const { depreciation, depreciationFrom } = current;
    const set = { ...settingsAfter(current, input), depreciation, depreciationFrom };
    return {
      set,
      alongside: [
        audit(
          ctx,
          {
            action: 'company_settings.updated',
            entityType: 'company',
            entityId: companyId,
            oldValues: settingsOf(current),
            newValues: settingsOf(set),
          },
          isCurrent,
        ),
      ],
    };
  };
  return toSettingsView(await changeCompany(ctx, companyId, expectedVersion, plan, rows));
}

/** The settings as the input leaves them. The day from which depreciation began stays known when it ends. */
export function settingsAfter(current: CompanyRow, input: CompanySettingsInput): Settings {
  const depreciation = input.depreciation ?? current.depreciation;
  return {
    accretionMethod: input.accretionMethod ?? current.accretionMethod,
    depreciation,
    depreciationFrom:
      depreciation === 'none' ? current.depreciationFrom : (input.depreciationFrom ?? fromOf(current)),
    settlementOrder: input.settlementOrder ?? current.settlementOrder,
    settlementDifference: input.settlementDifference ?? current.settlementDifference,
    downwardRate: input.downwardRate ?? current.downwardRate,
    reasonAboveCents: input.reasonAbove === undefined ? current.reasonAboveCents : input.reasonAbove,
    fileAboveCents: input.fileAbove === undefined ? current.fileAboveCents : input.fileAbove,
    approval: input.approval ?? current.approval,
    monthEnd: input.monthEnd ?? current.monthEnd,
    tieOut: input.tieOut ?? current.tieOut,
    fiscalYearEnd: input.fiscalYearEnd ?? current.fiscalYearEnd,
    fieldAccounts: input.fieldAccounts ? ownAccountsOf(input.fieldAccounts) : current.fieldAccounts,
    journalSettings: overridesOf({ ...current.journalSettings, ...input.journal }),
  };
}

function amountOf(cents: Cents | null): string | null {
  return cents === null ? null : formatCents(cents);
}

/** From when the company depreciates; null while it does not. */
function fromOf({ depreciation, depreciationFrom }: Pick<CompanyRow, 'depreciation' | 'depreciationFrom'>) {
  return depreciation === 'none' ? null : depreciationFrom;
}

/** Only what differs from the defaults is stored; a blank value means the default. */
function overridesOf(settings: Partial<Record<string, string>>): Record<string, string> {
  const names = Object.keys(DEFAULT_JOURNAL_SETTINGS) as Setting[];
  const overrides = names.filter(
    (name) => settings[name] && settings[name] !== DEFAULT_JOURNAL_SETTINGS[name],
  );
  return Object.fromEntries(overrides.map((name) => [name, settings[name]!]));
}

/** Fields with an account of their own, and those accounts; a blank one is the company's. */
function ownAccountsOf(given: NonNullable<CompanySettingsInput['fieldAccounts']>): FieldAccounts[] {
  return given
    .map(({ field, ...accounts }) => {
      const own = ACCOUNT_SETTINGS.filter((name) => accounts[name]).map((name) => [name, accounts[name]]);
      return { field, ...Object.fromEntries(own) };
    })
    .filter((accounts) => Object.keys(accounts).length > 1);
}

/** The settings as the calls show them. */
export function toSettingsView(row: CompanyRow): CompanySettingsView {
  return { ...settingsOf(row), version: row.version };
}

type Settings = Pick<
  CompanyRow,
  | 'accretionMethod'
  | 'depreciation'
  | 'depreciationFrom'
  | 'settlementOrder'
  | 'settlementDifference'
  | 'downwardRate'
  | 'reasonAboveCents'
  | 'fileAboveCents'
  | 'approval'
  | 'monthEnd'
  | 'tieOut'
  | 'fiscalYearEnd'
  | 'fieldAccounts'
  | 'journalSettings'
>;

/** The settings as the calls and the audit log spell them. */
export function settingsOf({ journalSettings, ...settings }: Settings) {
  const { accretionMethod, depreciation, settlementOrder, settlementDifference } = settings;
  const { downwardRate, fieldAccounts, approval, monthEnd, tieOut, fiscalYearEnd } = settings;
  return {
    accretionMethod,
    depreciation,
    depreciationFrom: fromOf(settings),
    settlementOrder,
    settlementDifference,
    fieldAccounts,
    downwardRate,
    reasonAbove: amountOf(settings.reasonAboveCents),
    fileAbove: amountOf(settings.fileAboveCents),
    approval,
    monthEnd,
    tieOut,
    fiscalYearEnd,
    journal: journalSettingsOf(journalSettings),
  };
}
