import { z } from 'zod';
import { isCalendarDate, isSupportedDate, MAX_DATE, MIN_DATE } from '~/domain/calendar/calendar-date';
import { isCleanLine, isCleanText, trimBlanks } from '~/domain/wells/clean-text';

const UNCLEAN_LINE = 'Must not contain line breaks, control characters or direction marks';
const UNCLEAN_TEXT = 'Must not contain control characters or direction marks';

/** Single-line text, trimmed. */
export function line(message: string, maxLength: number, tooLong = `Use ${maxLength} characters or fewer`) {
  return z.string(message).overwrite(trimBlanks).max(maxLength, tooLong).refine(isCleanLine, UNCLEAN_LINE);
}

/** Search text, trimmed like stored text. */
export function searchText() {
  return z.string().overwrite(trimBlanks).max(200);
}

/** Multi-line text, trimmed. */
export function lines(message: string, maxLength: number, tooLong = `Use ${maxLength} characters or fewer`) {
  return z.string(message).overwrite(trimBlanks).max(maxLength, tooLong).refine(isCleanText, UNCLEAN_TEXT);
}

/** Single-line text that must not be blank. Absent, null and blank all get the same message. */
export function requiredText(message: string, maxLength: number) {
  return line(message, maxLength).min(1, message);
}

/** Like requiredText, but multi-line. */
export function requiredLines(message: string, maxLength: number) {
  return lines(message, maxLength).min(1, message);
}

/** True for an input that counts as absent. */
export function isBlank(input: unknown): boolean {
  return input === undefined || input === null || (typeof input === 'string' && input.trim() === '');
}

/** Makes an input optional: a blank one becomes undefined. */
export function optionalInput<T extends z.ZodType>(schema: T) {
  return z.preprocess((input) => (isBlank(input) ? undefined : input), schema.optional());
}

/** A real calendar date `YYYY-MM-DD` within the supported years. */
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

/** Like requiredDate, but optional: absent, null and blank become null. */
export const optionalDate = z
  .preprocess(
    (input) => (input === '' || input === null ? undefined : input),
    requiredDate('Must be a valid date (YYYY-MM-DD)').optional(),
  )
  .transform((text) => text ?? null);
