import { DISCLOSURE_CHANGES } from '~/domain/books/movement-kinds';
import { POSTING_NAMES, SOURCE_NAMES } from '~/domain/books/posting-kind-names';
import { shownSubAccount } from '~/domain/books/tie-out';

/** How a report groups the wells. */
export const REPORT_GROUPS = ['total', 'field', 'well'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/**
 * A column of a report, by the name that answers and files have for it, with its heading on the screen, on paper and in a workbook.
 * `at` marks what the books have when the report's days begin or end; other amounts come about in between.
 */
export type ReportColumn = { id: string; header: string } & (
  | { is: 'group'; inFile: 'always' | 'grouped' | 'never' }
  /** `isOfWells`: blank in total and by field, and left out of a workbook then. */
  | { is: 'text'; isOfWells: boolean; shown?: (value: string) => string }
  /** One of a few words of the ledger’s, and how the screen says them; a file for programs has the ledger’s. */
  | { is: 'word'; words: Readonly<Record<string, string>> }
  /** A number that names or counts something, such as a layer. */
  | { is: 'number' }
  /** A day, or an instant in UTC; either may be blank. */
  | { is: 'date' }
  | { is: 'instant' }
  | { is: 'input'; at?: 'begin' | 'end' }
  /** Computed from other columns. */
  | { is: 'sum'; at: 'end'; plus: readonly string[]; minus: readonly string[] }
);
export type SumColumn = Extract<ReportColumn, { is: 'sum' }>;

/** What a row is of: a field, a well, or all there is. @param inFile whether a CSV file has it, too */
const group = <In extends 'always' | 'grouped' | 'never'>(inFile: In) =>
  ({ id: 'group', header: 'Group', is: 'group', inFile }) as const;
const text = <Id extends string>(id: Id, header: string) =>
  ({ id, header, is: 'text', isOfWells: false }) as const;
const ofWells = <Id extends string>(id: Id, header: string) =>
  ({ id, header, is: 'text', isOfWells: true }) as const;
const word = <Id extends string>(id: Id, header: string, words: Readonly<Record<string, string>>) =>
  ({ id, header, is: 'word', words }) as const;
const date = <Id extends string>(id: Id, header: string) => ({ id, header, is: 'date' }) as const;
const instant = <Id extends string>(id: Id, header: string) => ({ id, header, is: 'instant' }) as const;
const number = <Id extends string>(id: Id, header: string) => ({ id, header, is: 'number' }) as const;
const input = <Id extends string>(id: Id, header: string, at?: 'begin' | 'end') =>
  ({ id, header, is: 'input', at }) as const;
const sum = <Id extends string>(
  id: Id,
  header: string,
  plus: readonly string[],
  minus: readonly string[] = [],
) => ({ id, header, is: 'sum', at: 'end', plus, minus }) as const;

/** The reports that are tables, with their columns in order. Screen, paper, workbook, file and ties all follow from this one. */
const REPORTS = {
  'aro-rollforward': [
    group('never'),
    ofWells('wellCode', 'Well Code'),
    ofWells('wellName', 'Well Name'),
    ofWells('field', 'Field'),
    input('beginningBalance', 'Beginning Balance', 'begin'),
    input('additions', 'Additions'),
    input('accretion', 'Accretion'),
    input('reductions', 'Reductions'),
    sum('endingBalance', 'Ending Balance', ['beginningBalance', 'additions', 'accretion'], ['reductions']),
  ],
  disclosure: [
    group('always'),
    input('beginning', 'Beginning', 'begin'),
    input('opening', 'Brought In'),
    input('incurred', 'Incurred'),
    input('acquired', 'Acquired'),
    input('revisions', 'Revisions'),
    input('accretion', 'Accretion'),
    input('settled', 'Settled'),
    input('divested', 'Divested'),
    sum('ending', 'Ending', ['beginning', ...DISCLOSURE_CHANGES]),
    input('current', 'Current', 'end'),
    sum('nonCurrent', 'Non-Current', ['ending'], ['current']),
  ],
  'arc-rollforward': [
    group('always'),
    input('beginningCost', 'Beginning Cost', 'begin'),
    input('additions', 'Additions'),
    input('revisions', 'Revisions'),
    input('retired', 'Retired'),
    input('divested', 'Divested'),
    sum('endingCost', 'Ending Cost', ['beginningCost', 'additions', 'revisions', 'retired', 'divested']),
    input('beginningAccumulated', 'Beginning Accumulated', 'begin'),
    input('depreciation', 'Depreciation'),
    input('accumulatedRetired', 'Accumulated Retired'),
    sum('endingAccumulated', 'Ending Accumulated', [
      'beginningAccumulated',
      'depreciation',
      'accumulatedRetired',
    ]),
    sum('endingNet', 'Ending, Net', ['endingCost', 'endingAccumulated']),
  ],
  'trial-balance': [
    group('grouped'),
    text('mainAccount', 'Main Account'),
    { ...text('subAccount', 'Subaccount'), shown: shownSubAccount },
    text('name', 'Name'),
    input('beginning', 'Beginning', 'begin'),
    input('debits', 'Debits'),
    input('credits', 'Credits'),
    sum('ending', 'Ending', ['beginning', 'debits'], ['credits']),
  ],
  maturities: [
    group('grouped'),
    text('year', 'Due'),
    input('undiscounted', 'Undiscounted', 'end'),
    input('discounted', 'Discounted', 'end'),
  ],
  balances: [
    text('wellCode', 'Well Code'),
    text('field', 'Field'),
    number('layerNumber', 'Layer'),
    input('liability', 'Liability', 'end'),
    input('arcCost', 'ARC Cost', 'end'),
    input('arcAccumulated', 'Accumulated', 'end'),
    sum('arcNet', 'ARC, Net', ['arcCost', 'arcAccumulated']),
  ],
  postings: [
    number('postingId', 'Posting'),
    number('actId', 'Act'),
    date('effectiveOn', 'Date'),
    word('kind', 'Kind', POSTING_NAMES),
    word('source', 'Source', SOURCE_NAMES),
    text('wellCode', 'Well Code'),
    number('movements', 'Movements'),
    input('liability', 'Liability'),
    input('arcCost', 'ARC Cost'),
    input('arcAccumulated', 'Accumulated'),
    input('cash', 'Cash'),
    input('result', 'Income Effect'),
    text('memo', 'Memo'),
    text('reference', 'Reference'),
    number('reversesId', 'Reverses'),
    date('reversesOn', 'Reverses, Dated'),
    text('reversedBy', 'Reversed By'),
    instant('enteredAt', 'Entered (UTC)'),
    text('enteredBy', 'Entered By'),
    text('afterClose', 'After Close'),
    instant('approvedAt', 'Approved (UTC)'),
    text('approvedBy', 'Approved By'),
    number('evidence', 'Evidence'),
  ],
} as const satisfies Record<string, readonly ReportColumn[]>;

/** A report that is a table, by the name that its call has. */
export type ReportName = keyof typeof REPORTS;
/** The columns that its answer has. */
export type ColumnId<Report extends ReportName> = Exclude<
  (typeof REPORTS)[Report][number],
  { inFile: 'never' }
>['id'];

/** All columns of a report. */
export function columnsOf(report: ReportName): readonly ReportColumn[] {
  return REPORTS[report];
}

/** Its columns that are amounts. */
export function amountsOf(report: ReportName): readonly Extract<ReportColumn, { is: 'input' | 'sum' }>[] {
  return columnsOf(report).filter((column) => column.is === 'input' || column.is === 'sum');
}

/** Whether a column has a balance, of the report's first day or its last; null for what comes about in between. */
export function balanceDay(report: ReportName, id: string): 'begin' | 'end' | null {
  return amountsOf(report).find((column) => column.id === id)?.at ?? null;
}

/** Its columns that others add up to. */
export function sumsOf(report: ReportName): readonly SumColumn[] {
  return columnsOf(report).filter((column) => column.is === 'sum');
}

/** The columns of its CSV file, in their order. */
export function csvColumns<Report extends ReportName>(
  report: Report,
  by: ReportGroup = 'total',
): readonly ColumnId<Report>[] {
  const isInFile = (column: ReportColumn) =>
    column.is !== 'group' || column.inFile === 'always' || (column.inFile === 'grouped' && by !== 'total');
  return columnsOf(report)
    .filter(isInFile)
    .map(({ id }) => id as ColumnId<Report>);
}
