import { integer, text } from 'drizzle-orm/sqlite-core';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Cents } from '~/domain/money/money';
import type { RateBp } from '~/domain/money/rate';

/** Money in integer cents. Names end in `_cents`. Drizzle's `decimal` would be a float in SQLite. */
export const cents = (name: string) => integer(name).$type<Cents>();

/** A rate in whole basis points (8% = 800). Names end in `_bp`. */
export const rateBp = (name: string) => integer(name).$type<RateBp>();

/** A calendar date `YYYY-MM-DD`, which SQLite compares in calendar order as text. */
export const calendarDate = (name: string) => text(name).$type<CalendarDate>();

/** An instant as ISO 8601 UTC text with milliseconds, which sorts by time as text. */
export const instant = (name: string) => text(name);

/** A JSON value stored as text. */
export const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>();

/** When a row was added, and when it last changed. */
export const timestamps = {
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
};
