import { z } from 'zod';

/** `?preview=true` returns what a request would post, without posting; `?reviewed=` posts only what that preview showed. */
export const ReviewQuery = z.object({
  preview: z
    .enum(['true', 'false', ''], 'Preview must be true or false')
    .optional()
    .transform((text) => text === 'true'),
  reviewed: z.string().max(100).optional().meta({
    description: '`reviewed` from the preview. Returns 409 if the result would differ from the preview',
  }),
});
