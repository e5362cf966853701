import { useEffect, useState } from 'react';
import { addDays } from '~/domain/calendar/calendar-date';
import { COMPARED_YEARS } from '~/domain/reports/comparative-disclosure';
import { REPORT_GROUPS, type ReportGroup } from '~/domain/reports/report-columns';
import { type AddressChanges, useDialogAddress } from '~/hooks/use-address';
import { useRootData } from '~/hooks/use-root-data';
import { AsOfQuery, REGISTER_CHOICES, ReportQuery } from '~/schemas/reports/report';
import { isCompared } from './comparative-table';
import { yearToDate } from './report-periods';
import { SHEETS, type SheetKind } from './sheets';

export type ReportDates = { beginDate: string; endDate: string };

export const COMPARISONS = ['', ...COMPARED_YEARS.map(String)] as const;

/** Drill-down level and filters of a report. Blank means no filter. */
export type ReportFilters = {
  by: ReportGroup;
  field: string;
  span: string;
  account: string;
  /** Register only: which postings to list. */
  only: (typeof REGISTER_CHOICES)[number];
  /** Disclosure in total only: number of prior years to compare with. */
  compare: (typeof COMPARISONS)[number];
};

/** A report in total, without filters. */
export const IN_TOTAL: ReportFilters = {
  by: 'total',
  field: '',
  span: '',
  account: '',
  only: '',
  compare: '',
};

/**
 * State of an on-screen report, kept in the URL: Back returns to the previous step, and a step can be shared as a link. Dates are
 * written to the URL once they are valid.
 */
export function useReportState(kind: SheetKind, today: string) {
  const { params, replaceParams, linkTo } = useDialogAddress();
  const isDay = SHEETS[kind].covers === 'day';
  const { fiscalYearEnd } = useRootData();
  const initial = yearToDate(today, fiscalYearEnd);
  const urlDates: ReportDates = {
    beginDate: params.get('beginDate') ?? initial.beginDate,
    endDate: params.get(isDay ? 'asOf' : 'endDate') ?? initial.endDate,
  };
  const [dates, setDates] = useState(urlDates);
  // Back can restore other dates.
  useEffect(() => {
    setDates({ beginDate: urlDates.beginDate, endDate: urlDates.endDate });
  }, [urlDates.beginDate, urlDates.endDate]);

  const parsed = isDay ? AsOfQuery.safeParse({ asOf: dates.endDate }) : ReportQuery.safeParse(dates);
  const problem = parsed.success ? null : (parsed.error.issues[0]?.message ?? null);
  const toDateParams = ({ beginDate, endDate }: ReportDates): AddressChanges =>
    isDay ? { asOf: endDate } : { beginDate, endDate };
  const changeDates = (changes: Partial<ReportDates>) => {
    const next = { ...dates, ...changes };
    setDates(next);
    const parsedNext = isDay ? AsOfQuery.safeParse({ asOf: next.endDate }) : ReportQuery.safeParse(next);
    if (parsedNext.success) replaceParams(toDateParams(next));
  };

  const by = REPORT_GROUPS.find((group) => group === params.get('by')) ?? 'total';
  const filters: ReportFilters = {
    by,
    field: by === 'total' ? '' : (params.get('inField') ?? ''),
    span: by === 'total' ? '' : (params.get('span') ?? ''),
    account: by === 'total' ? '' : (params.get('account') ?? ''),
    only: REGISTER_CHOICES.find((only) => only === params.get('only')) ?? '',
    compare: COMPARISONS.find((years) => years === params.get('compare')) ?? '',
  };
  const toFilterParams = ({ by, field, span, account, only, compare }: ReportFilters): AddressChanges => ({
    by: by === 'total' ? null : by,
    inField: field,
    span,
    account,
    only,
    compare,
  });
  return {
    dates,
    changeDates,
    problem,
    filters,
    changeFilters: (changes: Partial<ReportFilters>) =>
      replaceParams(toFilterParams({ ...filters, ...changes })),
    /** Link to another step of the report. */
    stepLink: (changes: Partial<ReportFilters>) =>
      linkTo(
        kind,
        { ...toDateParams(dates), ...toFilterParams({ ...filters, ...changes }) },
        { isStep: true },
      ),
    linkTo,
  };
}

/** API path for the report as shown. */
export function reportPath(
  kind: SheetKind,
  { beginDate, endDate }: ReportDates,
  filters: ReportFilters,
): string {
  if (isCompared(kind, filters)) {
    const query = new URLSearchParams({ beginDate, endDate, years: filters.compare });
    return `/api/reports/comparative-disclosure?${query}`;
  }
  const query = new URLSearchParams(
    SHEETS[kind].covers === 'day' ? { asOf: endDate } : { beginDate, endDate },
  );
  if (SHEETS[kind].groups) query.set('by', filters.by);
  if (filters.field) query.set('field', filters.field);
  if (filters.span) query.set('year', filters.span);
  if (filters.account) query.set('account', filters.account);
  if (filters.only) query.set('only', filters.only);
  return `/api/reports/${kind}?${query}`;
}

/** API path of the check for missing posting numbers; null for reports other than the register. */
export function numbersPath(kind: SheetKind): string | null {
  return kind === 'postings' ? '/api/postings/numbers' : null;
}

/** API path of the trial balance to tie out against; null for a report, or a filtered view, without that check. */
export function ledgerPath(
  kind: SheetKind,
  { beginDate, endDate }: ReportDates,
  { by, field, span, only }: ReportFilters,
) {
  if (kind === 'postings' && only === '') {
    return `/api/reports/trial-balance?${new URLSearchParams({ beginDate, endDate })}`;
  }
  if (kind !== 'maturities' || (by !== 'total' && span !== '')) return null;
  const query = new URLSearchParams({ beginDate: addDays(endDate, -1), endDate });
  if (field) query.set('field', field);
  return `/api/reports/trial-balance?${query}`;
}
