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
  seals: count.meta({ description: 'Seals that were verified, one after another' }),
  verifiedThrough: SealView.nullable().meta({
    description: 'The last seal that everything before agrees with',
  }),
  unsealed: z
    .object({ auditRows: count, postings: count })
    .meta({ description: 'What came after the last seal; the next hourly seal covers it' }),
  difference: z
    .object({ seal: z.int().positive(), message: z.string() })
    .nullable()
    .meta({ description: 'The first thing that is not as it was sealed' }),
});
export type SealCheckView = z.infer<typeof SealCheckView>;
