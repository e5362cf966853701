import { displaySubAccount } from '~/domain/books/tie-out';
import { ACCOUNT_NAMES as NAMES } from '~/domain/books/trial-balance';
import {
  amountCell,
  type TableColumn,
  type TableSheet,
  tableSheet,
  type WorkbookCell,
  type WorkbookSheet,
} from '~/domain/files/workbook';
import { entriesSheet, sumWhere, type WorkbookEntry } from './journal-workbook';
import {
  accountOf,
  CHANGES_OTHER_THAN_ACCRETION,
  hasOpening,
  type PackFigures,
  type PackRow,
  packTies,
} from './pack-ties';
import { reportSheet } from './report-workbook';

/** A table in a pack. Amounts are text with two decimals, days `2026-09-30`; null is a blank cell. */
export type PackTable = {
  name: string;
  /** Lines above the table, after the pack's own heading. */
  notes: readonly string[];
  columns: readonly { header: string; is?: 'amount' | 'day'; width?: number }[];
  rows: readonly (readonly (string | null)[])[];
};

export type PackWorkbook = {
  /** Title first, then the pack's scope and basis. */
  heading: readonly string[];
  /** Cover facts in display order, such as who signed off and when the month was closed. */
  facts: readonly (readonly [name: string, value: string])[];
  figures: PackFigures;
  /** One line per account and voucher. */
  lines: readonly WorkbookEntry[];
  tieOut: readonly TieOutLine[];
  tables: readonly PackTable[];
};

export type TieOutLine = {
  account: string;
  name: string;
  own: string;
  ledger: string | null;
  explanation: string;
};

/**
 * Builds the report pack of a month as one workbook: a cover, the ties, and a sheet for each report, by field and
 * account. Totals and ties are formulas over the other sheets.
 */
export function packWorkbook(pack: PackWorkbook): WorkbookSheet[] {
  const { heading, figures, lines } = pack;
  const headingFor = (title: string) => [title, ...heading.slice(1)];
  const sheets = {
    rollforward: reportSheet({
      report: 'aro-rollforward',
      by: 'field',
      heading: headingFor('ARO Rollforward'),
      rows: figures.rollforward,
    }),
    disclosure: reportSheet({
      report: 'disclosure',
      by: 'field',
      heading: headingFor('ARO Disclosure'),
      rows: figures.disclosure,
    }),
    arc: reportSheet({
      report: 'arc-rollforward',
      by: 'field',
      heading: headingFor('ARC Rollforward'),
      rows: figures.arc,
    }),
    trial: reportSheet({
      report: 'trial-balance',
      by: 'total',
      heading: headingFor('Trial Balance'),
      rows: figures.trialBalance,
    }),
    journal: entriesSheet(lines, {
      name: 'Journal',
      heading: [
        ...headingFor('Journal'),
        'One line per account and voucher, with debits and credits netted. The last lines show the amounts netted out',
      ],
      hasWells: false,
    }),
  };
  const ties = tiesSheet(sheets, figures, headingFor('Ties'));
  const accounts = accountsSheet(sheets, figures, headingFor('Journal by Account'));
  return [
    coverSheet(pack, ties),
    ties,
    sheets.rollforward,
    sheets.disclosure,
    sheets.arc,
    sheets.trial,
    sheets.journal,
    accounts,
    tieOutSheet(pack.tieOut, headingFor('Tie-Out')),
    ...pack.tables.map((table) => plainSheet(table, headingFor(table.name))),
  ];
}

/** Number of ties that must be zero. The last tie can differ by what retired assets left in the account. */
const STRICT_TIES = 5;

function coverSheet({ heading, facts }: PackWorkbook, ties: TableSheet): WorkbookSheet {
  return {
    name: 'Cover',
    widths: [24, 90],
    headRows: 0,
    rows: [
      ...heading.map((line, index): WorkbookCell[] => [{ text: line, isStrong: index === 0 }]),
      [],
      ...facts.map(([name, value]): WorkbookCell[] => [{ text: name, isStrong: true }, { text: value }]),
      [
        { text: 'Differences', isStrong: true },
        { formula: `=ROUND(SUM(${ties.cellsOf('difference', 0, STRICT_TIES)}),2)`, format: 'amount' },
      ],
      [
        null,
        {
          text: 'Calculated from the Ties sheet. Zero if rollforward, disclosure, ARC rollforward, trial balance and journal tie out.',
        },
      ],
    ],
  };
}

type Sheets = Record<'rollforward' | 'disclosure' | 'arc' | 'trial' | 'journal', TableSheet>;
type TieLine = {
  what: string;
  /** Formulas without the equals sign; omits reports that don't have the figure. */
  formulas: Partial<Record<keyof Sheets, string>>;
};

/** Figures that the reports have in common, each taken from its own sheet. */
function tiesSheet(
  { rollforward, disclosure, arc, trial, journal }: Sheets,
  figures: PackFigures,
  heading: string[],
): TableSheet {
  const sum = (sheet: TableSheet, id: string) => `SUM(${sheet.rangeOf(id)})`;
  const accountSum = (name: string, id: string) =>
    sumWhere(trial.rangeOf(id), [[trial.rangeOf('name'), `"${name}"`]]);
  const liability = (what: string, side: 'beginning' | 'ending'): TieLine => ({
    what,
    formulas: {
      rollforward: sum(rollforward, `${side}Balance`),
      disclosure: sum(disclosure, side),
      trial: `-${accountSum(NAMES.liability, side)}`,
    },
  });
  const beginning = liability('Beginning liability', 'beginning');
  // Same amount as `openingInBeginning`: the rollforward's beginning includes balances brought in, and its reductions their reversals.
  const opening = [
    sum(disclosure, 'opening'),
    ...CHANGES_OTHER_THAN_ACCRETION.map((id) => sum(disclosure, id)),
    sum(rollforward, 'reductions'),
  ];
  const rows: TieLine[] = [
    hasOpening(figures)
      ? {
          what: `${beginning.what}, without balances brought in`,
          formulas: {
            ...beginning.formulas,
            rollforward: `${beginning.formulas.rollforward}-(${opening.join('+')}-${sum(rollforward, 'additions')})`,
          },
        }
      : beginning,
    {
      what: 'Accretion',
      formulas: {
        rollforward: sum(rollforward, 'accretion'),
        disclosure: sum(disclosure, 'accretion'),
        trial: `${accountSum(NAMES.expense, 'debits')}-${accountSum(NAMES.expense, 'credits')}`,
      },
    },
    liability('Ending liability', 'ending'),
    {
      what: 'Ending asset retirement cost',
      formulas: { arc: sum(arc, 'endingCost'), trial: accountSum(NAMES.asset, 'ending') },
    },
    {
      what: 'Debits less credits',
      formulas: {
        trial: `${sum(trial, 'debits')}-${sum(trial, 'credits')}`,
        journal: `${sum(journal, 'debit')}-${sum(journal, 'credit')}`,
      },
    },
    {
      what: 'Ending accumulated depreciation, including what retired assets left there',
      formulas: { arc: sum(arc, 'endingAccumulated'), trial: accountSum(NAMES.accumulated, 'ending') },
    },
  ];
  const column = (id: keyof Sheets, header: string): TableColumn<TieLine> => ({
    id,
    header,
    cell: ({ formulas }) =>
      formulas[id] ? { formula: `=ROUND(${formulas[id]},2)`, format: 'amount' } : null,
  });
  return tableSheet({
    name: 'Ties',
    heading,
    rows,
    columns: [
      { id: 'what', header: 'Figure', width: 40, cell: ({ what }) => ({ text: what }) },
      column('rollforward', 'ARO Rollforward'),
      column('disclosure', 'ARO Disclosure'),
      column('arc', 'ARC Rollforward'),
      column('trial', 'Trial Balance'),
      column('journal', 'Journal'),
      {
        id: 'difference',
        header: 'Difference',
        addsUp: true,
        cell: (_row, { here }) => ({
          formula: `=ROUND(MAX(${here('rollforward')}:${here('journal')})-MIN(${here('rollforward')}:${here('journal')}),2)`,
          format: 'amount',
        }),
      },
    ],
  });
}

/** Each account in the trial balance and in the journal; opening balances are the only difference between them. */
function accountsSheet({ trial, journal }: Sheets, figures: PackFigures, heading: string[]): TableSheet {
  const numbers = new Map<string, PackRow>();
  for (const row of figures.trialBalance) numbers.set(accountOf(row), row);
  const accountTies = packTies(figures).accounts;
  const trialSum = (id: string, account: string) => {
    const { mainAccount, subAccount } = numbers.get(account) ?? { mainAccount: account, subAccount: '' };
    return sumWhere(trial.rangeOf(id), [
      [trial.rangeOf('mainAccount'), literal(String(mainAccount))],
      [trial.rangeOf('subAccount'), literal(displaySubAccount(String(subAccount)))],
    ]);
  };
  const money = (formula: string) => ({ formula: `=ROUND(${formula},2)`, format: 'amount' }) as const;
  return tableSheet({
    name: 'Journal by Account',
    heading: [
      ...heading,
      'Debits less credits. Opening balances are in the trial balance but not in the journal',
    ],
    rows: accountTies,
    columns: [
      { id: 'account', header: 'Account', width: 20, cell: ({ account }) => ({ text: account }) },
      { id: 'name', header: 'Name', width: 28, cell: ({ name }) => ({ text: name }) },
      {
        id: 'trial',
        header: 'Trial Balance',
        addsUp: true,
        cell: ({ account }) => money(`${trialSum('debits', account)}-${trialSum('credits', account)}`),
      },
      {
        id: 'journal',
        header: 'Journal',
        addsUp: true,
        cell: (_row, { here }) => {
          const journalSum = (id: string) =>
            sumWhere(journal.rangeOf(id), [[journal.rangeOf('account'), here('account')]]);
          return money(`${journalSum('debit')}-${journalSum('credit')}`);
        },
      },
      {
        id: 'difference',
        header: 'Difference',
        addsUp: true,
        cell: (_row, { here }) => money(`${here('trial')}-${here('journal')}`),
      },
    ],
  });
}

/** String literal for use in a formula. */
function literal(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}

function tieOutSheet(rows: readonly TieOutLine[], heading: string[]): TableSheet {
  return tableSheet({
    name: 'Tie-Out',
    heading,
    rows,
    columns: [
      { id: 'account', header: 'Account', width: 20, cell: ({ account }) => ({ text: account }) },
      { id: 'name', header: 'Name', width: 28, cell: ({ name }) => ({ text: name }) },
      { id: 'own', header: 'These Books', addsUp: true, cell: ({ own }) => amountCell(own) },
      {
        id: 'ledger',
        header: 'General Ledger',
        addsUp: true,
        cell: ({ ledger }) => (ledger === null ? null : amountCell(ledger)),
      },
      {
        id: 'difference',
        header: 'Difference',
        addsUp: true,
        cell: ({ ledger }, { here }) =>
          ledger === null
            ? null
            : { formula: `=ROUND(${here('ledger')}-${here('own')},2)`, format: 'amount' },
      },
      { id: 'explanation', header: 'Explanation', width: 60, cell: (row) => ({ text: row.explanation }) },
    ],
  });
}

function plainSheet({ name, notes, columns, rows }: PackTable, heading: string[]): TableSheet {
  return tableSheet<PackTable['rows'][number]>({
    name,
    heading: [...heading, ...notes],
    rows,
    columns: columns.map(({ header, is, width }, index) => ({
      id: String(index),
      header,
      width,
      cell: (row) => {
        const value = row[index] ?? null;
        if (value === null) return null;
        if (is === 'day') return { date: value };
        return is === 'amount' ? amountCell(value) : { text: value };
      },
    })),
  });
}
