import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { codeOfKind } from '~/domain/books/movement-kinds';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Cents } from '~/domain/money/money';
import { isUnreversedBy } from './unreversed.server';

type LayerColumns = Record<'id' | 'company' | 'well', SQLWrapper>;

/**
 * What a layer carries at the end of a day, in cents: the sum of its movements up to then, reversals included, each on
 * its own day. An SQL value.
 * Source: every balance is the sum of dated movements, as in the rollforward.
 */
export function carriedOn(layer: LayerColumns, day: CalendarDate): SQL<Cents> {
  return sql<Cents>`(select coalesce(sum(m.liability), 0) from ${movementsUpTo(layer, day)})`;
}

/** What a layer had accreted at the end of a day, in cents, without what was reversed by then. An SQL value. */
export function accretionOn(layer: LayerColumns, day: CalendarDate): SQL<Cents> {
  return sql<Cents>`(
    select coalesce(sum(m.liability), 0) from ${movementsUpTo(layer, day)} and m.kind = ${codeOfKind('accreted')})`;
}

/** The last day that a layer had accreted through at the end of a day, or null. An SQL value. */
export function accretedThroughOn(layer: LayerColumns, day: CalendarDate): SQL<CalendarDate | null> {
  return sql<CalendarDate | null>`(
    select max(p.day) from ${movementsUpTo(layer, day)} and m.kind = ${codeOfKind('accreted')} and p.kind <> 'reversal'
      and ${isUnreversedBy(sql`r.day <= ${day}`)})`;
}

/** From the postings that can have the layer, which are few, to its movements. */
function movementsUpTo(layer: LayerColumns, day: CalendarDate): SQL {
  return sql`posting p cross join movement m on m.posting = p.id and m.layer = ${layer.id}
    where p.company = ${layer.company} and p.well in (0, ${layer.well}) and p.day <= ${day}`;
}
