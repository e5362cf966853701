import { readCsvRecords } from '~/csv-records';
import {
  accountFigures,
  type ChangeSinceClose,
  changesSinceClose,
  columnFigures,
  createJournalFigures,
  type NamedFigures,
} from '~/domain/reports/changes-since-close';
import type { PackFigures, PackRow } from '~/domain/reports/pack-ties';
import { ApiError, apiResponse, isUnauthorized } from '~/hooks/api-fetch';
import type { KeptReportView } from '~/schemas/close/close';

/** A report kept by a close, compared with the current books. */
export type ComparedReport = {
  report: KeptReportView;
  /** True when the file has the SHA-256 recorded at the close; null if the browser can't compute it. */
  isIntact: boolean | null;
  /** Figures that differ; null if the file couldn't be read. */
  differences: readonly ChangeSinceClose[] | null;
};

type Books = { companyId: string | null; month: string; figures: PackFigures };

/**
 * Compares the files kept by a close one by one, because the journal of a large company's month is long.
 * @param figures current figures for the days that the files cover
 * @throws ApiError if the user is no longer signed in; NetworkError
 */
export async function compareSavedReports(
  reports: readonly KeptReportView[],
  books: Books,
): Promise<ComparedReport[]> {
  const comparisons: ComparedReport[] = [];
  for (const report of reports) comparisons.push(await compareReport(report, books));
  return comparisons;
}

async function compareReport(
  report: KeptReportView,
  { companyId, month, figures }: Books,
): Promise<ComparedReport> {
  try {
    const file = await apiResponse(`/api/closes/${month}/reports/${report.id}`, { companyId });
    const bytes = new Uint8Array(await file.arrayBuffer());
    const savedFigures = await readFigures(report.name, bytes);
    return {
      report,
      isIntact: await matchesHash(bytes, report.sha256),
      differences: changesSinceClose(savedFigures, currentFigures(report.name, figures)),
    };
  } catch (error) {
    // Report a missing file within the pack, instead of failing the whole pack.
    if (!(error instanceof ApiError) || isUnauthorized(error)) throw error;
    return { report, isIntact: null, differences: null };
  }
}

/** Browsers can't compute hashes on a page without HTTPS. */
async function matchesHash(bytes: Uint8Array<ArrayBuffer>, sha256: string): Promise<boolean | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
}

/** Figures of a file. Reports by well or field end with their total, so only the last row is kept in memory. */
async function readFigures(name: KeptReportView['name'], bytes: Uint8Array): Promise<NamedFigures> {
  const journal = createJournalFigures();
  const accounts: PackRow[] = [];
  let titles: string[] | null = null;
  let lastRow: PackRow = {};
  for await (const { cells } of readCsvRecords(singleChunk(bytes))) {
    if (titles === null) {
      titles = cells;
      continue;
    }
    lastRow = Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? '']));
    if (name === 'journal') journal.add(String(lastRow.netValue));
    if (name === 'trial-balance') accounts.push(lastRow);
  }
  if (name === 'journal') return journal.figures();
  if (name === 'trial-balance') return accountFigures(accounts);
  return columnFigures(name === 'rollforward' ? 'aro-rollforward' : name, [lastRow]);
}

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function currentFigures(name: KeptReportView['name'], figures: PackFigures): NamedFigures {
  switch (name) {
    case 'rollforward':
      return columnFigures('aro-rollforward', figures.rollforward);
    case 'disclosure':
      return columnFigures('disclosure', figures.disclosure);
    case 'arc-rollforward':
      return columnFigures('arc-rollforward', figures.arc);
    case 'trial-balance':
      return accountFigures(figures.trialBalance);
    case 'journal': {
      const journal = createJournalFigures();
      for (const { debits, credits } of figures.journal) {
        journal.add(debits);
        journal.add(`-${credits}`);
      }
      return journal.figures();
    }
  }
}
