import { z } from 'zod';
import { count, id, instant } from '~/schemas/platform/answer';
import { flag } from '~/schemas/platform/flag';

/** Reasons to keep a well that an upload added when deleting the others; the first that applies. */
export const STAY_REASONS = ['layers', 'closed', 'reversed-later', 'evidence', 'changed'] as const;
export type StayReason = (typeof STAY_REASONS)[number];

export const AddedWellsInput = z.object({
  includeChanged: flag().meta({ description: 'Also wells that a person or another upload changed since' }),
});
export type AddedWellsInput = z.infer<typeof AddedWellsInput>;

/** Preview of deleting the wells that an upload added. */
export const AddedWellsPreview = z.object({
  fileName: z.string().nullable(),
  createdAt: instant,
  wells: count.meta({ description: 'Wells that would be deleted' }),
  changed: count.meta({
    description: 'Wells that stay only because they were changed; `includeChanged` deletes them',
  }),
  deletedBefore: count.meta({ description: 'Wells of the upload that are deleted already' }),
  staying: z.array(
    z.object({
      reason: z.enum(STAY_REASONS).meta({
        description:
          'A layer or amounts on it, amounts in closed periods, something reversed on a later day than its own, evidence on it, or a change since',
      }),
      wells: count,
      examples: z.array(z.object({ wellId: id, wellCode: z.string() })).meta({ description: 'The first 20' }),
    }),
  ),
  keepsUpdates: z
    .boolean()
    .meta({ description: 'True if the upload could also change existing wells. Those changes stay' }),
  reviewed: z
    .string()
    .meta({ description: 'To be sent along, so that no other well is deleted than was shown' }),
});
export type AddedWellsPreview = z.infer<typeof AddedWellsPreview>;

export const AddedWellsDeleted = z.object({
  wells: count.meta({ description: 'Wells that were deleted' }),
  stayed: count.meta({ description: 'Wells of the upload that stay' }),
});
export type AddedWellsDeleted = z.infer<typeof AddedWellsDeleted>;
