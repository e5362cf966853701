import { z } from 'zod';

/** One of a user's sessions, as shown to that user. */
export const SessionView = z.object({
  id: z.string().meta({ description: 'Identifies the session in calls. It can’t be used to sign in' }),
  device: z.string().meta({ description: 'Browser and operating system' }),
  ip: z.string().nullable().meta({ description: 'IP address of the last request' }),
  signedInAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().meta({ description: 'At most ten minutes old' }),
  isCurrent: z.boolean().meta({ description: 'Whether this request used it' }),
});
export type SessionView = z.infer<typeof SessionView>;
