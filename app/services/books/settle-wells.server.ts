import { and, eq, type SQL, sql } from 'drizzle-orm';
import { well } from '#db/schema';
import type { Act } from '~/domain/books/act';
import type { PluggedState } from '~/domain/books/plugging';
import { missingReason } from '~/domain/books/reason';
import { type CalendarDate, isSupportedDate } from '~/domain/calendar/calendar-date';
import { type Cents, formatCents, sumCents } from '~/domain/money/money';
import { trimBlanks } from '~/domain/wells/clean-text';
import { AppError } from '~/errors';
import {
  type SettledWell,
  SettlementRow,
  type SettlementsInput,
  type SettlementsPosting,
  type SettlementsPreview,
  type SettlementsSubject,
  toSettlementBody,
} from '~/schemas/books/settlement';
import type { RowRefusal } from '~/schemas/books/well-rows';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import { toActPreview } from './act-preview.server';
import { ledgerIdOf } from './ledger-number.server';
import { writePluggedStates } from './plugged-state.server';
import { type PostOptions, postUntilCurrent } from './post.server';
import { postAndRead } from './postings.server';
import { requireReason } from './require-reason.server';
import { previewDigest, requireReviewed } from './reviewed-act.server';
import { settleBookedWell } from './settle-well.server';
import { isUnreversed } from './unreversed.server';
import {
  type BookedWell,
  type BooksRows,
  beginAct,
  booksReads,
  isAfterDay,
  toBookedWells,
  toWellVersion,
} from './well-books.server';
import {
  type MatchedRow,
  matchRows,
  planRows,
  requireRows,
  signedTotals,
  wellsNamed,
} from './well-rows.server';

const LABELS = {
  wellCode: 'Well code',
  date: 'Date',
  cost: 'Cost',
  relief: 'Relief',
  isFinal: 'Final',
  memo: 'Memo',
  reference: 'Reference',
};

/** Unexecuted reads for settlements of many wells. */
export function settlementsReads(scope: CompanyScope, { rows }: SettlementsSubject) {
  const dates = rows.map(({ date }) => trimBlanks(String(date ?? ''))).filter(isSupportedDate);
  const [earliest] = dates.sort();
  const wells = wellsNamed(rows);
  return {
    ...booksReads(scope, wells, earliest === undefined ? null : isAfterDay(earliest)),
    settled: settledOn(scope, wells, dates),
  };
}

/**
 * Query for unreversed settlements on these days, to detect rows that are already posted. It names both kinds in the partial
 * index, because SQLite uses the index only then. Unexecuted.
 */
function settledOn(scope: CompanyScope, wells: SQL | undefined, days: readonly string[]) {
  return scope.db.all<BookedSettlement>(sql`
    select l.well, p.day, abs(sum(m.cash)) as cents
    from posting p indexed by posting_relief cross join movement m on m.posting = p.id cross join layer l on l.id = m.layer
    where p.company = ${ledgerIdOf(scope)} and p.kind in ('settlement', 'sale') and p.kind = 'settlement' and ${isUnreversed}
      and p.day in (select value from json_each(${JSON.stringify([...new Set(days)])}))
      and l.well in (select ${well.ledgerId} from ${well} where ${and(eq(well.companyId, scope.companyId), wells)})
    group by l.well, p.id`);
}

type SettlementsRows = RowsOf<ReturnType<typeof settlementsReads>>;

/**
 * Settles many wells, each on its own date, as one act: one posting per date, and separate ones for wells whose memo, reference,
 * or status before a final settlement differs.
 *
 * @param rows result of settlementsReads
 * @param reviewed digest from the preview, if one was reviewed
 * @throws AppError conflict in mode `all` when a row is refused, when none is accepted, or when other users keep changing these wells
 * Source: the rule of settlement, for many wells; ASC 410-20-40.
 */
export async function settleWells(
  ctx: CompanyAdminContext,
  input: SettlementsInput,
  rows: SettlementsRows,
  reviewed?: string,
): Promise<SettlementsPosting> {
  const readAgain = () => readTogether(ctx.db, settlementsReads(ctx, input));
  return postUntilCurrent(rows, readAgain, async (rows) => {
    const plan = planSettlements(ctx, input, rows);
    const { act, settled, refusals, posted } = plan;
    requireRows(input.mode, settled.length, refusals);
    if (settled.length === 0) throw allPosted(posted.length);
    requireReason(reasonOf(plan, input, rows), 'memo');
    await requireReviewed(reviewed, plan);
    const first = act.postings.find(({ kind }) => kind === 'settlement')!;
    const options = { ...optionsOf(ctx, input, plan), settings: rows.companies[0]! };
    const posting = await postAndRead(ctx, act, options, first);
    return { ...posting, settlements: totalsOf(settled), refusals };
  });
}

/** Previews what `settleWells` would post, row by row, and which rows it would refuse. */
export async function previewSettlements(
  ctx: CompanyAdminContext,
  input: SettlementsSubject,
  rows: SettlementsRows,
): Promise<SettlementsPreview> {
  const plan = planSettlements(ctx, input, rows);
  const { act, wells, settled, refusals, posted } = plan;
  return {
    rows: settled.map(toView),
    refusals,
    posted: posted.map(({ row, bookedWell }) => ({
      row,
      wellId: bookedWell.id,
      wellCode: bookedWell.wellCode,
    })),
    totals: totalsOf(settled),
    assetToAccumulated: formatCents(sumCents(settled.map(({ toAccumulatedCents }) => toAccumulatedCents))),
    differenceTo: rows.companies[0]!.settlementDifference,
    act: toActPreview(act, wells, { reason: reasonOf(plan, input, rows) }),
    reviewed: await previewDigest(plan),
  };
}

/** Message when a posting needs a memo that neither its rows nor the act has; null when none does. */
function reasonOf({ act }: SettlementsPlan, { memo }: Partial<SettlementsInput>, rows: BooksRows) {
  return missingReason(act, rows.companies[0]!.reasonAboveCents, { act: Boolean(memo) });
}

type Settled = MatchedRow<SettlementRow> & {
  carryingCents: Cents;
  reliefCents: Cents;
  writtenOffCents: Cents;
  toAccumulatedCents: Cents;
  state: PluggedState | null;
  isPosted: boolean;
};

type SettlementsPlan = {
  act: ReturnType<Act['finish']>;
  wells: BookedWell[];
  /** Ordered by row. */
  settled: Settled[];
  refusals: RowRefusal[];
  /** Rows whose settlement is already posted. With `skipPosted`, they are left out before anything can refuse them. */
  posted: MatchedRow<SettlementRow>[];
};

function planSettlements(
  ctx: CompanyAdminContext,
  { rows: inputRows, skipPosted }: SettlementsSubject,
  rows: SettlementsRows,
): SettlementsPlan {
  const company = rows.companies[0]!;
  const wells = toBookedWells(rows);
  const posted: SettlementsPlan['posted'] = [];
  const matchPosted = createPostedMatcher(rows.settled);
  const matchResult = matchRows(inputRows, {
    schema: SettlementRow,
    labels: LABELS,
    wells,
    isLeftOut: (row) => {
      const { bookedWell, values } = row;
      const isPosted = matchPosted({ well: bookedWell.ledgerId, day: values.date, cents: values.costCents });
      if (isPosted) posted.push(row);
      return isPosted && skipPosted;
    },
  });
  const postedRows = new Set(posted.map(({ row }) => row));
  const act = beginAct(company);
  const settled = planRows(act, matchResult, ({ row, bookedWell, values }) => {
    // Later bookings were read from the earliest date of all rows.
    const asOfDay = { ...bookedWell, later: bookedWell.later.filter(({ day }) => day > values.date) };
    return { ...settleBookedWell(ctx, act, asOfDay, values, company), isPosted: postedRows.has(row) };
  });
  return {
    act: act.finish(),
    wells: settled.map(({ bookedWell }) => bookedWell),
    settled,
    refusals: matchResult.refusals,
    posted,
  };
}

type BookedSettlement = { well: number; day: CalendarDate; cents: Cents };

/** Returns a function that reports, row by row, whether a booked settlement matches. Each settlement matches only one row. */
function createPostedMatcher(settled: readonly BookedSettlement[]): (row: BookedSettlement) => boolean {
  const keyOf = ({ well, day, cents }: BookedSettlement) => `${well} ${day} ${cents}`;
  const unmatchedCounts = new Map<string, number>();
  for (const settlement of settled)
    unmatchedCounts.set(keyOf(settlement), (unmatchedCounts.get(keyOf(settlement)) ?? 0) + 1);
  return (row) => {
    const count = unmatchedCounts.get(keyOf(row)) ?? 0;
    unmatchedCounts.set(keyOf(row), count - 1);
    return count > 0;
  };
}

function allPosted(rows: number): AppError {
  const message =
    rows === 1
      ? 'This row is already posted. Nothing was posted.'
      : 'All rows are already posted. Nothing was posted.';
  return new AppError('conflict', message);
}

function optionsOf(
  ctx: CompanyAdminContext,
  { mode, memo, skipPosted }: SettlementsInput,
  { settled, refusals, posted }: SettlementsPlan,
): Omit<PostOptions, 'settings'> {
  const plugged = settled.flatMap(({ bookedWell: { ledgerId }, state }) =>
    state ? [{ ledgerId, state }] : [],
  );
  const totals = totalsOf(settled);
  return {
    source: 'user',
    memo,
    input: {
      mode,
      ...(memo && { memo }),
      // Memo and reference are stored on each posting. With them, thousands of rows would exceed D1's limit for one value.
      rows: settled.map(({ bookedWell, values }) => {
        const { memo: _, reference: __, ...figures } = toSettlementBody(values);
        return { wellId: bookedWell.id, ...figures };
      }),
    },
    wells: settled.map(({ bookedWell }) => toWellVersion(bookedWell)),
    last: writePluggedStates(ctx, plugged),
    audit: {
      action: 'wells.settled',
      newValues: {
        mode,
        ...(memo && { memo }),
        wells: settled.length,
        final: settled.filter(({ values }) => values.isFinal).length,
        refused: refusals.length,
        ...(skipPosted && { skipped: posted.length }),
        ...totals,
      },
    },
  };
}

function differenceOf({ reliefCents, values }: Settled): Cents {
  return reliefCents - values.costCents;
}

function totalsOf(settled: readonly Settled[]): SettlementsPreview['totals'] {
  const { up: gains, down: losses, net } = signedTotals(settled.map(differenceOf));
  const sum = (amounts: Cents[]) => formatCents(sumCents(amounts));
  return {
    relief: sum(settled.map(({ reliefCents }) => reliefCents)),
    cost: sum(settled.map(({ values }) => values.costCents)),
    assetWrittenOff: sum(settled.map(({ writtenOffCents }) => writtenOffCents)),
    ...{ gains, losses, net },
  };
}

function toView(settledWell: Settled): SettledWell {
  const { row, bookedWell, values, carryingCents, reliefCents, writtenOffCents, isPosted } = settledWell;
  return {
    row,
    wellId: bookedWell.id,
    wellCode: bookedWell.wellCode,
    wellName: bookedWell.wellName,
    date: values.date,
    isFinal: values.isFinal,
    carryingAmount: formatCents(carryingCents),
    relief: formatCents(reliefCents),
    cost: formatCents(values.costCents),
    difference: formatCents(differenceOf(settledWell)),
    assetWrittenOff: formatCents(writtenOffCents),
    isPosted,
  };
}
