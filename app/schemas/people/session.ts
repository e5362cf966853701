import { z } from 'zod';

/** One of a user's sessions, as shown to that user. */
export const SessionView = z.object({
  id: z.string().meta({ description: 'Session identifier for API requests. It can’t be used to sign in' }),
  device: z.string().meta({ description: 'Browser and operating system' }),
  ip: z.string().nullable().meta({ description: 'IP address of the last request' }),
  signedInAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().meta({ description: 'Time of the last request, accurate to ten minutes' }),
  isCurrent: z.boolean().meta({ description: 'True for the session of this request' }),
});
export type SessionView = z.infer<typeof SessionView>;
