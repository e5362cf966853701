import { sql } from 'drizzle-orm';
import { aroLayer } from '#db/schema';
import { type EstimateRelief, estimateLeft } from '~/domain/books/estimate-left';
import { type Cents, formatCents } from '~/domain/money/money';
import { reliefsBetween } from './reliefs.server';

/**
 * SQL value over the layer table, for `previousEstimateOf`: the estimate that a layer was measured against. This is the layer's
 * own repriced estimate, or else that of the last layer before it that was not reversed by then, with the reliefs from
 * settlements and sales in between. Null without one.
 */
export const previousEstimate = sql<string | null>`iif(${aroLayer.repricedEstimateCents} is not null,
  json_array(${aroLayer.repricedEstimateCents}, json('[]')), (
  select json_array(previous.total_estimate_cents, json(${reliefsBetween({
    well: sql`${aroLayer.well}`,
    from: sql`previous.recognized_by`,
    to: sql`${aroLayer.recognizedBy}`,
  })}))
  from layer previous
  where previous.well = ${aroLayer.well} and previous.layer_number < ${aroLayer.layerNumber} and not exists (
    select 1 from posting r cross join movement undone on undone.posting = r.id and undone.layer = previous.id
    where r.reverses = previous.recognized_by and r.id < ${aroLayer.recognizedBy})
  order by previous.layer_number desc limit 1))`;

/** Parses `previousEstimate`, in cents. */
export function previousEstimateOf(stored: string | null): Cents | null {
  if (stored === null) return null;
  const [totalCents, reliefs] = JSON.parse(stored) as [Cents, EstimateRelief[]];
  return estimateLeft(totalCents, reliefs);
}

/** Like previousEstimateOf, formatted for the API. */
export function formatPreviousEstimate(stored: string | null): string | null {
  const cents = previousEstimateOf(stored);
  return cents === null ? null : formatCents(cents);
}
