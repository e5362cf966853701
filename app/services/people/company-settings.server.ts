import type { SQL } from 'drizzle-orm';
import {
  ACCOUNT_SETTINGS,
  DEFAULT_JOURNAL_SETTINGS,
  type FieldAccounts,
  type JournalSettings,
  journalSettingsOf,
} from '~/domain/books/journal';
import { type Cents, formatCents } from '~/domain/money/money';
import type { CompanySettingsInput } from '~/schemas/people/company-settings';
import type { CompanySettingsView } from '~/schemas/people/people-views';
import { audit, type Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext, CompanyContext } from '~/services/platform/context.server';
import { type CompanyRow, type CompanyRows, changeCompany, readCompany } from './change-company.server';

type Setting = keyof JournalSettings;

/** Settings stored in the form that the API uses. */
const PLAIN_SETTINGS = [
  'accretionMethod',
  'settlementOrder',
  'settlementDifference',
  'downwardRate',
  'changeBasis',
  'approval',
  'monthEnd',
  'tieOut',
  'fiscalYearEnd',
] as const;
type PlainSettings = Pick<CompanyRow, (typeof PLAIN_SETTINGS)[number]>;
type Settings = PlainSettings &
  Pick<
    CompanyRow,
    | 'depreciation'
    | 'depreciationFrom'
    | 'reasonAboveCents'
    | 'fileAboveCents'
    | 'fieldAccounts'
    | 'journalSettings'
  >;

/** @throws AppError not-found for a company other than the selected one */
export async function getCompanySettings(
  ctx: CompanyContext,
  companyId: string,
): Promise<CompanySettingsView> {
  return toSettingsView(await readCompany(ctx, companyId));
}

/**
 * Changes the given settings and leaves the others alone. Later postings and journals use them; earlier postings keep
 * theirs.
 * @param expectedVersion reject unless it matches the stored version (If-Match); null changes any version
 * @param rows from companyReads
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
    // Depreciation is switched together with its catch-up (services/books/switch-depreciation).
    const { depreciation, depreciationFrom } = current;
    const set = { ...settingsAfter(current, input), depreciation, depreciationFrom };
    return {
      set,
      extraStatements: [auditSettings(ctx, companyId, { before: current, after: set, when: isCurrent })],
    };
  };
  return toSettingsView(await changeCompany(ctx, companyId, expectedVersion, plan, rows));
}

/** The audit row for a change of settings. @param when condition under which it is written */
export function auditSettings(
  ctx: CompanyAdminContext,
  companyId: string,
  { before, after, when }: { before: Settings; after: Settings; when: SQL },
): Statement {
  const auditTarget = { action: 'company_settings.updated', entityType: 'company', entityId: companyId };
  return audit(ctx, { ...auditTarget, oldValues: settingsOf(before), newValues: settingsOf(after) }, when);
}

/** Settings after the input is applied. The date depreciation began is kept when depreciation ends. */
export function settingsAfter(current: CompanyRow, input: CompanySettingsInput): Settings {
  const depreciation = input.depreciation ?? current.depreciation;
  return {
    ...plainSettings(current, input),
    depreciation,
    depreciationFrom:
      depreciation === 'none'
        ? current.depreciationFrom
        : (input.depreciationFrom ?? depreciationStart(current)),
    reasonAboveCents: input.reasonAbove === undefined ? current.reasonAboveCents : input.reasonAbove,
    fileAboveCents: input.fileAbove === undefined ? current.fileAboveCents : input.fileAbove,
    fieldAccounts: input.fieldAccounts ? ownAccountsOf(input.fieldAccounts) : current.fieldAccounts,
    journalSettings: overridesOf({ ...current.journalSettings, ...input.journal }),
  };
}

function plainSettings(current: PlainSettings, input: CompanySettingsInput = {}): PlainSettings {
  return Object.fromEntries(
    PLAIN_SETTINGS.map((name) => [name, input[name] ?? current[name]]),
  ) as PlainSettings;
}

function amountOf(cents: Cents | null): string | null {
  return cents === null ? null : formatCents(cents);
}

/** Date from which the company depreciates; null while it doesn't. */
function depreciationStart({
  depreciation,
  depreciationFrom,
}: Pick<CompanyRow, 'depreciation' | 'depreciationFrom'>) {
  return depreciation === 'none' ? null : depreciationFrom;
}

/** Stores only differences from the defaults. A blank value means the default. */
function overridesOf(settings: Partial<Record<string, string>>): Record<string, string> {
  const names = Object.keys(DEFAULT_JOURNAL_SETTINGS) as Setting[];
  const overrides = names.filter(
    (name) => settings[name] && settings[name] !== DEFAULT_JOURNAL_SETTINGS[name],
  );
  return Object.fromEntries(overrides.map((name) => [name, settings[name]!]));
}

/** Fields that have accounts of their own, with those accounts. A blank account falls back to the company's. */
function ownAccountsOf(fieldAccounts: NonNullable<CompanySettingsInput['fieldAccounts']>): FieldAccounts[] {
  return fieldAccounts
    .map(({ field, ...accounts }) => {
      const accountEntries = ACCOUNT_SETTINGS.filter((name) => accounts[name]).map((name) => [
        name,
        accounts[name],
      ]);
      return { field, ...Object.fromEntries(accountEntries) };
    })
    .filter((accounts) => Object.keys(accounts).length > 1);
}

/** Settings as the API returns them. */
export function toSettingsView(row: CompanyRow): CompanySettingsView {
  return { ...settingsOf(row), version: row.version };
}

/** Settings in the form that the API and the audit log use. */
function settingsOf(settings: Settings) {
  return {
    ...plainSettings(settings),
    depreciation: settings.depreciation,
    depreciationFrom: depreciationStart(settings),
    fieldAccounts: settings.fieldAccounts,
    reasonAbove: amountOf(settings.reasonAboveCents),
    fileAbove: amountOf(settings.fileAboveCents),
    journal: journalSettingsOf(settings.journalSettings),
  };
}
