import type { ImportMapping } from '~/domain/imports/mapping';

/** Notation of figures in a spreadsheet: `us` for $1,234.56 and 6/30/2027, `comma` for 1.234,56 and 30.6.2027. */
export type Notation = 'us' | 'comma';

/** Column titles as in an accountant's own file. */
export const TITLES = [
  'Property No',
  'Lease / Well Name',
  'Stat',
  'Field',
  'County',
  'Operator',
  'Spud Date',
  'Layer No',
  'ARO Established',
  'Disc. Rate',
  'Infl.',
  'Est. P&A Cost',
  'Settlement Year',
  'Original ARO',
  'ARO Balance',
  'ARC Gross',
  'Accum DD&A',
  'WI %',
  'Foreman',
  'Comments',
];

/** Totals of the file's figures, in cents, with its counts of wells and layers. */
export type FileTotals = {
  wells: number;
  layers: number;
  liability: bigint;
  arcCost: bigint;
  arcAccumulated: bigint;
  /** Liability by field. */
  byField: Map<string, bigint>;
};

export type AccountantsFile = { titles: string[]; rows: string[][]; totals: FileTotals };

const FIELDS = ['Eagle Ford', 'Spraberry', 'Bakken', 'Haynesville', 'Ørsted South', 'DJ Basin'];
const STATUSES = ['PR', 'PR', 'PR', 'SI', 'P&A'];
/** Field for wells without one in the file, as set in the mapping. */
const DEFAULT_FIELD = 'Unassigned';

/** The saved mapping for the file. */
export function accountantsMapping(notation: Notation): ImportMapping {
  const decimal = notation === 'us' ? ('point' as const) : ('comma' as const);
  const dateOrder = notation === 'us' ? ('mdy' as const) : ('dmy' as const);
  const amount = { decimal, dash: 'zero' as const, sign: 'kept' as const };
  const column = (title: string, to: string | null, rest = {}) => ({ title, to, ...rest });
  return {
    columns: [
      column('Property No', 'wellCode'),
      column('Lease / Well Name', 'wellName'),
      column('Stat', 'wellStatus', { words: { pr: 'Active', si: 'Inactive', 'p&a': 'Plugged' } }),
      column('Field', 'field'),
      column('County', null),
      column('Operator', null),
      column('Spud Date', 'activeDate', { format: { dateOrder } }),
      column('Layer No', 'layerType', {
        words: Object.fromEntries(
          ['1', '2', '3', '4'].map((no) => [no, no === '1' ? 'initial' : 'additional']),
        ),
      }),
      column('ARO Established', 'calculationDate', { format: { dateOrder } }),
      column('Disc. Rate', 'discountRate', { format: { decimal } }),
      column('Infl.', 'inflationRate', { format: { decimal } }),
      column('Est. P&A Cost', 'pAndACost', { format: amount }),
      column('Settlement Year', 'retirementDate', { format: { yearDay: 'end' } }),
      column('Original ARO', 'aroValue', { format: amount }),
      column('ARO Balance', 'currentAroValue', { format: amount }),
      column('ARC Gross', 'arcCost', { format: amount }),
      column('Accum DD&A', 'arcAccumulated', { format: { ...amount, sign: 'turned' } }),
      column('WI %', 'workingInterest', { format: { decimal } }),
      column('Foreman', null),
      column('Comments', null),
    ],
    defaults: { field: DEFAULT_FIELD, workingInterestFrom: '1990-01-01' },
    fillsFromFirst: true,
  };
}

/**
 * A file as accountants keep them: custom titles, `$1,234.56`, `(1,234.56)`, `8.0%`, `6/30/2027`, statuses PR, SI and P&A, blank fields,
 * settlement years, up to four layers per well with some decreases, plugged wells, opening ARC. The same seed produces the same file.
 */
export function accountantsFile({
  rows: count = 2_600,
  notation = 'us' as Notation,
  seed = 410_20,
}: {
  rows?: number;
  notation?: Notation;
  seed?: number;
} = {}): AccountantsFile {
  const random = randomFrom(seed);
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const rows: string[][] = [];
  const totals: FileTotals = {
    wells: 0,
    layers: 0,
    liability: 0n,
    arcCost: 0n,
    arcAccumulated: 0n,
    byField: new Map(),
  };
  const money = (cents: number) => amountText(cents, notation);
  const date = (year: number, month: number, day: number) =>
    notation === 'us' ? `${month}/${day}/${year}` : `${day}.${month}.${year}`;
  const rate = (tenths: number) => {
    const text = (tenths / 10).toFixed(1);
    return `${notation === 'us' ? text : text.replace('.', ',')}%`;
  };
  while (rows.length < count) {
    totals.wells += 1;
    const no = totals.wells;
    const field = random() < 0.06 ? '' : FIELDS[whole(0, FIELDS.length - 1)]!;
    const layers = Math.min(random() < 0.55 ? 1 : whole(2, 4), count - rows.length);
    const established = whole(2001, 2015);
    const settlement = whole(2027, 2062);
    let carried = 0;
    for (let layer = 1; layer <= layers; layer += 1) {
      const isDecrease = layer > 1 && random() < 0.3;
      const original = whole(500_000, 9_000_000) * (isDecrease ? -1 : 1);
      const balance = isDecrease ? -whole(1, Math.floor(carried / 4)) : original + whole(0, 4_000_000);
      const accumulated = isDecrease || random() < 0.2 ? 0 : Math.floor(original * random());
      carried += balance;
      const isFirst = layer === 1;
      rows.push([
        `42-${String(329_00000 + no * 7).padStart(8, '0')}`,
        isFirst ? `${['Smith', 'O’Brien', '"Big" Lake', 'Müller, J.'][no % 4]} ${no}H` : '',
        isFirst ? STATUSES[whole(0, STATUSES.length - 1)]! : '',
        isFirst ? field : '',
        'Reeves',
        'Own',
        isFirst ? date(established - 1, whole(1, 12), whole(1, 28)) : '',
        String(layer),
        date(established + (layer - 1) * 2, whole(1, 12), whole(1, 28)),
        rate(whole(40, 99)),
        rate(whole(15, 35)),
        money(isDecrease ? whole(800_000, 3_000_000) : whole(4_000_000, 30_000_000)),
        String(settlement),
        money(original),
        money(balance),
        money(original),
        money(0 - accumulated),
        notation === 'us' ? '87.5%' : '87,5%',
        '',
        isDecrease ? 'lower estimate, see "memo"' : '',
      ]);
      totals.layers += 1;
      totals.liability += BigInt(balance);
      totals.arcCost += BigInt(original);
      totals.arcAccumulated += BigInt(accumulated);
      const key = field || DEFAULT_FIELD;
      totals.byField.set(key, (totals.byField.get(key) ?? 0n) + BigInt(balance));
    }
  }
  return { titles: TITLES, rows, totals };
}

/** The file as text, optionally with a title above and totals below. */
export function accountantsCsv(
  { titles, rows, totals }: AccountantsFile,
  { separator = ',', isFramed = false }: { separator?: ',' | ';' | '\t'; isFramed?: boolean } = {},
): string {
  const line = (cells: readonly string[]) =>
    cells.map((cell) => (/[",;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator);
  const blanks = (text: string) => [text, ...titles.slice(1).map(() => '')];
  const body = [titles, ...rows];
  if (isFramed) {
    body.unshift(blanks('Example Energy LLC, asset retirement obligations at 12/31/2025'), blanks(''));
    const total = blanks('Total');
    total[14] = amountText(Number(totals.liability), separator === ';' ? 'comma' : 'us');
    body.push(blanks(''), total);
  }
  return `\uFEFF${body.map(line).join('\r\n')}\r\n`;
}

function amountText(cents: number, notation: Notation): string {
  if (cents === 0) return '-';
  const [whole = '', fraction] = (Math.abs(cents) / 100).toFixed(2).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, notation === 'us' ? ',' : '.');
  const text = notation === 'us' ? `${grouped}.${fraction}` : `${grouped},${fraction}`;
  return cents < 0 ? `(${text})` : notation === 'us' ? `$${text}` : text;
}

/** A sequence of numbers from 0 to 1, determined by the seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
