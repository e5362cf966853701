import { z } from 'zod';
import { type Interest, parseInterest } from '~/domain/books/working-interest';
import { requiredDate } from '~/schemas/platform/text';

const PROBLEMS = {
  'not-a-number': 'Must be a valid number',
  'too-precise': 'Must have at most 8 decimals',
  'too-large': 'Must be at most 100',
};

/** A percentage of the whole well: more than zero, at most 100, with at most eight decimals. */
export function interest(name: string) {
  return z.unknown().transform((input, context): Interest => {
    const fail = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    if (input === undefined || input === null || input === '') return fail(`${name} is required`);
    if (typeof input !== 'string' && typeof input !== 'number') return fail(PROBLEMS['not-a-number']);
    const parsed = parseInterest(typeof input === 'string' ? input.slice(0, 100) : input);
    if (!parsed.ok) return fail(PROBLEMS[parsed.reason]);
    return parsed.interest > 0 ? parsed.interest : fail(`${name} must be more than 0`);
  });
}

const MAX_CHANGES = 100;

/** What the company owns of a well, each from a day on, in any order. */
export const workingInterests = z
  .array(
    z.object({ from: requiredDate('Date is required'), percent: interest('Working interest') }),
    'Working interests must be a list',
  )
  .max(MAX_CHANGES, `Must be at most ${MAX_CHANGES} interests`)
  .check(({ value, issues }) => {
    const days = new Set<string>();
    for (const [index, { from }] of value.entries()) {
      if (days.has(from)) {
        const message = 'Only one interest can begin on a day';
        issues.push({ code: 'custom', path: [index, 'from'], message, input: from });
      }
      days.add(from);
    }
  });
