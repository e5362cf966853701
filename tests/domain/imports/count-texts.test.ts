import { describe, expect, it } from 'vitest';
import { errorCellsText, formulaCellsText } from '~/components/files/cell-texts';
import { skippedRowsText } from '~/components/imports/count-texts';
import { formatCount } from '~/domain/money/group-thousands';
import { countOf } from '~/hooks/count-of';
import { DEFAULT_PREFERENCES } from '~/hooks/preferences';
import { formatFor } from '~/hooks/use-format';

const format = formatFor(DEFAULT_PREFERENCES);

describe('the texts of an import', () => {
  it('use the singular for one', () => {
    expect(countOf(1, 'row', format)).toBe('1 row');
    expect(countOf(1, 'audit entry', format)).toBe('1 audit entry');
    expect(errorCellsText(1, format)).toMatch(/^1 cell has an error such as #REF!/);
    expect(formulaCellsText(1, format)).toBe('1 cell has a formula. Its last saved result was used.');
    expect(skippedRowsText({ failing: 1, total: 40 }, format)).toMatch(/^1 of 40 rows has an error and will/);
  });

  it('use the plural for several', () => {
    expect(countOf(1_048, 'row', format)).toBe('1,048 rows');
    expect(countOf(0, 'audit entry', format)).toBe('0 audit entries');
    expect(countOf(2, 'day', format)).toBe('2 days');
    expect(formatCount(2, 'audit entry')).toBe('2 audit entries');
    expect(errorCellsText(2, format)).toMatch(/^2 cells have an error/);
    expect(formulaCellsText(2, format)).toBe('2 cells have formulas. Their last saved results were used.');
    expect(skippedRowsText({ failing: 2, total: 40 }, format)).toMatch(/^2 of 40 rows have errors and will/);
  });
});
