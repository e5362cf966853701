import { and, eq, type SQL, sql } from 'drizzle-orm';
import { exactRate } from '#db/exact-rate';
import { aroLayer, posting, user } from '#db/schema';
import { wholeNumber } from '#db/whole-number';
import { accretionFormula } from '~/domain/books/accretion-formula';
import type { Act } from '~/domain/books/act';
import { depreciationFormula } from '~/domain/books/depreciation-formula';
import { type Derecognition, derecognitionFormula } from '~/domain/books/derecognition-formula';
import type { ExpectedCost } from '~/domain/books/expected-cost';
import { layerFormula, type MeasuredLayer } from '~/domain/books/layer-formula';
import { codesWhere, kindOfCode, MOVEMENT_KINDS } from '~/domain/books/movement-kinds';
import { ON_BALANCE_SHEET, resultOf } from '~/domain/books/offset';
import type { PlannedPosting } from '~/domain/books/planned-postings';
import type { PostingTerms } from '~/domain/books/posting-terms';
import { formatInterest } from '~/domain/books/working-interest';
import { type Cents, formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type {
  BookedMovementView,
  PostingPageQuery,
  PostingQuery,
  PostingTermsView,
  PostingView,
} from '~/schemas/books/posting';
import { personColumns, toPerson } from '~/services/people/person.server';
import type { CompanyAdminContext, CompanyContext, CompanyScope } from '~/services/platform/context.server';
import { afterCursor, encodeCursor, type ListOrder } from '~/services/platform/keyset.server';
import { type Page, toPage } from '~/services/platform/page.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import { firstIdAfterAct, ledgerIdOf, numberOfPosting, postingOf } from './ledger-number.server';
import { type PostOptions, post } from './post.server';
import { previousEstimate, previousEstimateOf } from './previous-estimate.server';
import { isReversed, p } from './unreversed.server';

/** Movements per page of a posting. */
const MOVEMENTS_PER_PAGE = 200;
/** Layers whose movements are shown for each posting in a list. */
const LISTED_LAYERS = 20;

/** Order of a posting's movements, same as the table. */
const movementOrder: ListOrder = [{ by: sql`m.layer` }, { by: sql`m.kind` }];

/** Movement kinds that recognize a layer. */
const RECOGNITIONS = codesWhere(({ isRecognition }) => isRecognition);
const DERECOGNITIONS = codesWhere(({ isByTerms }) => isByTerms);

/** A PostingView without its movements. */
export type PostingSummary = Omit<PostingView, 'movements' | 'nextCursor'>;

/**
 * Unexecuted reads for a PostingView with one page of its movements.
 * @param id SQL value of the posting's id
 * @param query the page's cursor, and a well to limit the movements to
 * @throws AppError invalid for a malformed cursor
 */
export function postingViewReads(scope: CompanyScope, id: SQL, { cursor, wellId }: PostingPageQuery = {}) {
  const isLayerOfWell = sql`m.layer in (
    select layer.id from well cross join layer on layer.well = well.ledger_id
    where well.id = ${wellId} and well.company_id = ${scope.companyId})`;
  return {
    postings: postingsQuery(scope, sql`${p.id} = ${id}`),
    movements: movementsQuery(
      scope,
      sql`(select ${id} as id) x cross join movement m on m.posting = x.id and ${and(afterCursor(movementOrder, cursor) ?? sql`1`, wellId ? isLayerOfWell : undefined)}`,
      MOVEMENTS_PER_PAGE + 1,
    ),
  };
}

/**
 * Writes an act and reads one of its postings in the same transaction.
 * @param posting the posting to read
 * @throws as post
 */
export async function postAndRead(
  ctx: CompanyAdminContext,
  act: ReturnType<Act['finish']>,
  options: PostOptions,
  posting: PlannedPosting,
): Promise<PostingView> {
  const { first = [], last = [] } = options;
  // The act's postings are the newest ones, with ids in their order.
  const laterCount = act.postings.length - 1 - act.postings.indexOf(posting);
  const id = sql`(select max(id) - ${wholeNumber(laterCount)} from posting)`;
  const { postings, movements } = postingViewReads(ctx, id);
  const results = await post(ctx, act, { ...options, last: [...last, postings, movements] });
  const [postingRows, movementRows] = results.slice(first.length + last.length);
  return toPostingView({ postings: postingRows, movements: movementRows } as RowsOf<
    ReturnType<typeof postingViewReads>
  >);
}

/** Maps the result of postingViewReads. @throws AppError not-found, also for a posting of another company */
export function toPostingView({
  postings: [row],
  movements,
}: RowsOf<ReturnType<typeof postingViewReads>>): PostingView {
  if (!row) throw new AppError('not-found', 'Posting not found');
  const visibleRows = movements.slice(0, MOVEMENTS_PER_PAGE);
  return {
    ...toPostingSummary(row),
    movements: visibleRows.map(toMovementView),
    nextCursor: movements.length > visibleRows.length ? cursorAfter(visibleRows) : null,
  };
}

/**
 * Lists the company's postings, newest first, each with its first movements; for a well, only with that well's movements. Returns
 * none for an unknown well or another company's. Excludes postings on a deleted well alone.
 * @throws AppError invalid for a malformed cursor
 */
export async function listPostings(ctx: CompanyContext, query: PostingQuery): Promise<Page<PostingView>> {
  const { wellId, actId, kind, from, to, limit, cursor } = query;
  const order: ListOrder = [{ by: p.number, descending: true }];
  const well = wellId
    ? sql`(select ledger_id from well where id = ${wellId} and company_id = ${ctx.companyId} and deleted_at is null)`
    : undefined;
  const layersOfWell = sql`select id from layer where well = ${well}`;
  const where = and(
    sql`${p.company} = ${ledgerIdOf(ctx)}`,
    well
      ? sql`(${p.well} = ${well} or ${p.well} = 0 and exists (
          select 1 from movement taken where taken.posting = p.id and taken.layer in (${layersOfWell})))`
      : sql`(${p.well} = 0 or ${p.well} in (select ledger_id from well where company_id = ${ctx.companyId} and deleted_at is null))`,
    actId ? sql`${p.act} = ${postingOf(ctx, Number(actId))}` : undefined,
    kind ? eq(p.kind, kind) : undefined,
    from ? sql`${p.day} >= ${from}` : undefined,
    to ? sql`${p.day} <= ${to}` : undefined,
    afterCursor(order, cursor),
  );
  const listed = sql`(select p.id from ${posting} p where ${where} order by p.number desc limit ${wholeNumber(limit + 1)})`;
  const shownLayers = well
    ? layersOfWell
    : sql`select layer from movement where posting = x.id order by layer limit ${wholeNumber(LISTED_LAYERS)}`;
  const rows = await readTogether(ctx.db, {
    postings: postingsQuery(ctx, sql`${p.id} in ${listed}`).orderBy(sql`${p.id} desc`),
    movements: movementsQuery(
      ctx,
      sql`${listed} x cross join movement m on m.posting = x.id and m.layer in (${shownLayers})`,
    ),
  });
  const movementsOf = Map.groupBy(rows.movements, (row) => row.posting);
  return toPage(rows.postings, limit, {
    view: (row) => {
      const visibleRows = movementsOf.get(row.id) ?? [];
      const isTruncated = !well && visibleRows.length > 0 && visibleRows.length < row.movementCount;
      return {
        ...toPostingSummary(row),
        movements: visibleRows.map(toMovementView),
        nextCursor: isTruncated ? cursorAfter(visibleRows) : null,
      };
    },
    cursor: (last) => [last.number],
  });
}

/** SQL condition: true when a balance sheet account receives part of a movement's offset in `p`. Same rule as `resultOf`. */
const isKept = (account: string) =>
  sql`(kind in ${codesWhere(({ offset }) => ON_BALANCE_SHEET.has(offset))} or kind in ${codesWhere(({ isByTerms }) => isByTerms)}
    and p.terms ->> ${account} in ${[...ON_BALANCE_SHEET]})`;

/** Sums of a posting `p`, and of its offsets that are not profit or loss, for `parsePostingSums`. */
export const postingSums = sql<string>`(
  select json_array(${sql.join(
    [
      sql`liability`,
      sql`arc_cost`,
      sql`arc_accumulated`,
      sql`cash`,
      sql`iif(${isKept('$.settledTo')}, cash - liability, 0) + iif(${isKept('$.retiredTo')}, arc_cost + arc_accumulated, 0)`,
    ].map(
      // Sums can exceed JavaScript's safe integer range, so they are returned as text.
      (value) => sql`cast(coalesce(sum(${value}), 0) as text)`,
    ),
    sql`, `,
  )})
  from movement where posting = p.id)`.as('posting_sums');

/** Parses postingSums and derives the profit or loss. */
export function parsePostingSums(text: string) {
  const [liability, arcCost, arcAccumulated, cash, balanceSheetOffsets] = (JSON.parse(text) as string[]).map(
    BigInt,
  ) as [bigint, bigint, bigint, bigint, bigint];
  const result = arcCost + arcAccumulated + cash - liability - balanceSheetOffsets;
  return { liability, arcCost, arcAccumulated, cash, result };
}

/**
 * Query for the company's postings with their totals, to be filtered, ordered, and executed by the caller. `toPostingSummary`
 * maps a row.
 */
export function postingsQuery(scope: CompanyScope, where: SQL | undefined) {
  return scope.db
    .select({
      id: sql<number>`${p.id}`.as('posting_id'),
      number: p.number,
      act: sql<string>`${numberOfPosting(p.act)}`.as('act_number'),
      method: p.method,
      terms: sql<string | null>`${p.terms}`.as('posting_terms'),
      kind: p.kind,
      day: p.day,
      source: p.source,
      memo: p.memo,
      reference: p.reference,
      reverses: numberOfPosting(p.reverses).as('reversed_number'),
      movementCount: sql<number>`coalesce(${p.movements}, 0)`.as('movement_count'),
      userId: p.userId,
      createdAt: sql<string>`${p.createdAt}`.as('posted_at'),
      also: sql<string>`(
        select json_group_array(cast(other.number as text) order by other.id) from posting other
        where other.id >= p.act and other.id < ${firstIdAfterAct(sql`p.act`)} and other.id <> p.id)`.as(
        'also_of_act',
      ),
      reversals: sql<string>`(
        select json_group_array(cast(r.number as text) order by r.number) from posting r where r.reverses = p.id)`.as(
        'reversals',
      ),
      isReversed: isReversed.as('is_reversed'),
      sums: postingSums,
      ...personColumns,
    })
    .from(p)
    .leftJoin(user, eq(user.id, p.userId))
    .where(and(sql`${p.company} = ${ledgerIdOf(scope)}`, where))
    .$dynamic();
}

type PostingRow = Awaited<ReturnType<typeof postingsQuery>>[number];

/** Maps a posting to its API view. */
export function toPostingSummary(row: PostingRow): PostingSummary {
  const { liability, arcCost, arcAccumulated, cash, result } = parsePostingSums(row.sums);
  const reversals = JSON.parse(row.reversals) as string[];
  return {
    id: String(row.number),
    actId: row.act,
    also: JSON.parse(row.also) as string[],
    kind: row.kind,
    effectiveOn: row.day,
    source: row.source,
    method: row.method,
    terms: row.terms === null ? null : toTermsView(JSON.parse(row.terms) as PostingTerms),
    memo: row.memo,
    reference: row.reference,
    reversesId: row.reverses,
    reversedById: row.isReversed ? reversals.at(-1)! : null,
    reversals,
    createdAt: row.createdAt,
    userId: row.userId,
    user: toPerson(row),
    movementCount: row.movementCount,
    totals: {
      liability: formatCents(liability),
      asset: formatCents(arcCost + arcAccumulated),
      cash: formatCents(cash),
      result: formatCents(result),
    },
  };
}

function toTermsView({ settledTo, retiredTo, well, interest }: PostingTerms): PostingTermsView {
  return {
    settledTo,
    retiredTo,
    well,
    ...(interest && {
      interest: { before: formatInterest(interest.before), after: formatInterest(interest.after) },
    }),
  };
}

type MovementRow = {
  posting: number;
  layer: number;
  kind: number;
  liability: Cents;
  arcCost: Cents;
  arcAccumulated: Cents;
  cash: Cents;
  base: Cents | null;
  timeNumerator: number | null;
  timeDenominator: number | null;
  postingKind: PostingView['kind'];
  method: PostingView['method'];
  terms: string | null;
  previousEstimate: string | null;
  /** Balances before a settlement or sale, as in `Derecognition`. */
  beforeText: string | null;
  wellText: string | null;
  scenariosText: string | null;
  layerNumber: number;
  wellId: string;
  wellCode: string;
  wellName: string;
  field: string;
} & Omit<MeasuredLayer, 'isGiven' | 'layerType'> & { isGiven: 0 | 1 };

/**
 * Movements with their layers and wells, including wells deleted since, because posted records stay as they were. Unexecuted.
 * @param movements the movements `m`, as a table with its condition
 */
function movementsQuery(scope: CompanyScope, movements: SQL, limit = -1) {
  return scope.db.all<MovementRow>(sql`
    select m.posting, m.layer, m.kind, m.liability, m.arc_cost as "arcCost", m.arc_accumulated as "arcAccumulated", m.cash,
      m.base, m.time_numerator as "timeNumerator", m.time_denominator as "timeDenominator",
      own.kind as "postingKind", own.method, own.terms,
      layer.layer_number as "layerNumber", layer.measurement, ${exactRate('layer', 'discount')} as "discountRateBp",
      ${exactRate('layer', 'inflation')} as "inflationRateBp", layer.p_and_a_cost_cents as "pAndACostCents",
      layer.calculation_date as "calculationDate", layer.retirement_date as "retirementDate",
      layer.well_lifespan_years as "wellLifespanYears", layer.aro_value_cents as "aroValueCents", layer.is_given as "isGiven",
      layer.repriced_estimate_cents as "repricedEstimateCents",
      layer.scenarios as "scenariosText",
      iif(m.kind in ${RECOGNITIONS}, ${previousEstimate}, null) as "previousEstimate",
      iif(m.kind in ${DERECOGNITIONS}, (
        select json_object('liabilityCents', coalesce(sum(b.liability), 0), 'arcCostCents', coalesce(sum(b.arc_cost), 0),
          'arcAccumulatedCents', coalesce(sum(b.arc_accumulated), 0))
        from posting q cross join movement b on b.posting = q.id and b.layer = m.layer
        where q.company = own.company and q.well in (0, layer.well) and q.id < own.id), null) as "beforeText",
      iif(m.kind in ${DERECOGNITIONS}, (
        select json_object('liabilityCents', coalesce(sum(b.liability) filter (where q.id = own.id), 0),
          'cashCents', coalesce(sum(b.cash) filter (where q.id = own.id), 0),
          'beforeCents', coalesce(sum(b.liability) filter (where q.id < own.id), 0))
        from layer sibling cross join posting q cross join movement b on b.posting = q.id and b.layer = sibling.id
        where sibling.company = own.company and sibling.well = layer.well
          and q.company = own.company and q.well in (0, layer.well) and q.id <= own.id), null) as "wellText",
      w.id as "wellId", w.well_code as "wellCode", w.well_name as "wellName", w.field
    from ${movements} cross join posting own on own.id = m.posting
    cross join ${aroLayer} on layer.id = m.layer cross join well w on w.ledger_id = layer.well
    where layer.company = ${ledgerIdOf(scope)} and w.company_id = ${scope.companyId}
    order by m.posting, m.layer, m.kind limit ${wholeNumber(limit)}`);
}

function toMovementView(row: MovementRow): BookedMovementView {
  const { wellId, wellCode, wellName, field, layerNumber } = row;
  const kind = kindOfCode(row.kind);
  return {
    kind,
    aroLayerId: String(row.layer),
    layerNumber,
    well: { id: wellId, wellCode, wellName, field },
    liability: formatCents(row.liability),
    asset: formatCents(row.arcCost + row.arcAccumulated),
    cash: formatCents(row.cash),
    result: formatCents(resultOf(kind, amountsOf(row), termsOf(row))),
    arcCost: formatCents(row.arcCost),
    arcAccumulated: formatCents(row.arcAccumulated),
    formula: formulaOf(row),
  };
}

function amountsOf({ liability, arcCost, arcAccumulated, cash }: MovementRow) {
  return {
    liabilityCents: liability,
    arcCostCents: arcCost,
    arcAccumulatedCents: arcAccumulated,
    cashCents: cash,
  };
}

function termsOf({ terms }: MovementRow): PostingTerms | null {
  return terms === null ? null : (JSON.parse(terms) as PostingTerms);
}

/** A reversal follows from its original and has no formula. */
function formulaOf(row: MovementRow): string[] {
  if (row.postingKind === 'reversal') return [];
  const { base, timeNumerator, timeDenominator, method, discountRateBp } = row;
  if (base !== null && timeNumerator !== null && timeDenominator !== null && method !== null) {
    const time = { numerator: timeNumerator, denominator: timeDenominator };
    if (method === 'straight-line' || method === 'units-of-production') {
      return [depreciationFormula({ method, baseCents: base, time, chargeCents: 0 - row.arcAccumulated })];
    }
    return [accretionFormula({ method, baseCents: base, discountRateBp, time, expenseCents: row.liability })];
  }
  const kind = kindOfCode(row.kind);
  if (kind === 'settled' || kind === 'retired' || kind === 'divested') {
    const terms = termsOf(row);
    return derecognitionFormula({
      kind,
      ...amountsOf(row),
      before: JSON.parse(row.beforeText!) as Derecognition['before'],
      well: JSON.parse(row.wellText!) as Derecognition['well'],
      interest: terms?.interest ?? null,
      isAssetSeparate: terms !== null && terms.retiredTo !== terms.settledTo,
    });
  }
  if (kind === 'opening' || !MOVEMENT_KINDS[kind].isRecognition) return [];
  const layer = {
    ...row,
    layerType: row.measurement === null ? ('initial' as const) : ('additional' as const),
    isGiven: row.isGiven === 1,
    scenarios: row.scenariosText === null ? null : (JSON.parse(row.scenariosText) as ExpectedCost),
  };
  return layerFormula(layer, previousEstimateOf(row.previousEstimate));
}

function cursorAfter(rows: MovementRow[]): string {
  const { layer, kind } = rows.at(-1)!;
  return encodeCursor([layer, kind]);
}
