import { and, asc, eq, gt } from 'drizzle-orm';
import { jsonChunks } from '#db/bulk';
import { parseRows, type RowsText, selectAsText } from '#db/json-array';
import { well } from '#db/schema';
import { type LayerMeasurement, type LayerMeasurementInput, measureLayer } from '~/domain/books/layer';
import { formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { LayerBatchInput, LayerTerms } from '~/schemas/books/aro-layer';
import type { LayerBatchResult, LayerRefusal, LayerResult } from '~/schemas/platform/views';
import { commit } from '~/services/platform/commit.server';
import type { CompanyAdminContext, CompanyContext, CompanyScope } from '~/services/platform/context.server';
import {
  insertLayers,
  LOST_RACE,
  orRefusal,
  type PlannedLayer,
  planLayer,
  type Standing,
  standingsQuery,
  toChunkRow,
} from './calculate-layer.server';

/** Wells read at a time: few queries for a company of 100,000. */
const WELLS_AT_A_TIME = 20_000;

const UNCERTAIN = 'This layer may not have been saved. Look at the well before calculating it again.';

/**
 * Calculates and books a layer for every well of a field or of the company. Each well is a case of its own: its layer,
 * calculation input and audit row are written together or not at all, and a refusal of one stops no other.
 *
 * @param found the first wells as firstStandingsQuery found them a moment ago; read here unless given
 * @throws AppError invalid when no well matches
 */
export async function calculateLayers(
  ctx: CompanyAdminContext,
  input: LayerBatchInput,
  found?: RowsText<Standing>[],
): Promise<LayerBatchResult> {
  const { field, calculationDate, ...terms } = input;
  // All is read before anything is written: a failure to read has then changed nothing.
  const standings = await readStandings(ctx, input, found);
  const measure = remembering(measureLayer);
  const plans = standings.map((standing) =>
    orRefusal(() => planLayer(standing, terms, calculationDate ?? standing.activeDate, measure)),
  );
  const planned = inKeyOrder(plans.filter((plan) => typeof plan !== 'string'));
  const request = field === null ? { scope: 'all' } : { scope: 'field', field };
  const outcomeOf = await saveLayers(ctx, { planned, terms, request });

  const results: LayerResult[] = [];
  const refusals: LayerRefusal[] = [];
  let totalCents = 0n;
  for (const [index, standing] of standings.entries()) {
    const plan = plans[index]!;
    const outcome = typeof plan === 'string' ? plan : outcomeOf(plan);
    if (typeof outcome === 'string') {
      refusals.push({ wellId: standing.wellId, wellCode: standing.wellCode, message: outcome });
    } else {
      results.push(toResult(standing, outcome, terms));
      totalCents += BigInt(outcome.aroValueCents);
    }
  }
  if (results.length + refusals.length === 0) {
    throw new AppError('invalid', 'No wells found for calculation');
  }
  return { results, refusals, totalAroValue: formatCents(totalCents) };
}

/** Where the first of the wells stand, for most companies all of them; a statement not yet run. */
export function firstStandingsQuery(scope: CompanyScope, subject: Subject) {
  return nextStandingsQuery(scope, subject, '');
}

type Subject = Pick<LayerBatchInput, 'field' | 'calculationDate'>;

function nextStandingsQuery(scope: CompanyScope, { field, calculationDate }: Subject, after: string) {
  const inField = field === null ? undefined : eq(well.field, field);
  const standings = standingsQuery(
    scope,
    and(inField, gt(well.wellCodeKey, after)),
    calculationDate ?? well.activeDate,
  )
    .orderBy(asc(well.wellCodeKey))
    .limit(WELLS_AT_A_TIME);
  return selectAsText(scope.db, standings);
}

async function readStandings(
  ctx: CompanyContext,
  subject: Subject,
  found?: RowsText<Standing>[],
): Promise<Standing[]> {
  let page = parseRows(found ?? (await firstStandingsQuery(ctx, subject)));
  const standings = page;
  while (page.length === WELLS_AT_A_TIME) {
    page = parseRows(await nextStandingsQuery(ctx, subject, page.at(-1)!.wellCodeKey));
    for (const standing of page) standings.push(standing);
  }
  return standings;
}

/**
 * Puts layers in the order of their wells' ids, and deals their own random ids out to ascend likewise: rows that go
 * into the indexes in order are written several times faster than at random.
 */
function inKeyOrder(planned: PlannedLayer[]): PlannedLayer[] {
  const ids = planned.map(({ id }) => id).sort();
  const ordered = planned.toSorted((a, b) => (a.wellId < b.wellId ? -1 : 1));
  for (const [index, plan] of ordered.entries()) plan.id = ids[index]!;
  return ordered;
}

type Batch = { planned: PlannedLayer[]; terms: LayerTerms; request: Record<string, unknown> };

/**
 * Writes planned layers chunk by chunk and answers each that is in the books, or why it is not. A failure before
 * anything was written is thrown; a later one must not hide what is there already, so it becomes its layers' refusal.
 */
async function saveLayers(
  ctx: CompanyAdminContext,
  { planned, terms, request }: Batch,
): Promise<(plan: PlannedLayer) => PlannedLayer | string> {
  const saved = new Set<string>();
  let hasWritten = false;
  let missing = LOST_RACE;
  for (const chunk of jsonChunks(planned.map(toChunkRow))) {
    try {
      const [rows] = await commit(ctx, insertLayers(ctx, { terms, chunk, request }));
      for (const { id } of rows as { id: string }[]) saved.add(id);
      hasWritten = true;
    } catch (error) {
      if (!hasWritten) throw error;
      // Drizzle's own message repeats the values; its cause says what went wrong without them.
      const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : 'unknown';
      console.error(JSON.stringify({ level: 'error', requestId: ctx.request.id, error: reason }));
      missing = UNCERTAIN;
    }
  }
  return (plan) => (saved.has(plan.id) ? plan : missing);
}

/** Under the same terms a measurement depends on what came before only, and that is the same for many wells. */
function remembering(measure: typeof measureLayer): typeof measureLayer {
  const known = new Map<string, LayerMeasurement>();
  return (input: LayerMeasurementInput) => {
    const key = JSON.stringify(input.previous);
    const found = known.get(key) ?? measure(input);
    known.set(key, found);
    return found;
  };
}

function toResult(standing: Standing, layer: PlannedLayer, { layerType }: LayerTerms): LayerResult {
  return {
    id: layer.id,
    wellId: standing.wellId,
    wellCode: standing.wellCode,
    wellName: standing.wellName,
    layerNumber: layer.layerNumber,
    layerType,
    aroValue: formatCents(layer.aroValueCents),
    calculationDate: layer.calculationDate,
  };
}
