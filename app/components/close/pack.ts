import { latestSeal } from '~/components/reports/printed-facts';
import { changesOfMonth } from '~/domain/books/close';
import { WORKLIST_KINDS, type WorklistKind } from '~/domain/books/worklist';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { WorkbookEntry } from '~/domain/reports/journal-workbook';
import { nettedLines } from '~/domain/reports/netted-lines';
import type { PackFigures, PackRow } from '~/domain/reports/pack-ties';
import type { Api } from '~/hooks/use-api';
import type { SealView } from '~/schemas/audit/seal';
import type { PeriodsView } from '~/schemas/books/period';
import type { WorklistItem, WorklistPage } from '~/schemas/books/worklist';
import type { CloseView } from '~/schemas/close/close';
import type { CloseChangesView } from '~/schemas/close/close-changes';
import type { JournalPageView } from '~/schemas/reports/report-views';
import { type ComparedReport, compareSavedReports } from './saved-report-comparison';
import type { MethodSettings } from './settings-text';

/** Maximum worklist rows per kind; the pack notes when a list is cut off. */
export const MAX_WORKLIST_ROWS = 100;

export type PackDays = { beginDate: string; endDate: string };

/** Contents of a report pack, for a month or for the fiscal year through the month's end. */
export type Pack = {
  close: CloseView;
  /** Period of its reports, ending with the month. */
  days: PackDays;
  /** Every close and reopening of the company's books, newest first. */
  history: PeriodsView['history'];
  /** Events that closed or reopened the month. */
  changes: PeriodsView['history'];
  seal: SealView | null;
  settings: MethodSettings;
  figures: PackFigures;
  journal: JournalPageView;
  /** One line per account of a voucher, plus the amounts that cancel within vouchers. */
  lines: readonly WorkbookEntry[];
  worklist: { kind: WorklistKind; items: readonly WorklistItem[]; hasMore: boolean }[];
  /** Reports the close kept, compared with the current books; empty while the month is open. */
  savedReports: readonly ComparedReport[];
  /** Period of the kept reports. */
  savedReportDays: PackDays | null;
  /** Changes within the period from each close of the month to the next, newest first; empty unless it was reopened. */
  closeChanges: readonly CloseChangesView[];
};

/**
 * Fetches the reports of a pack, by field and account, from the current books.
 * @param beginDate start of the reports, if before the month
 * @throws ApiError, NetworkError
 */
export async function fetchPack(
  api: Api,
  companyId: string | null,
  { month, beginDate }: { month: string; beginDate?: CalendarDate | undefined },
): Promise<Pack> {
  const [close, periods, seal, settings] = await Promise.all([
    api<CloseView>(`/api/closes/${month}`),
    api<PeriodsView>('/api/periods'),
    latestSeal(api),
    api<MethodSettings>(`/api/companies/${encodeURIComponent(companyId ?? '')}/settings`),
  ]);
  const days = { beginDate: beginDate ?? close.begin, endDate: close.end };
  const [current, lines, worklist, closeChanges] = await Promise.all([
    fetchFigures(api, days),
    api<WorkbookEntry[]>(
      `/api/reports/journal-entries?${new URLSearchParams({ ...days, lines: 'summary' })}`,
    ),
    Promise.all(WORKLIST_KINDS.map((kind) => fetchWorklist(api, kind, close.end))),
    api<CloseChangesView[]>(
      `/api/closes/${month}/changes?${new URLSearchParams({ beginDate: days.beginDate })}`,
    ),
  ]);
  const { savedReports, savedReportDays } = await fetchSavedReports(api, companyId, close, {
    days,
    figures: current.figures,
  });
  return {
    close,
    days,
    history: periods.history,
    changes: changesOfMonth(periods.history, close.end),
    seal,
    settings,
    ...current,
    lines: [...lines, ...nettedLines(lines, current.journal.accounts)],
    worklist,
    savedReports,
    savedReportDays,
    closeChanges,
  };
}

/** Reports of a period by field and account, and the journal's totals. */
async function fetchFigures(api: Api, days: PackDays): Promise<Pick<Pack, 'figures' | 'journal'>> {
  const dates = new URLSearchParams(days);
  const [rollforward, disclosure, arc, trialBalance, journal] = await Promise.all([
    api<PackRow[]>(`/api/reports/aro-rollforward?${dates}&by=field`),
    api<PackRow[]>(`/api/reports/disclosure?${dates}&by=field`),
    api<PackRow[]>(`/api/reports/arc-rollforward?${dates}&by=field`),
    api<PackRow[]>(`/api/reports/trial-balance?${dates}`),
    api<JournalPageView>(`/api/reports/journal?${dates}`),
  ]);
  return { figures: { rollforward, disclosure, arc, trialBalance, journal: journal.accounts }, journal };
}

async function fetchWorklist(api: Api, kind: WorklistKind, asOf: CalendarDate) {
  const query = new URLSearchParams({ kind, asOf, limit: String(MAX_WORKLIST_ROWS) });
  const page = await api<WorklistPage>(`/api/worklist?${query}`);
  return { kind, items: page.items, hasMore: page.nextCursor !== null };
}

/** Reports of the month's newest close, which may cover more than the month, compared with the current books for the same days. */
async function fetchSavedReports(
  api: Api,
  companyId: string | null,
  close: CloseView,
  current: { days: PackDays; figures: PackFigures },
): Promise<Pick<Pack, 'savedReports' | 'savedReportDays'>> {
  const [latest] = close.reports;
  if (close.state === 'open' || !latest) return { savedReports: [], savedReportDays: null };
  const { beginDate, endDate, closedAt } = latest;
  const savedReportDays = { beginDate, endDate };
  const isMonth = beginDate === current.days.beginDate && endDate === current.days.endDate;
  const figures = isMonth ? current.figures : (await fetchFigures(api, savedReportDays)).figures;
  const reports = close.reports.filter((report) => report.closedAt === closedAt);
  return {
    savedReports: await compareSavedReports(reports, { companyId, month: close.month, figures }),
    savedReportDays,
  };
}
