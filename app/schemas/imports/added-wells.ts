import { z } from 'zod';
import { count, id, instant } from '~/schemas/platform/answer';
import { flag } from '~/schemas/platform/flag';

/** Reasons to keep a well that an upload added when deleting the others; the first that applies. */
export const STAY_REASONS = ['layers', 'closed', 'reversed-later', 'evidence', 'changed'] as const;
export type StayReason = (typeof STAY_REASONS)[number];

export const AddedWellsInput = z.object({
  includeChanged: flag().meta({
    description: 'Also delete wells that a user or another upload has changed since',
  }),
});
export type AddedWellsInput = z.infer<typeof AddedWellsInput>;

/** Preview of deleting the wells that an upload added. */
export const AddedWellsPreview = z.object({
  fileName: z.string().nullable(),
  createdAt: instant,
  wells: count.meta({ description: 'Number of wells that would be deleted' }),
  changed: count.meta({
    description: 'Number of wells kept only because they have changed; `includeChanged` deletes them',
  }),
  deletedBefore: count.meta({ description: 'Number of the upload’s wells already deleted' }),
  staying: z.array(
    z.object({
      reason: z.enum(STAY_REASONS).meta({
        description:
          'Reason the wells are kept: layers or amounts, amounts in closed periods, a reversal dated later than its posting, evidence, or a later change',
      }),
      wells: count,
      examples: z
        .array(z.object({ wellId: id, wellCode: z.string() }))
        .meta({ description: 'First 20 wells, by code' }),
    }),
  ),
  keepsUpdates: z
    .boolean()
    .meta({ description: 'True if the upload may also have changed existing wells; those changes are kept' }),
  reviewed: z.string().meta({
    description:
      'Token that identifies the wells. Send it as `?reviewed=` to delete exactly these or get 409',
  }),
});
export type AddedWellsPreview = z.infer<typeof AddedWellsPreview>;

export const AddedWellsDeleted = z.object({
  wells: count.meta({ description: 'Number of wells deleted' }),
  stayed: count.meta({ description: 'Number of the upload’s wells kept' }),
});
export type AddedWellsDeleted = z.infer<typeof AddedWellsDeleted>;
