import { and, eq, sql } from 'drizzle-orm';
import { aroLayer, well } from '#db/schema';
import type { LayerState } from '~/domain/books/act';
import type { Movement } from '~/domain/books/movement';
import { boundedCents, type Cents, formatCents, sumCents } from '~/domain/money/money';
import type { PostingPreview } from '~/schemas/books/posting-views';
import type { CompanyContext } from '~/services/platform/context.server';
import { ledgerIdOf } from './ledger-number.server';

/** Layers listed in a review; the rest are only in its totals. */
const REVIEWED_LAYERS = 500;

/** Effect of an accretion posting, and of its depreciation, on each layer. */
export async function reviewOf(
  ctx: CompanyContext,
  layers: readonly LayerState[],
  { accretion, depreciation }: { accretion: readonly Movement[]; depreciation: readonly Movement[] },
): Promise<NonNullable<PostingPreview['review']>> {
  const carryingAmounts = new Map(layers.map(({ id, currentAroCents }) => [id, currentAroCents]));
  const accreted = sumsByLayer(accretion, ({ liabilityCents }) => liabilityCents);
  const depreciated = sumsByLayer(depreciation, ({ arcAccumulatedCents }) => -arcAccumulatedCents);
  const changedLayerIds = [...new Set([...accreted.keys(), ...depreciated.keys()])];
  const beforeCents = sumCents(changedLayerIds.map((id) => carryingAmounts.get(id)!));
  const layerRows = await ctx.db
    .select({
      id: aroLayer.id,
      layerNumber: aroLayer.layerNumber,
      wellId: sql<string>`${well.id}`.as('id_of_well'),
      wellCode: well.wellCode,
      wellName: well.wellName,
      field: well.field,
    })
    .from(aroLayer)
    .innerJoin(well, and(eq(well.ledgerId, aroLayer.well), eq(well.companyId, ctx.companyId)))
    .where(
      and(
        sql`${aroLayer.company} = ${ledgerIdOf(ctx)}`,
        sql`${aroLayer.id} in (select value from json_each(${JSON.stringify(changedLayerIds)}))`,
      ),
    )
    .orderBy(well.wellCodeKey, aroLayer.layerNumber)
    .limit(REVIEWED_LAYERS);
  return {
    layers: changedLayerIds.length,
    before: formatCents(beforeCents),
    after: formatCents(beforeCents + sumCents(accreted.values())),
    rows: layerRows.map(({ id, layerNumber, wellId, ...names }) => {
      const [carryingCents, change] = [carryingAmounts.get(id)!, accreted.get(id) ?? 0];
      return {
        well: { id: wellId, ...names },
        layerNumber,
        before: formatCents(carryingCents),
        change: formatCents(change),
        after: formatCents(carryingCents + change),
        depreciation: formatCents(depreciated.get(id) ?? 0),
      };
    }),
  };
}

/** Sums per layer, because a layer has one movement per posted period. */
function sumsByLayer(
  movements: readonly Movement[],
  amountOf: (movement: Movement) => Cents,
): Map<number, Cents> {
  const sums = new Map<number, Cents>();
  for (const movement of movements) {
    const { layerId } = movement;
    sums.set(layerId, boundedCents((sums.get(layerId) ?? 0) + amountOf(movement)));
  }
  return sums;
}
