import type { Act } from '~/domain/books/act';
import { measureLayer } from '~/domain/books/layer';
import { retirementDateOf } from '~/domain/books/life';
import { resultOf } from '~/domain/books/offset';
import { createPresentValue } from '~/domain/books/present-value';
import { createRepricing, formatRepricedEstimate, type repriceEstimate } from '~/domain/books/price-level';
import { rateReason } from '~/domain/books/rate-reason';
import { missingReason } from '~/domain/books/reason';
import type { DownwardRate } from '~/domain/books/revision';
import { dateBounds, requireOpenDate } from '~/domain/calendar/open-dates';
import { type Cents, formatCents } from '~/domain/money/money';
import { formatEffectiveRate, formatRate } from '~/domain/money/rate';
import {
  type RevisedWell,
  type RevisionInput,
  type RevisionPosting,
  type RevisionPreview,
  RevisionRow,
  type RevisionSubject,
} from '~/schemas/books/revision';
import type { RowRefusal } from '~/schemas/books/well-rows';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import { toActPreview } from './act-preview.server';
import type { Measure } from './plan-layer.server';
import { type PostOptions, postUntilCurrent } from './post.server';
import { postAndRead } from './postings.server';
import { rateTablesOn, toRateTables } from './rate-tables.server';
import { requireReason } from './require-reason.server';
import { writeRetirementDates } from './retirement-date.server';
import { previewDigest, requireReviewed } from './reviewed-act.server';
import { changeOf, planRow, type Revised } from './revise-rows.server';
import {
  type BookedWell,
  beginAct,
  booksReads,
  isAfterDay,
  toBookedWells,
  toWellVersion,
} from './well-books.server';
import { matchRows, planRows, requireRows, signedTotals, wellsNamed } from './well-rows.server';

const LABELS = {
  wellCode: 'Well code',
  pAndACost: 'New P&A cost',
  grossCost: 'New gross P&A cost',
  retirementDate: 'Retirement date',
  discountRate: 'Discount rate',
  inflationRate: 'Inflation rate',
  reason: 'Reason',
};

/** Unexecuted reads for a revision of many wells. */
export function revisionReads(scope: CompanyScope, { date, rows }: RevisionSubject) {
  return { ...booksReads(scope, wellsNamed(rows), isAfterDay(date)), rateTables: rateTablesOn(scope, date) };
}

type RevisionRows = RowsOf<ReturnType<typeof revisionReads>>;

/**
 * Revises the estimates of many wells on one date, as one act with one calculation posting. Each well gets a layer for its change
 * in estimate: an increase at the entered rates or else the company's, a decrease at the rates of the layers it reduces. A row
 * that moves its well's retirement date may instead be remeasured: the whole obligation at the new date less the carrying amount,
 * at the average of the layers' rates.
 *
 * @param rows result of revisionReads
 * @param reviewed digest from the preview, if one was reviewed
 * @throws AppError conflict in mode `all` when a row is refused, when none is accepted, for a closed period, or when other users
 * keep changing these wells; invalid for a date after the end of next month
 * Source: the rule of revisions; ASC 410-20-35-8.
 */
export async function reviseWells(
  ctx: CompanyAdminContext,
  input: RevisionInput,
  rows: RevisionRows,
  reviewed?: string,
): Promise<RevisionPosting> {
  const readAgain = () => readTogether(ctx.db, revisionReads(ctx, input));
  return postUntilCurrent(rows, readAgain, async (rows) => {
    const plan = planRevisions(ctx, input, rows);
    requireRows(input.mode, plan.revised.length, plan.refusals);
    requireReason(reasonOf(plan, input, rows), 'memo');
    await requireReviewed(reviewed, plan);
    const { act } = plan;
    const calculations = act.postings.find(({ kind }) => kind === 'calculation')!;
    const options = { ...optionsOf(ctx, input, plan), settings: rows.companies[0]! };
    const posting = await postAndRead(ctx, act, options, calculations);
    return { ...posting, refusals: plan.refusals };
  });
}

/** Previews what `reviseWells` would post, row by row, and which rows it would refuse. @throws AppError for the date, as reviseWells */
export async function previewRevisions(
  ctx: CompanyAdminContext,
  input: RevisionSubject,
  rows: RevisionRows,
): Promise<RevisionPreview> {
  const plan = planRevisions(ctx, input, rows);
  const { act, wells, revised, refusals, totals, estimates } = plan;
  const effects = effectsOf(act);
  const layers = revised.map(({ layer }) => layer);
  const reprice = createRepricing();
  return {
    rows: revised.map((revisedWell) => toView(revisedWell, reprice, effects.get(revisedWell.layer.id))),
    refusals,
    totals,
    estimates,
    act: toActPreview(act, wells, { added: layers, reason: reasonOf(plan, input, rows) }),
    reviewed: await previewDigest(plan),
  };
}

/** Message when rows without their own reason need a shared one; null when they don't. */
function reasonOf({ act, revised }: RevisionPlan, { memo }: Partial<RevisionInput>, rows: RevisionRows) {
  const explainedIds = new Set(revised.filter(({ values }) => values.reason).map(({ layer }) => layer.id));
  return missingReason(act, rows.companies[0]!.reasonAboveCents, {
    act: Boolean(memo),
    layer: (id) => explainedIds.has(id),
  });
}

type RevisionPlan = {
  act: ReturnType<Act['finish']>;
  wells: BookedWell[];
  /** Ordered by row. */
  revised: Revised[];
  refusals: RowRefusal[];
  totals: RevisionPreview['totals'];
  estimates: RevisionPreview['estimates'];
  downwardRate: DownwardRate;
};

function planRevisions(
  ctx: CompanyAdminContext,
  { date, rows: inputRows, movedDates }: RevisionSubject,
  rows: RevisionRows,
): RevisionPlan {
  const { closedThrough, downwardRate, changeBasis } = rows.companies[0]!;
  requireOpenDate(date, 'date', dateBounds(ctx.now, closedThrough));
  const { matched, ...matchResult } = matchRows(inputRows, {
    schema: RevisionRow,
    labels: LABELS,
    wells: toBookedWells(rows),
  });
  const act = beginAct(rows.companies[0]!);
  const valuation = createPresentValue();
  const measure: Measure = (input) => measureLayer(input, valuation);
  const reprice = createRepricing();
  const tables = toRateTables(rows.rateTables);
  // Ordered by ledger id, so rows are inserted into the layer index in order.
  const byLedgerId = matched.sort((a, b) => a.bookedWell.ledgerId - b.bookedWell.ledgerId);
  const revised = planRows(act, { matched: byLedgerId, ...matchResult }, (row, accepted) =>
    planRow(act, row, {
      date,
      movedDates,
      id: -1 - accepted,
      measure,
      reprice,
      downwardRate,
      changeBasis,
      tables,
    }),
  ).sort((a, b) => a.row - b.row);
  return {
    act: act.finish(),
    wells: revised.map(({ bookedWell }) => bookedWell),
    revised,
    refusals: matchResult.refusals,
    totals: signedTotals(revised.map(({ layer }) => layer.aroValueCents)),
    estimates: signedTotals(revised.map(changeOf)),
    downwardRate,
  };
}

function optionsOf(
  ctx: CompanyAdminContext,
  { date, mode, memo, movedDates }: RevisionInput,
  plan: RevisionPlan,
): Omit<PostOptions, 'settings'> {
  const { revised, refusals, totals, downwardRate } = plan;
  // Each row is stored as its layer: cost, lifespan, rates and their source, and reason.
  const input = {
    date,
    rows: revised.length + refusals.length,
    mode,
    downwardRate,
    ...(movedDates === 'remeasure' && { movedDates }),
    ...(memo && { memo }),
  };
  return {
    source: 'user',
    memo,
    input,
    layers: revised
      .map(({ layer, ratesFrom, companyRates, values }) => ({
        ...layer,
        ratesFrom,
        companyRates,
        reason: values.reason || null,
      }))
      .sort((a, b) => b.id - a.id),
    wells: revised.map(({ bookedWell }) => toWellVersion(bookedWell)),
    last: writeRetirementDates(
      ctx,
      revised.map(({ bookedWell, values }) => ({ well: bookedWell, retirementDate: values.retirementDate })),
    ),
    audit: {
      action: 'aro_layers.revised',
      newValues: { ...input, layers: revised.length, refused: refusals.length, ...totals },
    },
  };
}

type Effect = { assetCents: Cents; resultCents: Cents };

/** Effect of each new layer on the asset and on profit or loss. */
function effectsOf({ postings }: ReturnType<Act['finish']>): Map<number, Effect> {
  const effects = new Map<number, Effect>();
  for (const { kind, movements, terms } of postings) {
    if (kind !== 'calculation') continue;
    for (const movement of movements) {
      const before = effects.get(movement.layerId) ?? { assetCents: 0, resultCents: 0 };
      effects.set(movement.layerId, {
        assetCents: before.assetCents + movement.arcCostCents + movement.arcAccumulatedCents,
        resultCents: before.resultCents + resultOf(movement.kind, movement, terms),
      });
    }
  }
  return effects;
}

function toView(
  revisedWell: Revised,
  reprice: typeof repriceEstimate,
  { assetCents, resultCents }: Effect = { assetCents: 0, resultCents: 0 },
): RevisedWell {
  const { row, bookedWell, values, latest, layer, isLimited, ratesFrom, companyRates } = revisedWell;
  const previousEstimate = formatCents(latest.estimateLeftCents);
  return {
    row,
    ...nameOf(bookedWell),
    layerNumber: layer.layerNumber,
    measurement: layer.measurement === 'remeasure' ? 'remeasure' : 'change',
    previousEstimate,
    repricedEstimate:
      formatRepricedEstimate(layer.calculationDate, bookedWell.layers, reprice) ?? previousEstimate,
    newEstimate: formatCents(layer.pAndACostCents),
    grossCost: values.grossCost === undefined ? null : formatCents(values.grossCost),
    change: formatCents(changeOf(revisedWell)),
    wellLifespan: layer.wellLifespanYears,
    previousRetirementDate: retirementDateOf(latest),
    retirementDate: retirementDateOf(layer),
    discountRate: formatRate(layer.discountRateBp),
    inflationRate: formatRate(layer.inflationRateBp),
    effectiveRate: formatEffectiveRate(layer.discountRateBp),
    effectiveInflationRate: formatEffectiveRate(layer.inflationRateBp),
    ratesFrom,
    rateReason: rateReason(ratesFrom, companyRates),
    aroValue: formatCents(layer.aroValueCents),
    isLimited,
    asset: formatCents(assetCents),
    result: formatCents(resultCents),
  };
}

function nameOf({ id, wellCode, wellName }: BookedWell) {
  return { wellId: id, wellCode, wellName };
}
