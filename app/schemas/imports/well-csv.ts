import type { z } from 'zod';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import {
  LAYER_CSV_COLUMNS,
  WELL_CSV_COLUMNS,
  type WellCsvColumn,
  type WellCsvHeader,
} from '~/domain/files/well-csv';
import type { Cents } from '~/domain/money/money';
import { type CustomFieldTemplate, checkCustomFields } from '~/domain/wells/custom-field';
import { LAYER_TYPES, type LayerTerms, terms } from '~/schemas/books/aro-layer';
import { money } from '~/schemas/platform/figures';
import { requiredDate } from '~/schemas/platform/text';
import { WELL_STATUSES, WellInput } from '~/schemas/wells/well';

/** The layer that a row tells of. */
export type WellCsvLayer = Omit<LayerTerms, 'measurement'> & {
  calculationDate: CalendarDate;
  /** The layer's value at recognition; null where it is to be calculated. */
  aroValueCents: Cents | null;
  /** What the layer carries as of the upload's date; null where that is its value at recognition. */
  currentAroCents: Cents | null;
};

export type WellCsvRow = { well: WellInput; layer: WellCsvLayer | null };

export type WellCsvRowResult = { ok: true; row: WellCsvRow } | { ok: false; wellCode: string; error: string };

type Cell = { value: unknown } | { error: string };

const anyAmount = (required: string) =>
  money({ required, min: Number.NEGATIVE_INFINITY, belowMin: '' }).nullable();

const CELLS: Record<WellCsvColumn, { label: string; schema: z.ZodType; read?: (text: string) => unknown }> = {
  wellCode: { label: 'Well code', schema: WellInput.shape.wellCode },
  wellName: { label: 'Well name', schema: WellInput.shape.wellName },
  wellStatus: {
    label: 'Well status',
    schema: WellInput.shape.wellStatus,
    read: (text) => inWhateverCase(WELL_STATUSES, text),
  },
  field: { label: 'Field', schema: WellInput.shape.field },
  activeDate: { label: 'Active date', schema: WellInput.shape.activeDate },
  layerType: {
    label: 'Layer type',
    schema: terms.layerType,
    read: (text) => inWhateverCase(LAYER_TYPES, text),
  },
  discountRate: { label: 'Discount rate', schema: terms.discountRate },
  inflationRate: { label: 'Inflation rate', schema: terms.inflationRate },
  pAndACost: { label: 'P&A cost', schema: terms.pAndACost },
  wellLifespan: { label: 'Well lifespan', schema: terms.wellLifespan },
  calculationDate: { label: 'Calculation date', schema: requiredDate('Calculation date is required') },
  aroValue: { label: 'ARO value', schema: anyAmount('ARO value is required'), read: blankAsNull },
  currentAroValue: {
    label: 'Current ARO value',
    schema: anyAmount('Current ARO value is required'),
    read: blankAsNull,
  },
};

/** Statuses, fields, dates and rates repeat from row to row; codes and names do not, and need no remembering. */
const MAX_REMEMBERED = 1_000;
const MAX_SHOWN_TEXT = 40;
const MAX_SHOWN_CODE = 100;

/**
 * A reader of a file's rows, by the positions that its header gives: cells to a well and, where a row has any ARO cell,
 * a layer; or everything that is wrong with the row, in the words of the forms. Status and layer type may be written in
 * any case. An additional layer's row only names its well, so it need not give the well's required custom fields.
 */
export function createWellCsvRowReader(
  header: WellCsvHeader,
  customFields: readonly CustomFieldTemplate[] = [],
): (cells: readonly string[]) => WellCsvRowResult {
  const readers = Object.fromEntries(
    WELL_CSV_COLUMNS.map((column) => [column, remembering(column)]),
  ) as Record<WellCsvColumn, (text: string) => Cell>;
  const textAt = (cells: readonly string[], position: number | undefined) =>
    position === undefined ? '' : (cells[position] ?? '').trim();
  const hasLayerColumns = LAYER_CSV_COLUMNS.some((column) => header.positions[column] !== undefined);

  return (cells) => {
    const errors: string[] = [];
    const text = (column: WellCsvColumn) => textAt(cells, header.positions[column]);
    const value = <T>(column: WellCsvColumn): T => {
      const cell = readers[column](text(column));
      if ('error' in cell) errors.push(cell.error);
      return ('value' in cell ? cell.value : undefined) as T;
    };
    if (cells.length > header.columnCount && cells.slice(header.columnCount).some((cell) => cell.trim())) {
      errors.push('The row has more cells than the header; a value with a comma in it must be in quotes');
    }
    const well: WellInput = {
      wellCode: value('wellCode'),
      wellName: value('wellName'),
      wellStatus: value('wellStatus'),
      field: value('field'),
      activeDate: value('activeDate'),
    };
    const hasLayer = hasLayerColumns && LAYER_CSV_COLUMNS.some((column) => text(column) !== '');
    const layer: WellCsvLayer | null = hasLayer
      ? {
          layerType: value('layerType'),
          discountRateBp: value('discountRate'),
          inflationRateBp: value('inflationRate'),
          pAndACostCents: value('pAndACost'),
          wellLifespanYears: value('wellLifespan'),
          calculationDate: value('calculationDate'),
          aroValueCents: value('aroValue'),
          currentAroCents: value('currentAroValue'),
        }
      : null;
    if (layer?.layerType === 'initial') errors.push(...negativeValues(layer));
    if (customFields.length > 0) {
      const given = header.customFields.map(({ fieldName, position }) => [
        fieldName,
        textAt(cells, position),
      ]);
      const isAdditional = layer?.layerType === 'additional';
      const checked = checkCustomValues(customFields, Object.fromEntries(given), isAdditional);
      errors.push(...checked.errors);
      well.customFields = checked.values;
    }
    return errors.length === 0
      ? { ok: true, row: { well, layer } }
      : { ok: false, wellCode: shortened(text('wellCode'), MAX_SHOWN_CODE), error: errors.join('; ') };
  };
}

function remembering(column: WellCsvColumn): (text: string) => Cell {
  const known = new Map<string, Cell>();
  return (text) => {
    const found = known.get(text) ?? readCell(column, text);
    if (known.size < MAX_REMEMBERED) known.set(text, found);
    return found;
  };
}

function readCell(column: WellCsvColumn, text: string): Cell {
  const { label, schema, read } = CELLS[column];
  const parsed = schema.safeParse(read ? read(text) : text);
  if (parsed.success) return { value: parsed.data };
  return { error: parsed.error.issues.map(({ message }) => named(label, message, text)).join('; ') };
}

/** A form shows a message beside its field; here it has to name the column, and what stands in it. */
function named(label: string, message: string, text: string): string {
  const named = message.startsWith('Must ') ? `${label} m${message.slice(1)}` : message;
  return /^Must (be a valid |have at most 2 decimals)/.test(message)
    ? `${named}, not "${shortened(text, MAX_SHOWN_TEXT)}"${hint(text)}`
    : named;
}

function hint(text: string): string {
  if (text.includes('%')) return ' (a percentage goes without its sign: 8 means 8 %)';
  return /^[+-]?\d[\d,.' \u00A0\u202F]*$/.test(text)
    ? ' (no thousands separators, and a point before decimals)'
    : '';
}

/** Cut between characters: half a surrogate pair is no text. */
function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${[...text.slice(0, 2 * maxLength)].slice(0, maxLength).join('')}…`;
}

function negativeValues({ aroValueCents, currentAroCents }: WellCsvLayer): string[] {
  return [
    ...((aroValueCents ?? 0) < 0 ? ['ARO value of an initial layer must not be negative'] : []),
    ...((currentAroCents ?? 0) < 0 ? ['Current ARO value of an initial layer must not be negative'] : []),
  ];
}

function checkCustomValues(
  customFields: readonly CustomFieldTemplate[],
  given: Record<string, string>,
  isAdditional: boolean,
) {
  const templates = isAdditional
    ? customFields.map((template) => ({ ...template, required: false }))
    : customFields;
  const texts = Object.fromEntries(
    Object.entries(given).map(([name, text]) => {
      const isCheckbox = templates.some(
        (field) => field.fieldName === name && field.fieldType === 'checkbox',
      );
      // Spreadsheets write TRUE.
      return [name, isCheckbox ? text.toLowerCase() : text];
    }),
  );
  const { values, errors } = checkCustomFields(templates, texts);
  const parsed = WellInput.shape.customFields.safeParse(values);
  const issues = parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
  return { values, errors: [...Object.values(errors).flat(), ...issues] };
}

function inWhateverCase(options: readonly string[], text: string): string {
  return options.find((option) => option.toLowerCase() === text.toLowerCase()) ?? text;
}

function blankAsNull(text: string): string | null {
  return text === '' ? null : text;
}
