import { DISCLOSURE_CHANGES } from '~/domain/books/movement-kinds';
import { POSTING_NAMES, SOURCE_NAMES } from '~/domain/books/posting-kind-names';
import { displaySubAccount } from '~/domain/books/tie-out';

/** Groupings of the wells in a report. */
export const REPORT_GROUPS = ['total', 'field', 'well'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/**
 * A column of a report: its `id` in API responses and files, and its heading on screen, in print and in workbooks.
 * `at` marks balances, at the beginning or end of the report's period; other amounts are changes during the period.
 */
export type ReportColumn = { id: string; header: string } & (
  | { is: 'group'; inFile: 'always' | 'grouped' | 'never' }
  /** `isWellColumn`: blank in total and by field, and then omitted from a workbook. */
  | { is: 'text'; isWellColumn: boolean; format?: (value: string) => string }
  /** A ledger code, with its display names. Screens show the name; machine-readable files keep the code. */
  | { is: 'word'; labels: Readonly<Record<string, string>> }
  /** A number that identifies or counts something, such as a layer. */
  | { is: 'number' }
  /** A day, or an instant in UTC; either may be blank. */
  | { is: 'date' }
  | { is: 'instant' }
  | { is: 'input'; at?: 'begin' | 'end' }
  /** Computed from other columns. */
  | { is: 'sum'; at: 'end'; plus: readonly string[]; minus: readonly string[] }
);
export type SumColumn = Extract<ReportColumn, { is: 'sum' }>;

/** Subject of a row: a field, a well, or the total. @param inFile when a CSV file includes it */
const group = <In extends 'always' | 'grouped' | 'never'>(inFile: In) =>
  ({ id: 'group', header: 'Group', is: 'group', inFile }) as const;
const text = <Id extends string>(id: Id, header: string) =>
  ({ id, header, is: 'text', isWellColumn: false }) as const;
const wellText = <Id extends string>(id: Id, header: string) =>
  ({ id, header, is: 'text', isWellColumn: true }) as const;
const word = <Id extends string>(id: Id, header: string, labels: Readonly<Record<string, string>>) =>
  ({ id, header, is: 'word', labels }) as const;
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

/** The tabular reports, with their columns in order. Screen, print, workbook, file and ties are all derived from this list. */
const REPORTS = {
  'aro-rollforward': [
    group('never'),
    wellText('wellCode', 'Well Code'),
    wellText('wellName', 'Well Name'),
    wellText('field', 'Field'),
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
    { ...text('subAccount', 'Subaccount'), format: displaySubAccount },
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
    date('reversesOn', 'Original Date'),
    text('reversedBy', 'Reversed By'),
    instant('enteredAt', 'Entered (UTC)'),
    text('enteredBy', 'Entered By'),
    text('afterClose', 'After Close'),
    instant('approvedAt', 'Approved (UTC)'),
    text('approvedBy', 'Approved By'),
    number('evidence', 'Evidence'),
  ],
} as const satisfies Record<string, readonly ReportColumn[]>;

/** A tabular report, by its name in the API. */
export type ReportName = keyof typeof REPORTS;
/** Columns in the report's API response. */
export type ColumnId<Report extends ReportName> = Exclude<
  (typeof REPORTS)[Report][number],
  { inFile: 'never' }
>['id'];

/** All columns of a report. */
export function columnsOf(report: ReportName): readonly ReportColumn[] {
  return REPORTS[report];
}

/** Amount columns of a report. */
export function amountsOf(report: ReportName): readonly Extract<ReportColumn, { is: 'input' | 'sum' }>[] {
  return columnsOf(report).filter((column) => column.is === 'input' || column.is === 'sum');
}

/** Day of a balance column: the first or the last day of the report; null for changes during the period. */
export function balanceDay(report: ReportName, id: string): 'begin' | 'end' | null {
  return amountsOf(report).find((column) => column.id === id)?.at ?? null;
}

/** Columns that are sums of others. */
export function sumsOf(report: ReportName): readonly SumColumn[] {
  return columnsOf(report).filter((column) => column.is === 'sum');
}

/** Columns of the report's CSV file, in order. */
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
