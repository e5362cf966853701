import { describe, expect, it } from 'vitest';
import { errorCellsText, formulaCellsText } from '~/components/files/cell-texts';
import { sizeText, skippedRowsText } from '~/components/imports/count-texts';
import { DEFAULT_PREFERENCES } from '~/hooks/preferences';
import { formatFor } from '~/hooks/use-format';

const format = formatFor(DEFAULT_PREFERENCES);

describe('what an import says of a file', () => {
  it('counts one as one', () => {
    expect(sizeText(1, 1, format)).toBe('1 row, 1 column');
    expect(errorCellsText(1, format)).toMatch(/^1 cell has an error such as #REF!/);
    expect(formulaCellsText(1, format)).toBe(
      '1 cell has a formula. Its result was read as the file was last saved.',
    );
    expect(skippedRowsText({ failing: 1, total: 40 }, format)).toMatch(/^1 of 40 rows has an error and will/);
  });

  it('and several as several', () => {
    expect(sizeText(1_048, 15, format)).toBe('1,048 rows, 15 columns');
    expect(errorCellsText(2, format)).toMatch(/^2 cells have an error/);
    expect(formulaCellsText(2, format)).toBe(
      '2 cells have formulas. Their results were read as the file was last saved.',
    );
    expect(skippedRowsText({ failing: 2, total: 40 }, format)).toMatch(/^2 of 40 rows have errors and will/);
  });
});
