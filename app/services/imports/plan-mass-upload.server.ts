import { accretionTime } from '~/domain/books/accretion';
import {
  type LayerMeasurement,
  type LayerMeasurementInput,
  type Measurement,
  measureLayer,
} from '~/domain/books/layer';
import { createPresentValue } from '~/domain/books/present-value';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import { boundedCents, type Cents, formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { LayerTerms } from '~/schemas/books/aro-layer';
import type { WellCsvLayer, WellCsvRowResult } from '~/schemas/imports/well-csv';
import type { WellInput } from '~/schemas/wells/well';
import {
  orRefusal,
  type PlannedLayer,
  planLayer,
  type Standing,
} from '~/services/books/calculate-layer.server';
import { foldText } from '~/services/platform/fold-text.server';

/** A row of the file, checked by itself. */
export type CheckedRow = { row: number; cells: string[]; result: WellCsvRowResult };

/** A well that rows may name: one in the books, or one that an earlier row adds. */
export type KnownWell = Standing &
  Pick<WellInput, 'wellStatus' | 'field' | 'customFields'> & {
    /** Whether it stands as in the books, and not as an earlier row of the same chunk makes it. */
    isAsInBooks: boolean;
  };

export type UploadedWell = WellInput & { id: string; wellCodeKey: string };

/** A layer of a row, and the accretion that its open balance brings along, if any. */
export type UploadedLayer = PlannedLayer & {
  terms: LayerTerms;
  /** Whether its value was given rather than calculated. */
  isGiven: boolean;
  currentAroCents: Cents;
  imported: { expenseCents: Cents; timeNumerator: number; timeDenominator: number } | null;
};

export type Rejection = { row: number; wellCode: string; error: string; cells: string[] };

/** What becomes of a chunk's rows. */
export type UploadPlan = { wells: UploadedWell[]; layers: UploadedLayer[]; rejections: Rejection[] };

export type PlanOptions = {
  massUploadId: string;
  asOf: CalendarDate;
  /** Measures layers; see createMeasure. */
  measure: (input: LayerMeasurementInput) => LayerMeasurement;
};

/** A measureLayer for one file: it remembers what the terms that repeat from row to row come to. */
export function createMeasure(): PlanOptions['measure'] {
  const valuation = createPresentValue();
  return (input) => measureLayer(input, valuation);
}

/**
 * Decides each row by what the books hold and what the rows before it add: a new well, with a layer or without; a layer
 * for a well that has an initial one; or a refusal. Nothing is read or written.
 *
 * @param known the wells in the books that the rows name, by folded code. Those of the rows are added to it.
 */
export function planRows(
  rows: readonly CheckedRow[],
  known: Map<string, KnownWell>,
  options: PlanOptions,
): UploadPlan {
  const plan: UploadPlan = { wells: [], layers: [], rejections: [] };
  for (const { row, cells, result } of rows) {
    const outcome = result.ok
      ? orRefusal(() => planRow({ row, ...result.row }, known, options))
      : result.error;
    if (typeof outcome === 'string') {
      const wellCode = result.ok ? result.row.well.wellCode : result.wellCode;
      plan.rejections.push({ row, wellCode, error: outcome, cells });
    } else {
      const { well, layer } = outcome;
      if (well) plan.wells.push(well);
      if (layer) plan.layers.push(layer);
    }
  }
  return plan;
}

type RowToPlan = { row: number; well: WellInput; layer: WellCsvLayer | null };

function planRow(
  { row, well, layer }: RowToPlan,
  known: Map<string, KnownWell>,
  options: PlanOptions,
): { well: UploadedWell | null; layer: UploadedLayer | null } {
  const wellCodeKey = foldText(well.wellCode);
  const existing = known.get(wellCodeKey);
  if (layer?.layerType === 'additional') {
    // Without an initial layer this refuses, in the words of the calculation.
    const standing = existing ?? withoutLayers({ ...well, id: '', wellCodeKey });
    const planned = planUploadedLayer(standing, layer, row, options);
    requireAgreement(well, standing);
    known.set(wellCodeKey, afterLayer(standing, planned));
    return { well: null, layer: planned };
  }
  if (existing) throw new AppError('conflict', alreadyThere(well.wellCode, existing, options.massUploadId));
  const added = { ...well, id: rowId(options.massUploadId, 'well', row), wellCodeKey };
  const standing = withoutLayers(added);
  const planned = layer && planUploadedLayer(standing, layer, row, options);
  known.set(wellCodeKey, planned ? afterLayer(standing, planned) : standing);
  return { well: added, layer: planned };
}

/**
 * Measures a row's layer, unless its value is given, and takes over its open balance. A value given for an additional
 * layer is booked as it is: its cost is the added one, or, where the value is negative, the revised total estimate. What
 * the layer carries beyond its value has accreted from its calculation date to the upload's date.
 *
 * @throws AppError as planLayer; DomainError for values that take the well below zero, and for a balance as of a day before
 * the layer's
 */
function planUploadedLayer(
  standing: KnownWell,
  layer: WellCsvLayer,
  row: number,
  { massUploadId, asOf, measure }: PlanOptions,
): UploadedLayer {
  const { calculationDate, aroValueCents: givenCents, currentAroCents: balanceCents, ...given } = layer;
  const increaseOr: Measurement = givenCents !== null && givenCents < 0 ? 'change' : 'increment';
  const terms = { ...given, measurement: layer.layerType === 'initial' ? null : increaseOr };
  const planned = planLayer(
    standing,
    terms,
    calculationDate,
    givenCents === null ? measure : asGiven(givenCents, standing),
  );
  const currentAroCents = balanceCents ?? planned.aroValueCents;
  requireBalance(currentAroCents, standing, 'currentAroValue', 'Current ARO value');
  return {
    ...planned,
    id: rowId(massUploadId, 'layer', row),
    balanceCents: standing.isAsInBooks ? planned.balanceCents : null,
    terms,
    isGiven: givenCents !== null,
    currentAroCents,
    imported: importedAccretion(layer, planned.aroValueCents, currentAroCents, asOf),
  };
}

/** What stands in for measuring where the value is given. */
function asGiven(aroValueCents: Cents, standing: KnownWell): PlanOptions['measure'] {
  return ({ measurement, pAndACostCents, previous }) => {
    requireBalance(aroValueCents, standing, 'aroValue', 'ARO value');
    const beforeCents = measurement === 'increment' ? (previous?.totalEstimateCents ?? 0) : 0;
    return { aroValueCents, totalEstimateCents: boundedCents(beforeCents + pAndACostCents, 'pAndACost') };
  };
}

/** A layer may take away what the well carries, and no more. */
function requireBalance(
  cents: Cents,
  { carryingAmountCents }: KnownWell,
  field: string,
  label: string,
): void {
  const floorCents = Math.min(0, 0 - (carryingAmountCents ?? 0));
  if (cents >= floorCents) return;
  const carried = formatCents(0 - floorCents);
  throw new DomainError(field, `${label} must not take away more than the ${carried} that the well carries`);
}

function importedAccretion(
  { calculationDate, wellLifespanYears }: WellCsvLayer,
  aroValueCents: Cents,
  currentAroCents: Cents,
  asOf: CalendarDate,
): UploadedLayer['imported'] {
  if (currentAroCents === aroValueCents) return null;
  if (asOf < calculationDate) {
    const message = `Current ARO value is as of ${asOf}, before the calculation date, and must equal the ARO value`;
    throw new DomainError('currentAroValue', message);
  }
  const time = accretionTime({ calculationDate, wellLifespanYears, accretedThrough: null, periodEnd: asOf });
  return {
    expenseCents: currentAroCents - aroValueCents,
    timeNumerator: time.numerator,
    timeDenominator: time.denominator,
  };
}

/** A row that adds a layer repeats its well's columns. If they say something else, it may mean another well. */
function requireAgreement(given: WellInput, known: KnownWell): void {
  const columns = (['wellName', 'wellStatus', 'field', 'activeDate'] as const).map(
    (column) => [column, given[column], known[column]] as const,
  );
  const customFields = Object.entries(given.customFields ?? {}).map(
    ([name, value]) => [name, value, known.customFields?.[name] ?? ''] as const,
  );
  const differing = [...columns, ...customFields].filter(([, here, there]) => here !== there);
  if (differing.length === 0) return;
  const problems = differing.map(
    ([name, here, there]) => `${name} "${here}" differs from the well's "${there}"`,
  );
  throw new AppError('conflict', problems.join('; '));
}

function withoutLayers({ id, ...well }: UploadedWell): KnownWell {
  return {
    ...well,
    wellId: id,
    layerCount: 0,
    carryingAmountCents: null,
    balanceCents: null,
    totalEstimateCents: null,
    lastCalculationDate: null,
    isAsInBooks: false,
  };
}

function afterLayer(standing: KnownWell, layer: UploadedLayer): KnownWell {
  return {
    ...standing,
    layerCount: layer.layerNumber,
    carryingAmountCents: (standing.carryingAmountCents ?? 0) + layer.currentAroCents,
    totalEstimateCents: layer.totalEstimateCents,
    lastCalculationDate: layer.calculationDate,
    isAsInBooks: false,
  };
}

function alreadyThere(wellCode: string, existing: KnownWell, massUploadId: string): string {
  const row = rowOfWell(massUploadId, existing.wellId);
  return `Well code "${wellCode}" ${row === null ? 'already exists' : `is already in row ${row} of this file`}`;
}

const KINDS = { well: '0', layer: '1', posting: '2' };

/**
 * The id of what a row of a file adds: the upload's own with the row in its last part. So a row can never be written twice,
 * and rows go into the indexes in order, which is several times faster than at random.
 */
export function rowId(massUploadId: string, kind: keyof typeof KINDS, row: number): string {
  return massUploadId.slice(0, 24) + KINDS[kind] + row.toString(16).padStart(11, '0');
}

/** The row of the file that added the well, or null for one that is not of this file. */
function rowOfWell(massUploadId: string, wellId: string): number | null {
  const row = Number.parseInt(wellId.slice(25), 16);
  return wellId === rowId(massUploadId, 'well', row) ? row : null;
}
