import { expect, it } from 'vitest';
import { changeFigures } from '~/components/detail/overview/change-card';
import { compactAmount } from '~/components/detail/overview/compact-amount';
import { DEFAULT_PREFERENCES } from '~/hooks/preferences';
import { formatFor } from '~/hooks/use-format';

it.each([
  ['10000.00', '-10000.00'],
  ['0.00', '0.00'],
  // A settlement of an earlier year was reversed this year.
  ['-20000.00', '20000.00'],
])('reductions of %s are shown as %s among the changes of a year', (reductions, shown) => {
  const format = formatFor(DEFAULT_PREFERENCES);
  const rollforward = {
    ...{ beginDate: '2026-01-01', endDate: '2026-11-30', change: '0.00' },
    ...{ beginningBalance: '0.00', additions: '0.00', accretion: '0.00', reductions, endingBalance: '0.00' },
  };
  const { amount } = changeFigures(rollforward, format).rows.find(
    ({ movement }) => movement === 'Reductions',
  )!;
  expect(amount).toBe(shown);
  // The chart formats it, too.
  expect(() => compactAmount(format, amount)).not.toThrow();
});
