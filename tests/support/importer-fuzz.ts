import fc from 'fast-check';
import { examineColumn } from '~/domain/imports/column-questions';
import { createRowMapper, mappingProblems } from '~/domain/imports/map-rows';
import type { ColumnFormat, ImportMapping } from '~/domain/imports/mapping';
import { readCell } from '~/domain/imports/read-cell';
import { suggestMapping } from '~/domain/imports/suggest-mapping';
import { targetsOf } from '~/domain/imports/targets';

const TARGETS = targetsOf([]);

const digits = fc.stringMatching(/^\d{1,4}$/);
const figure = fc
  .tuple(
    fc.constantFrom('', '$', '(', '-', '€ ', '+', '($'),
    fc.array(digits, { minLength: 1, maxLength: 4 }),
    fc.constantFrom(',', '.', ' ', "'"),
    fc.constantFrom('', '.', ','),
    fc.stringMatching(/^\d{0,4}$/),
    fc.constantFrom('', ')', '%', '-', ' kr', '%)'),
  )
  .map(([before, groups, separator, sign, fraction, after]) =>
    [before, groups.join(separator), sign, sign && fraction, after].join(''),
  );
const day = fc
  .tuple(fc.nat(40), fc.nat(40), fc.nat(2_300), fc.constantFrom('/', '.', '-'))
  .map(([one, two, year, separator]) => [one, two, year].join(separator));

/** A cell as found in spreadsheets, or any other text. */
export const anyCell = fc.oneof(
  figure,
  day,
  fc.constantFrom(
    '',
    '-',
    'n/a',
    '#REF!',
    'PR',
    'P&A',
    '2047',
    '46568',
    '0.08',
    '1.234',
    '01/02/2026',
    '__proto__',
  ),
  fc.string({ maxLength: 30, unit: 'binary' }),
);

const anyFormat: fc.Arbitrary<ColumnFormat> = fc.record(
  {
    dateOrder: fc.constantFrom('mdy' as const, 'dmy' as const),
    epoch: fc.constantFrom('1900' as const, '1904' as const),
    shortYears: fc.constantFrom('1900' as const, '1930' as const, '2000' as const),
    yearDay: fc.constantFrom('start' as const, 'middle' as const, 'end' as const),
    decimal: fc.constantFrom('point' as const, 'comma' as const),
    rate: fc.constantFrom('percent' as const, 'fraction' as const),
    dash: fc.constantFrom('blank' as const, 'zero' as const),
    sign: fc.constantFrom('kept' as const, 'turned' as const),
    cents: fc.constantFrom('rounded' as const, 'refused' as const),
  },
  { requiredKeys: [] },
);

export const anyTarget = fc.constantFrom(...TARGETS);

/** Every combination of answers about the meaning of cells. */
const ANSWERS: ColumnFormat[] = ['mdy', 'dmy'].flatMap((dateOrder) =>
  ['point', 'comma'].flatMap((decimal) =>
    ['percent', 'fraction'].flatMap((rate) =>
      ['1900', '1904'].flatMap((epoch) =>
        ['start', 'middle', 'end'].flatMap((yearDay) =>
          ['blank', 'zero'].map((dash) => {
            const shortYears = epoch === '1900' ? '1900' : '2000';
            return { dateOrder, decimal, rate, epoch, shortYears, yearDay, dash } as ColumnFormat;
          }),
        ),
      ),
    ),
  ),
);

/**
 * True when a cell is never guessed: if two answers read it differently, it isn't read without an answer, and a column of such cells
 * raises a question. Anything that is read is a plain number or date.
 */
export function isNeverGuessed(target: (typeof TARGETS)[number], text: string): boolean {
  const unanswered = readCell(target, text, {}, {});
  if (unanswered.text !== undefined && !isCanonical(target.kind, unanswered.text)) return false;
  if (target.kind === 'text' || target.kind === 'checkbox' || target.kind === 'words') return true;
  const readings = new Set<string>();
  for (const answer of ANSWERS) {
    const cell = readCell(target, text, answer, {});
    if (cell.text !== undefined) {
      if (!isCanonical(target.kind, cell.text)) return false;
      readings.add(cell.text);
    }
  }
  if (readings.size < 2) return true;
  if (unanswered.problem === undefined) return false;
  return examineColumn(target, new Map([[text, 1]])).questions.length > 0;
}

function isCanonical(kind: string, text: string): boolean {
  if (text === '') return true;
  if (kind === 'date') return /^\d{4}-\d\d-\d\d$/.test(text);
  if (['amount', 'rate', 'share', 'whole', 'number'].includes(kind)) return /^-?\d+(\.\d+)?$/.test(text);
  return true;
}

export type AnyFile = {
  titles: string[];
  rows: string[][];
  formats: ColumnFormat[];
  targets: (string | null)[];
};

export const anyFile: fc.Arbitrary<AnyFile> = fc.integer({ min: 1, max: 6 }).chain((width) =>
  fc.record({
    titles: fc.array(fc.oneof(anyCell, fc.constantFrom('API', 'Well', 'Stat', 'Field', 'ARO Balance')), {
      minLength: width,
      maxLength: width,
    }),
    rows: fc.array(fc.array(anyCell, { maxLength: width + 1 }), { maxLength: 6 }),
    formats: fc.array(anyFormat, { minLength: width, maxLength: width }),
    targets: fc.array(fc.option(fc.constantFrom(...TARGETS.map(({ id }) => id), 'custom:x', '__proto__')), {
      minLength: width,
      maxLength: width,
    }),
  }),
);

/** True when a file is mapped without a crash, by the given mapping and by the suggested one, with the right number of cells per row. */
export function isMapped({ titles, rows, formats, targets }: AnyFile): boolean {
  const texts = titles.map((_, at) => new Map(rows.map((row) => [row[at] ?? '', 1])));
  const suggested = suggestMapping(titles, texts, []);
  const given: ImportMapping = {
    columns: titles.map((title, at) => ({ title, to: targets[at] ?? null, format: formats[at] })),
    defaults: { layerType: 'first', field: 'F' },
  };
  const asked = {
    ...suggested,
    columns: suggested.columns.map((column, at) => {
      const target = TARGETS.find(({ id }) => id === column.to);
      return target ? { ...column, format: examineColumn(target, texts[at]!).format } : column;
    }),
  };
  for (const mapping of [given, asked]) {
    if (
      mappingProblems(mapping, titles, []).some(
        (problem) => !problem.startsWith('Choose a column') && mapping === asked,
      )
    )
      return false;
    const mapper = createRowMapper(mapping, titles, []);
    for (const [index, cells] of rows.entries()) {
      const mapped = mapper.map({ row: index + 2, cells });
      if (mapped?.cells.length !== mapper.titles.length) return false;
    }
  }
  return true;
}
