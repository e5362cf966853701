import { eq, sql } from 'drizzle-orm';
import { closeReport } from '#db/schema';
import { JOURNAL_COLUMNS } from '~/domain/books/journal';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { BYTE_ORDER_MARK, type CsvValue, csvLine } from '~/domain/files/csv-line';
import { csvColumns } from '~/domain/reports/report-columns';
import { AppError } from '~/errors';
import type { KeptReportView } from '~/schemas/close/close';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import { requireObject } from '~/services/platform/bucket.server';
import type { Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext, CompanyContext, CompanyScope } from '~/services/platform/context.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import { arcRollforwardReads, toArcRollforward } from '~/services/reports/arc-rollforward.server';
import { disclosureReads, toDisclosure } from '~/services/reports/disclosure.server';
import { getJournalEntries, journalReads } from '~/services/reports/journal.server';
import { rollforwardReads, toRollforward } from '~/services/reports/rollforward.server';
import { toTrialBalance, trialBalanceReads } from '~/services/reports/trial-balance.server';
import { keptReportsQuery } from './close-reads.server';
import { toKeptReport } from './close-view.server';
import { reportKey, storeReport } from './store-report.server';

type Days = { beginDate: CalendarDate; endDate: CalendarDate };
type TextChunks = Iterable<string> | AsyncIterable<string>;
type KeptReport = { name: KeptReportView['name']; sizeBytes: number; sha256: string };

/**
 * Generates the reports for the dates being closed and stores them in R2, one by one, so that only one is in memory. They
 * are stored before the close is written, so no month is ever closed without them; if the close fails, nothing refers to
 * them.
 *
 * @returns the statements that record them with the close, which is the newest of the company's period events
 * @throws R2's errors, and errors of reports that don't tie out; nothing is closed then
 * Source: every close keeps its reports as they were.
 */
export async function keepReports(ctx: CompanyAdminContext, days: Days): Promise<Statement[]> {
  const storedReports: KeptReport[] = [];
  for await (const { name, chunks } of reportsOf(ctx, days)) {
    storedReports.push({ name, ...(await storeReport(ctx, chunks)) });
  }
  const company = ledgerIdOf(ctx);
  return storedReports.map((report) =>
    ctx.db.insert(closeReport).values({
      company,
      event: sql`(select max(e.id) from period_event e where e.company = ${company})`,
      ...days,
      ...report,
    }),
  );
}

async function* reportsOf(
  ctx: CompanyAdminContext,
  days: Days,
): AsyncGenerator<{ name: KeptReportView['name']; chunks: TextChunks }> {
  const total = { ...days, by: 'total', format: 'json' } as const;
  const { trial, journal, groups } = await readAll(ctx, days);
  const rollforward = await readTogether(ctx.db, rollforwardReads(ctx, days));
  yield {
    name: 'rollforward',
    chunks: lines(csvColumns('aro-rollforward'), [
      ...toRollforward({ ...total, by: 'well' }, rollforward),
      ...toRollforward(total, rollforward).map((row) => ({ ...row, wellCode: 'Total' })),
    ]),
  };
  const disclosure = await readTogether(ctx.db, disclosureReads(ctx, days));
  yield {
    name: 'disclosure',
    chunks: lines(csvColumns('disclosure'), [
      ...toDisclosure({ ...total, by: 'field' }, disclosure),
      ...toDisclosure(total, disclosure),
    ]),
  };
  const arc = await readTogether(ctx.db, arcRollforwardReads(ctx, days));
  yield {
    name: 'arc-rollforward',
    chunks: lines(csvColumns('arc-rollforward'), [
      ...toArcRollforward({ ...total, by: 'well' }, arc),
      ...toArcRollforward(total, arc),
    ]),
  };
  yield {
    name: 'trial-balance',
    chunks: lines(csvColumns('trial-balance'), toTrialBalance(total, { ...trial, groups })),
  };
  yield { name: 'journal', chunks: journalLines(ctx, journal) };
}

/** Reads the small parts of all reports in one round trip. */
async function readAll(ctx: CompanyAdminContext, days: Days) {
  const query = { ...days, by: 'total', format: 'json' } as const;
  const trial = trialBalanceReads(ctx, query);
  const { groups, ...rows } = await readTogether(ctx.db, {
    ...journalReads(ctx, days),
    groups: trial.groups,
  });
  return { groups, trial: { companies: rows.companies }, journal: rows };
}

function* lines<Column extends string>(
  columns: readonly Column[],
  rows: readonly Record<Column, CsvValue>[],
): Generator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns);
  for (const row of rows) yield csvLine(columns.map((column) => row[column]));
}

async function* journalLines(
  ctx: CompanyAdminContext,
  rows: RowsOf<ReturnType<typeof journalReads>>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(JOURNAL_COLUMNS);
  for await (const batch of getJournalEntries(ctx, rows)) {
    yield batch.map((row) => csvLine(JOURNAL_COLUMNS.map((column) => row[column]))).join('');
  }
}

type Compression = ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array>;

const REPORT_ID = /^(\d{1,15})-([a-z-]{1,20})$/;

/** One of the company's stored reports, by id. Returns an unexecuted statement. */
export function keptReportReads(scope: CompanyScope, reportId: string) {
  const [, event = '0', name = ''] = REPORT_ID.exec(reportId) ?? [];
  const isTarget = sql`${eq(closeReport.event, Number(event))} and ${eq(closeReport.name, name)}`;
  return { reports: keptReportsQuery(scope, isTarget) };
}

/**
 * A report as a close stored it: exactly the bytes whose SHA-256 is recorded.
 * @param rows result of keptReportReads
 * @throws AppError not-found, also when the file is missing from R2
 */
export async function readKeptReport(
  ctx: CompanyContext,
  { reports }: RowsOf<ReturnType<typeof keptReportReads>>,
): Promise<{ report: KeptReportView; body: ReadableStream<Uint8Array> }> {
  const [row] = reports;
  if (!row) throw new AppError('not-found', 'Report not found');
  const object = await requireObject(ctx, reportKey(ctx.companyId, row.sha256));
  const body = object.body.pipeThrough(new DecompressionStream('gzip') as unknown as Compression);
  return { report: toKeptReport(row), body };
}
