import { describe, expect, it } from 'vitest';
import { readWellFile } from '~/components/imports/well-file';

const TITLES = 'wellCode;wellName;wellStatus;field;activeDate';

const readWithCommas = (lines: string) =>
  readWellFile(new File([lines], 'wells.csv', { type: 'text/csv' }), [], { usesCommas: true });

describe('a file with semicolons, read as if they were commas', () => {
  it('has a row a line, whatever each line ends with', async () => {
    const { rows, problem } = await readWithCommas(
      `${TITLES}\r\nA-1;"One; two";Active;North;2020-01-01\nA-2;Two;Active;North;2020-01-01\rA-3;Three;Active;North;2020-01-01`,
    );
    expect(problem).toBeNull();
    expect(rows.map(({ cells }) => cells.slice(0, 2))).toEqual([
      ['A-1', 'One; two'],
      ['A-2', 'Two'],
      ['A-3', 'Three'],
    ]);
  });

  it('is refused where a quotation mark without its pair would take the rows below along', async () => {
    const read = readWithCommas(
      `${TITLES}\nA-1;"North" field;Active;North;2020-01-01\nA-2;Two;Active;North;2020-01-01\n`,
    );
    await expect(read).rejects.toThrow(
      'Row 2 has a quotation mark without its pair. Correct it in the file.',
    );
  });
});
