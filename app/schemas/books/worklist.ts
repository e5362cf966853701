import { z } from 'zod';
import { WORKLIST_KINDS } from '~/domain/books/worklist';
import { LayerQuery } from '~/schemas/books/aro-layer';
import { count, date, id, moneyText } from '~/schemas/platform/answer';
import { pageLimit } from '~/schemas/platform/limit';
import { requiredDate } from '~/schemas/platform/text';
import { WELL_STATUSES } from '~/schemas/wells/well';

/** Filters of the layer list. They also apply to its overview, and limit the worklist to the wells of those layers. */
export const LayerFilterQuery = LayerQuery.pick({
  wellId: true,
  search: true,
  field: true,
  layer: true,
  status: true,
});

export const WorklistQuery = LayerFilterQuery.extend({
  kind: z.enum(WORKLIST_KINDS, 'Kind must be overdue, plugged, unreviewed, negative or unrecorded'),
  /** Day to show the worklist for; today if absent or in the future. */
  asOf: requiredDate('Must be a valid date (YYYY-MM-DD)').optional(),
  limit: pageLimit(500).default(50),
  cursor: z.string().max(1000).optional(),
});
export type WorklistQuery = z.infer<typeof WorklistQuery>;

export const WorklistCounts = z.object({
  overdue: count.meta({ description: 'Number of wells past their retirement date with a balance' }),
  plugged: count.meta({ description: 'Number of Plugged wells with a balance' }),
  unreviewed: count.meta({ description: 'Number of wells whose newest estimate is older than 12 months' }),
  negative: count.meta({ description: 'Number of wells with a negative liability' }),
  unrecorded: count.meta({
    description: 'Number of wells past their active date, not Plugged, without an obligation',
  }),
});
export type WorklistCounts = z.infer<typeof WorklistCounts>;

/** A month-end run with layers that caught up more than one month, until someone reviews it. */
export const CatchUpToReview = z.object({
  periodEnd: date,
  layers: count.meta({ description: 'Number of layers with a record that covers more than one month' }),
  accretion: moneyText.meta({ description: 'Accretion in these records' }),
});
export type CatchUpToReview = z.infer<typeof CatchUpToReview>;

export const WorklistItem = z.object({
  wellId: id,
  wellCode: z.string(),
  wellName: z.string(),
  wellStatus: z.enum(WELL_STATUSES),
  field: z.string(),
  activeDate: date,
  pluggedOn: date.nullable(),
  carryingAmount: moneyText,
  estimatedOn: date
    .nullable()
    .meta({ description: 'Date of the well’s newest layer; null if there is none' }),
  retirementDate: date.nullable(),
});
export type WorklistItem = z.infer<typeof WorklistItem>;

export const WorklistPage = z.object({ items: z.array(WorklistItem), nextCursor: z.string().nullable() });
export type WorklistPage = z.infer<typeof WorklistPage>;
