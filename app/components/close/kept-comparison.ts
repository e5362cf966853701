import { readCsvRecords } from '~/csv-records';
import {
  accountFigures,
  columnFigures,
  createJournalFigures,
  type KeptDifference,
  keptDifferences,
  type NamedFigures,
} from '~/domain/reports/kept-figures';
import type { PackFigures, PackRow } from '~/domain/reports/pack-ties';
import { ApiError, apiResponse, isUnauthorized } from '~/hooks/api-fetch';
import type { KeptReportView } from '~/schemas/close/close';

/** A report that a close kept, against the books now. */
export type ComparedReport = {
  report: KeptReportView;
  /** Whether the file has the SHA-256 that the close recorded; null where the browser can't compute it. */
  isIntact: boolean | null;
  /** Figures that differ; null where the file couldn't be read. */
  differences: readonly KeptDifference[] | null;
};

type Books = { companyId: string | null; month: string; figures: PackFigures };

/**
 * Reads the files that a close kept, one after the other, for the journal of a large company's month is long.
 * @param figures of the days that the files cover, as the books are now
 * @throws ApiError when the person is no longer signed in; NetworkError
 */
export async function compareKept(
  reports: readonly KeptReportView[],
  books: Books,
): Promise<ComparedReport[]> {
  const compared: ComparedReport[] = [];
  for (const report of reports) compared.push(await compareOne(report, books));
  return compared;
}

async function compareOne(
  report: KeptReportView,
  { companyId, month, figures }: Books,
): Promise<ComparedReport> {
  try {
    const file = await apiResponse(`/api/closes/${month}/reports/${report.id}`, { companyId });
    const bytes = new Uint8Array(await file.arrayBuffer());
    const kept = await figuresOf(report.name, bytes);
    return {
      report,
      isIntact: await isOfHash(bytes, report.sha256),
      differences: keptDifferences(kept, figuresNow(report.name, figures)),
    };
  } catch (error) {
    // The pack says that a file is missing; without the rest it would say nothing.
    if (!(error instanceof ApiError) || isUnauthorized(error)) throw error;
    return { report, isIntact: null, differences: null };
  }
}

/** The browser computes no hashes on a page without encryption. */
async function isOfHash(bytes: Uint8Array<ArrayBuffer>, sha256: string): Promise<boolean | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
}

/** The figures of a file. Those by well or field end with the total, and only that is kept in memory. */
async function figuresOf(name: KeptReportView['name'], bytes: Uint8Array): Promise<NamedFigures> {
  const journal = createJournalFigures();
  const accounts: PackRow[] = [];
  let titles: string[] | null = null;
  let last: PackRow = {};
  for await (const { cells } of readCsvRecords(inOnePiece(bytes))) {
    if (titles === null) {
      titles = cells;
      continue;
    }
    last = Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? '']));
    if (name === 'journal') journal.add(String(last.netValue));
    if (name === 'trial-balance') accounts.push(last);
  }
  if (name === 'journal') return journal.figures();
  if (name === 'trial-balance') return accountFigures(accounts);
  return columnFigures(name === 'rollforward' ? 'aro-rollforward' : name, [last]);
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function figuresNow(name: KeptReportView['name'], figures: PackFigures): NamedFigures {
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
