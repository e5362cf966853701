import { type SQL, sql } from 'drizzle-orm';
import type { Statement } from '~/services/platform/commit.server';
import type { CompanyScope } from '~/services/platform/context.server';
import { ledgerIdOf } from './ledger-number.server';

/** Texts of one round trip, some 8 MB of them: a Worker has 128 MB. */
const TEXTS_PER_TRIP = 12;

/** Movements that one text may hold: those of some postings, given by their places in a list, on some layers. */
export type Span = { places: number[]; from: number; through: number };

/** What a statement over a span returns: how many rows it found, and the rows as JSON, the first value of each its place. */
export type TextRow = { found: number; rows: string };

export type MovementPages = {
  /** The list of postings, with how many movements each is sealed with. */
  postings: readonly { id: number; movements: number | null }[];
  /** The company's layers in order, by which a large posting is cut. */
  layerIds: readonly number[];
  /** D1 hands over values of at most 2 MB. A statement asks for one row more, which tells that there were too many. */
  rowsPerText: number;
};

/**
 * Reads movements of the company's postings in the order of the list and, within one, of layers, in texts that D1 can hand
 * over, several in one round trip.
 *
 * @param places which postings of the list
 * @param statement a query over `fromSpan`, limited to one row more than a text may hold
 */
export async function readMovements<Row>(
  { db }: CompanyScope,
  { postings, layerIds, rowsPerText }: MovementPages,
  places: readonly number[],
  statement: (postingIds: string, span: Span) => Statement,
  take: (span: Span, rows: Row[]) => void | Promise<void>,
): Promise<void> {
  const idsOf = (span: Span) => JSON.stringify(span.places.map((place) => postings[place]!.id));
  const waiting = planSpans({ postings, layerIds, rowsPerText }, places).reverse();
  while (waiting.length > 0) {
    const trip = waiting.splice(-TEXTS_PER_TRIP).reverse();
    const statements = trip.map((span) => statement(idsOf(span), span)) as [Statement, ...Statement[]];
    const texts = (await db.batch(statements)) as TextRow[][];
    for (const [index, span] of trip.entries()) {
      const { found, rows } = texts[index]![0]!;
      const halves = found > rowsPerText ? halve(span, layerIds) : null;
      if (halves) {
        waiting.push(...[...halves, ...trip.slice(index + 1)].reverse());
        break;
      }
      await take(span, JSON.parse(rows) as Row[]);
    }
  }
}

/** The movements of a span as a table `m`, with their postings as `p`. Their places are `g.key`. */
export function fromSpan(scope: CompanyScope, postingIds: string, { from, through }: Span): SQL {
  return sql`
    from jsonb_each(${postingIds}) g
    cross join posting p on p.id = g.value and p.company = ${ledgerIdOf(scope)}
    cross join movement m on m.posting = p.id and m.layer between ${from} and ${through}`;
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
    } else if (movements > room || spans.length === 0) {
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
