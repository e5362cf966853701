import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client';
import { wholeNumber } from '#db/whole-number';
import {
  type BooksDifference,
  CHECKS,
  type CheckedLayer,
  type CheckedMovement,
  type CheckedPosting,
  type CheckedReversal,
  createBooksTally,
} from '~/domain/books/books-tally';
import { formatCents } from '~/domain/money/money';
import type { BooksCheckView } from '~/schemas/books/period';
import type { Statement } from '~/services/platform/commit.server';
import type { CompanyScope } from '~/services/platform/context.server';
import { readTogether } from '~/services/platform/reads.server';
import { ledgerIdOf } from './post.server';

/** Rows of one JSON text: D1 hands over values of at most 2 MB, and a row takes at most some 95 characters. */
const ROWS_PER_TEXT = 20_000;
/** Texts of one round trip, some 8 MB of them: a Worker has 128 MB. */
const TEXTS_PER_TRIP = 12;

/** Movements that one text may hold: those of some postings, given by their places in the list of all, on some layers. */
type Span = { places: number[]; from: number; through: number };
type TextRow = { found: number; rows: string };

/**
 * Checks the company's books: every layer's caches against its movements, every accretion's starting balance against what
 * was posted before it, and every posting and movement against the rules of its kind. Nothing is changed.
 *
 * Layers and postings are read in one transaction, so the check is of that moment. Movements never change: they follow in
 * pages, and no statement reads or sorts more than a page of them, however many there are.
 *
 * @returns the first differences of each kind, with amounts as text
 */
export async function checkBooks(scope: CompanyScope): Promise<BooksCheckView> {
  const { db } = scope;
  const read = await readTogether(db, { ...ownReads(scope), negative: negativeWells(scope) });
  const layers = () => rowsOf<CheckedLayer>(read.layers);
  const layerIds = Array.from(layers(), ([id]) => id);
  const postings = [...rowsOf<CheckedPosting>(read.postings)];
  const tally = createBooksTally(layerIds, postings);
  const every = postings.map((_, place) => place);
  const reversals = every.filter((place) => postings[place]![3] === 1);
  const plan = (places: number[]) => ({ spans: planSpans(postings, places, layerIds), layerIds });
  const textOf = (statement: typeof movementsIn) => (span: Span) =>
    statement(scope, JSON.stringify(span.places.map((place) => postings[place]![0])), span);

  let movements = 0;
  await readSpans<CheckedReversal>(db, plan(reversals), textOf(reversalsIn), ({ places }, rows) =>
    tally.takeReversals(places, rows),
  );
  await readSpans<CheckedMovement>(db, plan(every), textOf(movementsIn), ({ places }, rows) => {
    movements += rows.length;
    tally.take(places, rows);
  });
  const differences = tally.differences(layers());
  const names = await readNames(scope, differences);
  return {
    ok: differences.length === 0,
    checked: { layers: layerIds.length, movements, postings: postings.length },
    differences: differences.map((difference) => toView(difference, names)),
    negativeWells: read.negative.map(({ wellCode, cents }) => ({ wellCode, liability: formatCents(cents) })),
  };
}

/** All layers and postings of the company, in the order of their ids. Statements not yet run. */
function ownReads(scope: CompanyScope) {
  const company = ledgerIdOf(scope);
  const texts = (columns: SQL, table: SQL) =>
    scope.db.all<{ rows: string }>(sql`
      select json_group_array(json_array(${columns}) order by id) as rows from ${table}
      where company = ${company} group by id / ${wholeNumber(ROWS_PER_TEXT)} order by id / ${wholeNumber(ROWS_PER_TEXT)}`);
  return {
    layers: texts(
      sql`id, current_aro_cents, arc_cost_cents, arc_accumulated_cents, accreted_through, is_reversed, recognized_by, last_posting`,
      sql`layer`,
    ),
    postings: texts(sql`id, day, kind = 'accretion', kind = 'reversal', reverses, movements`, sql`posting`),
  };
}

/** A well below zero breaks no rule: a decrease at another rate than what it reduces may grow past it. */
function negativeWells(scope: CompanyScope) {
  return scope.db.all<{ wellCode: string; cents: number }>(sql`
    select w.well_code as "wellCode", sum(l.current_aro_cents) as cents
    from layer l join well w on w.ledger_id = l.well
    where l.company = ${ledgerIdOf(scope)} group by l.well having sum(l.current_aro_cents) < 0
    order by w.well_code_key`);
}

/** Movements in the order of the list of postings, and within one in that of layers: the order in which SQLite finds them. */
function movementsIn(scope: CompanyScope, postingIds: string, span: Span): Statement {
  return scope.db.all<TextRow>(sql`
    select count(*) as found, json_group_array(json_array(
      place, layer, kind, liability, arc_cost, arc_accumulated, cash, base, has_time)) as rows
    from (
      select g.key as place, m.layer, m.kind, m.liability, m.arc_cost, m.arc_accumulated, m.cash, m.base,
        m.time_numerator is not null and m.time_denominator is not null as has_time
      ${fromSpan(scope, postingIds, span)}
      limit ${ROWS_PER_TEXT + 1})`);
}

/** Movements of reversals, each beside the one that it takes back. */
function reversalsIn(scope: CompanyScope, postingIds: string, span: Span): Statement {
  return scope.db.all<TextRow>(sql`
    select count(*) as found, json_group_array(json_array(place, layer, kind, liability, original, is_exact)) as rows
    from (
      select g.key as place, m.layer, m.kind, m.liability, o.liability as original,
        o.posting is not null and o.liability = -m.liability and o.arc_cost = -m.arc_cost
          and o.arc_accumulated = -m.arc_accumulated and o.cash = -m.cash as is_exact
      ${fromSpan(scope, postingIds, span)}
      left join movement o on o.posting = p.reverses and o.layer = m.layer and o.kind = m.kind
      limit ${ROWS_PER_TEXT + 1})`);
}

function fromSpan(scope: CompanyScope, postingIds: string, { from, through }: Span): SQL {
  return sql`
    from jsonb_each(${postingIds}) g
    cross join posting p on p.id = g.value and p.company = ${ledgerIdOf(scope)}
    cross join movement m on m.posting = p.id and m.layer between ${from} and ${through}`;
}

/** Puts small postings together and cuts large ones by layers, by the counts that they are sealed with. */
function planSpans(
  postings: readonly CheckedPosting[],
  places: number[],
  layerIds: readonly number[],
): Span[] {
  const all = { from: Number.MIN_SAFE_INTEGER, through: Number.MAX_SAFE_INTEGER };
  const spans: Span[] = [];
  let room = 0;
  for (const place of places) {
    const movements = postings[place]![5] ?? 1;
    if (movements > ROWS_PER_TEXT) {
      for (let start = 0; start < Math.max(layerIds.length, 1); start += ROWS_PER_TEXT) {
        const next = layerIds[start + ROWS_PER_TEXT];
        spans.push({
          places: [place],
          from: start === 0 ? all.from : layerIds[start]!,
          through: next === undefined ? all.through : next - 1,
        });
      }
      room = 0;
    } else if (movements > room || spans.length === 0) {
      spans.push({ places: [place], ...all });
      room = ROWS_PER_TEXT - movements;
    } else {
      spans.at(-1)!.places.push(place);
      room -= movements;
    }
  }
  return spans;
}

/** Reads spans in order, several in one round trip. One with more rows than a text may hold is read again in two halves. */
async function readSpans<Row>(
  db: Database,
  { spans, layerIds }: { spans: Span[]; layerIds: readonly number[] },
  statement: (span: Span) => Statement,
  take: (span: Span, rows: Row[]) => void,
): Promise<void> {
  const waiting = spans.reverse();
  while (waiting.length > 0) {
    const trip = waiting.splice(-TEXTS_PER_TRIP).reverse();
    const texts = (await db.batch(trip.map(statement) as [Statement, ...Statement[]])) as TextRow[][];
    for (const [index, span] of trip.entries()) {
      const { found, rows } = texts[index]![0]!;
      const halves = found > ROWS_PER_TEXT ? halve(span, layerIds) : null;
      if (halves) {
        waiting.push(...[...halves, ...trip.slice(index + 1)].reverse());
        break;
      }
      take(span, JSON.parse(rows) as Row[]);
    }
  }
}

/** Null for one posting on one layer, which has as many movements as there are kinds. */
function halve({ places, from, through }: Span, layerIds: readonly number[]): [Span, Span] | null {
  const half = places.length >> 1;
  if (half > 0) {
    return [
      { places: places.slice(0, half), from, through },
      { places: places.slice(half), from, through },
    ];
  }
  if (from >= through) return null;
  const known = layerIds.filter((id) => id > from && id <= through);
  const middle = known[known.length >> 1] ?? Math.ceil((from + through) / 2);
  return [
    { places, from, through: middle - 1 },
    { places, from: middle, through },
  ];
}

function* rowsOf<Row>(texts: readonly { rows: string }[]): Generator<Row> {
  for (const { rows } of texts) yield* JSON.parse(rows) as Row[];
}

/** What people call the layers that differ. A layer of another company has no name here. */
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
  names: ReadonlyMap<number, string>,
): BooksCheckView['differences'][number] {
  const { what, isMoney } = CHECKS[check];
  const shown = (value: string | number | null) => {
    if (value === null) return 'none';
    return isMoney ? formatCents(Number(value)) : String(value);
  };
  const where = [
    layer !== null && (names.get(layer) ?? `layer ${layer}`),
    posting !== null && `posting ${posting}`,
  ];
  return {
    what,
    id: where.filter((text) => text !== false).join(' in '),
    expected: shown(expected),
    found: shown(found),
  };
}
