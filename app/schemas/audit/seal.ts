import { z } from 'zod';
import { count, instant } from '~/schemas/platform/answer';

export const SealView = z.object({
  number: z.int().positive(),
  createdAt: instant,
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type SealView = z.infer<typeof SealView>;

export const LatestSealView = z.object({ seal: SealView.nullable() });
export type LatestSealView = z.infer<typeof LatestSealView>;

export const SealCheckView = z.object({
  ok: z.boolean(),
  seals: count.meta({ description: 'Number of seals verified' }),
  verifiedThrough: SealView.nullable().meta({
    description: 'Latest seal up to which everything matches',
  }),
  unsealed: z
    .object({ auditRows: count, postings: count })
    .meta({ description: 'Entries after the last seal; the next hourly seal covers them' }),
  difference: z
    .object({ seal: z.int().positive(), message: z.string() })
    .nullable()
    .meta({ description: 'First difference from the sealed entries; null if there is none' }),
});
export type SealCheckView = z.infer<typeof SealCheckView>;
