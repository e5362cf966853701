import { z } from 'zod';

/** One of a person's sessions, as they see it. */
export const SessionView = z.object({
  id: z.string().meta({ description: 'Names the session in calls; nobody can sign in with it' }),
  device: z.string().meta({ description: 'Browser and system in words' }),
  ip: z.string().nullable().meta({ description: 'Where it was last seen' }),
  signedInAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().meta({ description: 'At most ten minutes old' }),
  isCurrent: z.boolean().meta({ description: 'Whether this very call came with it' }),
});
export type SessionView = z.infer<typeof SessionView>;
