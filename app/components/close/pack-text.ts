import { madeFact, periodFact } from '~/components/reports/printed-facts';
import { changesOfDays } from '~/domain/books/close';
import { accountNumber } from '~/domain/books/tie-out';
import type { WorklistKind } from '~/domain/books/worklist';
import { type PackTie, packTies } from '~/domain/reports/pack-ties';
import type { PackTable } from '~/domain/reports/pack-workbook';
import { formatCompanyTitle } from '~/hooks/company-title';
import { personName } from '~/hooks/person-name';
import type { Format } from '~/hooks/use-format';
import type { CloseView } from '~/schemas/close/close';
import type { Membership, UserView } from '~/schemas/people/user';
import { CHECK_STATES, ITEMS } from './checklist-names';
import { changesTables, changesTie, changesTitle } from './close-changes-text';
import { MAX_WORKLIST_ROWS, type Pack } from './pack';
import type { ComparedReport } from './saved-report-comparison';
import { SAVED_REPORT_NAMES } from './saved-report-names';
import { settingsText } from './settings-text';

/** Text of a pack, shared by print and workbook. */
export type PackText = {
  title: string;
  /** Company and period. */
  lines: string[];
  /** Facts on the cover, by name. */
  facts: [name: string, value: string][];
  /** Why the figures aren't final, or no longer match the reports the close kept. */
  warnings: string[];
  /** Figures that differ, as kept and as they are now. */
  changesSinceClose: PackTable;
  worklist: PackTable;
  checklist: PackTable;
  signOffs: PackTable;
  tieOut: PackTable;
  savedReports: PackTable;
  /** For a reopened month: its figures at each close, and the postings in between. */
  closeChanges: PackTable[];
};

type Author = { company: Membership | null; user: UserView | null };

const WORKLIST_NAMES: Record<WorklistKind, string> = {
  overdue: 'Past the retirement date with a balance',
  plugged: 'Plugged with a balance',
  unreviewed: 'Estimate older than 12 months',
  negative: 'Liability below zero',
  unrecorded: 'Without an obligation',
};

const TIE_OUT_NAMES: Record<CloseView['accounts'][number]['state'], string> = {
  open: 'Not entered',
  tied: 'Ties',
  explained: 'Explained',
  unexplained: 'Differs',
};

const LEVEL =
  'Rollforward, disclosure and ARC rollforward by field, trial balance by account, journal by account and voucher. Wells and layers are in the reports of ARO Detail.';

/** Everything in a pack other than its figures. */
export function buildPackText(pack: Pack, format: Format, { company, user }: Author): PackText {
  const { close, days, seal } = pack;
  const closing = getClosing(pack);
  const name = formatCompanyTitle(company);
  const period = periodFact(format, days);
  const isMonth = days.beginDate === close.begin;
  return {
    title: isMonth
      ? `Report Pack of ${format.month(close.month)}`
      : `Report Pack of the Year through ${format.date(close.end)}`,
    lines: [name, period],
    facts: [
      ['Company', name],
      [isMonth ? 'Month' : 'Period', period],
      ['Prepared by', formatSignature(close.signOff.prepared, close, format)],
      ['Approved by', formatSignature(close.signOff.approved, close, format)],
      [
        'Closed',
        closing
          ? `${format.instant(closing.createdAt)} by ${personName(closing)}, through ${format.date(closing.through ?? close.end)}`
          : 'Not closed',
      ],
      [
        'Seal',
        seal
          ? `Sealed through ${format.instant(seal.createdAt)}, seal ${format.integer(seal.number)}, ${seal.hash}`
          : 'Not sealed yet',
      ],
      ['Generated', madeFact(format, user)],
      ['Settings', settingsText(pack.settings, format)],
      [
        'Amounts',
        `In ${format.symbol}. In parentheses: account credits and reductions of a liability or an asset; rollforward reductions have no sign`,
      ],
      ['Ties', tieFact(pack)],
      ['Level', LEVEL],
      ['Reports saved at close', savedReportsFact(pack, format)],
      ...pack.closeChanges.map((change): [string, string] => [
        'Changes since a close',
        `${changesTitle(change, format)}. ${changesTie(change, format).text}.`,
      ]),
    ],
    warnings: buildWarnings(pack, format),
    changesSinceClose: savedDifferencesTable(pack.savedReports, format),
    worklist: worklistTable(pack, format),
    checklist: checklistTable(close, format),
    signOffs: signOffsTable(pack, format),
    tieOut: tieOutTable(close),
    savedReports: savedReportsTable(pack, format),
    closeChanges: changesTables(pack.closeChanges, format),
  };
}

/** The close that currently closes the month; null while the month is open. */
function getClosing({ changes: [newest] }: Pack) {
  return newest?.action === 'closed' ? newest : null;
}

type SignOffEntry = CloseView['signOff']['prepared'];

function formatSignature(entry: SignOffEntry, { signOff, state }: CloseView, format: Format): string {
  if (!entry) return state === 'closed' ? 'Not signed' : 'Not signed yet';
  const text = `${personName(entry)}, ${format.instant(entry.createdAt)}`;
  const remark = entry.note ? `: ${entry.note}` : '';
  return (signOff.withdrawn ? `${text} (withdrawn)` : text) + remark;
}

function buildWarnings(pack: Pack, format: Format): string[] {
  const { close, savedReports, savedReportDays, history } = pack;
  const closing = getClosing(pack);
  if (close.state === 'open') return ['This month is not closed: its figures can still change.'];
  const changedReports = savedReports.filter(({ differences }) => differences && differences.length > 0);
  const corruptReports = savedReports.filter(({ isIntact }) => isIntact === false);
  const unreadableReports = savedReports.filter(({ differences }) => differences === null);
  const names = (reports: readonly ComparedReport[]) =>
    reports.map(({ report }) => SAVED_REPORT_NAMES[report.name]).join(', ');
  const reopening = history.find(
    (change) => change.action === 'reopened' && closing !== null && change.createdAt > closing.createdAt,
  );
  const reason =
    reopening && savedReportDays
      ? ` Days through ${format.date(savedReportDays.endDate)} were reopened on ${format.instant(reopening.createdAt)}.`
      : '';
  return [
    ...(changedReports.length > 0
      ? [`The books now differ from the reports saved at close: ${names(changedReports)}.${reason}`]
      : []),
    ...(corruptReports.length > 0
      ? [`Files whose SHA-256 no longer matches the close: ${names(corruptReports)}.`]
      : []),
    ...(unreadableReports.length > 0 ? [`Files that couldn’t be read: ${names(unreadableReports)}.`] : []),
  ];
}

function tieFact({ figures }: Pack): string {
  const { ties } = packTies(figures);
  const namesIn = (state: PackTie['state']) =>
    ties.filter((tie) => tie.state === state).map(({ what }) => what);
  const [differences, explained] = [namesIn('differs'), namesIn('explained')];
  if (differences.length > 0) return `Differences: ${differences.join(', ')}. See the tie statement.`;
  return explained.length > 0
    ? `Rollforward = disclosure = trial balance = journal, to the cent. Explained in the tie statement: ${explained.join(', ')}.`
    : 'Rollforward = disclosure = trial balance = journal, to the cent.';
}

function savedReportsFact({ close, savedReports, savedReportDays }: Pack, format: Format): string {
  if (close.state === 'open') return 'None until the month is closed';
  if (!savedReportDays) return 'None: this month was closed before reports were saved';
  const count = `${format.integer(savedReports.length)} reports of ${format.date(savedReportDays.beginDate)} to ${format.date(savedReportDays.endDate)}`;
  const isSame = savedReports.every(({ differences }) => differences?.length === 0);
  return isSame
    ? `${count}. Their totals and accounts match the current books, to the cent.`
    : `${count}. They differ from the current books; see Reports Saved at Close.`;
}

function worklistTable({ close, worklist }: Pack, format: Format): PackTable {
  const truncatedKinds = worklist.filter(({ hasMore }) => hasMore).map(({ kind }) => WORKLIST_NAMES[kind]);
  return {
    name: 'Worklist',
    notes: [
      `Wells that needed attention on ${format.date(close.end)}, or today if the month isn’t over`,
      ...(truncatedKinds.length > 0
        ? [
            `The first ${MAX_WORKLIST_ROWS} wells of: ${truncatedKinds.join(', ')}. The checklist counts all of them.`,
          ]
        : []),
    ],
    columns: [
      { header: 'Reason', width: 36 },
      { header: 'Well Code' },
      { header: 'Well Name', width: 24 },
      { header: 'Field' },
      { header: 'Status', width: 12 },
      { header: 'Estimated On', is: 'day' },
      { header: 'Retirement Date', is: 'day' },
      { header: 'Carrying Amount', is: 'amount' },
    ],
    rows: worklist.flatMap(({ kind, items }) =>
      items.map((item) => [
        WORKLIST_NAMES[kind],
        item.wellCode,
        item.wellName,
        item.field,
        item.wellStatus,
        item.estimatedOn,
        item.retirementDate,
        item.carryingAmount,
      ]),
    ),
  };
}

function checklistTable({ checklist }: CloseView, format: Format): PackTable {
  return {
    name: 'Checklist',
    notes: [],
    columns: [
      { header: 'Item' },
      { header: 'Status' },
      { header: 'Finding', width: 80 },
      { header: 'Amount', is: 'amount' },
    ],
    rows: checklist.map(({ item, state, texts, amount }) => [
      ITEMS[item],
      CHECK_STATES[state],
      format.message(texts.join(' ')),
      amount,
    ]),
  };
}

/** Every sign-off of the month, and every close and reopening within the pack's days, newest first. */
function signOffsTable({ close, history, days }: Pack, format: Format): PackTable {
  const signOffRows = close.signOffs.map((signOff) => ({
    at: signOff.createdAt,
    what: signOff.action === 'prepared' ? 'Prepared' : 'Approved',
    who: personName(signOff),
    note: signOff.note ?? '',
  }));
  const periodRows = changesOfDays(history, days).map((change) => ({
    at: change.createdAt,
    what:
      change.through === null
        ? 'Reopened all months'
        : `${change.action === 'closed' ? 'Closed' : 'Reopened, closed'} through ${format.date(change.through)}`,
    who: personName(change),
    note: change.reason ?? '',
  }));
  return {
    name: 'Sign-Offs',
    notes: close.signOff.withdrawn
      ? ['The last sign-off was withdrawn because figures changed or the books were reopened']
      : [],
    columns: [
      { header: 'What', width: 32 },
      { header: 'Who', width: 28 },
      { header: 'When', width: 28 },
      { header: 'Remark', width: 60 },
    ],
    rows: [...signOffRows, ...periodRows]
      .sort((a, b) => (a.at < b.at ? 1 : -1))
      .map(({ at, what, who, note }) => [what, who, format.instant(at), note]),
  };
}

function tieOutTable({ accounts }: CloseView): PackTable {
  return {
    name: 'Tie-Out',
    notes: [
      'Balance sheet accounts in these books and in the general ledger at the end of the month; credits are negative',
    ],
    columns: [
      { header: 'Account' },
      { header: 'Name', width: 28 },
      { header: 'These Books', is: 'amount' },
      { header: 'General Ledger', is: 'amount' },
      { header: 'Difference', is: 'amount' },
      { header: 'Status' },
      { header: 'Explanation', width: 60 },
    ],
    rows: accounts.map((row) => [
      accountNumber(row),
      row.name,
      row.own,
      row.ledger,
      row.difference,
      TIE_OUT_NAMES[row.state],
      row.explanation ?? '',
    ]),
  };
}

function savedReportsTable({ close, savedReports }: Pack, format: Format): PackTable {
  const comparisons = new Map(savedReports.map((savedReport) => [savedReport.report.id, savedReport]));
  return {
    name: 'Reports Saved at Close',
    notes:
      close.reports.length === 0
        ? []
        : [
            'Files as saved at close; download them from the month. This pack’s figures are from the current books',
          ],
    columns: [
      { header: 'Report' },
      { header: 'Days', width: 28 },
      { header: 'Closed', width: 28 },
      { header: 'SHA-256', width: 68 },
      { header: 'Against the current books', width: 44 },
    ],
    rows: close.reports.map((report) => [
      SAVED_REPORT_NAMES[report.name],
      `${format.date(report.beginDate)} – ${format.date(report.endDate)}`,
      format.instant(report.closedAt),
      report.sha256,
      verdict(comparisons.get(report.id)),
    ]),
  };
}

function verdict(comparison: ComparedReport | undefined): string {
  if (!comparison) return 'From an earlier close, not compared';
  const { differences, isIntact } = comparison;
  if (differences === null) return 'The file couldn’t be read';
  const hash = isIntact === null ? '' : isIntact ? ', SHA-256 checked' : ', SHA-256 differs';
  if (differences.length === 0) return `Same figures${hash}`;
  return `${differences.length === 1 ? '1 figure differs' : `${differences.length} figures differ`}${hash}`;
}

function savedDifferencesTable(savedReports: readonly ComparedReport[], format: Format): PackTable {
  return {
    name: 'Changed Figures',
    notes: ['Totals and accounts that differ between the current books and the reports saved at close'],
    columns: [
      { header: 'Report' },
      { header: 'Figure', width: 44 },
      { header: 'At Close', is: 'amount' },
      { header: 'Now', is: 'amount' },
    ],
    rows: savedReports.flatMap(({ report, differences }) =>
      (differences ?? []).map(({ what, kept, now }) => [
        SAVED_REPORT_NAMES[report.name],
        format.message(what),
        kept,
        now,
      ]),
    ),
  };
}
