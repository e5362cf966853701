import { expect, it } from 'vitest';
import { DEFAULT_PREFERENCES } from '~/hooks/preferences';
import { formatFor } from '~/hooks/use-format';

it.each([
  ['en-US', '00:05', 'Jan 15, 2024, 12:05 AM UTC'],
  ['en-US', '02:00', 'Jan 15, 2024, 2:00 AM UTC'],
  ['en-US', '12:00', 'Jan 15, 2024, 12:00 PM UTC'],
  ['en-US', '23:59', 'Jan 15, 2024, 11:59 PM UTC'],
  ['en-GB', '00:05', '15 Jan 2024, 00:05 UTC'],
] as const)('in %s, the time %s is written %s', (language, time, text) => {
  expect(formatFor({ ...DEFAULT_PREFERENCES, language }).instant(`2024-01-15T${time}:00.000Z`)).toBe(text);
});
