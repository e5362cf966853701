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
  const { params, turn, linkTo } = useDialogAddress();
  const isDay = SHEETS[kind].covers === 'day';
  const { fiscalYearEnd } = useRootData();
  const initial = yearToDate(today, fiscalYearEnd);
  const addressed: ReportDates = {
    beginDate: params.get('beginDate') ?? initial.beginDate,
    endDate: params.get(isDay ? 'asOf' : 'endDate') ?? initial.endDate,
  };
  const [dates, setDates] = useState(addressed);
  // Back can restore other dates.
  useEffect(() => {
    setDates({ beginDate: addressed.beginDate, endDate: addressed.endDate });
  }, [addressed.beginDate, addressed.endDate]);

  const asked = isDay ? AsOfQuery.safeParse({ asOf: dates.endDate }) : ReportQuery.safeParse(dates);
  const problem = asked.success ? null : (asked.error.issues[0]?.message ?? null);
  const inAddress = ({ beginDate, endDate }: ReportDates): AddressChanges =>
    isDay ? { asOf: endDate } : { beginDate, endDate };
  const changeDates = (changes: Partial<ReportDates>) => {
    const next = { ...dates, ...changes };
    setDates(next);
    const checked = isDay ? AsOfQuery.safeParse({ asOf: next.endDate }) : ReportQuery.safeParse(next);
    if (checked.success) turn(inAddress(next));
  };

  const by = REPORT_GROUPS.find((group) => group === params.get('by')) ?? 'total';
  const cut: ReportFilters = {
    by,
    field: by === 'total' ? '' : (params.get('inField') ?? ''),
    span: by === 'total' ? '' : (params.get('span') ?? ''),
    account: by === 'total' ? '' : (params.get('account') ?? ''),
    only: REGISTER_CHOICES.find((only) => only === params.get('only')) ?? '',
    compare: COMPARISONS.find((years) => years === params.get('compare')) ?? '',
  };
  const cutInAddress = ({ by, field, span, account, only, compare }: ReportFilters): AddressChanges => ({
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
    cut,
    changeCut: (changes: Partial<ReportFilters>) => turn(cutInAddress({ ...cut, ...changes })),
    /** Link to another step of the report. */
    stepTo: (changes: Partial<ReportFilters>) =>
      linkTo(kind, { ...inAddress(dates), ...cutInAddress({ ...cut, ...changes }) }, { isStep: true }),
    linkTo,
  };
}

/** API path for the report as shown. */
export function reportPath(kind: SheetKind, { beginDate, endDate }: ReportDates, cut: ReportFilters): string {
  if (isCompared(kind, cut)) {
    const query = new URLSearchParams({ beginDate, endDate, years: cut.compare });
    return `/api/reports/comparative-disclosure?${query}`;
  }
  const query = new URLSearchParams(
    SHEETS[kind].covers === 'day' ? { asOf: endDate } : { beginDate, endDate },
  );
  if (SHEETS[kind].groups) query.set('by', cut.by);
  if (cut.field) query.set('field', cut.field);
  if (cut.span) query.set('year', cut.span);
  if (cut.account) query.set('account', cut.account);
  if (cut.only) query.set('only', cut.only);
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
