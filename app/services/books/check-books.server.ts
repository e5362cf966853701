import { eq, type SQL, sql } from 'drizzle-orm';
import { company } from '#db/schema';
import { wholeNumber } from '#db/whole-number';
import {
  type BooksDifference,
  CHECKS,
  type Check,
  type CheckedLayer,
  type CheckedMovement,
  type CheckedPosting,
  type CheckedReversal,
  createBooksTally,
} from '~/domain/books/books-tally';
import { codeOfKind } from '~/domain/books/movement-kinds';
import { formatCents } from '~/domain/money/money';
import type { BooksCheckView } from '~/schemas/books/period';
import type { CompanyScope } from '~/services/platform/context.server';
import { readTogether } from '~/services/platform/reads.server';
import { ledgerIdOf } from './ledger-number.server';
import { type MovementColumns, readMovements } from './movement-pages.server';

const DEPRECIATED = wholeNumber(codeOfKind('depreciated'));

/** Movements per JSON text. D1 returns values of at most 2 MB, and a movement takes at most 150 characters. */
const ROWS_PER_TEXT = 12_000;
/** Layers or postings per JSON text. A layer has more amounts and dates, and takes at most 200 characters. */
const HEADS_PER_TEXT = 10_000;

/** Kinds and amounts of movements, and the fraction of an asset's life that each charge covers. */
const MOVEMENTS: MovementColumns = {
  row: sql`json_array(place, layer, kind, liability, arc_cost, arc_accumulated, cash, base, has_time, numerator, denominator)`,
  values: sql`m.layer, m.kind, m.liability, m.arc_cost, m.arc_accumulated, m.cash, m.base,
    m.time_numerator is not null and m.time_denominator is not null as has_time,
    iif(m.kind = ${DEPRECIATED}, m.time_numerator, null) as numerator,
    iif(m.kind = ${DEPRECIATED}, m.time_denominator, null) as denominator`,
};

/** Movements of reversals, each with the movement that it reverses. */
const REVERSALS: MovementColumns = {
  row: sql`json_array(place, layer, kind, liability, original, is_exact)`,
  values: sql`m.layer, m.kind, m.liability, o.liability as original,
    o.posting is not null and o.liability = -m.liability and o.arc_cost = -m.arc_cost
      and o.arc_accumulated = -m.arc_accumulated and o.cash = -m.cash as is_exact`,
  join: sql`left join movement o on o.posting = p.reverses and o.layer = m.layer and o.kind = m.kind`,
};

/**
 * Checks the company's books without changing anything: every layer's cached balances against its movements, every accretion's
 * starting balance against earlier postings, and every posting and movement against the rules of its kind.
 *
 * Layers and postings are read in one transaction, so the check reflects one point in time. Movements are immutable: they are
 * read in pages afterward, and no statement reads or sorts more than one page, however many there are.
 *
 * @returns the first differences of each kind, with amounts as text
 */
export async function checkBooks(scope: CompanyScope): Promise<BooksCheckView> {
  const stored = await readTogether(scope.db, { ...ownReads(scope), negative: negativeWells(scope) });
  const layers = () => rowsOf<CheckedLayer>(stored.layers);
  const postings = [...rowsOf<CheckedPosting>(stored.postings)];
  const tally = createBooksTally(layers(), postings, stored.companies[0]!);
  const { layerIds } = tally;
  const allIndexes = postings.map((_, index) => index);
  const reversals = allIndexes.filter((index) => postings[index]![3] === 1);
  const pages = {
    postings: postings.map(([id, , , , , count]) => ({ id, movements: count })),
    layerIds,
    rowsPerText: ROWS_PER_TEXT,
  };

  let movements = 0;
  await readMovements<CheckedReversal>(scope, pages, reversals, REVERSALS, ({ indexes }, rows) =>
    tally.addReversals(indexes, rows),
  );
  await readMovements<CheckedMovement>(scope, pages, allIndexes, MOVEMENTS, ({ indexes }, rows) => {
    movements += rows.length;
    tally.addMovements(indexes, rows);
  });
  const differences = tally.differences(layers());
  const names = {
    layers: await readNames(scope, differences),
    postings: new Map(postings.map((posting) => [posting[0], posting[7]])),
  };
  return {
    ok: differences.length === 0,
    checked: { layers: layerIds.length, movements, postings: postings.length },
    differences: differences.map((difference) => toView(difference, names)),
    negativeWells: stored.negative.map(({ cents, ...well }) => ({ ...well, liability: formatCents(cents) })),
  };
}

/** Unexecuted reads of all the company's layers and postings, ordered by id. */
function ownReads(scope: CompanyScope) {
  const ledgerId = ledgerIdOf(scope);
  const selectTexts = (columns: SQL, table: SQL) =>
    scope.db.all<{ rows: string }>(sql`
      select json_group_array(json_array(${columns}) order by id) as rows from ${table}
      where company = ${ledgerId} group by id / ${wholeNumber(HEADS_PER_TEXT)} order by id / ${wholeNumber(HEADS_PER_TEXT)}`);
  return {
    layers: selectTexts(
      sql`id, current_aro_cents, arc_cost_cents, arc_accumulated_cents, settled_cents, accreted_through, is_reversed, recognized_by, last_posting,
        depreciated_through, arc_base_cents, arc_base_day, well, calculation_date, well_lifespan_years, retirement_date`,
      sql`layer`,
    ),
    postings: selectTexts(
      sql`id, day, kind = 'accretion', kind = 'reversal', reverses, movements, method is 'units-of-production', number`,
      sql`posting`,
    ),
    companies: scope.db
      .select({
        depreciation: company.depreciation,
        hasDepreciated: sql<boolean>`${company.depreciationFrom} is not null`
          .mapWith(Boolean)
          .as('has_depreciated'),
      })
      .from(company)
      .where(eq(company.id, scope.companyId)),
  };
}

/** Wells with a negative balance. That breaks no rule: a decrease at a different rate may outgrow the layers it reduces. */
function negativeWells(scope: CompanyScope) {
  return scope.db.all<{ wellId: string; wellCode: string; cents: number }>(sql`
    select w.id as "wellId", w.well_code as "wellCode", sum(l.current_aro_cents) as cents
    from layer l join well w on w.ledger_id = l.well
    where l.company = ${ledgerIdOf(scope)} group by l.well having sum(l.current_aro_cents) < 0
    order by w.well_code_key`);
}

function* rowsOf<Row>(texts: readonly { rows: string }[]): Generator<Row> {
  for (const { rows } of texts) yield* JSON.parse(rows) as Row[];
}

/** Display names of the layers that differ. Another company's layer gets no name here. */
async function readNames(scope: CompanyScope, differences: BooksDifference[]): Promise<Map<number, string>> {
  const ids = differences.flatMap(({ layer }) => (layer === null ? [] : [layer]));
  if (ids.length === 0) return new Map();
  const rows = await scope.db.all<{ id: number; name: string }>(sql`
    select l.id, w.well_code || ' L' || l.layer_number as name
    from jsonb_each(${JSON.stringify([...new Set(ids)])}) g
    cross join layer l on l.id = g.value and l.company = ${ledgerIdOf(scope)}
    cross join well w on w.ledger_id = l.well`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function toView(
  { check, layer, posting, expected, found }: BooksDifference,
  names: { layers: ReadonlyMap<number, string>; postings: ReadonlyMap<number, number> },
): BooksCheckView['differences'][number] {
  const {
    what,
    isMoney,
    isPosting = false,
  }: (typeof CHECKS)[Check] & { isPosting?: boolean } = CHECKS[check];
  const formatValue = (value: string | number | null) => {
    if (value === null) return 'none';
    if (isPosting) return String(names.postings.get(Number(value)) ?? 'unknown');
    return isMoney ? formatCents(Number(value)) : String(value);
  };
  const location = [
    layer !== null && (names.layers.get(layer) ?? `layer ${layer}`),
    posting !== null && `posting ${names.postings.get(posting)}`,
  ];
  return {
    what,
    id: location.filter((text) => text !== false).join(' in '),
    expected: formatValue(expected),
    found: formatValue(found),
  };
}
