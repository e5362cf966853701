import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { codeOfKind } from '~/domain/books/movement-kinds';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Cents } from '~/domain/money/money';
import { isUnreversedBy } from './unreversed.server';

type LayerColumns = Record<'id' | 'company' | 'well', SQLWrapper>;

/**
 * SQL value: a layer's carrying amount at the end of a day, in cents. Sums its movements through that day, including reversals,
 * each on its own date.
 * Source: every balance is the sum of dated movements, as in the rollforward.
 */
export function carriedOn(layer: LayerColumns, day: CalendarDate): SQL<Cents> {
  return sql<Cents>`(select coalesce(sum(m.liability), 0) from ${movementsUpTo(layer, day)})`;
}

/** SQL value: a layer's accretion through the end of a day, in cents, net of reversals dated by then. */
export function accretionOn(layer: LayerColumns, day: CalendarDate): SQL<Cents> {
  return sql<Cents>`(
    select coalesce(sum(m.liability), 0) from ${movementsUpTo(layer, day)} and m.kind = ${codeOfKind('accreted')})`;
}

/** SQL value: the last day a layer had accreted through, as of the end of a day; null if it had not accreted. */
export function accretedThroughOn(layer: LayerColumns, day: CalendarDate): SQL<CalendarDate | null> {
  return sql<CalendarDate | null>`(
    select max(p.day) from ${movementsUpTo(layer, day)} and m.kind = ${codeOfKind('accreted')} and p.kind <> 'reversal'
      and ${isUnreversedBy(sql`r.day <= ${day}`)})`;
}

/** Joins the few postings that can contain the layer to its movements. */
function movementsUpTo(layer: LayerColumns, day: CalendarDate): SQL {
  return sql`posting p cross join movement m on m.posting = p.id and m.layer = ${layer.id}
    where p.company = ${layer.company} and p.well in (0, ${layer.well}) and p.day <= ${day}`;
}
