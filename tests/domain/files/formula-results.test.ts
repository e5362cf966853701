import { describe, expect, it } from 'vitest';
import { formulaResults } from '~/domain/files/formula-results';
import type { WorkbookCell, WorkbookFormula, WorkbookSheet } from '~/domain/files/workbook';

const formula = (text: string): WorkbookFormula => ({ formula: text, format: 'amount' });
const amount = (figure: string): WorkbookCell => ({ figure, format: 'amount' });
const sheet = (name: string, rows: WorkbookCell[][]): WorkbookSheet => ({
  name,
  widths: [],
  headRows: 0,
  rows,
});

const INPUTS = sheet('Layers’ “A”', [
  [amount('100000.00'), { figure: '8.00', format: 'percent' }, { figure: '25', format: 'number' }],
  [{ text: '1800' }, amount('250.05'), null],
  [{ text: '1890' }, amount('-2.50'), { text: 'Total' }],
]);

/** Result of a formula on the sheet of inputs. */
function resultOf(text: string, others: WorkbookSheet[] = []): number | undefined {
  const cell = formula(text);
  return formulaResults([{ ...INPUTS, rows: [...INPUTS.rows, [cell]] }, ...others]).get(cell);
}

describe('the results of formulas', () => {
  it.each([
    ['=1-2-3', -4],
    ['=2+3*4', 14],
    ['=12/3/2', 2],
    // As in spreadsheets: (-2)^2 and (2^3)^2.
    ['=-2^2', 4],
    ['=2^3^2', 64],
    ['=(1+2)*-3', -9],
    ['=5/12', 5 / 12],
    ['=A1*B1', 8000],
    // 100,000 at 2.5% for 25 years at 8%: the worked example of the present value.
    ['=ROUND(A1*(1+0.025)^C1/(1+B1)^C1,2)', 27070.9],
    ['=C2+1', 1],
    ['=SUM(A1:C3)', 100272.63 + 0],
    ['=ROUND(SUM(B2:B3),2)', 247.55],
    ['=MAX(B1:B3)-MIN(B1:B3)', 252.55],
    ['=MAX(C2:C2)', 0],
    ['=ABS(B3)', 2.5],
    ['=SUMPRODUCT(EXACT($A$2:$A$3,"1890")*$B$2:$B$3)', -2.5],
    ['=-SUMPRODUCT(EXACT($A$2:$A$3,A2)*EXACT($A$2:$A$3,"1800")*$B$2:$B$3)', -250.05],
    ["=SUM('Layers’ “A”'!$B$2:$B$3)*2", 495.1],
  ])('%s', (text, expected) => {
    expect(resultOf(text)).toBeCloseTo(expected, 9);
  });

  it.each([
    ['=ROUND(1.005,2)', 1.01],
    ['=ROUND(-1.005,2)', -1.01],
    ['=ROUND(2.675,2)', 2.68],
    ['=ROUND(0.1+0.2-0.3,2)', 0],
    ['=ROUND(-0.001,2)', 0],
    ['=ROUND(9999999999.995,2)', 10000000000],
  ])('%s rounds half away from zero, and never to negative zero', (text, expected) => {
    expect(resultOf(text)).toBe(expected);
  });

  it('reads a sheet whose name has an apostrophe, even if the sheet comes later', () => {
    const other = sheet("Smith's", [[formula('=A2*2'), amount('1.00')], [amount('21.00')]]);
    expect(resultOf("='Smith''s'!$A$1+SUM('Smith''s'!A1:B2)", [other])).toBe(106);
  });

  it('evaluates a running balance of 100,000 rows', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => [
      amount('0.01'),
      formula(index === 0 ? '=ROUND(A1,2)' : `=ROUND(B${index}+A${index + 1},2)`),
    ]);
    const results = formulaResults([sheet('Ledger', rows)]);
    expect(results.get(rows.at(-1)![1] as WorkbookFormula)).toBe(1000);
  });

  it.each([
    ['=VLOOKUP(A1,B1:B3,1)', 'Cannot compute VLOOKUP'],
    ['=A1+', 'Cannot compute A1+ from character 4 on'],
    ['=A1)', 'Cannot compute A1)'],
    ['=A2+1', 'Cannot compute with "1800"'],
    ["='Gone'!A1", 'No sheet is named "Gone"'],
  ])('%s is refused, as no workbook ever contains it', (text, message) => {
    expect(() => resultOf(text)).toThrow(message);
  });
});
