import { type SQL, sql } from 'drizzle-orm';
import { wholeNumber } from '#db/whole-number';
import type { CompanyScope } from '~/services/platform/context.server';
import { ledgerIdOf } from './ledger-number.server';

/** Texts per statement, about 8 MB in total. A Worker has 128 MB, and a D1 result may have 50 MB. */
const TEXTS_PER_STATEMENT = 12;

/** Maximum postings per text, so that the ids listed in one statement also stay under 2 MB. */
const POSTINGS_PER_TEXT = 10_000;

/** Movements for one text: those of some postings, given by their index in a list, on a range of layers. */
type Span = { indexes: number[]; from: number; through: number };

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
 * @param indexes indexes of postings in the list
 * @param columns of a movement `m` and its posting `p`; a row starts with its posting's index in the span
 */
export async function readMovements<Row>(
  scope: CompanyScope,
  { postings, layerIds, rowsPerText }: MovementPages,
  indexes: readonly number[],
  columns: MovementColumns,
  handleRows: (span: Span, rows: Row[]) => void | Promise<void>,
): Promise<void> {
  const pending = planSpans({ postings, layerIds, rowsPerText }, indexes).reverse();
  while (pending.length > 0) {
    const spans = pending.splice(-TEXTS_PER_STATEMENT).reverse();
    const requests = spans.map(({ indexes, from, through }) => ({
      postings: indexes.map((index) => postings[index]!.id),
      from,
      through,
    }));
    const texts = await scope.db.all<{ rows: string }>(textsOf(scope, requests, rowsPerText, columns));
    for (const [index, span] of spans.entries()) {
      const rows = JSON.parse(texts[index]!.rows) as Row[];
      const halves = rows.length > rowsPerText ? halve(span, layerIds) : null;
      if (halves) {
        pending.push(...[...halves, ...spans.slice(index + 1)].reverse());
        break;
      }
      await handleRows(span, rows);
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
function planSpans({ postings, layerIds, rowsPerText }: MovementPages, indexes: readonly number[]): Span[] {
  const fullRange = { from: Number.MIN_SAFE_INTEGER, through: Number.MAX_SAFE_INTEGER };
  const spans: Span[] = [];
  let remainingRows = 0;
  for (const index of indexes) {
    const movements = postings[index]!.movements ?? 1;
    if (movements > rowsPerText) {
      for (let start = 0; start < Math.max(layerIds.length, 1); start += rowsPerText) {
        const next = layerIds[start + rowsPerText];
        spans.push({
          indexes: [index],
          from: start === 0 ? fullRange.from : layerIds[start]!,
          through: next === undefined ? fullRange.through : next - 1,
        });
      }
      remainingRows = 0;
    } else if (
      spans.length === 0 ||
      movements > remainingRows ||
      spans.at(-1)!.indexes.length === POSTINGS_PER_TEXT
    ) {
      spans.push({ indexes: [index], ...fullRange });
      remainingRows = rowsPerText - movements;
    } else {
      spans.at(-1)!.indexes.push(index);
      remainingRows -= movements;
    }
  }
  return spans;
}

/** Splits a span in two. Null for one posting on one layer, which has at most one movement per kind. */
function halve({ indexes, from, through }: Span, layerIds: readonly number[]): [Span, Span] | null {
  const halfLength = indexes.length >> 1;
  if (halfLength > 0) {
    return [
      { indexes: indexes.slice(0, halfLength), from, through },
      { indexes: indexes.slice(halfLength), from, through },
    ];
  }
  if (from >= through) return null;
  const containedIds = layerIds.filter((id) => id > from && id <= through);
  const middle = containedIds[containedIds.length >> 1] ?? Math.ceil((from + through) / 2);
  return [
    { indexes, from, through: middle - 1 },
    { indexes, from: middle, through },
  ];
}
