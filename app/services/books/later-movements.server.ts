import { type SQL, sql } from 'drizzle-orm';
import { aroLayer, movement, posting } from '#db/schema';
import { wholeNumber } from '#db/whole-number';
import type { Movement } from '~/domain/books/movement';
import { kindOfCode } from '~/domain/books/movement-kinds';
import type { PostingTerms } from '~/domain/books/posting-terms';
import type { BookedPosting } from '~/domain/books/well-books';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { groupThousands } from '~/domain/money/group-thousands';
import type { Cents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { ledgerIdOf } from './ledger-number.server';
import { isUnreversed } from './unreversed.server';

type MovementRow = [
  posting: number,
  number: number,
  kind: BookedPosting['kind'],
  day: CalendarDate,
  isCompanyWide: 0 | 1,
  periodType: BookedPosting['periodType'],
  well: number,
  layer: number,
  movementKind: number,
  liability: Cents,
  arcCost: Cents,
  arcAccumulated: Cents,
  cash: Cents,
  base: Cents | null,
  timeNumerator: number | null,
  timeDenominator: number | null,
  since: CalendarDate | null,
  terms: PostingTerms | null,
  method: BookedPosting['method'],
];

/** D1 returns values of at most 2 MB; a movement takes at most 400 characters, including a settlement's terms. */
const MOVEMENTS_PER_VALUE = 5_000;

/**
 * Maximum later movements that one act reverses or reposts. All of them are in memory together, with their reversals. One month's
 * accretion and depreciation of 100,000 layers reach this number.
 */
export const MAX_LATER_MOVEMENTS = 200_000;
const TOO_MANY = `These wells have more than ${groupThousands(MAX_LATER_MOVEMENTS)} later movements, the most that one act can reverse. Choose a later date or fewer wells, or reverse the newest postings first.`;

/** A movement of the posting `p` on the layer `l`, as a JSON MovementRow. */
const ITEM =
  sql.raw(`json_array(p.id, p.number, p.kind, p.day, p.is_company_wide, p.period_type, l.well, m.layer, m.kind, m.liability, m.arc_cost,
  m.arc_accumulated, m.cash, m.base, m.time_numerator, m.time_denominator, m.since, json(p.terms), p.method) as item,
  p.id as posting, m.layer`);

/**
 * Query for the unreversed movements of wells in the postings that match a condition on `p`, oldest posting first, as a few long
 * texts. A posting with fewer movements than the wells have layers is scanned; a longer one is searched for those layers. One
 * well has few movements in a company-wide posting, and an act on thousands of wells, each on its own date, has few movements per
 * posting.
 */
export function laterMovementsQuery(scope: CompanyScope, wells: SQL, where: SQL | null) {
  if (where === null) return scope.db.all<{ items: string }>(sql`select '[]' as items where 0`);
  return scope.db.all<{ items: string }>(sql`
    with subject(well) as materialized ${wells},
      counted(layers) as materialized (select count(*) from subject cross join ${aroLayer} l on l.well = subject.well),
      sought as materialized (
        select p.*, p.movements > counted.layers as is_long from counted cross join ${posting} p
        where p.company = ${ledgerIdOf(scope)} and p.kind <> 'reversal' and (p.well = 0 or p.well in (select well from subject))
          and ${where}),
      found as (
        select ${ITEM} from sought p cross join subject on p.well in (0, subject.well)
        cross join ${aroLayer} l on l.well = subject.well
        cross join ${movement} m on m.posting = p.id and m.layer = l.id
        where p.is_long and ${isUnreversed}
        union all
        select ${ITEM} from sought p cross join ${movement} m on m.posting = p.id
        cross join ${aroLayer} l on l.id = m.layer and l.well in (select well from subject)
        where not p.is_long and ${isUnreversed}
        limit ${wholeNumber(MAX_LATER_MOVEMENTS + 1)})
    select json_group_array(json(item) order by place) as items from (
      select item, row_number() over (order by posting, layer) - 1 as place from found
    ) group by place / ${wholeNumber(MOVEMENTS_PER_VALUE)} order by place / ${wholeNumber(MOVEMENTS_PER_VALUE)}`);
}

/**
 * Adds the query's result to the wells, which are keyed by ledger id.
 * @throws AppError conflict for more movements than one act can handle
 */
export function addLaterMovements(
  wells: ReadonlyMap<number, { later: BookedPosting[] }>,
  texts: RowsOf<{ later: ReturnType<typeof laterMovementsQuery> }>['later'],
): void {
  // Every text but the last is full.
  if (texts.length * MOVEMENTS_PER_VALUE > MAX_LATER_MOVEMENTS) throw new AppError('conflict', TOO_MANY);
  for (const { items } of texts) {
    for (const row of JSON.parse(items) as MovementRow[]) {
      const { well, posting, movement } = readRow(row);
      const later = wells.get(well)?.later;
      if (later) addMovement(later, posting, movement);
    }
  }
}

/** Rows are ordered by posting. */
function addMovement(postings: BookedPosting[], posting: PostingHead, movement: Movement): void {
  const last = postings.at(-1);
  if (last?.id === posting.id) last.movements.push(movement);
  else postings.push({ ...posting, movements: [movement] });
}

type PostingHead = Omit<BookedPosting, 'movements'>;

function readRow(row: MovementRow): { well: number; posting: PostingHead; movement: Movement } {
  const [
    id,
    number,
    kind,
    day,
    isCompanyWide,
    periodType,
    well,
    layerId,
    movementKind,
    liabilityCents,
    arcCostCents,
    arcAccumulatedCents,
    cashCents,
    baseCents,
    numerator,
    denominator,
    since,
    terms,
    method,
  ] = row;
  const accretion =
    baseCents === null
      ? null
      : { baseCents, time: { numerator: numerator!, denominator: denominator! }, since };
  return {
    well,
    posting: { id, number, kind, day, isCompanyWide: Boolean(isCompanyWide), periodType, terms, method },
    movement: {
      layerId,
      kind: kindOfCode(movementKind),
      liabilityCents,
      arcCostCents,
      arcAccumulatedCents,
      cashCents,
      accretion,
    },
  };
}
