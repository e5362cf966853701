import { z } from 'zod';
import { type Interest, parseInterest } from '~/domain/books/working-interest';
import { requiredDate } from '~/schemas/platform/text';

const PROBLEMS = {
  'not-a-number': 'Must be a valid number',
  'too-precise': 'Must have at most 8 decimal places',
  'too-large': 'Must be at most 100',
};

/** A percentage of the whole well: at most 100, with at most eight decimals; more than zero unless `allowsZero`. */
export function interest(name: string, { allowsZero = false } = {}) {
  return z.unknown().transform((input, context): Interest => {
    const fail = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    if (input === undefined || input === null || input === '') return fail(`${name} is required`);
    if (typeof input !== 'string' && typeof input !== 'number') return fail(PROBLEMS['not-a-number']);
    const parsed = parseInterest(typeof input === 'string' ? input.slice(0, 100) : input);
    if (!parsed.ok) return fail(PROBLEMS[parsed.reason]);
    if (parsed.interest > 0 || (allowsZero && parsed.interest === 0)) return parsed.interest;
    return fail(mustBeMore(name));
  });
}

function mustBeMore(name: string): string {
  return `${name} must be more than 0`;
}

/** Message for a zero interest: only a sale can leave the company without one. */
export const NO_INTEREST = mustBeMore('Working interest');

const MAX_CHANGES = 100;

/**
 * The company's interests in a well, each with its effective date, in any order. A sale may leave zero; a user who
 * enters zero is refused.
 */
export const workingInterests = z
  .array(
    z.object({
      from: requiredDate('Date is required'),
      percent: interest('Working interest', { allowsZero: true }),
    }),
    'Working interests must be a list',
  )
  .max(MAX_CHANGES, `Must have at most ${MAX_CHANGES} interests`)
  .check(({ value, issues }) => {
    const days = new Set<string>();
    for (const [index, { from }] of value.entries()) {
      if (days.has(from)) {
        const message = 'Only one interest can start on each date';
        issues.push({ code: 'custom', path: [index, 'from'], message, input: from });
      }
      days.add(from);
    }
  });
