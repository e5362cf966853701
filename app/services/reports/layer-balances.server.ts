import { sql } from 'drizzle-orm';
import { parseRows } from '#db/json-array';
import { requireCached } from '~/domain/books/rollforward';
import { type Cents, formatCents } from '~/domain/money/money';
import type { AsOfQuery } from '~/schemas/reports/report';
import type { LayerBalanceView } from '~/schemas/reports/report-views';
import type { CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { isLastDay, layerSumsQuery, parseLayerSums, reportReads, requireTieOut } from './layer-sums.server';

/** The three balances of a layer: as sums of movements `m`, and as cached on the layer `l`. */
const SUMS = [sql`sum(m.liability)`, sql`sum(m.arc_cost)`, sql`sum(m.arc_accumulated)`];
const CACHES = [sql`l.current_aro_cents`, sql`l.arc_cost_cents`, sql`l.arc_accumulated_cents`];

/** Data for balances as of a day. Returns unexecuted statements. */
export function layerBalanceReads(scope: CompanyScope, { asOf }: AsOfQuery) {
  return {
    parts: layerSumsQuery(
      scope,
      [sql`l.well`, sql`l.id`, sql`l.layer_number`, sql`json_array(${sql.join(CACHES, sql`, `)})`],
      [{ where: sql`p.day <= ${asOf}`, sums: SUMS }],
    ),
    ...reportReads(scope),
  };
}

type LayerRow = [
  well: number,
  id: number,
  layerNumber: number,
  caches: [Cents, Cents, Cents],
  liability: Cents,
  arcCost: Cents,
  arcAccumulated: Cents,
];

/**
 * Balances of every layer at the end of a day, by well code and layer number: liability, and asset retirement cost with its
 * accumulated depreciation. Includes all layers booked by then, even settled or reversed ones, but not those of deleted
 * wells.
 * @param query as passed to layerBalanceReads
 * @throws Error when a layer doesn't tie out: the figures are wrong, and no report may be issued
 */
export function toLayerBalances(
  { asOf }: AsOfQuery,
  { parts, wells, last }: RowsOf<ReturnType<typeof layerBalanceReads>>,
): LayerBalanceView[] {
  const isUpToDate = isLastDay(last, asOf);
  const layers = Map.groupBy(parseLayerSums<LayerRow>(parts), ([well]) => well);
  return parseRows(wells).flatMap(({ number, id, wellCode, field }) =>
    (layers.get(number) ?? [])
      .sort(([, , a], [, , b]) => a - b)
      .map((layer) => {
        if (isUpToDate) requireCaches(layer);
        return toView({ wellId: id, wellCode, field }, layer);
      }),
  );
}

function requireCaches([, , , caches, ...balances]: LayerRow): void {
  requireTieOut('list of balances', () => {
    for (const [index, cents] of balances.entries()) requireCached('list of balances', cents, caches[index]!);
  });
}

function toView(
  well: Pick<LayerBalanceView, 'wellId' | 'wellCode' | 'field'>,
  [, id, layerNumber, , liability, arcCost, arcAccumulated]: LayerRow,
): LayerBalanceView {
  return {
    ...well,
    aroLayerId: String(id),
    layerNumber,
    liability: formatCents(liability),
    arcCost: formatCents(arcCost),
    arcAccumulated: formatCents(arcAccumulated),
    arcNet: formatCents(arcCost + arcAccumulated),
  };
}
