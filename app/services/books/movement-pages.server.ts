import { type SQL, sql } from 'drizzle-orm';
import { wholeNumber } from '#db/whole-number';
import type { CompanyScope } from '~/services/platform/context.server';
import { ledgerIdOf } from './ledger-number.server';

/** Texts per statement, about 8 MB in total. A Worker has 128 MB, and a D1 result may have 50 MB. */
const TEXTS_PER_STATEMENT = 12;

/** Maximum postings per text, so that the ids listed in one statement also stay under 2 MB. */
const POSTINGS_PER_TEXT = 10_000;

/** Movements for one text: those of some postings, given by their index in a list, on a range of layers. */
type Span = { places: number[]; from: number; through: number };

export type MovementPages = {
  /** The postings, each with its sealed movement count. */
  postings: readonly { id: number; movements: number | null }[];
  /** The company's layer ids in order, used to split a large posting. */
  layerIds: readonly number[];
  /** Rows per JSON text. D1 returns values of at most 2 MB. */
  rowsPerText: number;
};

/** A row as JSON, with an `order by` if it needs one, the columns it is built from, and an optional join. */
export type MovementColumns = { row: SQL; values: SQL; join?: SQL };

/**
 * Reads movements of the company's postings in list order, and by layer within each, in texts small enough for D1. One statement
 * returns several texts, because an invocation is limited to 1,000 statements, and a ledger has many more texts.
 *
 * @param places indexes of postings in the list
 * @param columns of a movement `m` and its posting `p`; a row starts with its posting's index in the span
 */
export async function readMovements<Row>(
  scope: CompanyScope,
  { postings, layerIds, rowsPerText }: MovementPages,
  places: readonly number[],
  columns: MovementColumns,
  take: (span: Span, rows: Row[]) => void | Promise<void>,
): Promise<void> {
  const waiting = planSpans({ postings, layerIds, rowsPerText }, places).reverse();
  while (waiting.length > 0) {
    const spans = waiting.splice(-TEXTS_PER_STATEMENT).reverse();
    const sought = spans.map(({ places: of, from, through }) => ({
      postings: of.map((place) => postings[place]!.id),
      from,
      through,
    }));
    const texts = await scope.db.all<{ rows: string }>(textsOf(scope, sought, rowsPerText, columns));
    for (const [index, span] of spans.entries()) {
      const rows = JSON.parse(texts[index]!.rows) as Row[];
      const halves = rows.length > rowsPerText ? halve(span, layerIds) : null;
      if (halves) {
        waiting.push(...[...halves, ...spans.slice(index + 1)].reverse());
        break;
      }
      await take(span, rows);
    }
  }
}

/** Query for one text per span, in order. Each reads one extra row, which signals an overflow. */
function textsOf(
  scope: CompanyScope,
  spans: readonly { postings: number[]; from: number; through: number }[],
  rowsPerText: number,
  { row, values, join = sql`` }: MovementColumns,
): SQL {
  return sql`
    with span as materialized (
      select value ->> 'postings' as postings, value ->> 'from' as first, value ->> 'through' as last
      from json_each(${JSON.stringify(spans)}))
    select (
      select json_group_array(${row}) from (
        select g.key as place, ${values}
        from jsonb_each(span.postings) g
        cross join posting p on p.id = g.value and p.company = ${ledgerIdOf(scope)}
        cross join movement m on m.posting = p.id and m.layer between span.first and span.last
        ${join} limit ${wholeNumber(rowsPerText + 1)})) as rows
    from span`;
}

/** Groups small postings and splits large ones by layer, using their sealed counts. */
function planSpans({ postings, layerIds, rowsPerText }: MovementPages, places: readonly number[]): Span[] {
  const all = { from: Number.MIN_SAFE_INTEGER, through: Number.MAX_SAFE_INTEGER };
  const spans: Span[] = [];
  let room = 0;
  for (const place of places) {
    const movements = postings[place]!.movements ?? 1;
    if (movements > rowsPerText) {
      for (let start = 0; start < Math.max(layerIds.length, 1); start += rowsPerText) {
        const next = layerIds[start + rowsPerText];
        spans.push({
          places: [place],
          from: start === 0 ? all.from : layerIds[start]!,
          through: next === undefined ? all.through : next - 1,
        });
      }
      room = 0;
    } else if (spans.length === 0 || movements > room || spans.at(-1)!.places.length === POSTINGS_PER_TEXT) {
      spans.push({ places: [place], ...all });
      room = rowsPerText - movements;
    } else {
      spans.at(-1)!.places.push(place);
      room -= movements;
    }
  }
  return spans;
}

/** Splits a span in two. Null for one posting on one layer, which has at most one movement per kind. */
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
