import fc from 'fast-check';
import { addDays, type CalendarDate } from '~/domain/calendar/calendar-date';
import { MAX_CENTS } from '~/domain/money/money';

/** Any amount that fits a money column, including negative ones; small amounts and the limits are frequent. */
export const anyCents = fc.integer({ min: -MAX_CENTS, max: MAX_CENTS });

/** A P&A cost up to ten million. */
export const anyCost = fc.integer({ min: 1, max: 1_000_000_000 });

/** A date of a working life: 1990 to about 2050. */
export const anyDate: fc.Arbitrary<CalendarDate> = fc
  .integer({ min: 0, max: 22_000 })
  .map((days) => addDays('1990-01-01', days));

/** 0.01% to 20.00%. */
export const anyRateBp = fc.integer({ min: 1, max: 2_000 });

export const anyLifespan = fc.integer({ min: 1, max: 60 });
