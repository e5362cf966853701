import { eq, sql } from 'drizzle-orm';
import { well } from '#db/schema';
import { type LayerMeasurement, type LayerMeasurementInput, measureLayer } from '~/domain/books/layer';
import { LIFESPAN_REQUIRED } from '~/domain/books/life';
import { createRepricing } from '~/domain/books/price-level';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { dateBounds, dateProblem, requireOpenDate } from '~/domain/calendar/open-dates';
import { formatCents, sumCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { LayerBatchInput, LayerTerms } from '~/schemas/books/aro-layer';
import type {
  LayerBatchPreview,
  LayerBatchResult,
  LayerRefusal,
  LayerResult,
} from '~/schemas/books/layer-views';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import { formatTerms, reasonOf } from './calculate-layer.server';
import { withCompanyRates } from './company-rates.server';
import { planLayer, planOrRefusal } from './plan-layer.server';
import { type AddedLayer, type PostOptions, post, postUntilCurrent } from './post.server';
import { rateTablesOn, toRateTables } from './rate-tables.server';
import { requireReason } from './require-reason.server';
import { writeRetirementDates } from './retirement-date.server';
import { requireReviewed, toReviewedPreview } from './reviewed-act.server';
import {
  type BookedWell,
  beginAct,
  booksReads,
  isAfterDay,
  toBookedWells,
  toWellVersion,
} from './well-books.server';

type Subject = Pick<LayerBatchInput, 'field' | 'calculationDate' | 'layerType' | 'companyRates'>;
type BatchRows = RowsOf<ReturnType<typeof batchReads>>;

/** Unexecuted reads for a calculation for many wells. */
export function batchReads(
  scope: CompanyScope,
  { field, calculationDate, layerType, companyRates }: Subject,
) {
  // Initial layers are measured independently, so later postings don't matter.
  const later = layerType === 'initial' || calculationDate === null ? null : isAfterDay(calculationDate);
  return {
    ...booksReads(scope, field === null ? undefined : eq(well.field, field), later),
    rateTables: companyRates && calculationDate !== null ? rateTablesOn(scope, calculationDate) : undefined,
  };
}

/**
 * Calculates a layer for every well of a field or of the company, and books them as one act: one calculation input, one audit
 * row, all or nothing. A refused well doesn't stop the others; the result lists it.
 *
 * @param rows result of batchReads
 * @param limit maximum number of layers in the result; omit for all
 * @param reviewed digest from the preview, if one was reviewed
 * @throws AppError invalid when no well matches, or for a date after the end of next month; conflict for a closed period, or when
 * other users keep changing these wells
 */
export async function calculateLayers(
  ctx: CompanyAdminContext,
  input: LayerBatchInput,
  rows: BatchRows,
  { limit, reviewed }: { limit?: number | undefined; reviewed?: string | undefined } = {},
): Promise<LayerBatchResult> {
  const readAgain = () => readTogether(ctx.db, batchReads(ctx, input));
  return postUntilCurrent(rows, readAgain, async (rows) => {
    const { act, options, wells, planned, outcome } = planBatch(ctx, input, rows);
    if (outcome.calculated === 0) return { results: [], ...outcome };
    requireReason(reasonOf(act, input, rows.companies), 'reason');
    await requireReviewed(reviewed, { act, wells });
    const newestId = ctx.db.all<{ id: number }>(sql`select max(id) as id from layer`);
    const [newest] = (await post(ctx, act, {
      ...options,
      last: [newestId, ...(options.last ?? [])],
    })) as [{ id: number }[]];
    const before = newest[0]!.id - outcome.calculated;
    return { results: toResults(planned, input, (id) => String(before - id), limit), ...outcome };
  });
}

/** Previews what `calculateLayers` would post and which wells it would refuse. @throws as calculateLayers */
export async function previewLayers(
  ctx: CompanyAdminContext,
  input: LayerBatchInput,
  rows: BatchRows,
  limit?: number,
): Promise<LayerBatchPreview> {
  const { act, options, wells, planned, outcome } = planBatch(ctx, input, rows);
  const reason = reasonOf(act, input, rows.companies);
  return {
    ...(await toReviewedPreview(act, wells, { added: options.layers, reason })),
    results: toResults(planned, input, (id) => `new${id}`, limit),
    ...outcome,
  };
}

function planBatch(ctx: CompanyAdminContext, input: LayerBatchInput, rows: BatchRows) {
  const { field, calculationDate, ...terms } = input;
  const { closedThrough, changeBasis } = rows.companies[0]!;
  const bounds = dateBounds(ctx.now, closedThrough);
  if (calculationDate !== null) requireOpenDate(calculationDate, 'calculationDate', bounds);
  const wells = toBookedWells(rows);
  if (wells.length === 0) throw new AppError('invalid', 'No wells found for calculation');
  const hasLifeTerms = terms.wellLifespanYears !== null || terms.retirementDate;
  if (!hasLifeTerms && wells.every(({ retirementDate }) => retirementDate === null)) {
    throw new AppError('invalid', LIFESPAN_REQUIRED, 'wellLifespan');
  }

  const act = beginAct(rows.companies[0]!);
  const measure = memoizeMeasurement(measureLayer);
  const reprice = createRepricing();
  const tables = toRateTables(rows.rateTables ?? []);
  const planWell = (bookedWell: BookedWell, date: CalendarDate, id: number): AddedLayer => {
    const resolved = withCompanyRates(terms, { calculationDate: date, well: bookedWell, tables });
    const layer = planLayer(act, bookedWell, {
      terms: resolved.terms,
      calculationDate: date,
      id,
      changeBasis,
      measure,
      reprice,
    });
    // Mutated, not copied: there may be 100,000 of them.
    layer.ratesFrom = resolved.source.ratesFrom;
    layer.companyRates = resolved.source.companyRates;
    layer.reason = terms.reason ?? null;
    return layer;
  };
  const plannedLayers: PlannedLayer[] = [];
  const refusedWells: { bookedWell: BookedWell; message: string }[] = [];
  // Ordered by ledger id, so rows are inserted into the layer index in order.
  for (const bookedWell of wells.toSorted((a, b) => a.ledgerId - b.ledgerId)) {
    const date = calculationDate ?? bookedWell.activeDate;
    const problem = dateProblem(date, null, bounds);
    const plan =
      problem?.message ??
      planOrRefusal(() => act.attempt(() => planWell(bookedWell, date, -plannedLayers.length - 1)));
    if (typeof plan === 'string') refusedWells.push({ bookedWell, message: plan });
    else plannedLayers.push({ bookedWell, layer: plan });
  }
  const layers = plannedLayers.map(({ layer }) => layer);
  const totalAroValue = formatCents(sumCents(layers.map(({ aroValueCents }) => aroValueCents)));
  const scope = field === null ? { scope: 'all' } : { scope: 'field', field };
  const layerInput = {
    ...scope,
    ...formatTerms(terms),
    // Each layer stores the tables its rates are from.
    ...(terms.companyRates && { companyRates: terms.companyRates }),
    calculationDate,
  };
  const options: PostOptions = {
    source: 'user',
    settings: rows.companies[0]!,
    memo: terms.reason ?? null,
    input: layerInput,
    layers,
    wells: plannedLayers.map(({ bookedWell }) => toWellVersion(bookedWell)),
    last: writeRetirementDates(
      ctx,
      plannedLayers.map(({ bookedWell }) => ({ well: bookedWell, retirementDate: terms.retirementDate })),
    ),
    audit: {
      action: 'aro_layers.calculated',
      newValues: { ...layerInput, layers: layers.length, refused: refusedWells.length, totalAroValue },
    },
  };
  const refusals = refusedWells
    .sort(byCode)
    .map(
      ({ bookedWell: { id: wellId, wellCode }, message }): LayerRefusal => ({ wellId, wellCode, message }),
    );
  const outcome = { calculated: layers.length, refusals, totalAroValue };
  return { act: act.finish(), options, wells, planned: plannedLayers.sort(byCode), outcome };
}

type PlannedLayer = { bookedWell: BookedWell; layer: AddedLayer };

/** Results are ordered by well code. */
function byCode(
  { bookedWell: a }: { bookedWell: BookedWell },
  { bookedWell: b }: { bookedWell: BookedWell },
): number {
  return a.wellCodeKey < b.wellCodeKey ? -1 : 1;
}

/**
 * Memoizes measurements. Under the same terms, a measurement depends only on the cost, the previous estimate and balance, and the
 * well's life, which many wells share.
 */
function memoizeMeasurement(measure: typeof measureLayer): typeof measureLayer {
  const cache = new Map<string, LayerMeasurement>();
  return (input: LayerMeasurementInput) => {
    const { previous, pAndACostCents, wellLifespanYears, retirementDate, calculationDate } = input;
    const lifeKey = retirementDate ? `${calculationDate} ${retirementDate}` : wellLifespanYears;
    const previousKey = previous && Object.values(previous).join(' ');
    const key = `${pAndACostCents}|${previousKey}|${lifeKey}`;
    const measurement = cache.get(key) ?? measure(input);
    cache.set(key, measurement);
    return measurement;
  };
}

/** Maps a batch's layers to results: all of them, or the first `limit`. */
function toResults(
  planned: readonly PlannedLayer[],
  { layerType }: Pick<LayerTerms, 'layerType'>,
  idOf: (id: number) => string,
  limit = planned.length,
): LayerResult[] {
  return planned.slice(0, limit).map(({ bookedWell, layer }) => ({
    id: idOf(layer.id),
    wellId: bookedWell.id,
    wellCode: bookedWell.wellCode,
    wellName: bookedWell.wellName,
    layerNumber: layer.layerNumber,
    layerType,
    aroValue: formatCents(layer.aroValueCents),
    calculationDate: layer.calculationDate,
  }));
}
