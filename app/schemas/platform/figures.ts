import { z } from 'zod';
import { parseMoney } from '~/domain/money/money';
import { parseRate } from '~/domain/money/rate';

const PROBLEMS = {
  'not-a-number': () => 'Must be a valid number',
  'too-precise': () => 'Must have at most 2 decimal places',
  'too-large': (max: string) => `Must be at most ${max}`,
};

/** Lower bound of a figure, with its messages. */
type Bound = { required: string; min: number; belowMin: string };

/** A number or numeric text as money, in integer cents. `min` is in cents. */
export function money(bound: Bound) {
  return figure(bound, '9,999,999,999.99', (input) => {
    const parsed = parseMoney(input);
    return parsed.ok ? parsed.cents : parsed.reason;
  });
}

/** A number or numeric text in percent as a rate, in hundredths of a percent. `min` is in hundredths of a percent. */
export function rate(bound: Bound) {
  return figure(bound, '999.99', (input) => {
    const parsed = parseRate(input);
    return parsed.ok ? parsed.rateBp : parsed.reason;
  });
}

function figure(
  bound: Bound,
  max: string,
  parse: (input: string | number) => number | keyof typeof PROBLEMS,
) {
  return z.unknown().transform((input, context) => {
    const fail = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    if (input === undefined || input === null || (typeof input === 'string' && input.trim() === ''))
      return fail(bound.required);
    if (typeof input !== 'string' && typeof input !== 'number') return fail(PROBLEMS['not-a-number']());
    if (typeof input === 'string' && input.length > 100) return fail(PROBLEMS['not-a-number']());
    const parsed = parse(input);
    if (typeof parsed === 'string') return fail(PROBLEMS[parsed](max));
    return parsed < bound.min ? fail(bound.belowMin) : parsed;
  });
}
