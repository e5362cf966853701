import { sql } from 'drizzle-orm';
import { aroLayer } from '#db/schema';
import type { Cents } from '~/domain/money/money';

/**
 * The estimate that a layer was measured against: that of the last layer before it that was not reversed by then, or null.
 * An SQL value of the layer table.
 */
export const previousEstimate = sql<Cents | null>`(
  select previous.total_estimate_cents from layer previous
  where previous.well = ${aroLayer.well} and previous.layer_number < ${aroLayer.layerNumber} and not exists (
    select 1 from posting r cross join movement undone on undone.posting = r.id and undone.layer = previous.id
    where r.reverses = previous.recognized_by and r.id < ${aroLayer.recognizedBy})
  order by previous.layer_number desc limit 1)`;
