import { type SQL, sql } from 'drizzle-orm';
import { wholeNumber } from '#db/whole-number';
import type { CompanyScope } from '~/services/platform/context.server';
import { ledgerIdOf } from './ledger-number.server';

/** Texts of one statement, some 8 MB of them: a Worker has 128 MB, and a result of D1 50 MB. */
const TEXTS_PER_STATEMENT = 12;

/** Postings of one text at most, so that the numbers of all that a statement names are less than 2 MB too. */
const POSTINGS_PER_TEXT = 10_000;

/** Movements that one text may hold: those of some postings, given by their places in a list, on some layers. */
type Span = { places: number[]; from: number; through: number };

export type MovementPages = {
  /** The list of postings, with how many movements each is sealed with. */
  postings: readonly { id: number; movements: number | null }[];
  /** The company's layers in order, by which a large posting is cut. */
  layerIds: readonly number[];
  /** D1 hands over values of at most 2 MB. */
  rowsPerText: number;
};

/** A row as JSON, in the order it should come where that is not the order of reading, and what it is made of. */
export type MovementColumns = { row: SQL; values: SQL; join?: SQL };

/**
 * Reads movements of the company's postings in the order of the list and, within one, of layers, in texts that D1 can hand over.
 * One statement hands over several: an invocation has 1,000 statements, and a ledger many more texts.
 *
 * @param places which postings of the list
 * @param columns of a movement `m` and its posting `p`; a row begins with the place of its posting in the span
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

/** A text for each span, in their order. Each asks for one row more, which tells that there were too many. */
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

/** Puts small postings together and cuts large ones by layers, by the counts that they are sealed with. */
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
