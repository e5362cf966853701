import { eq, sql } from 'drizzle-orm';
import { aroLayer, well } from '#db/schema';
import { layerFormula, shareLine } from '~/domain/books/layer-formula';
import { missingReason } from '~/domain/books/reason';
import { interestOn } from '~/domain/books/working-interest';
import { dateBounds, requireOpenDate } from '~/domain/calendar/open-dates';
import { formatCents } from '~/domain/money/money';
import { formatRate } from '~/domain/money/rate';
import type { LayerInput, LayerTerms } from '~/schemas/books/aro-layer';
import { toExpectedCostView } from '~/schemas/books/expected-cost';
import type { LayerPreview, LayerView } from '~/schemas/books/layer-views';
import { toCompanyRatesView } from '~/schemas/books/rate-table';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import { layersQuery } from './aro-layer.server';
import { withCompanyRates } from './company-rates.server';
import { toLayerView } from './layer-view.server';
import { planLayer } from './plan-layer.server';
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
  requireBookedWell,
  toWellVersion,
} from './well-books.server';

/** Unexecuted reads for a calculation. */
export function calculationReads(scope: CompanyScope, { wellId, calculationDate, companyRates }: Subject) {
  return {
    ...booksReads(scope, eq(well.id, wellId), isAfterDay(calculationDate)),
    rateTables: companyRates && rateTablesOn(scope, calculationDate),
  };
}

type Subject = Pick<LayerInput, 'wellId' | 'calculationDate' | 'companyRates'>;
type CalculationRows = RowsOf<ReturnType<typeof calculationReads>>;

/**
 * Calculates and books one layer, all or nothing. A decrease or remeasurement is measured on its date: accretion through it is
 * posted first, and accretion posted beyond it is reversed and reposted, in the same transaction.
 *
 * @param rows result of calculationReads
 * @param reviewed digest from the preview, if one was reviewed
 * @throws AppError not-found for a well that is unknown or another company's; conflict for a second initial layer, an additional
 * layer without an initial one, a closed period, a result other than the reviewed one, or a well that other users keep changing;
 * invalid for a date before the previous layer's or after the end of next month
 * @throws DomainConflict when bookings after the date prevent it; DomainError for figures beyond the largest amount
 */
export async function calculateLayer(
  ctx: CompanyAdminContext,
  input: LayerInput,
  rows: CalculationRows,
  reviewed?: string,
): Promise<LayerView> {
  const readAgain = () => readTogether(ctx.db, calculationReads(ctx, input));
  return postUntilCurrent(rows, readAgain, async (rows) => {
    const { act, options, bookedWell } = planCalculation(ctx, input, rows);
    requireReason(reasonOf(act, input, rows.companies), 'reason');
    await requireReviewed(reviewed, { act, wells: [bookedWell] });
    const newest = layersQuery(ctx, sql`${aroLayer.id} = (select max(id) from layer)`);
    const [layers] = await post(ctx, act, { ...options, last: [newest, ...(options.last ?? [])] });
    const [row] = layers as Awaited<typeof newest>;
    return toLayerView(row!);
  });
}

/** Previews what `calculateLayer` would post. @throws as calculateLayer */
export async function previewCalculation(
  ctx: CompanyAdminContext,
  input: LayerInput,
  rows: CalculationRows,
): Promise<LayerPreview> {
  const { act, options, bookedWell, layer } = planCalculation(ctx, input, rows);
  const reason = reasonOf(act, input, rows.companies);
  const preview = await toReviewedPreview(act, [bookedWell], { added: options.layers, reason });
  return { ...preview, formula: formulaOf(layer, input, bookedWell) };
}

function formulaOf(
  layer: AddedLayer,
  { layerType, calculationDate }: LayerInput,
  { interests, layers }: BookedWell,
): string[] {
  const { grossCostCents, pAndACostCents } = layer;
  const interest = interestOn(interests, calculationDate);
  return [
    ...(grossCostCents === null ? [] : [shareLine(grossCostCents, interest, pAndACostCents)]),
    ...layerFormula({ ...layer, layerType }, layers.at(-1)?.estimateLeftCents ?? null),
  ];
}

/**
 * Message when a calculation needs a reason and has none. An initial layer is not a revision, so it never needs one.
 * @returns null when no reason is needed
 */
export function reasonOf(
  act: ReturnType<typeof planCalculation>['act'],
  { layerType, reason }: Pick<LayerTerms, 'layerType' | 'reason'>,
  [company]: CalculationRows['companies'],
): string | null {
  return missingReason(act, company!.reasonAboveCents, { act: layerType === 'initial' || Boolean(reason) });
}

function planCalculation(ctx: CompanyAdminContext, input: LayerInput, rows: CalculationRows) {
  const { wellId: _, calculationDate, ...inputTerms } = input;
  const bookedWell = requireBookedWell(rows);
  const { closedThrough, changeBasis } = rows.companies[0]!;
  requireOpenDate(calculationDate, 'calculationDate', dateBounds(ctx.now, closedThrough));
  const act = beginAct(rows.companies[0]!);
  const tables = toRateTables(rows.rateTables ?? []);
  const { terms, source } = withCompanyRates(inputTerms, { calculationDate, well: bookedWell, tables });
  const reason = inputTerms.reason ?? null;
  const layer = {
    ...planLayer(act, bookedWell, { terms, calculationDate, id: -1, changeBasis }),
    ...source,
    reason,
  };
  const ratesForRecord = source.companyRates && { companyRates: toCompanyRatesView(source.companyRates) };
  const options: PostOptions = {
    source: 'user',
    settings: rows.companies[0]!,
    memo: reason,
    input: { wellId: bookedWell.id, ...formatTerms(terms), ...ratesForRecord, calculationDate },
    layers: [layer],
    wells: [toWellVersion(bookedWell)],
    last: writeRetirementDates(ctx, [{ well: bookedWell, retirementDate: terms.retirementDate }]),
    audit: {
      action: 'aro_layer.calculated',
      entityType: 'aro_layer',
      entityId: sql`(select cast(max(id) as text) from layer)`,
      newValues: {
        wellCode: bookedWell.wellCode,
        layerNumber: layer.layerNumber,
        ...formatTerms(terms),
        ...ratesForRecord,
        pAndACost: formatCents(layer.pAndACostCents),
        wellLifespan: layer.wellLifespanYears,
        retirementDate: layer.retirementDate,
        calculationDate,
        aroValue: formatCents(layer.aroValueCents),
        totalEstimate: formatCents(layer.totalEstimateCents),
      },
    },
  };
  return { act: act.finish(), options, bookedWell, layer };
}

function formatCost({ pAndACostCents, grossCostCents, expectedCost }: LayerTerms) {
  if (expectedCost) return { expectedCost: toExpectedCostView(expectedCost) };
  if (grossCostCents) return { grossCost: formatCents(grossCostCents) };
  return { pAndACost: formatCents(pAndACostCents) };
}

/** The terms in the names and formats of the API. */
export function formatTerms(terms: LayerTerms) {
  return {
    layerType: terms.layerType,
    measurement: terms.measurement,
    discountRate: formatRate(terms.discountRateBp),
    inflationRate: formatRate(terms.inflationRateBp),
    ...formatCost(terms),
    wellLifespan: terms.wellLifespanYears,
    ...(terms.retirementDate && { retirementDate: terms.retirementDate }),
    ...(terms.origin && { origin: terms.origin }),
    ...(terms.reason && { reason: terms.reason }),
  };
}
