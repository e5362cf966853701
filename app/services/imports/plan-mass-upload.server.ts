import type { AccretionCalculator, AccretionMethod } from '~/domain/books/accretion';
import { type Act, createAct } from '~/domain/books/act';
import { type CatchUp, computeCatchUp } from '~/domain/books/catch-up';
import type { DepreciationPolicy } from '~/domain/books/depreciation';
import { measureLayer } from '~/domain/books/layer';
import { createPresentValue } from '~/domain/books/present-value';
import { measurementOf, type UploadedLayer } from '~/domain/books/uploaded-layer';
import type { InterestChange } from '~/domain/books/working-interest';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { DuplicateCount } from '~/domain/imports/duplicate-rows';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { foldText } from '~/domain/wells/fold-text';
import { AppError } from '~/errors';
import type { WellCsvRow, WellCsvRowResult } from '~/schemas/imports/well-csv';
import type { WellInput } from '~/schemas/wells/well';
import { type Measure, type NewLayer, planOrRefusal } from '~/services/books/plan-layer.server';
import type { AddedLayer, WellVersion } from '~/services/books/post.server';
import { toWellVersion } from '~/services/books/well-books.server';
import { computeCarryingAmount, type LayerOptions, planUploadedLayer } from './plan-uploaded-layer.server';
import {
  applyChange,
  type ChangedWell,
  createWellChanger,
  requireReviewedVersion,
} from './plan-well-change.server';
import { createPlannedWell, type KnownWell, type PlannedWell, toPlannedWell } from './planned-well.server';
import { CHANGED_SINCE_REVIEW } from './review-point.server';
import { findNewInterests, isSameWell, requireSameWell } from './row-agreement.server';
import { rowId, rowOfWell } from './uploaded-well.server';

/** A row of the file, checked independently of the others. */
export type CheckedRow = {
  row: number;
  cells: string[];
  duplicates: DuplicateCount;
  result: WellCsvRowResult;
};

export type UploadedWell = {
  id: string;
  wellCodeKey: string;
  input: WellInput;
  pluggedOn: CalendarDate | null;
  retirementDate: CalendarDate | null;
};

export type Rejection = { row: number; wellCode: string; error: string; cells: string[] };

/** Outcome of a chunk's rows, as one act. */
export type UploadPlan = {
  act: ReturnType<Act['finish']>;
  /** In the order of the ledger ids that the act expects. */
  wells: UploadedWell[];
  layers: AddedLayer[];
  /** Row number of each layer. */
  layerRows: number[];
  /** Number of layers that are opening balances. */
  openings: number;
  rejections: Rejection[];
  /** Wells in the books that the act depends on, as read. */
  wellVersions: WellVersion[];
  /** Wells in the books that get a layer, with their retirement date after these rows; null if there is none. */
  retirementDates: { well: KnownWell; retirementDate: CalendarDate | null }[];
  /** Wells in the books that rows change. */
  changed: ChangedWell[];
  /** Rows that add the initial layer of a well in the books, with the well before the row. */
  initialLayers: { row: number; before: PlannedWell }[];
  /** Rows without a layer whose values match their wells. */
  unchanged: number[];
  /** Wells added by an earlier chunk of the file that get more interests here, with all of their interests. */
  interests: { ledgerId: number; interests: InterestChange[] }[];
  /** Plugged wells added by an earlier chunk of the file, with the date of their newest movement in this chunk. */
  pluggedDates: { id: string; day: CalendarDate }[];
  catchUp: CatchUp | null;
};

export type PlanOptions = Omit<LayerOptions, 'strict'> & {
  massUploadId: string;
  /** True to let rows change existing wells even without naming the version they change. */
  changesWells: boolean;
  customFields: CustomFieldTemplate[];
  /** Plugging date for a Plugged well without any layer, or for a row that plugs a well without giving a date. */
  today: CalendarDate;
  /** Month-end through which catch-up accretion is computed. */
  catchUpThrough: CalendarDate;
  method: AccretionMethod;
  calculator: AccretionCalculator;
  depreciation: DepreciationPolicy | null;
};

/** A measureLayer for one file that memoizes present values of terms repeated across rows. */
export function createMeasure(): Measure {
  const valuation = createPresentValue();
  return (input) => measureLayer(input, valuation);
}

/**
 * Decides each row from the books and the rows before it: a new well, with or without a layer; a layer for a well that has
 * an initial one; a change to a well, by the first of its rows; or a refusal. Accepted rows form one act. Does no I/O.
 *
 * Opening balances of a well may have either sign as long as the well's balance after the chunk isn't negative. If it is,
 * the chunk is planned again, refusing those rows of the well that take it below zero.
 *
 * @param known wells in the books that the rows name, by folded code
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
      ? planOrRefusal(() => {
          draft.planRow({ row, ...result.row });
          return null;
        })
      : result.error;
    if (refusal === null) continue;
    const wellCode = result.ok ? result.row.well.wellCode : result.wellCode;
    rejections.push({ row, wellCode, error: refusal, cells });
  }
  return { plan: { ...draft.finish(), rejections }, belowZero: draft.belowZero() };
}

type RowToPlan = { row: number } & WellCsvRow;

/** Effect of a row on a well that it changes. `wellBeforeInitial` is the well before the row, if the row adds its initial layer. */
type NamedChange = {
  row: number;
  change: ChangedWell | null;
  hasLayer: boolean;
  wellBeforeInitial: PlannedWell | null;
};

/** Accumulates the effects of rows, in order. */
function createDraft(known: ReadonlyMap<string, KnownWell>, options: PlanOptions & LayerOptions) {
  const { massUploadId, method, calculator, depreciation } = options;
  const act = createAct({ method, calculator, depreciation });
  const wells = new Map<string, PlannedWell>();
  const added: UploadedWell[] = [];
  const layers: AddedLayer[] = [];
  const layerRows: number[] = [];
  const ordinaryLayers: NewLayer[] = [];
  const loweredWells = new Set<string>();
  const changeWell = createWellChanger(options);
  /** Rows that named a well as one to change, by folded code. */
  const changes = new Map<string, NamedChange>();
  const interestChanges = new Map<string, PlannedWell>();

  const findWell = (code: string): PlannedWell | undefined => {
    const planned = wells.get(code);
    const knownWell = planned ? undefined : known.get(code);
    return planned ?? (knownWell && toPlannedWell(knownWell));
  };

  function addLayer(
    well: PlannedWell,
    { row, layer }: { row: number; layer: UploadedLayer },
    checkAgreement: () => void,
  ): PlannedWell {
    const id = 0 - layers.length - 1;
    const planned = act.attempt(() => {
      const result = planUploadedLayer(act, well, { layer, id }, options);
      checkAgreement();
      return result;
    });
    layers.push(planned.layer);
    layerRows.push(row);
    if (!planned.isOpening) ordinaryLayers.push(planned.layer);
    else if (layer.currentAroCents! < 0) loweredWells.add(well.wellCodeKey);
    return planned.well;
  }

  /** @throws the reason for refusing the row, with nothing of the row applied */
  function planRow({ row, well, layer, version }: RowToPlan): void {
    const wellCodeKey = foldText(well.wellCode);
    const existing = findWell(wellCodeKey);
    const id = rowId(massUploadId, row);
    if (version !== null && !existing) throw new AppError('conflict', wellGoneMessage(well.wellCode));
    const isChange = version !== null || options.changesWells;
    // A second initial layer isn't a change to the well.
    const isLayerAllowed = layer?.layerType !== 'initial' || existing?.layers.length === 0;
    if (existing && existing.ledgerId > 0 && isChange && isLayerAllowed && !changes.has(wellCodeKey)) {
      requireReviewedVersion(existing, version);
      requireUnchangedSinceReview(existing);
      planChange(existing, { row, well, layer, version });
      return;
    }
    const isNew = existing === undefined || layer?.layerType !== 'additional';
    if (isNew && existing) {
      // Each row of a well that this file adds may add an interest from another date.
      if (!layer && addsInterest(well, existing)) {
        requireAgreement(well, existing);
        setWell(addInterest(existing, well));
        return;
      }
      if (isChange && existing.ledgerId > 0 && !changes.has(wellCodeKey)) {
        throw new AppError('conflict', secondInitialMessage(well.wellCode));
      }
      throw new AppError(
        'conflict',
        duplicateCodeMessage(well.wellCode, rowInThisFile(wellCodeKey, existing)),
      );
    }
    if (layer && changes.get(wellCodeKey)?.change?.changesPlugging) throw separateImportsError();
    if (existing) requireUnchangedSinceReview(existing);
    const before = existing ?? createPlannedWell(well, { id, wellCodeKey, ledgerId: 0 - added.length - 1 });
    const after = layer
      ? addLayer(before, { row, layer }, () => (isNew ? undefined : requireAgreement(well, before)))
      : before;
    setWell(isNew ? after : addInterest(after, well));
    if (isNew) added.push({ id, wellCodeKey, input: well, pluggedOn: null, retirementDate: null });
  }

  function planChange(existing: PlannedWell, { row, well, layer, version }: RowToPlan): void {
    // Plugging and a layer are each measured on their own date, but the act posts everything in one order.
    const requirePluggingAllowed = () => {
      if (layer || existing.round !== null) throw separateImportsError();
    };
    // The review returns no version for a row that only adds a layer, so the upload doesn't treat its well as changed either.
    const isUnchanged = layer !== null && version === null && isSameWell(well, existing);
    const change = isUnchanged
      ? null
      : changeWell(act, existing, { row, input: well, requirePluggingAllowed });
    const changed = change ? applyChange(existing, change) : existing;
    const after = layer ? addLayer(changed, { row, layer }, () => requireAgreement(well, changed)) : changed;
    setWell(after);
    const wellBeforeInitial = layer?.layerType === 'initial' ? existing : null;
    changes.set(after.wellCodeKey, {
      row,
      change,
      hasLayer: layer !== null,
      wellBeforeInitial,
    });
  }

  function setWell(well: PlannedWell): void {
    wells.set(well.wellCodeKey, well);
  }

  const isFromThisFile = ({ id }: PlannedWell) => rowOfWell(massUploadId, id) !== null;

  function addsInterest(input: WellInput, well: PlannedWell): boolean {
    return isFromThisFile(well) && findNewInterests(input, well).length > 0;
  }

  /** Adds the interest from a further row to a well that this file adds. */
  function addInterest(well: PlannedWell, input: WellInput): PlannedWell {
    const newInterests = isFromThisFile(well) ? findNewInterests(input, well) : [];
    if (newInterests.length === 0) return well;
    const interests = [
      ...well.interests,
      ...newInterests.map((interest) => ({ ...interest, posting: null })),
    ];
    const updated = { ...well, interests };
    if (well.ledgerId > 0) interestChanges.set(well.wellCodeKey, updated);
    return updated;
  }

  /** Row of this file that added or changed the well; null for an existing well. */
  function rowInThisFile(code: string, { id }: PlannedWell): number | null {
    return changes.get(code)?.row ?? rowOfWell(massUploadId, id);
  }

  /** Requires an additional row to match its well. If this file adds the well, the row may add an interest. */
  function requireAgreement(input: WellInput, well: PlannedWell): void {
    requireSameWell(input, well, isFromThisFile(well));
  }

  return {
    planRow,

    /** Wells that opening balances take below zero. */
    belowZero: (): string[] =>
      [...loweredWells].filter(
        (code) => !options.strict.has(code) && computeCarryingAmount(act, wells.get(code)!) < 0,
      ),

    finish(): Omit<UploadPlan, 'rejections'> {
      const changed = [...changes.values()].flatMap(({ change }) => change ?? []);
      const isNamed = (code: string) => changes.get(code)?.change || interestChanges.has(code);
      const inBooks = [...wells.values()].filter(
        ({ ledgerId, round, wellCodeKey }) => ledgerId > 0 && (round !== null || isNamed(wellCodeKey)),
      );
      const wellsWithLayers = inBooks.filter(({ round }) => round !== null);
      for (const well of added) {
        const planned = wells.get(well.wellCodeKey);
        well.retirementDate = planned?.retirementDate ?? null;
        well.input = { ...well.input, workingInterests: planned?.interests };
        if (well.input.wellStatus !== 'Plugged') continue;
        well.pluggedOn = planned?.movedOn ?? options.today;
      }
      return {
        act: act.finish(),
        wells: added,
        layers,
        layerRows,
        openings: layers.length - ordinaryLayers.length,
        wellVersions: inBooks.map(toWellVersion),
        changed,
        initialLayers: [...changes.values()].flatMap(({ row, wellBeforeInitial }) =>
          wellBeforeInitial ? [{ row, before: wellBeforeInitial }] : [],
        ),
        unchanged: [...changes.values()].flatMap(({ row, change, hasLayer }) =>
          change || hasLayer ? [] : [row],
        ),
        interests: [...interestChanges.values()].map(({ wellCodeKey, ledgerId }) => ({
          ledgerId,
          interests: wells.get(wellCodeKey)!.interests,
        })),
        retirementDates: wellsWithLayers.map(({ wellCodeKey, retirementDate }) => ({
          well: known.get(wellCodeKey)!,
          retirementDate,
        })),
        pluggedDates: wellsWithLayers
          .filter(({ id, wellStatus }) => wellStatus === 'Plugged' && rowOfWell(massUploadId, id) !== null)
          .map(({ id, movedOn }) => ({ id, day: movedOn! })),
        catchUp: computeCatchUp(ordinaryLayers.map(act.stateOf), options.catchUpThrough, calculator),
      };
    },
  };
}

/**
 * The earliest day on which a row may need measuring against its well's carrying amount: for changes in estimate and
 * remeasurements without a current balance, for increments if the company depreciates, and for changes that plug a well.
 * Null if there are none.
 */
export function earliestMeasurementDay(
  rows: readonly CheckedRow[],
  { additionalCost, changesWells, today }: Pick<PlanOptions, 'additionalCost' | 'changesWells' | 'today'>,
  depreciates: boolean,
): CalendarDate | null {
  let earliest: CalendarDate | null = null;
  for (const { result } of rows) {
    const layer = result.ok ? result.row.layer : null;
    // A change may plug its well today.
    const isChange = result.ok && (changesWells || result.row.version !== null);
    if (isChange && result.row.well.wellStatus === 'Plugged' && (earliest === null || today < earliest)) {
      earliest = today;
    }
    if (layer?.layerType !== 'additional' || layer.currentAroCents !== null) continue;
    const measurement = measurementOf(layer, additionalCost);
    // Added cost is measured on its date only if it may change the life that depreciation is spread over.
    if (measurement === null || (measurement === 'increment' && !depreciates)) continue;
    if (earliest === null || layer.calculationDate < earliest) earliest = layer.calculationDate;
  }
  return earliest;
}

function separateImportsError(): AppError {
  return new AppError('conflict', 'Import the status change and the layer in separate files');
}

function requireUnchangedSinceReview({ changedSinceReview }: KnownWell): void {
  if (changedSinceReview) throw new AppError('conflict', CHANGED_SINCE_REVIEW);
}

function wellGoneMessage(wellCode: string): string {
  return `Well "${wellCode}" no longer exists. Choose the file again to add it.`;
}

function secondInitialMessage(wellCode: string): string {
  return `Well "${wellCode}" already has an initial layer. To import it again, reverse the upload that added it. To update only the well, leave out the layer columns.`;
}

function duplicateCodeMessage(wellCode: string, row: number | null): string {
  return `Well code "${wellCode}" ${row === null ? 'already exists' : `is a duplicate of row ${row} in this file`}`;
}
