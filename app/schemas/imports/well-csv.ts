import { z } from 'zod';
import type { LayerType, Measurement } from '~/domain/books/layer';
import { type LifeInput, resolveLife } from '~/domain/books/life';
import {
  DEPRECIATION_OUT_OF_RANGE,
  enteredCost,
  isValidDepreciation,
  lowersEstimate,
  type UploadedLayer,
} from '~/domain/books/uploaded-layer';
import type { Interest } from '~/domain/books/working-interest';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import {
  DECIDING_LAYER_COLUMNS,
  INHERITED_WELL_COLUMNS,
  WELL_CSV_COLUMNS,
  type WellCsvColumn,
  type WellCsvHeader,
} from '~/domain/files/well-csv';
import { DomainError } from '~/domain/money/domain-error';
import { trimBlanks } from '~/domain/wells/clean-text';
import { type CustomFieldTemplate, createCustomFieldCheck } from '~/domain/wells/custom-field';
import { shorten } from '~/domain/wells/shorten';
import { LAYER_TYPES, lifespanOfRow, MEASUREMENTS, terms } from '~/schemas/books/aro-layer';
import { money } from '~/schemas/platform/figures';
import { optionalDate, requiredDate } from '~/schemas/platform/text';
import { compileSavedPattern } from '~/schemas/wells/pattern';
import { RETIRES_TOO_EARLY, retiresTooEarly, WELL_STATUSES, WellInput } from '~/schemas/wells/well';
import { interest } from '~/schemas/wells/working-interest';

/** `version` is that of the well to change; null if the row adds a well, or only a layer. */
export type WellCsvRow = { well: WellInput; layer: UploadedLayer | null; version: number | null };

export type WellCsvRowResult = { ok: true; row: WellCsvRow } | { ok: false; wellCode: string; error: string };

type Cell = { value: unknown; error?: undefined } | { value?: undefined; error: string };

const anyAmount = (required: string) => money({ required, min: Number.NEGATIVE_INFINITY, belowMin: '' });

const optionalAmount = (label: string) => ({
  label,
  schema: anyAmount(`${label} is required`).nullable(),
  read: blankAsNull,
});

/**
 * A long number as a spreadsheet displays it and saves it to CSV, with either decimal sign: the other digits are lost,
 * and wells that differ only in those digits would become one.
 */
const CUT_OFF = /^\d(?:[.,]\d+)?E\+\d{2}$/i;
const codeOfRow = WellInput.shape.wellCode.refine(
  (code) => !CUT_OFF.test(code),
  'The spreadsheet truncated this well code. Format its column as Text or Number, then save the file again',
);

const CELLS: Record<WellCsvColumn, { label: string; schema: z.ZodType; read?: (text: string) => unknown }> = {
  wellCode: { label: 'Well code', schema: codeOfRow },
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
  pAndACost: { label: 'P&A cost', schema: anyAmount('P&A cost is required') },
  wellLifespan: { label: 'Well lifespan', schema: lifespanOfRow },
  calculationDate: { label: 'Calculation date', schema: requiredDate('Calculation date is required') },
  aroValue: optionalAmount('ARO value'),
  currentAroValue: optionalAmount('Current ARO value'),
  measurement: {
    label: 'Measurement',
    schema: z.enum(MEASUREMENTS, 'Measurement must be increment, change or remeasure').nullable(),
    read: (text) => (text === '' ? null : inWhateverCase(MEASUREMENTS, text)),
  },
  arcCost: optionalAmount('ARC cost'),
  arcAccumulated: optionalAmount('Accumulated depreciation'),
  retirementDate: { label: 'Retirement date', schema: optionalDate },
  grossCost: optionalAmount('Gross P&A cost'),
  workingInterest: {
    label: 'Working interest',
    schema: interest('Working interest').nullable(),
    read: blankAsNull,
  },
  workingInterestFrom: { label: 'Working interest from', schema: optionalDate },
  wellVersion: {
    label: 'Well version',
    schema: z.coerce.number('Must be a whole number').int('Must be a whole number').min(1).nullable(),
    read: blankAsNull,
  },
};

/** Well fields that rows may leave blank. */
export type InheritedFields = Pick<WellInput, (typeof INHERITED_WELL_COLUMNS)[number]>;

/** Context of a row, in addition to its cells. */
export type RowSubject = {
  /** True when the row changes a well. */
  isChange?: boolean;
  /** The well's values in the books; null if the well isn't in the books. */
  inBooks?: InheritedFields | null;
};

/** Statuses, fields, dates and rates repeat across rows; codes and names don't, so caching them is pointless. */
const MAX_REMEMBERED = 1_000;
const MAX_SHOWN_TEXT = 40;
const MAX_SHOWN_CODE = 100;

/** True when a row leaves a field blank that the books can supply. */
export function leavesBlank({ positions }: WellCsvHeader, cells: readonly string[]): boolean {
  return INHERITED_WELL_COLUMNS.some((column) => trimBlanks(cells[positions[column] ?? -1] ?? '') === '');
}

/**
 * Creates a reader for a file's rows, using the header's positions. It converts cells to a well and, if a row has any
 * layer cell, a layer; or reports everything wrong with the row, worded as in the forms. Status and layer type are
 * case-insensitive. A row for an additional layer only identifies its well, and a row that changes a well keeps
 * existing values, so neither needs the well's required custom fields. Blank cells of a well in the books take their
 * values from there.
 *
 * @param onPatternSteps receives the number of steps that matching a cell against its field's pattern took
 */
export function createWellCsvRowReader(
  header: WellCsvHeader,
  customFields: readonly CustomFieldTemplate[] = [],
  onPatternSteps?: (steps: number) => void,
): (cells: readonly string[], subject?: RowSubject) => WellCsvRowResult {
  const readers = Object.fromEntries(
    WELL_CSV_COLUMNS.map((column) => [column, remembering(column)]),
  ) as Record<WellCsvColumn, (text: string) => Cell>;
  const textAt = (position: number | undefined) =>
    position === undefined ? '' : trimBlanks(cells[position] ?? '');
  const checkCustomValues = customValuesCheck(customFields, onPatternSteps);
  const { positions } = header;
  const hasLayerColumns = DECIDING_LAYER_COLUMNS.some((column) => positions[column] !== undefined);
  const hasText = (column: WellCsvColumn) => textAt(positions[column]) !== '';
  // Created once per file, not per row: a file has some 40,000.
  let cells: readonly string[] = [];
  let errors: string[] = [];
  const value = <T>(column: WellCsvColumn): T => {
    const cell = readers[column](textAt(positions[column]));
    if (cell.error !== undefined) errors.push(cell.error);
    return cell.value as T;
  };

  return (row, { isChange = false, inBooks = null } = {}) => {
    const kept = <K extends keyof InheritedFields>(column: K): InheritedFields[K] =>
      inBooks && !hasText(column) ? inBooks[column] : value(column);
    cells = row;
    errors = [];
    if (cells.length > header.columnCount && cells.slice(header.columnCount).some((cell) => cell.trim())) {
      errors.push('Row has more values than the header. Put values that contain commas in quotation marks');
    }
    const well: WellInput = {
      wellCode: value('wellCode'),
      wellName: kept('wellName'),
      wellStatus: kept('wellStatus'),
      field: kept('field'),
      activeDate: kept('activeDate'),
    };
    if (hasText('workingInterest') || hasText('workingInterestFrom')) {
      well.workingInterests = interestOf(value('workingInterest'), value('workingInterestFrom'), errors);
    }
    const hasLayer = hasLayerColumns && DECIDING_LAYER_COLUMNS.some(hasText);
    if (!hasLayer && hasText('retirementDate')) {
      well.retirementDate = value('retirementDate');
      if (retiresTooEarly(well)) errors.push(RETIRES_TOO_EARLY);
    }
    const version = value<number | null>('wellVersion');
    // With a gross cost, the company's cost is derived from it.
    const needsCost = !hasText('grossCost') || hasText('pAndACost');
    // With a retirement date, no lifespan is needed.
    const needsLifespan = !hasText('retirementDate') || hasText('wellLifespan');
    const given: LayerCells | null = hasLayer
      ? {
          layerType: value('layerType'),
          discountRateBp: value('discountRate'),
          inflationRateBp: value('inflationRate'),
          pAndACostCents: needsCost ? value('pAndACost') : 0,
          grossCostCents: value('grossCost'),
          wellLifespanYears: needsLifespan ? value('wellLifespan') : null,
          calculationDate: value('calculationDate'),
          aroValueCents: value('aroValue'),
          currentAroCents: value('currentAroValue'),
          measurement: value('measurement'),
          arcCostCents: value('arcCost'),
          arcAccumulatedCents: value('arcAccumulated'),
          retirementDate: value('retirementDate'),
        }
      : null;
    const layer = given && withLife(given, errors);
    if (layer) checkTogether(layer, errors);
    if (customFields.length > 0) {
      const texts = header.customFields.map(({ fieldName, position }) => [fieldName, textAt(position)]);
      const isAdditional = layer?.layerType === 'additional';
      const checked = checkCustomValues(
        Object.fromEntries(texts),
        !isAdditional && !isChange && version === null,
      );
      errors.push(...checked.errors);
      well.customFields = checked.values;
    }
    return errors.length === 0
      ? { ok: true, row: { well, layer, version } }
      : {
          ok: false,
          wellCode: shorten(textAt(positions.wellCode), MAX_SHOWN_CODE),
          error: errors.join('; '),
        };
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

/** A form shows a message next to its field; here, it must name the column and its value. */
function named(label: string, message: string, text: string): string {
  const named = message
    .replace(/^Must /, `${label} must `)
    .replace(/^Use (.+) or fewer$/, `${label} can’t exceed $1`);
  return /^Must (be a valid |have at most 2 decimal places)/.test(message)
    ? `${named}, not "${shorten(text, MAX_SHOWN_TEXT)}"${hint(text)}`
    : named;
}

function hint(text: string): string {
  return /^[+-]?\d[\d,.' \u00A0\u202F]*$/.test(text) ? ' (no commas; use a period for decimals)' : '';
}

/** An interest and its effective date. Unreadable values already have an error. */
function interestOf(
  percent: Interest | null | undefined,
  from: CalendarDate | null | undefined,
  errors: string[],
): { from: CalendarDate; percent: Interest }[] {
  if (from === null) errors.push('Working interest from is required if you enter a working interest');
  if (percent === null) errors.push('Working interest is required if you enter its date');
  return percent && from ? [{ from, percent }] : [];
}

type LayerCells = Omit<UploadedLayer, 'wellLifespanYears'> & LifeInput;

/** Derives a layer's lifespan from its retirement date. Unreadable values already have an error, which rejects the row. */
function withLife(given: LayerCells, errors: string[]): UploadedLayer {
  const { calculationDate, wellLifespanYears = null, retirementDate } = given;
  const layer = { ...given, wellLifespanYears: wellLifespanYears ?? 0 };
  if (!retirementDate || !calculationDate) return layer;
  try {
    return { ...layer, ...resolveLife(calculationDate, { wellLifespanYears, retirementDate }, null) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    errors.push(error.message);
    return layer;
  }
}

/** Checks for layer values that contradict each other. Unreadable values already have an error. */
function checkTogether(layer: UploadedLayer, errors: string[]): void {
  const { layerType, aroValueCents, currentAroCents, measurement, arcCostCents, arcAccumulatedCents } = layer;
  checkCost(layer, errors);
  if ((aroValueCents ?? 0) < 0 && !lowersEstimate(layer)) {
    if (layerType === 'initial') errors.push('ARO value can’t be negative for an initial layer');
    else if (measurement === 'increment') {
      errors.push('ARO value can’t be negative for an added cost (measurement increment)');
    }
  }
  if ((arcCostCents ?? arcAccumulatedCents ?? null) === null) return;
  if (currentAroCents === null) {
    errors.push(
      'ARC cost and accumulated depreciation are only for opening balances. Enter a current ARO value',
    );
  }
  const costCents = arcCostCents ?? aroValueCents ?? null;
  if (costCents !== null && !isValidDepreciation(costCents, arcAccumulatedCents ?? 0)) {
    errors.push(DEPRECIATION_OUT_OF_RANGE);
  }
}

/** Only an additional layer may lower the estimate, and a lower estimate can't raise the liability. */
function checkCost(layer: UploadedLayer, errors: string[]): void {
  const { layerType, measurement, aroValueCents, currentAroCents } = layer;
  const costCents = enteredCost(layer);
  if (costCents === 0 || (costCents < 0 && !mayLower(layerType, measurement))) {
    errors.push('P&A cost must be positive');
  }
  if (!lowersEstimate(layer)) return;
  if ((aroValueCents ?? 0) > 0) errors.push('ARO value can’t be positive when the P&A cost is negative');
  if ((currentAroCents ?? 0) > 0) {
    errors.push('Current ARO value can’t be positive when the P&A cost is negative');
  }
}

function mayLower(layerType: LayerType, measurement: Measurement | null): boolean {
  return layerType === 'additional' && (measurement === null || measurement === 'increment');
}

function customValuesCheck(
  customFields: readonly CustomFieldTemplate[],
  onPatternSteps?: (steps: number) => void,
) {
  const check = createCustomFieldCheck(customFields, { compilePattern: compileSavedPattern, onPatternSteps });
  const namesOf = (...types: CustomFieldTemplate['fieldType'][]) =>
    customFields.filter(({ fieldType }) => types.includes(fieldType)).map(({ fieldName }) => fieldName);
  const checkboxes = new Set(namesOf('checkbox'));
  const textFields = new Set(namesOf('text', 'textarea'));
  const issuesOf = (values: Record<string, unknown>) => {
    const parsed = WellInput.shape.customFields.safeParse(values);
    return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
  };

  return (given: Record<string, string>, requiresAll: boolean) => {
    const entries = Object.entries(given);
    // Checked before matching any pattern: together, the texts may be much longer than a well can hold.
    const tooLong = issuesOf(Object.fromEntries(entries.filter(([name]) => textFields.has(name))));
    if (tooLong.length > 0) return { values: {}, errors: tooLong };
    // Spreadsheets write TRUE.
    const texts = entries.map(([name, text]) => [name, checkboxes.has(name) ? text.toLowerCase() : text]);
    const { values, errors } = check(Object.fromEntries(texts), requiresAll);
    return { values, errors: [...Object.values(errors).flat(), ...issuesOf(values)] };
  };
}

function inWhateverCase(options: readonly string[], text: string): string {
  return options.find((option) => option.toLowerCase() === text.toLowerCase()) ?? text;
}

function blankAsNull(text: string): string | null {
  return text === '' ? null : text;
}
