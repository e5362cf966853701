import type { z } from 'zod';

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

/** Messages for schema issues that have none of their own. They name the field, because a response shows only the first one. */
export function issueText(issue: z.core.$ZodRawIssue): string | undefined {
  const name = (issue.path ?? []).join('.') || 'The body';
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return `${name} is required`;
      return `${name} must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'too_big':
      return `${name} must ${amount(issue.origin, 'at most', issue.maximum)}`;
    case 'too_small':
      return `${name} must ${amount(issue.origin, 'at least', issue.minimum)}`;
    case 'invalid_value':
      return `${name} must be ${issue.values.join(' or ')}`;
    case 'invalid_format':
    case 'invalid_union':
      return `${name} isn’t valid`;
    default:
      return undefined;
  }
}

function amount(origin: string, bound: 'at most' | 'at least', limit: number | bigint): string {
  const plural = Number(limit) === 1 ? '' : 's';
  if (origin === 'string') return `have ${bound} ${limit} character${plural}`;
  if (origin === 'array') return `have ${bound} ${limit} item${plural}`;
  return `be ${bound} ${limit}`;
}
