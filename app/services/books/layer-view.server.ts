import { sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { exactRate } from '#db/exact-rate';
import { aroLayer, well } from '#db/schema';
import type { LayerType } from '~/domain/books/layer';
import { type Cents, formatCents } from '~/domain/money/money';
import { formatEffectiveRate, formatExactRate, formatRate } from '~/domain/money/rate';
import type { LayerView } from '~/schemas/books/layer-views';

/** SQL value: a layer's type. The ledger stores only how an additional layer was measured. */
export const layerTypeColumn = sql<LayerType>`iif(${aroLayer.measurement} is null, 'initial', 'additional')`;

/** SQL condition: true when a layer no longer counts, because its recognition is reversed or it is settled or sold down to zero. */
export const isHistorical = sql<
  0 | 1
>`(${aroLayer.isReversed} or ${aroLayer.currentAroCents} = 0 and ${aroLayer.settledCents} <> 0)`;

/** SQL value: the amount a layer was recognized at, in cents: its value, or the imported balance. */
const recognized = sql<Cents>`coalesce((
  select m.liability from posting p cross join movement m on m.posting = p.id and m.layer = ${aroLayer.id}
  where p.id = ${aroLayer.recognizedBy} and p.kind = 'opening'), ${aroLayer.aroValueCents})`;

/**
 * SQL value: a layer's accretion in cents, net of reversals: its carrying amount less its recognition and less settlements and
 * sales. Computed from cached balances, without reading its movements.
 */
export const accretionColumn = sql<Cents>`iif(${aroLayer.isReversed}, 0, ${aroLayer.currentAroCents} - ${aroLayer.settledCents} - ${recognized})`;

/**
 * Stored columns for a LayerView; `toLayerView` maps a row. Each has a unique name, because a batch returns rows as objects keyed
 * by column name.
 */
export const layerColumns = {
  id: sql<string>`cast(${aroLayer.id} as text)`.as('id_of_layer'),
  wellId: sql<string>`${well.id}`.as('well_id'),
  layerNumber: aroLayer.layerNumber,
  layerType: layerTypeColumn.as('layer_type'),
  measurement: aroLayer.measurement,
  discountRateBp: exactRate('layer', 'discount').as('discount_rate'),
  inflationRateBp: exactRate('layer', 'inflation').as('inflation_rate'),
  ratesFrom: aroLayer.ratesFrom,
  reason: aroLayer.reason,
  pAndACostCents: aroLayer.pAndACostCents,
  grossCostCents: aroLayer.grossCostCents,
  totalEstimateCents: aroLayer.totalEstimateCents,
  wellLifespanYears: aroLayer.wellLifespanYears,
  retirementDate: aroLayer.retirementDate,
  calculationDate: aroLayer.calculationDate,
  aroValueCents: aroLayer.aroValueCents,
  currentAroCents: aroLayer.currentAroCents,
  accretionCents: accretionColumn.as('accretion_cents'),
  accretedThrough: aroLayer.accretedThrough,
  isHistorical: isHistorical.as('is_historical'),
  isReversed: aroLayer.isReversed,
  createdAt: sql<string>`(select created_at from posting where id = ${aroLayer.recognizedBy})`.as(
    'layer_created_at',
  ),
  updatedAt: sql<string>`(select created_at from posting where id = ${aroLayer.lastPosting})`.as(
    'layer_updated_at',
  ),
  well: {
    id: sql<string>`${well.id}`.as('id_of_well'),
    wellCode: well.wellCode,
    wellName: well.wellName,
    wellStatus: well.wellStatus,
    field: well.field,
    activeDate: well.activeDate,
  },
};

/** A row of layerColumns. `isReversed` is a number when SQLite returns the rows as JSON. */
type LayerRow = SelectResultFields<Omit<typeof layerColumns, 'isReversed'>> & {
  isReversed: boolean | number;
};

/** Maps a stored layer to its API view: money and rates as text with two decimals, plus the effective and exact rates. */
export function toLayerView(row: LayerRow): LayerView {
  const {
    discountRateBp,
    inflationRateBp,
    pAndACostCents,
    grossCostCents,
    totalEstimateCents,
    wellLifespanYears,
    aroValueCents,
    currentAroCents,
    accretionCents,
    isHistorical,
    isReversed,
    ...layerFields
  } = row;
  return {
    ...layerFields,
    discountRate: formatRate(discountRateBp),
    inflationRate: formatRate(inflationRateBp),
    effectiveRate: formatEffectiveRate(discountRateBp),
    effectiveInflationRate: formatEffectiveRate(inflationRateBp),
    exactRate: formatExactRate(discountRateBp),
    pAndACost: formatCents(pAndACostCents),
    grossCost: grossCostCents === null ? null : formatCents(grossCostCents),
    totalEstimate: formatCents(totalEstimateCents),
    wellLifespan: wellLifespanYears,
    aroValue: formatCents(aroValueCents),
    currentAroValue: formatCents(currentAroCents),
    accretion: formatCents(accretionCents),
    status: isHistorical ? 'historical' : 'current',
    isReversed: Boolean(isReversed),
  };
}
