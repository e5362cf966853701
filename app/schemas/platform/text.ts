import { z } from 'zod';
import { isCalendarDate, isSupportedDate, MAX_DATE, MIN_DATE } from '~/domain/calendar/calendar-date';
import { isCleanLine, isCleanText, trimBlanks } from '~/domain/wells/clean-text';

const UNCLEAN_LINE = 'Must not contain line breaks, control characters or direction marks';
const UNCLEAN_TEXT = 'Must not contain control characters or direction marks';

/** Text on one line, trimmed. */
export function line(message: string, maxLength: number, tooLong = `Use ${maxLength} characters or fewer`) {
  return z.string(message).overwrite(trimBlanks).max(maxLength, tooLong).refine(isCleanLine, UNCLEAN_LINE);
}

/** What is looked for, trimmed as what is stored. */
export function soughtText() {
  return z.string().overwrite(trimBlanks).max(200);
}

/** Text of any number of lines, trimmed. */
export function lines(message: string, maxLength: number, tooLong = `Use ${maxLength} characters or fewer`) {
  return z.string(message).overwrite(trimBlanks).max(maxLength, tooLong).refine(isCleanText, UNCLEAN_TEXT);
}

/** Text on one line that must be there once trimmed. Absent, null and blank all get the same message. */
export function requiredText(message: string, maxLength: number) {
  return line(message, maxLength).min(1, message);
}

/** As requiredText, of any number of lines. */
export function requiredLines(message: string, maxLength: number) {
  return lines(message, maxLength).min(1, message);
}

/** A real calendar date `YYYY-MM-DD` within the years the product works with. */
export function requiredDate(message: string) {
  return z
    .string(message)
    .overwrite(trimBlanks)
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
