import writeExcelFile, { type Cell } from 'write-excel-file/node';
import { accountantsFile } from './accountants-file';

/**
 * The accountant's file as a workbook, with numbers, dates and percentages stored as such.
 * @param isFramed true for a title above, totals below and another sheet in front
 */
export async function accountantsWorkbook(
  rows: number,
  { isFramed = false } = {},
): Promise<{ file: Buffer; totals: ReturnType<typeof accountantsFile>['totals'] }> {
  const { titles, rows: lines, totals } = accountantsFile({ rows });
  const amountAt = new Set([11, 13, 14, 15, 16]);
  const cell = (text: string, at: number): Cell => {
    if (text === '') return null;
    if (amountAt.has(at)) {
      const number = text === '-' ? 0 : Number(text.replace(/[$,()]/g, '')) * (text.startsWith('(') ? -1 : 1);
      return { value: number, type: Number, format: '$#,##0.00_);($#,##0.00)' };
    }
    if (at === 9 || at === 10)
      return { value: Number(text.replace('%', '')) / 100, type: Number, format: '0.0%' };
    if (at === 6 || at === 8) {
      const [month, day, year] = text.split('/').map(Number);
      return { value: new Date(Date.UTC(year!, month! - 1, day!)), type: Date, format: 'm/d/yyyy' };
    }
    if (at === 12 || at === 7) return { value: Number(text), type: Number };
    return { value: text, type: String };
  };
  const text = (value: string): Cell => ({ value, type: String });
  const plain = [titles.map(text), ...lines.map((line) => line.map(cell))];
  if (!isFramed) return { file: await writeExcelFile([{ sheet: 'ARO', data: plain }]).toBuffer(), totals };
  const data = [
    [text('Example Energy LLC, asset retirement obligations')],
    [],
    ...plain,
    [
      text('Total'),
      ...Array.from({ length: 13 }, () => null),
      { value: Number(totals.liability) / 100, type: Number },
    ],
  ];
  const file = await writeExcelFile([
    { sheet: 'Notes', data: [[text('Prepared for the audit')]] },
    { sheet: 'ARO', data },
  ]).toBuffer();
  return { file, totals };
}
