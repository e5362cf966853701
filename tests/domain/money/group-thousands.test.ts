import { describe, expect, it } from 'vitest';
import { groupThousands } from '~/domain/money/group-thousands';

describe('groupThousands', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [50_000, '50,000'],
    [1_234_567, '1,234,567'],
  ])('%d is %s, matching Intl', (count, text) => {
    expect(groupThousands(count)).toBe(text);
    expect(count.toLocaleString('en-US')).toBe(text);
  });
});
