import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { well } from '#db/schema';
import type { Act } from '~/domain/books/act';
import type { PlannedPosting } from '~/domain/books/planned-postings';
import { saleAssetAccount } from '~/domain/books/posting-terms';
import { missingReason } from '~/domain/books/reason';
import { formatInterest, type Interest, interestOn, shareOf } from '~/domain/books/working-interest';
import { dateBounds, requireOpenDate } from '~/domain/calendar/open-dates';
import { apportionByAmounts } from '~/domain/money/apportion';
import { DomainConflict } from '~/domain/money/domain-conflict';
import { groupThousands } from '~/domain/money/group-thousands';
import { type Cents, formatCents, sumCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import {
  MAX_SOLD_WELLS,
  type SalesInput,
  type SalesPosting,
  type SalesPreview,
  type SalesSubject,
  type SoldWell,
  toSalesBody,
} from '~/schemas/books/sale';
import type { RowRefusal } from '~/schemas/books/well-rows';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import { readTogether } from '~/services/platform/reads.server';
import { toActPreview } from './act-preview.server';
import { type PostOptions, postUntilCurrent } from './post.server';
import { postAndRead } from './postings.server';
import { requireReason } from './require-reason.server';
import { previewDigest, requireReviewed } from './reviewed-act.server';
import { interestsSold, sellBookedWell } from './sell-well.server';
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
import { writeInterests } from './write-interests.server';

/** Unexecuted reads for a sale of many wells. */
export function salesReads(scope: CompanyScope, { date, wells, field }: SalesSubject) {
  const where = wells === null ? eq(well.field, field ?? '') : wellsNamed(wells.map(toRow));
  return booksReads(scope, where, isAfterDay(date));
}

/**
 * Sells the same part of many wells, or of a whole field, on one date as one act. Wells that had the same interest share a
 * posting. The proceeds are allocated to the wells in proportion to the liability derecognized for each.
 *
 * @param rows result of salesReads
 * @param reviewed digest from the preview, if one was reviewed
 * @throws AppError invalid for a field without wells that can be sold, or with too many; conflict in mode `all` when a well is
 * refused, when none is accepted, for a closed period, or when other users keep changing these wells
 * Source: the rule of sales, for many wells; ASC 410-20-40.
 */
export async function sellWells(
  ctx: CompanyAdminContext,
  input: SalesInput,
  rows: BooksRows,
  reviewed?: string,
): Promise<SalesPosting> {
  const readAgain = () => readTogether(ctx.db, salesReads(ctx, input));
  return postUntilCurrent(rows, readAgain, async (rows) => {
    const plan = planSales(ctx, input, rows);
    const { act, sold, refusals } = plan;
    requireRows(input.mode, sold.length, refusals);
    requireReason(reasonOf(plan, input, rows), 'memo');
    await requireReviewed(reviewed, plan);
    const first = act.postings.find(({ kind }) => kind === 'sale')!;
    const options = { ...optionsOf(ctx, input, plan), settings: rows.companies[0]! };
    const posting = await postAndRead(ctx, act, options, first);
    return { ...posting, sales: totalsOf(sold), refusals };
  });
}

/** Previews what `sellWells` would post, well by well, and which wells it would refuse. */
export async function previewSales(
  ctx: CompanyAdminContext,
  input: SalesSubject,
  rows: BooksRows,
): Promise<SalesPreview> {
  const plan = planSales(ctx, input, rows);
  const { act, wells, sold, refusals } = plan;
  return {
    rows: sold.map(toView),
    refusals,
    totals: totalsOf(sold),
    assetTo: saleAssetAccount(rows.companies[0]!, input.date),
    act: toActPreview(act, wells, { reason: reasonOf(plan, input, rows) }),
    reviewed: await previewDigest(plan),
  };
}

/** Message when the sale needs a memo and has none; null when it doesn't. */
function reasonOf({ act }: SalesPlan, { memo }: Partial<SalesInput>, rows: BooksRows): string | null {
  return missingReason(act, rows.companies[0]!.reasonAboveCents, { act: Boolean(memo) });
}

type Row = { wellCode: string };

type Sold = MatchedRow<Row> & ReturnType<typeof sellBookedWell> & { proceedsCents: Cents };

type SalesPlan = {
  act: ReturnType<Act['finish']>;
  wells: BookedWell[];
  /** In list order, or by well code for a field. */
  sold: Sold[];
  refusals: RowRefusal[];
};

function planSales(ctx: CompanyAdminContext, input: SalesSubject, rows: BooksRows): SalesPlan {
  const company = rows.companies[0]!;
  const { date, proceedsCents } = input;
  requireOpenDate(date, 'date', dateBounds(ctx.now, company.closedThrough));
  const wells = toBookedWells(rows);
  const inputRows = input.wells?.map(toRow) ?? wellsOfField(input, wells);
  const matchResult = matchRows(inputRows, { schema: Row, labels: {}, wells });
  const sellRow = (act: Act, { bookedWell }: MatchedRow<Row>, proceedsCents: Cents) =>
    sellBookedWell(
      act,
      bookedWell,
      { date, interestSold: computeInterestSold(bookedWell, input), proceedsCents },
      company,
    );

  // Trial run without proceeds: the liability derecognized for each well determines its share of the proceeds.
  const trial = beginAct(company);
  const accepted = planRows(trial, matchResult, (row) => sellRow(trial, row, 0));
  const proceeds = apportionByAmounts(
    proceedsCents,
    accepted.map(({ liabilityCents }) => liabilityCents),
  );
  const act = beginAct(company);
  const sold = accepted.map((row, index) => {
    const proceedsCents = proceeds[index]!;
    return { ...row, proceedsCents, ...sellRow(act, row, proceedsCents) };
  });
  return {
    act: act.finish(),
    wells: sold.map(({ bookedWell }) => bookedWell),
    sold,
    refusals: matchResult.refusals,
  };
}

const Row = z.object({ wellCode: z.string() });

function toRow(wellCode: string): Row {
  return { wellCode };
}

/** The wells of a field in which the company still owns an interest on the date. @throws AppError invalid */
function wellsOfField({ field, date }: SalesSubject, wells: readonly BookedWell[]): Row[] {
  const refuse = (message: string) => new AppError('invalid', message, 'field');
  const ownedWells = wells.filter(({ interests }) => interestOn(interests, date) > 0);
  if (ownedWells.length > MAX_SOLD_WELLS) {
    const maxWells = groupThousands(MAX_SOLD_WELLS);
    throw refuse(`This field has more than ${maxWells} wells. Sell them in parts, by well code.`);
  }
  if (ownedWells.length > 0) return ownedWells.map(({ wellCode }) => toRow(wellCode));
  throw refuse(
    wells.length === 0
      ? `Field "${field}" has no wells`
      : `The company has no interest in any well in field "${field}" on ${date}`,
  );
}

/** The interest sold, as a percentage of the whole well. @throws DomainConflict for a share too small to express as an interest */
function computeInterestSold(
  { wellCode, interests }: BookedWell,
  { date, ...terms }: SalesSubject,
): Interest {
  if (terms.interestSold !== null) return terms.interestSold;
  const ownedInterest = interestOn(interests, date);
  const soldInterest = shareOf(ownedInterest, terms.shareSold!);
  if (soldInterest > 0 || ownedInterest === 0) return soldInterest;
  throw new DomainConflict(
    'shareSold',
    `This share of the company’s ${formatInterest(ownedInterest)}% in well "${wellCode}" is below the smallest possible interest, 0.00000001%.`,
  );
}

function optionsOf(
  ctx: CompanyAdminContext,
  input: SalesInput,
  { act, sold, refusals }: SalesPlan,
): Omit<PostOptions, 'settings'> {
  const { mode, date } = input;
  const sales = act.postings.filter(({ kind }) => kind === 'sale');
  const changedInterests = sold.map(({ bookedWell, interests }) =>
    interestsSold(bookedWell, date, interests.after, saleOf(sales, interests)),
  );
  return {
    source: 'user',
    memo: input.memo,
    input: { mode, ...toSalesBody(input) },
    wells: sold.map(({ bookedWell }) => toWellVersion(bookedWell)),
    last: writeInterests(ctx, changedInterests, act.postings),
    audit: {
      action: 'wells.sold',
      newValues: {
        ...toSalesBody(input),
        mode,
        // The list may be long, and the postings name every well.
        wells: sold.length,
        refused: refusals.length,
        ...totalsOf(sold),
      },
    },
  };
}

/** The posting that sells the wells with this interest; each interest has its own. */
function saleOf(
  sales: readonly PlannedPosting[],
  { before, after, replaces }: Sold['interests'],
): PlannedPosting {
  return sales.find(({ terms }) => {
    const interest = terms?.interest;
    return interest?.before === before && interest.after === after && interest.replaces === replaces;
  })!;
}

function totalsOf(sold: readonly Sold[]): SalesPreview['totals'] {
  const { up: gains, down: losses, net } = signedTotals(sold.map(({ resultCents }) => resultCents));
  const sum = (amounts: Cents[]) => formatCents(sumCents(amounts));
  return {
    liability: sum(sold.map(({ liabilityCents }) => liabilityCents)),
    asset: sum(sold.map(({ assetCents }) => assetCents)),
    proceeds: sum(sold.map(({ proceedsCents }) => proceedsCents)),
    ...{ gains, losses, net },
  };
}

function toView({ row, bookedWell, interests, ...amounts }: Sold): SoldWell {
  return {
    row,
    wellId: bookedWell.id,
    wellCode: bookedWell.wellCode,
    wellName: bookedWell.wellName,
    interestBefore: formatInterest(interests.before),
    interestAfter: formatInterest(interests.after),
    carryingAmount: formatCents(amounts.carryingCents),
    liability: formatCents(amounts.liabilityCents),
    asset: formatCents(amounts.assetCents),
    proceeds: formatCents(amounts.proceedsCents),
    result: formatCents(amounts.resultCents),
  };
}
