import { kindOfCode, kindsIn, type MovementKind } from '~/domain/books/movement-kinds';
import { findWithdrawal, type SignedBasis, type SignedFigure } from '~/domain/books/sign-off';
import {
  accountNumber,
  bookBalances,
  type LedgerBalance,
  type TieOutRow,
  tieOut,
  tieOutFact,
  tieOutFigures,
  tieOutProblems,
} from '~/domain/books/tie-out';
import { formatInterest } from '~/domain/books/working-interest';
import type { WorklistKind } from '~/domain/books/worklist';
import { utcDay } from '~/domain/calendar/calendar-date';
import { formatCount } from '~/domain/money/group-thousands';
import { formatCents, parseCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { PeriodView } from '~/schemas/books/period';
import type { ChecklistItem, CheckState, CloseView, KeptReportView } from '~/schemas/close/close';
import { getPeriods, type MissingWork, missingFor, warningsOf } from '~/services/books/periods.server';
import { toPerson } from '~/services/people/person.server';
import type { CompanyContext } from '~/services/platform/context.server';
import { sha256Hex } from '~/services/platform/digest.server';
import { toTrialBalance } from '~/services/reports/trial-balance.server';
import { type CloseRows, daysOf, MAX_NAMED_POSTINGS } from './close-reads.server';

type SignOffRow = CloseRows['signOffs'][number];

/** Derives a month's accounts, tie-out and sign-off from the rows of closeReads. */
export function closeFacts(month: string, rows: CloseRows) {
  const { begin, end } = daysOf(month);
  const query = { beginDate: begin, endDate: end, by: 'total', format: 'json' } as const;
  const accounts = toTrialBalance(query, { companies: rows.company, groups: rows.groups });
  const ledger = rows.balances.map(
    ({ mainAccount, subAccount, balanceCents, explanation, ownCents }): LedgerBalance => ({
      mainAccount,
      subAccount,
      cents: balanceCents,
      explanation,
      explainedOwn: ownCents === null ? null : BigInt(ownCents),
    }),
  );
  const ownAmounts = bookBalances(
    accounts.map((account) => ({ ...account, ending: parseCents(account.ending) })),
  );
  const tieOutRows = tieOut(ownAmounts, ledger);
  const basis: SignedBasis = {
    figures: [
      ...accounts.map((account) => ({
        what: `${account.mainAccount === '' ? '' : `${accountNumber(account)} `}${account.name}`,
        value: account.ending,
      })),
      ...pluggedFigures(rows),
      ...interestFigures(rows),
      ...tieOutFigures(tieOutRows),
    ],
    throughPosting: rows.state[0]!.throughPosting,
  };
  return { accounts, tieOutRows, own: ownAmounts, basis, signOff: signOffOf(rows, end, basis) };
}

export type CloseFacts = ReturnType<typeof closeFacts>;

/**
 * Liability of wells plugged by the end of the month. Plugging a well needs no posting, but moves its liability to the
 * current portion of the disclosure that the close stores.
 */
function pluggedFigures({ pluggedLiability }: CloseRows): SignedFigure[] {
  const cents = BigInt(pluggedLiability[0]!.cents);
  return cents === 0n ? [] : [{ what: 'Liability of plugged wells', value: formatCents(cents) }];
}

/**
 * Journal debits at each working interest, of the dates that the month's close closes. An interest changes without a posting,
 * but affects the gross values of the journal that the close stores.
 */
function interestFigures({ state }: CloseRows): SignedFigure[] {
  const amounts = JSON.parse(state[0]!.interests) as [percent: number, cents: string][];
  return amounts.map(([percent, cents]) => ({
    what: `Debits at a working interest of ${formatInterest(percent)}%`,
    value: formatCents(BigInt(cents)),
  }));
}

/** The last preparation, its approval, and why they were withdrawn, if they were. A closed month's figures never change. */
function signOffOf({ signOffs, companies, history }: CloseRows, end: string, now: SignedBasis) {
  const prepared = signOffs.find(({ action }) => action === 'prepared') ?? null;
  const approved = signOffs.find(({ preparation }) => prepared && preparation === prepared.id) ?? null;
  const { closedThrough } = companies[0]!;
  const isClosed = closedThrough !== null && end <= closedThrough;
  if (!prepared || isClosed) return { prepared, approved, withdrawn: null };
  const reopened = findReopening(history, end, prepared.createdAt);
  const signed = { figures: prepared.figures ?? [], throughPosting: prepared.throughPosting ?? 0 };
  const withdrawal = findWithdrawal(signed, now);
  if (!withdrawal && !reopened) return { prepared, approved, withdrawn: null };
  return {
    prepared,
    approved,
    withdrawn: {
      isReopened: reopened !== null,
      reopened,
      ...(withdrawal ?? { hasNewPostings: false, changes: [] }),
    },
  };
}

/** What was reopened since an instant: the month that ends on a day, or only earlier ones; null if nothing was. */
function findReopening(
  history: CloseRows['history'],
  end: string,
  since: string,
): 'month' | 'earlier-month' | null {
  // Newest first, so the entry after a reopening has the last day that was closed before it.
  const closedBefore = history.flatMap(({ action, through, createdAt }, index) =>
    action === 'reopened' && (through === null || through < end) && createdAt >= since
      ? [history[index + 1]?.through ?? '']
      : [],
  );
  if (closedBefore.length === 0) return null;
  return closedBefore.some((day) => end <= day) ? 'month' : 'earlier-month';
}

/** Requirements of the company's settings, beyond the books themselves, that aren't met yet. */
export function unmetRequirements(
  month: string,
  rows: CloseRows,
  { tieOutRows, signOff }: CloseFacts,
): string[] {
  const { approval, tieOut: policy } = rows.companies[0]!;
  return [
    ...(policy === 'required' ? tieOutProblems(tieOutRows) : []),
    ...fileProblems(rows),
    ...(approval === 'second-person' ? signOffProblem(month, signOff) : []),
  ];
}

/** Maximum number of postings named in messages; the rest are counted. */
const MAX_NAMED_PROBLEMS = 5;

/** Messages about postings that lack a file the company requires. */
function fileProblems({ unsupported }: CloseRows): string[] {
  const messages = unsupported
    .slice(0, MAX_NAMED_PROBLEMS)
    .map(({ number, kind, day, wellCode, wellCount, ...amounts }) => {
      const what = { calculation: 'Calculation', settlement: 'Settlement', sale: 'Sale' }[kind as string];
      const wells = wellCount === 1 ? wellCode : `${wellCode} and ${wellCount - 1} more`;
      const { cents, isCash } = largestOf(amounts);
      const amount = formatCents(cents);
      const effect = !isCash
        ? `changes the liability by ${amount} and has`
        : `has ${kind === 'sale' ? 'proceeds' : 'a cost'} of ${amount} and`;
      return `${what} ${number} on ${day} (${wells}) ${effect} no file.`;
    });
  const remainingCount = unsupported.length - messages.length;
  if (remainingCount === 0) return messages;
  const count =
    unsupported.length > MAX_NAMED_POSTINGS
      ? `More than ${MAX_NAMED_POSTINGS - MAX_NAMED_PROBLEMS}`
      : `${remainingCount}`;
  return [...messages, `${count} other ${remainingCount === 1 ? 'posting has' : 'postings have'} no file.`];
}

/** The amount that counts for a posting: its change in the liability, or its cost or proceeds if larger. */
function largestOf({ cents, cash }: Pick<CloseRows['unsupported'][number], 'cents' | 'cash'>) {
  const isCash = BigInt(cash) > BigInt(cents);
  return { cents: BigInt(isCash ? cash : cents), isCash };
}

function signOffProblem(month: string, { prepared, approved, withdrawn }: CloseFacts['signOff']): string[] {
  const day = daysOf(month).end;
  if (!prepared)
    return [
      `The month ended ${day} hasn’t been prepared yet. Your company requires a second person’s approval to close.`,
    ];
  if (withdrawn)
    return [
      'Figures changed after preparation, so the sign-off was withdrawn. Prepare and approve the month again.',
    ];
  if (!approved)
    return [
      `The month ended ${day} is prepared but not approved. Someone other than the preparer must approve it.`,
    ];
  return [];
}

/**
 * The close of a month, as the API returns it.
 * @param rows result of closeReads
 * @throws AppError not-found for a month outside the books
 */
export async function getClose(ctx: CompanyContext, month: string, rows: CloseRows): Promise<CloseView> {
  const { begin } = daysOf(month);
  const periods = getPeriods(ctx, rows);
  const period = periods.periods.find((candidate) => candidate.month === month);
  if (!period) throw new AppError('not-found', 'Month not found in these books');
  const facts = closeFacts(month, rows);
  const { prepared, approved, withdrawn } = facts.signOff;
  const blockers =
    period.state === 'closed' ? [] : [...period.missing, ...unmetRequirements(month, rows, facts)];
  return {
    ...period,
    begin,
    closable: period.closable && blockers.length === 0,
    approval: periods.approval,
    tieOut: periods.tieOut,
    blockers,
    checklist: checklistOf(
      period,
      rows,
      facts,
      period.state === 'closed' ? [] : missingFor(rows, period.end, ctx.now),
    ),
    figures: figuresOf(month, rows, facts),
    reviewed: await sha256Hex(JSON.stringify(facts.basis)),
    unsupported: rows.unsupported
      .slice(0, MAX_NAMED_POSTINGS)
      .map(({ number, kind, day, cents, cash, ...well }) => ({
        postingId: String(number),
        kind,
        effectiveOn: day,
        amount: formatCents(largestOf({ cents, cash }).cents),
        ...well,
      })),
    movers: rows.movers.map(({ cents, ...well }) => ({ ...well, change: formatCents(cents) })),
    accounts: facts.tieOutRows.map(({ own, ledger, difference, explainedDifference, ...row }) => ({
      ...row,
      own: formatCents(own),
      ledger: ledger === null ? null : formatCents(ledger),
      difference: difference === null ? null : formatCents(difference),
      explainedDifference: explainedDifference === null ? null : formatCents(explainedDifference),
    })),
    signOff: {
      prepared: prepared && signature(prepared),
      approved: approved && signature(approved),
      withdrawn,
    },
    signOffs: rows.signOffs.map((row) => ({ ...signature(row), action: row.action })),
    reports: rows.reports.map(toKeptReport),
  };
}

function signature({ id, note, userId, createdAt, ...person }: SignOffRow) {
  return { id: String(id), note, userId, user: toPerson(person), createdAt };
}

export function toKeptReport({ event, name, ...row }: CloseRows['reports'][number]): KeptReportView {
  return {
    ...row,
    id: `${event}-${name}`,
    name: name as KeptReportView['name'],
    fileName: `aro-${name}-${row.beginDate}-to-${row.endDate}.csv`,
  };
}

/** Each account's balance at both month-ends, its change, and the prior month's change (0.00 for an account new this month). */
function figuresOf(month: string, rows: CloseRows, { accounts }: CloseFacts): CloseView['figures'] {
  const { begin } = daysOf(month);
  const query = { beginDate: begin, endDate: begin, by: 'total', format: 'json' } as const;
  const previousBalances = toTrialBalance(query, { companies: rows.company, groups: rows.groupsBefore });
  const keyOf = (row: { mainAccount: string; subAccount: string; name: string }) =>
    JSON.stringify([row.mainAccount, row.subAccount, row.name]);
  const previousAccounts = new Map(previousBalances.map((row) => [keyOf(row), row]));
  return accounts.map((account) => {
    const { mainAccount, subAccount, name, beginning, ending } = account;
    const previousAccount = previousAccounts.get(keyOf(account));
    return {
      mainAccount,
      subAccount,
      name,
      before: beginning,
      ending,
      change: difference(ending, beginning),
      changeBefore: previousAccount ? difference(previousAccount.ending, previousAccount.beginning) : '0.00',
    };
  });
}

function difference(left: string, right: string): string {
  return formatCents(parseCents(left) - parseCents(right));
}

type Check = CloseView['checklist'][number];
type CheckInput = { todo?: string[]; look?: string[]; fact?: string; amount?: bigint | null };

/** Lists to-dos first, then items worth a look, then what is done. The first kind present sets the state. */
function check(item: ChecklistItem, { todo = [], look = [], fact, amount = null }: CheckInput): Check {
  const texts = [...todo, ...look, ...(fact ? [fact] : [])];
  const state: CheckState = todo.length > 0 ? 'todo' : look.length > 0 ? 'look' : fact ? 'done' : 'none';
  return { item, state, texts, amount: amount === null ? null : formatCents(amount) };
}

function checklistOf(
  period: PeriodView,
  rows: CloseRows,
  facts: CloseFacts,
  missing: readonly MissingWork[],
): Check[] {
  const counts = rows.warnings[0]!;
  const missingTexts = (what: MissingWork['kind']) =>
    missing.filter(({ kind }) => kind === what || kind === 'not-over').map(({ text }) => text);
  const wells = (...kinds: WorklistKind[]) => warningsOf(counts, kinds).map((text) => `${text}.`);
  const amountOf = (kinds: readonly MovementKind[]) => {
    const matches = rows.activity.filter(({ kind }) => kinds.includes(kindOfCode(kind)));
    return matches.length === 0 ? null : matches.reduce((sum, { liability }) => sum + BigInt(liability), 0n);
  };
  const depreciated = rows.activity.find(({ kind }) => kindOfCode(kind) === 'depreciated');
  const accretion = amountOf(['accreted']);
  const revisions = amountOf(kindsIn('change'));
  const settlements = amountOf(kindsIn('reduction'));
  return [
    check('accretion', {
      todo: missingTexts('accretion'),
      fact: accretion === null ? 'No accretion this month' : 'Posted this month',
      amount: accretion,
    }),
    rows.company[0]!.depreciation === 'none'
      ? { ...check('depreciation', {}), texts: ['Depreciation is kept elsewhere'] }
      : check('depreciation', {
          todo: missingTexts('depreciation'),
          fact: depreciated ? 'Posted this month' : 'No depreciation this month',
          amount: depreciated ? -BigInt(depreciated.accumulated) : null,
        }),
    check('revisions', {
      look: wells('unreviewed'),
      fact: revisions === null ? 'No new or revised estimates this month' : 'New and revised estimates',
      amount: revisions,
    }),
    check('settlements', {
      look: wells('plugged'),
      fact: settlements === null ? 'Nothing settled or sold this month' : 'Liability settled and sold',
      amount: settlements,
    }),
    check('worklist', {
      look: wells('overdue', 'negative', 'unrecorded'),
      fact: 'Nothing else needs attention',
    }),
    booksCheckOf(period, rows),
    tieOutCheck(rows, facts.tieOutRows),
    evidenceCheck(period, rows),
  ];
}

function booksCheckOf({ state }: PeriodView, { checks: [last] }: CloseRows): Check {
  if (state === 'closed' && !last?.differences) {
    return check('books-check', { fact: 'The books checked out when the month was closed' });
  }
  if (!last) return { ...check('books-check', {}), texts: ['The books are checked at close'] };
  const { differences, checkedAt } = last;
  if (differences === 0) {
    return check('books-check', {
      fact: `The books checked out on ${utcDay(checkedAt)}. They are checked again at close.`,
    });
  }
  const count = formatCount(differences, 'difference');
  return check('books-check', { todo: [`The last nightly check found ${count}.`] });
}

function evidenceCheck({ state }: PeriodView, rows: CloseRows): Check {
  const { fileAboveCents } = rows.company[0]!;
  if (fileAboveCents === null) return { ...check('evidence', {}), texts: ['No files are required'] };
  const problems = fileProblems(rows);
  // Imported postings need no file.
  const fact = `Every calculation, settlement and sale above ${formatCents(fileAboveCents)} has a file`;
  return check('evidence', {
    ...(state === 'closed' ? { look: problems } : { todo: problems }),
    ...(problems.length === 0 && { fact }),
  });
}

function tieOutCheck({ companies }: CloseRows, tieOutRows: readonly TieOutRow[]): Check {
  const problems = tieOutProblems(tieOutRows);
  if (tieOutRows.length === 0) return { ...check('tie-out', {}), texts: ['Nothing to tie out'] };
  return check('tie-out', {
    ...(companies[0]!.tieOut === 'required' ? { todo: problems } : { look: problems }),
    ...(problems.length === 0 && { fact: tieOutFact(tieOutRows) }),
  });
}
