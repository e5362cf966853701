import { TEMPLATE_COLUMNS } from '~/domain/files/well-csv';
import { MAX_UPLOAD_BYTES } from '~/schemas/imports/mass-upload';

/** Date through which the file's open balances are accreted. */
export const AS_OF = '2024-12-31';

/** Number of rows that fill 5 MB, low enough even for the longest rows. */
const ROWS = 40_800;

/**
 * A CSV file of wells with a layer each, as large as an upload may be, with well codes that start with `prefix`. A third of the layers is
 * to be calculated, a third has a balance equal to its value, and a third a larger balance; one row in a hundred is invalid.
 */
export function wellsFile(prefix: string): string {
  const lines = [TEMPLATE_COLUMNS.join(',')];
  for (let i = 1; i <= ROWS; i += 1) lines.push(wellLine(prefix, i));
  const file = `${lines.join('\r\n')}\r\n`;
  const bytes = Buffer.byteLength(file);
  if (bytes > MAX_UPLOAD_BYTES || bytes < 0.97 * MAX_UPLOAD_BYTES)
    throw new Error(`the file has ${bytes} bytes`);
  return file;
}

function wellLine(prefix: string, i: number): string {
  const activeDate = `${2000 + (i % 24)}-${two(1 + (i % 12))}-${two(1 + (i % 28))}`;
  const value = 1_000_000 + ((i * 7919) % 9_000_000);
  const balance = i % 3 === 2 ? value + 25_000 + (i % 1000) : value;
  return [
    // Some codes appear twice.
    `${prefix}-${String(i % 200 === 0 ? i - 1 : i).padStart(6, '0')}`,
    i % 10 === 0 ? `"Development well number ${i}, Ølje"` : `Development well number ${i}`,
    ['Active', 'Inactive', 'Plugged'][i % 3],
    `North Field ${i % 40}`,
    activeDate,
    'initial',
    (4 + (i % 600) / 100).toFixed(2),
    '2.50',
    (50_000 + (i % 5000)).toFixed(2),
    // Some wells have a lifespan of zero; no other well retires before AS_OF.
    i % 200 === 100 ? 0 : 25 + (i % 30),
    activeDate,
    ...(i % 3 === 0 ? ['', ''] : [cents(value), cents(balance)]),
  ].join(',');
}

function cents(amount: number): string {
  return (amount / 100).toFixed(2);
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
