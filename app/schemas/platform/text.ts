import { z } from 'zod';
import { isCalendarDate, isSupportedDate, MAX_DATE, MIN_DATE } from '~/domain/calendar/calendar-date';

/** Text that must be there once trimmed. Absent, null and blank all get the same message. */
export function requiredText(message: string, maxLength: number) {
  return (
    z
      .string(message)
      .trim()
      .min(1, message)
      .max(maxLength, `Must have at most ${maxLength} characters`)
      // SQLite ends a text at NUL in places, and half a surrogate pair is no text at all.
      .refine((text) => !text.includes('\0') && text.isWellFormed(), 'Must not contain invalid characters')
  );
}

/** A real calendar date `YYYY-MM-DD` within the years the product works with. */
export function requiredDate(message: string) {
  return z
    .string(message)
    .trim()
    .min(1, message)
    .check(({ value, issues }) => {
      if (value === '' || isSupportedDate(value)) return;
      const problem = isCalendarDate(value)
        ? `Must be between ${MIN_DATE} and ${MAX_DATE}`
        : 'Must be a valid date (YYYY-MM-DD)';
      issues.push({ code: 'custom', message: problem, input: value });
    });
}

/** As requiredDate, or nothing: absent, null and blank are null. */
export const optionalDate = z
  .preprocess(
    (input) => (input === '' || input === null ? undefined : input),
    requiredDate('Must be a valid date (YYYY-MM-DD)').optional(),
  )
  .transform((text) => text ?? null);
