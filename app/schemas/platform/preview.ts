import { z } from 'zod';

/** `?preview=true` shows what a call would post, and posts nothing. */
export const PreviewQuery = z.object({
  preview: z
    .enum(['true', 'false', ''], 'Preview must be true or false')
    .optional()
    .transform((text) => text === 'true'),
});
