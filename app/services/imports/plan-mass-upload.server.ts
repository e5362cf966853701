import type { AccretionCalculator, AccretionMethod } from '~/domain/books/accretion';
import { type Act, createAct } from '~/domain/books/act';
import { type CatchUp, catchUpOf } from '~/domain/books/catch-up';
import type { DepreciationPolicy } from '~/domain/books/depreciation';
import { measureLayer } from '~/domain/books/layer';
import { createPresentValue } from '~/domain/books/present-value';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { foldText } from '~/domain/wells/fold-text';
import { AppError } from '~/errors';
import { measurementOf, type WellCsvLayer, type WellCsvRowResult } from '~/schemas/imports/well-csv';
import type { WellInput } from '~/schemas/wells/well';
import type { NewLayer } from '~/services/books/plan-layer.server';
import { type Measure, orRefusal } from '~/services/books/plan-layer.server';
import type { AddedLayer, WellAsRead } from '~/services/books/post.server';
import { asRead, type BookedWell, NOT_AT_ALL } from '~/services/books/well-books.server';
import {
  carriedBy,
  type LayerOptions,
  type PlannedWell,
  planUploadedLayer,
} from './plan-uploaded-layer.server';

/** A row of the file, checked without the others. */
export type CheckedRow = { row: number; cells: string[]; result: WellCsvRowResult };

/** A well in the books that rows name. */
export type KnownWell = BookedWell & Pick<PlannedWell, 'customFields'>;

export type UploadedWell = {
  id: string;
  wellCodeKey: string;
  given: WellInput;
  pluggedOn: CalendarDate | null;
  retirementDate: CalendarDate | null;
};

export type Rejection = { row: number; wellCode: string; error: string; cells: string[] };

/** What becomes of a chunk's rows, as one act. */
export type UploadPlan = {
  act: ReturnType<Act['finish']>;
  /** In the order of the ledger ids that the act expects of them. */
  wells: UploadedWell[];
  layers: AddedLayer[];
  /** How many of the layers are opening balances. */
  openings: number;
  rejections: Rejection[];
  /** Wells in the books that the act rests on, as they were read. */
  read: WellAsRead[];
  /** Wells in the books with the retirement date that the newest of their rows names, if it does. */
  dated: { well: KnownWell; retirementDate: CalendarDate | null }[];
  /** Plugged wells that an earlier chunk of the file added: the day of the newest movement that this one adds. */
  movedOn: { id: string; day: CalendarDate }[];
  catchUp: CatchUp | null;
};

export type PlanOptions = Omit<LayerOptions, 'strict'> & {
  massUploadId: string;
  /** The day of a Plugged well that comes without any layer. */
  today: CalendarDate;
  /** The month-end through which accretion to catch up is computed. */
  catchUpThrough: CalendarDate;
  method: AccretionMethod;
  calculator: AccretionCalculator;
  depreciation: DepreciationPolicy | null;
};

/** A measureLayer for one file: it remembers the present values of terms that repeat from row to row. */
export function createMeasure(): Measure {
  const valuation = createPresentValue();
  return (input) => measureLayer(input, valuation);
}

/**
 * Decides each row by what the books hold and what the rows before it add: a new well, with a layer or without; a layer
 * for a well that has an initial one; or a refusal. What goes in is one act. Nothing is read or written.
 *
 * The balances that a chunk brings in for a well may be of either sign as long as their sum is not negative. Where it is,
 * the chunk is planned again with the rows of that well that take it below zero refused.
 *
 * @param known the wells in the books that the rows name, by folded code
 */
export function planRows(
  rows: readonly CheckedRow[],
  known: ReadonlyMap<string, KnownWell>,
  options: PlanOptions,
): UploadPlan {
  const strict = new Set<string>();
  for (;;) {
    const { plan, belowZero } = planOnce(rows, known, { ...options, strict });
    if (belowZero.length === 0) return plan;
    for (const code of belowZero) strict.add(code);
  }
}

function planOnce(
  rows: readonly CheckedRow[],
  known: ReadonlyMap<string, KnownWell>,
  options: PlanOptions & LayerOptions,
): { plan: UploadPlan; belowZero: string[] } {
  const draft = createDraft(known, options);
  const rejections: Rejection[] = [];
  for (const { row, cells, result } of rows) {
    const refusal = result.ok
      ? orRefusal(() => {
          draft.take({ row, ...result.row });
          return null;
        })
      : result.error;
    if (refusal === null) continue;
    const wellCode = result.ok ? result.row.well.wellCode : result.wellCode;
    rejections.push({ row, wellCode, error: refusal, cells });
  }
  return { plan: { ...draft.finish(), rejections }, belowZero: draft.belowZero() };
}

type RowToPlan = { row: number; well: WellInput; layer: WellCsvLayer | null };

/** Gathers what rows add, one after another. */
function createDraft(known: ReadonlyMap<string, KnownWell>, options: PlanOptions & LayerOptions) {
  const { massUploadId, method, calculator, depreciation } = options;
  const act = createAct({ method, calculator, depreciation });
  const wells = new Map<string, PlannedWell>();
  const added: UploadedWell[] = [];
  const layers: AddedLayer[] = [];
  const ordinary: NewLayer[] = [];
  const lowered = new Set<string>();

  const find = (code: string): PlannedWell | undefined => {
    const planned = wells.get(code);
    const found = planned ? undefined : known.get(code);
    return planned ?? (found && { ...found, ...UNTOUCHED });
  };

  function addLayer(well: PlannedWell, layer: WellCsvLayer, agrees: () => void): PlannedWell {
    const id = 0 - layers.length - 1;
    const planned = act.attempt(() => {
      const result = planUploadedLayer(act, well, { layer, id }, options);
      agrees();
      return result;
    });
    layers.push(planned.layer);
    if (!planned.isOpening) ordinary.push(planned.layer);
    else if (layer.currentAroCents! < 0) lowered.add(well.wellCodeKey);
    return planned.well;
  }

  /** @throws what refuses the row, with nothing of it taken */
  function take({ row, well, layer }: RowToPlan): void {
    const wellCodeKey = foldText(well.wellCode);
    const existing = find(wellCodeKey);
    const id = rowId(massUploadId, row);
    const isNew = existing === undefined || layer?.layerType !== 'additional';
    if (isNew && existing) {
      throw new AppError('conflict', alreadyThere(well.wellCode, existing, massUploadId));
    }
    const before = existing ?? withoutLayers(well, { id, wellCodeKey, ledgerId: 0 - added.length - 1 });
    const after = layer
      ? addLayer(before, layer, () => (isNew ? undefined : requireAgreement(well, before)))
      : before;
    wells.set(wellCodeKey, after);
    if (isNew) added.push({ id, wellCodeKey, given: well, pluggedOn: null, retirementDate: null });
  }

  return {
    take,

    /** The wells that balances brought in take below zero. */
    belowZero: (): string[] =>
      [...lowered].filter((code) => !options.strict.has(code) && carriedBy(act, wells.get(code)!) < 0),

    finish(): Omit<UploadPlan, 'rejections'> {
      const touched = [...wells.values()];
      const inBooks = touched.filter(({ ledgerId, round }) => ledgerId > 0 && round !== null);
      for (const well of added) {
        well.retirementDate = wells.get(well.wellCodeKey)?.retirementDate ?? null;
        if (well.given.wellStatus !== 'Plugged') continue;
        well.pluggedOn = wells.get(well.wellCodeKey)?.movedOn ?? options.today;
      }
      return {
        act: act.finish(),
        wells: added,
        layers,
        openings: layers.length - ordinary.length,
        read: inBooks.map(asRead),
        dated: inBooks.map(({ wellCodeKey, retirementDate }) => ({
          well: known.get(wellCodeKey)!,
          retirementDate,
        })),
        movedOn: inBooks
          .filter(({ id, wellStatus }) => wellStatus === 'Plugged' && rowOfWell(massUploadId, id) !== null)
          .map(({ id, movedOn }) => ({ id, day: movedOn! })),
        catchUp: catchUpOf(ordinary.map(act.stateOf), options.catchUpThrough, calculator),
      };
    },
  };
}

/**
 * The earliest day on which a row may have to be measured against what its well carries: of decreases, remeasurements and
 * negative values without a balance of their own. Null where none is.
 */
export function measuredFrom(
  rows: readonly CheckedRow[],
  { additionalCost }: Pick<PlanOptions, 'additionalCost'>,
  depreciates: boolean,
): CalendarDate | null {
  let earliest: CalendarDate | null = null;
  for (const { result } of rows) {
    const layer = result.ok ? result.row.layer : null;
    if (layer?.layerType !== 'additional' || layer.currentAroCents !== null) continue;
    const measurement = measurementOf(layer, additionalCost);
    // An added cost is measured on its day only where it changes what depreciation is spread over.
    if (measurement === null || (measurement === 'increment' && !depreciates)) continue;
    if (earliest === null || layer.calculationDate < earliest) earliest = layer.calculationDate;
  }
  return earliest;
}

/** A row that adds a layer repeats its well's columns. If they say something else, it may mean another well. */
function requireAgreement(given: WellInput, known: PlannedWell): void {
  const columns = (['wellName', 'wellStatus', 'field', 'activeDate'] as const).map(
    (column) => [column, given[column], known[column]] as const,
  );
  const customFields = Object.entries(given.customFields ?? {}).map(
    ([name, value]) => [name, value, known.customFields?.[name] ?? ''] as const,
  );
  const differing = [...columns, ...customFields].filter(([, here, there]) => here !== there);
  if (differing.length === 0) return;
  const problems = differing.map(
    ([name, here, there]) => `${name} is "${here}" in the file but "${there}" on the existing well`,
  );
  throw new AppError('conflict', problems.join('; '));
}

const UNTOUCHED = { round: null, openedOn: null, isReplayed: false, movedOn: null };

type NewWell = Pick<BookedWell, 'id' | 'wellCodeKey' | 'ledgerId'>;

function withoutLayers(given: WellInput, { id, wellCodeKey, ledgerId }: NewWell): PlannedWell {
  return {
    id,
    ledgerId,
    wellCode: given.wellCode,
    wellCodeKey,
    wellName: given.wellName,
    wellStatus: given.wellStatus,
    field: given.field,
    activeDate: given.activeDate,
    customFields: given.customFields,
    retirementDate: null,
    version: 1,
    pluggedOn: given.wellStatus === 'Plugged' ? NOT_AT_ALL : null,
    storedPluggedOn: null,
    layers: [],
    layerCount: 0,
    lastPostingId: 0,
    interests: [],
    soldOn: null,
    settledOn: null,
    finalSettlementId: null,
    later: [],
    round: null,
    openedOn: null,
    isReplayed: false,
    movedOn: null,
  };
}

function alreadyThere(wellCode: string, existing: PlannedWell, massUploadId: string): string {
  const row = rowOfWell(massUploadId, existing.id);
  return `Well code "${wellCode}" ${row === null ? 'already exists' : `is a duplicate of row ${row} in this file`}`;
}

/**
 * The id of the well that a row of a file adds: the upload's own with the row in its last part. So a row can never be
 * written twice, and rows go into the indexes in order, which is several times faster than at random.
 */
function rowId(massUploadId: string, row: number): string {
  return massUploadId.slice(0, 24) + row.toString(16).padStart(12, '0');
}

/** The row of the file that added the well, or null for one that is not of this file. */
function rowOfWell(massUploadId: string, wellId: string): number | null {
  const row = Number.parseInt(wellId.slice(24), 16);
  return wellId === rowId(massUploadId, row) ? row : null;
}
