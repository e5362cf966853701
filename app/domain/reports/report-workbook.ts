import { amountCell, type TableColumn, type TableSheet, tableSheet } from '~/domain/files/workbook';

/** A row of a report as calls answer it; amounts are text. */
type ReportRow = Readonly<Record<string, string | number | null | undefined>>;

type Term = { id: string; header: string };
type Line = Term &
  /** What a row is of: a field, a well, or all there is. */
  (
    | { is: 'group' }
    /** `isOfWells`: blank in total and by field, and then left out. */
    | { is: 'text'; isOfWells?: boolean }
    /** A number that names something, such as a layer. */
    | { is: 'number' }
    | { is: 'input' }
    /** What is added and taken off. */
    | { is: 'sum'; plus: readonly string[]; minus?: readonly string[] }
  );

const GROUP: Line = { id: 'group', header: 'Group', is: 'group' };
const text = (id: string, header: string): Line => ({ id, header, is: 'text' });
const ofWells = (id: string, header: string): Line => ({ id, header, is: 'text', isOfWells: true });
const number = (id: string, header: string): Line => ({ id, header, is: 'number' });
const input = (id: string, header: string): Line => ({ id, header, is: 'input' });
const sum = (id: string, header: string, plus: readonly string[], minus?: readonly string[]): Line => ({
  id,
  header,
  is: 'sum',
  plus,
  minus,
});

/** The reports that can be had as a workbook, with what each of their columns is made of. */
const REPORTS = {
  'aro-rollforward': [
    GROUP,
    ofWells('wellCode', 'Well Code'),
    ofWells('wellName', 'Well Name'),
    ofWells('field', 'Field'),
    input('beginningBalance', 'Beginning Balance'),
    input('additions', 'Additions'),
    input('accretion', 'Accretion'),
    input('reductions', 'Reductions'),
    sum('endingBalance', 'Ending Balance', ['beginningBalance', 'additions', 'accretion'], ['reductions']),
  ],
  disclosure: [
    GROUP,
    input('beginning', 'Beginning'),
    input('opening', 'Brought In'),
    input('incurred', 'Incurred'),
    input('acquired', 'Acquired'),
    input('revisions', 'Revisions'),
    input('accretion', 'Accretion'),
    input('settled', 'Settled'),
    input('divested', 'Divested'),
    sum('ending', 'Ending', [
      'beginning',
      'opening',
      'incurred',
      'acquired',
      'revisions',
      'accretion',
      'settled',
      'divested',
    ]),
    input('current', 'Current'),
    sum('nonCurrent', 'Non-Current', ['ending'], ['current']),
  ],
  'arc-rollforward': [
    GROUP,
    input('beginningCost', 'Beginning Cost'),
    input('additions', 'Additions'),
    input('revisions', 'Revisions'),
    input('retired', 'Retired'),
    input('divested', 'Divested'),
    sum('endingCost', 'Ending Cost', ['beginningCost', 'additions', 'revisions', 'retired', 'divested']),
    input('beginningAccumulated', 'Beginning Accumulated'),
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
    GROUP,
    text('mainAccount', 'Main Account'),
    text('subAccount', 'Subaccount'),
    text('name', 'Name'),
    input('beginning', 'Beginning'),
    input('debits', 'Debits'),
    input('credits', 'Credits'),
    sum('ending', 'Ending', ['beginning', 'debits'], ['credits']),
  ],
  maturities: [
    GROUP,
    text('year', 'Due'),
    input('undiscounted', 'Undiscounted'),
    input('discounted', 'Discounted'),
  ],
  balances: [
    text('wellCode', 'Well Code'),
    text('field', 'Field'),
    number('layerNumber', 'Layer'),
    input('liability', 'Liability'),
    input('arcCost', 'ARC Cost'),
    input('arcAccumulated', 'Accumulated'),
    sum('arcNet', 'ARC, Net', ['arcCost', 'arcAccumulated']),
  ],
  postings: [
    text('postingId', 'Posting'),
    text('actId', 'Act'),
    text('effectiveOn', 'Date'),
    text('kind', 'Kind'),
    text('source', 'Source'),
    text('wellCode', 'Well Code'),
    number('movements', 'Movements'),
    input('liability', 'Liability'),
    input('arcCost', 'ARC Cost'),
    input('arcAccumulated', 'Accumulated'),
    input('cash', 'Cash'),
    input('result', 'Gain or Loss'),
    text('memo', 'Memo'),
    text('reference', 'Reference'),
    text('reversesId', 'Reverses'),
    text('reversedBy', 'Reversed By'),
    text('enteredAt', 'Entered'),
    text('enteredBy', 'Entered By'),
    text('afterClose', 'After Close'),
    text('approvedAt', 'Approved'),
    text('approvedBy', 'Approved By'),
    number('evidence', 'Evidence'),
  ],
} as const satisfies Record<string, readonly Line[]>;

/** What a row is of is said in the words of the screen. */
const GROUP_HEADERS = { total: 'Group', field: 'Field', well: 'Well Code' };

/** Which report, the lines above its table, and its rows. */
export type ReportWorkbook = {
  report: keyof typeof REPORTS;
  by: keyof typeof GROUP_HEADERS;
  heading: readonly string[];
  rows: readonly ReportRow[];
};

const MOST_IN_NAME = 31;

/**
 * A report as a sheet: what the ledger says are figures, what follows from them are formulas. Beside each ending the ledger's
 * own ending, and the difference, which is zero.
 * @param heading title first, then what it covers and what it rests on
 */
export function reportSheet({ report, by, heading, rows }: ReportWorkbook): TableSheet {
  const lines: readonly Line[] = REPORTS[report];
  const says = ({ id }: Line) => rows.length === 0 || rows.some((row) => (row[id] ?? '') !== '');
  const isNamed = (line: Line) =>
    line.is === 'number' || (line.is === 'text' && (!line.isOfWells || says(line)));
  // A row that has no other name is the total itself.
  const isTotal = by === 'total' && !lines.some(isNamed);
  const hasGroup = by === 'total' ? isTotal : rows.some((row) => row.group);
  const shown = lines.filter((line) => (line.is === 'group' ? hasGroup : isAmount(line) || isNamed(line)));
  const ending = shown.find(({ is, id }) => is === 'sum' && id.startsWith('ending'));
  const columns = shown.map((line) => toColumn(line, by));
  if (ending) columns.push(...tieColumns(ending));
  return tableSheet({
    name: (heading[0] ?? '').slice(0, MOST_IN_NAME),
    heading,
    columns: columns.map((column) => ({ ...column, addsUp: column.addsUp && !isTotal })),
    rows,
  });
}

function isAmount({ is }: Line): boolean {
  return is === 'input' || is === 'sum';
}

/** The columns of a report that are amounts, with their headings. */
export function amountsOf(report: keyof typeof REPORTS): readonly Term[] {
  return (REPORTS[report] as readonly Line[]).filter(isAmount);
}

function toColumn(line: Line, by: ReportWorkbook['by']): TableColumn<ReportRow> {
  const { id, header } = line;
  const textOf = (row: ReportRow) => String(row[id] ?? '');
  if (line.is === 'group') {
    const ofAll = by === 'total' ? 'Total' : '';
    return {
      id,
      header: GROUP_HEADERS[by],
      width: 22,
      cell: (row) => ({ text: textOf(row) || ofAll }),
    };
  }
  if (line.is === 'text') return { id, header, width: 22, cell: (row) => ({ text: textOf(row) }) };
  if (line.is === 'number')
    return { id, header, width: 8, cell: (row) => ({ figure: textOf(row), format: 'number' }) };
  if (line.is === 'input')
    return { id, header, addsUp: true, cell: (row) => amountCell(String(row[id] ?? '0.00')) };
  const { plus, minus = [] } = line;
  return {
    id,
    header,
    addsUp: true,
    cell: (_row, { here }) => {
      const terms = [plus.map(here).join('+'), ...minus.map(here)].join('-');
      // To cents: sums of binary fractions are off by trillionths, and a difference of those is not zero.
      return { formula: `=ROUND(${terms},2)`, format: 'amount' };
    },
  };
}

function tieColumns({ id }: Term): TableColumn<ReportRow>[] {
  return [
    {
      id: 'ledger',
      header: 'Ending per Ledger',
      width: 20,
      addsUp: true,
      cell: (row) => amountCell(String(row[id] ?? '0.00')),
    },
    {
      id: 'difference',
      header: 'Difference',
      addsUp: true,
      cell: (_row, { here }) => ({ formula: `=ROUND(${here(id)}-${here('ledger')},2)`, format: 'amount' }),
    },
  ];
}
