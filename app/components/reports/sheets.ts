import type { LinkProps } from '@remix-run/react';
import { MATURITY_YEARS } from '~/domain/books/maturities';
import { type AccountKey, accountNumber } from '~/domain/books/tie-out';
import { addReportingYears } from '~/domain/calendar/calendar-date';
import { formatCents, parseCents } from '~/domain/money/money';
import { DISCLOSURE_LINES } from '~/domain/reports/comparative-disclosure';
import { amountsOf, balanceDay } from '~/domain/reports/report-columns';
import { REPORT_NAMES } from '~/domain/reports/report-names';
import type { Format } from '~/hooks/use-format';
import type { MaturityView } from '~/schemas/reports/report-views';
import { comparativeTable, isCompared } from './comparative-table';
import { registerRows } from './register-table';
import type { ReportDates, ReportFilters } from './report-state';

/** On-screen reports, in menu order. */
export const SHEET_KINDS = [
  'aro-rollforward',
  'disclosure',
  'arc-rollforward',
  'maturities',
  'trial-balance',
  'balances',
  'postings',
] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];

type Sheet = {
  title: string;
  description: string;
  /** Covers a period of two dates, or shows balances as of one day. */
  covers: 'dates' | 'day';
  /** Set when the report can be grouped by field and by well: with buttons, or only by drilling into its amounts. */
  groups?: 'buttons' | 'amounts';
  /** Uses the full window: always, or only when grouped by field or well. */
  isWide?: 'always' | 'grouped';
  /** Meaning of a sign, when it isn't obvious. */
  signs?: string;
  /** Shown when there are no rows. */
  empty: string;
};

export const SHEETS: Record<SheetKind, Sheet> = {
  'aro-rollforward': {
    title: REPORT_NAMES['aro-rollforward'],
    description: 'Beginning balance, additions, accretion, reductions and ending balance of the liability.',
    covers: 'dates',
    groups: 'buttons',
    isWide: 'grouped',
    empty: 'Nothing was posted through the end date.',
  },
  disclosure: {
    title: REPORT_NAMES.disclosure,
    description: 'Changes in the liability between two dates: the reconciliation of ASC 410-20-50-1(c).',
    covers: 'dates',
    groups: 'buttons',
    isWide: 'grouped',
    empty: 'Nothing was posted through the end date.',
  },
  'arc-rollforward': {
    title: REPORT_NAMES['arc-rollforward'],
    description: 'Changes in the asset retirement cost and its accumulated depreciation between two dates.',
    covers: 'dates',
    groups: 'buttons',
    isWide: 'grouped',
    empty: 'Nothing was posted through the end date.',
  },
  maturities: {
    title: REPORT_NAMES.maturities,
    description: 'Amounts due in each 12-month period after a date, discounted and undiscounted.',
    covers: 'day',
    groups: 'buttons',
    empty: 'Nothing was posted through this date.',
  },
  'trial-balance': {
    title: REPORT_NAMES['trial-balance'],
    description: 'Each account of the journal, life to date.',
    signs: 'A balance in parentheses is a credit',
    covers: 'dates',
    groups: 'amounts',
    isWide: 'always',
    empty: 'Nothing was posted through the end date.',
  },
  balances: {
    title: REPORT_NAMES.balances,
    description: 'The liability and the asset of every layer as of a date.',
    covers: 'day',
    isWide: 'always',
    empty: 'Nothing was posted through this date.',
  },
  postings: {
    title: REPORT_NAMES.postings,
    description: 'Every posting, with who entered it and when, and who approved it.',
    signs: 'In parentheses: reductions of a liability or an asset, cash paid, and expenses and losses',
    covers: 'dates',
    isWide: 'always',
    empty: 'No matching postings in this period.',
  },
};

export function isSheetKind(dialog: string | null): dialog is SheetKind {
  return SHEET_KINDS.some((kind) => kind === dialog);
}

/** A row of any report. Amounts are strings, as in API responses. */
export type SheetRow = Record<string, string | number | null>;

export type SheetColumn = {
  id: string;
  name: string;
  /** Amount columns show the currency in their heading. */
  isAmount: boolean;
  /** True when a column total is meaningful. */
  addsUp: boolean;
  /** Keeps the text on one line, such as a date or an account number. */
  isWhole?: boolean;
  /** Period of the column's amounts, when a report has several periods. */
  days?: ReportDates;
  /** ID of the value to show on a cell's second line. */
  below?: string;
  /** Drill-down link of a cell. */
  link?: (row: SheetRow) => LinkProps | undefined;
};

export const text = (id: string, name: string): SheetColumn => ({ id, name, isAmount: false, addsUp: false });
export const amount = (id: string, name: string, addsUp = true): SheetColumn => ({
  id,
  name,
  isAmount: true,
  addsUp,
});

const amountColumns = (kind: SheetKind) => amountsOf(kind).map(({ id, header }) => amount(id, header));

/** Row key for the field of a subtotal; not a column. */
const SUBTOTAL = 'subtotal';

const whole = (id: string, name: string): SheetColumn => ({ ...text(id, name), isWhole: true });

/** Register columns hidden when no posting has a value for them. */
const OPTIONAL_COLUMNS = ['arcAccumulated', 'cash', 'approvedBy', 'remarks'];

/** Lines that sum other lines when a report is in total. */
const SUM_LINES = [
  'beginningBalance',
  'endingBalance',
  'beginning',
  'ending',
  'beginningCost',
  'endingCost',
  'beginningAccumulated',
  'endingAccumulated',
  'endingNet',
];
const LINE_NAMES: Record<string, string> = {
  ...DISCLOSURE_LINES,
  beginningCost: 'Beginning cost',
  additions: 'Liabilities incurred and acquired',
  retired: 'Retired at final settlements',
  endingCost: 'Ending cost',
  beginningAccumulated: 'Beginning accumulated depreciation',
  depreciation: 'Depreciation',
  accumulatedRetired: 'Removed with retirements and divestitures',
  endingAccumulated: 'Ending accumulated depreciation',
  endingNet: 'Net asset retirement cost',
};

export type SheetTable = {
  columns: readonly SheetColumn[];
  rows: readonly SheetRow[];
  /** True for rows that sum other rows. */
  isSum: (row: SheetRow) => boolean;
};

type View = { filters: ReportFilters; day: string; format: Format };
type Rows = readonly SheetRow[];

export function sheetTable(kind: SheetKind, rows: Rows, view: View): SheetTable {
  return TABLES[kind](rows, view);
}

const TABLES: Record<SheetKind, (rows: Rows, view: View) => SheetTable> = {
  'aro-rollforward': (rows, { filters }) => {
    const amounts = amountColumns('aro-rollforward');
    if (filters.by === 'total') return verticalTable(rows, amounts);
    const groupedRows = rows.map((row) => ({
      ...row,
      group: row[filters.by === 'well' ? 'wellCode' : 'field']!,
    }));
    const columns = [...groupColumn(filters), ...amounts];
    if (filters.by === 'field') return plainTable(columns, groupedRows);
    return { columns, ...withSubtotals(groupedRows, 'group', amounts) };
  },
  disclosure: (rows, { filters, format }) =>
    isCompared('disclosure', filters)
      ? comparativeTable(rows, format)
      : noteTable('disclosure', rows, filters),
  'arc-rollforward': (rows, { filters }) => noteTable('arc-rollforward', rows, filters),
  maturities: (rows, { filters, day, format }) =>
    plainTable(
      [
        ...groupColumn(filters),
        ...(filters.span ? [] : [text('year', 'Due')]),
        ...amountColumns('maturities'),
      ],
      rows.map((row) => ({
        ...row,
        span: row.year!,
        year: spanName((row as MaturityView).year, day, format),
      })),
    ),
  'trial-balance': (rows, { filters }) =>
    plainTable(
      [
        ...groupColumn(filters),
        ...(filters.account ? [] : [whole('account', 'Account'), text('name', 'Name')]),
        ...amountColumns('trial-balance'),
      ],
      rows.map((row) => ({ ...row, account: accountNumber(row as SheetRow & AccountKey) })),
    ),
  balances: (rows) => {
    const amounts = amountColumns('balances');
    const names = [text('wellCode', 'Well Code'), text('field', 'Field'), text('layerNumber', 'Layer')];
    return { columns: [...names, ...amounts], ...withSubtotals(rows, 'wellCode', amounts) };
  },
  postings: (rows, { format }) => {
    // Workbooks and CSV files have a separate column for each remark.
    const columns = [
      whole('postingId', 'Posting'),
      whole('date', 'Date'),
      text('kindName', 'Kind'),
      text('of', 'Well'),
      ...amountColumns('postings'),
      { ...text('enteredBy', 'Entered'), below: 'entered' },
      text('approvedBy', 'Approved By'),
      text('remarks', 'Remarks'),
    ];
    const displayRows = registerRows(rows, format);
    const isNeeded = ({ id }: SheetColumn) =>
      !OPTIONAL_COLUMNS.includes(id) || displayRows.some((row) => row[id] && row[id] !== '0.00');
    return plainTable(columns.filter(isNeeded), displayRows);
  },
};

/**
 * The disclosure and the ARC rollforward. In total, lines run top to bottom as in a note to the financial statements; by field or
 * by well, each line is a column. Balances always get a column, changes only when some row has an amount.
 */
function noteTable(kind: 'disclosure' | 'arc-rollforward', rows: Rows, filters: ReportFilters): SheetTable {
  const amounts = amountColumns(kind);
  if (filters.by === 'total') {
    const lineColumns = amounts.map((column) => ({ ...column, name: LINE_NAMES[column.id]! }));
    return verticalTable(rows, lineColumns);
  }
  const isNeeded = ({ id }: SheetColumn) =>
    balanceDay(kind, id) !== null || rows.some((row) => row[id] !== '0.00');
  return plainTable([...groupColumn(filters), ...amounts.filter(isNeeded)], rows);
}

/** Turns the columns of a report's single total row into lines. */
function verticalTable([total]: Rows, lines: readonly SheetColumn[]): SheetTable {
  return {
    columns: [text('name', 'Line'), amount('amount', 'Amount', false)],
    rows: lines.map(({ id, name }) => ({ id, name, amount: total![id]! })),
    isSum: ({ id }) => SUM_LINES.includes(String(id)),
  };
}

function plainTable(columns: readonly SheetColumn[], rows: Rows): SheetTable {
  return { columns, rows, isSum: () => false };
}

function groupColumn({ by }: ReportFilters): SheetColumn[] {
  return by === 'total' ? [] : [text('group', by === 'field' ? 'Field' : 'Well Code')];
}

/** Rollforward by well with the wells' full identification, as in its CSV file. */
export function wellRollforward(rows: readonly SheetRow[]): SheetTable {
  const columns = [
    whole('wellCode', 'Well Code'),
    text('wellName', 'Well Name'),
    text('field', 'Field'),
    ...amountColumns('aro-rollforward'),
  ];
  return plainTable(columns, rows);
}

/**
 * Rows of wells sorted by field, with a subtotal after each field. A single field gets none, since the total covers it.
 * @param labelColumn column that shows the label of a subtotal
 */
function withSubtotals(
  rows: readonly SheetRow[],
  labelColumn: string,
  amounts: readonly SheetColumn[],
): Pick<SheetTable, 'rows' | 'isSum'> {
  const isSum = isSubtotal;
  const fields = Map.groupBy(rows, (row) => String(row.field));
  if (fields.size < 2) return { rows, isSum };
  const sorted = [...fields].sort(([a], [b]) => a.localeCompare(b));
  return {
    rows: sorted.flatMap(([field, wells]) => [
      ...wells,
      {
        id: `${SUBTOTAL} ${field}`,
        [SUBTOTAL]: field,
        [labelColumn]: `Total ${field}`,
        ...Object.fromEntries(
          amounts.map(({ id }) => [
            id,
            formatCents(wells.reduce((sum, row) => sum + parseCents(String(row[id])), 0n)),
          ]),
        ),
      },
    ]),
    isSum,
  };
}

/** True for a field's subtotal, which has no drill-down: its wells are the rows above it. */
export function isSubtotal(row: SheetRow): boolean {
  return row[SUBTOTAL] !== undefined;
}

/** Label for postings entered after their month was closed. */
export const AFTER_CLOSE = 'Entered after the close';

/** Active filters of a report, for its heading and for print. */
export function filterLabels(
  { field, span, account, only }: ReportFilters,
  day: string,
  format: Format,
): string[] {
  const year = MATURITY_YEARS.find((option) => String(option) === span);
  const afterCloseLabel = only === 'after-close' ? AFTER_CLOSE : '';
  return [afterCloseLabel, account, year ? spanName(year, day, format) : '', field].filter(
    (name) => name !== '',
  );
}

/** "Through Dec 31, 2026, or overdue", "Through Dec 31, 2027", …, "After Dec 31, 2030" */
function spanName(year: MaturityView['year'], day: string, format: Format): string {
  if (year === 'after') return `After ${format.date(addReportingYears(day, 5))}`;
  const through = `Through ${format.date(addReportingYears(day, year))}`;
  return year === 1 ? `${through}, or overdue` : through;
}
