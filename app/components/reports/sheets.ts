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
import type { ReportCut, ReportDates } from './report-state';

/** Reports that are read on the screen, in the order of their menu. */
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
  /** Whether it covers two dates or looks at one. */
  covers: 'dates' | 'day';
  /** Whether it can be had by field and by well; and whether there are buttons for that, or only its amounts lead there. */
  groups?: 'buttons' | 'amounts';
  /** Whether it takes the whole window: always, or by field and by well. */
  isWide?: 'always' | 'grouped';
  /** What a sign means, where that is not plain. */
  signs?: string;
  /** In place of rows when there are none. */
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
    description: 'What changed the liability between two dates: the reconciliation of ASC 410-20-50-1(c).',
    covers: 'dates',
    groups: 'buttons',
    isWide: 'grouped',
    empty: 'Nothing was posted through the end date.',
  },
  'arc-rollforward': {
    title: REPORT_NAMES['arc-rollforward'],
    description: 'What changed the asset retirement cost and its accumulated depreciation between two dates.',
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
    description: 'Everything that was posted: who entered it and when, and who approved it.',
    signs: 'In parentheses: what reduces a liability or an asset, cash paid, and expenses and losses',
    covers: 'dates',
    isWide: 'always',
    empty: 'No matching postings in this period.',
  },
};

export function isSheetKind(dialog: string | null): dialog is SheetKind {
  return SHEET_KINDS.some((kind) => kind === dialog);
}

/** A row of any sheet. Amounts are text, as in answers. */
export type SheetRow = Record<string, string | number | null>;

export type SheetColumn = {
  id: string;
  name: string;
  /** Amounts have the currency in their heading. */
  isAmount: boolean;
  /** Whether its sum means something. */
  addsUp: boolean;
  /** Text that stays on one line, such as a date or an account’s number. */
  isWhole?: boolean;
  /** The days of its amounts, where a report has several periods. */
  days?: ReportDates;
  /** What a cell says in a second line. */
  below?: string;
  /** Where a cell leads: to what it is made of. */
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

/** What a subtotal is of; not among the columns. */
const SUBTOTAL = 'subtotal';

const whole = (id: string, name: string): SheetColumn => ({ ...text(id, name), isWhole: true });

/** Of the register, what takes no column where no posting has it. */
const SELDOM = ['arcAccumulated', 'cash', 'approvedBy', 'remarks'];

/** Lines of a report in total that sum up the others. */
const SUMS = [
  'beginningBalance',
  'endingBalance',
  'beginning',
  'ending',
  'endingCost',
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
  /** Rows that sum up others. */
  isSum: (row: SheetRow) => boolean;
};

type View = { cut: ReportCut; day: string; format: Format };
type Rows = readonly SheetRow[];

/** A report as a table. */
export function sheetTable(kind: SheetKind, rows: Rows, view: View): SheetTable {
  return TABLES[kind](rows, view);
}

const TABLES: Record<SheetKind, (rows: Rows, view: View) => SheetTable> = {
  'aro-rollforward': (rows, { cut }) => {
    const amounts = amountColumns('aro-rollforward');
    if (cut.by === 'total') return fromTopToBottom(rows, amounts);
    const grouped = rows.map((row) => ({ ...row, group: row[cut.by === 'well' ? 'wellCode' : 'field']! }));
    const columns = [...groupColumn(cut), ...amounts];
    if (cut.by === 'field') return plainTable(columns, grouped);
    return { columns, ...withSubtotals(grouped, 'group', amounts) };
  },
  disclosure: (rows, { cut, format }) =>
    isCompared('disclosure', cut) ? comparativeTable(rows, format) : noteTable('disclosure', rows, cut),
  'arc-rollforward': (rows, { cut }) => noteTable('arc-rollforward', rows, cut),
  maturities: (rows, { cut, day, format }) =>
    plainTable(
      [...groupColumn(cut), ...(cut.span ? [] : [text('year', 'Due')]), ...amountColumns('maturities')],
      rows.map((row) => ({
        ...row,
        span: row.year!,
        year: spanName((row as MaturityView).year, day, format),
      })),
    ),
  'trial-balance': (rows, { cut }) =>
    plainTable(
      [
        ...groupColumn(cut),
        ...(cut.account ? [] : [whole('account', 'Account'), text('name', 'Name')]),
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
    // A workbook and a file have each remark in a column of its own.
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
    const named = registerRows(rows, format);
    const isNeeded = ({ id }: SheetColumn) =>
      !SELDOM.includes(id) || named.some((row) => row[id] && row[id] !== '0.00');
    return plainTable(columns.filter(isNeeded), named);
  },
};

/**
 * The disclosure and the ARC rollforward: in total from top to bottom, as in a note to financial statements; by field or by well
 * with a column for each of those lines. A balance always has one, a cause only where there was something of it.
 */
function noteTable(kind: 'disclosure' | 'arc-rollforward', rows: Rows, cut: ReportCut): SheetTable {
  const amounts = amountColumns(kind);
  if (cut.by === 'total') {
    const named = amounts.map((column) => ({ ...column, name: LINE_NAMES[column.id]! }));
    return fromTopToBottom(rows, named);
  }
  const isNeeded = ({ id }: SheetColumn) =>
    balanceDay(kind, id) !== null || rows.some((row) => row[id] !== '0.00');
  return plainTable([...groupColumn(cut), ...amounts.filter(isNeeded)], rows);
}

/** The one row of a report in total, each of its columns as a line. */
function fromTopToBottom([total]: Rows, lines: readonly SheetColumn[]): SheetTable {
  return {
    columns: [text('name', 'Line'), amount('amount', 'Amount', false)],
    rows: lines.map(({ id, name }) => ({ id, name, amount: total![id]! })),
    isSum: ({ id }) => SUMS.includes(String(id)),
  };
}

function plainTable(columns: readonly SheetColumn[], rows: Rows): SheetTable {
  return { columns, rows, isSum: () => false };
}

function groupColumn({ by }: ReportCut): SheetColumn[] {
  return by === 'total' ? [] : [text('group', by === 'field' ? 'Field' : 'Well Code')];
}

/** The rollforward of each well with all that names it, as its file has it. */
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
 * Rows of wells ordered by field, each field followed by its sums. Wells of one field have a total already.
 * @param nameIn the column that says what a subtotal is
 */
function withSubtotals(
  rows: readonly SheetRow[],
  nameIn: string,
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
        [nameIn]: `Total ${field}`,
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

/** Whether a row sums up the wells of a field: there is nothing more behind it than they are. */
export function isSubtotal(row: SheetRow): boolean {
  return row[SUBTOTAL] !== undefined;
}

/** The postings of the register that its months had been closed before. */
export const AFTER_CLOSE = 'Entered after the close';

/** What a report is narrowed to, for its heading and for paper. */
export function cutNames({ field, span, account, only }: ReportCut, day: string, format: Format): string[] {
  const year = MATURITY_YEARS.find((known) => String(known) === span);
  const after = only === 'after-close' ? AFTER_CLOSE : '';
  return [after, account, year ? spanName(year, day, format) : '', field].filter((name) => name !== '');
}

/** "Through Dec 31, 2026, or overdue", "Through Dec 31, 2027", …, "After Dec 31, 2030" */
function spanName(year: MaturityView['year'], day: string, format: Format): string {
  if (year === 'after') return `After ${format.date(addReportingYears(day, 5))}`;
  const through = `Through ${format.date(addReportingYears(day, year))}`;
  return year === 1 ? `${through}, or overdue` : through;
}
