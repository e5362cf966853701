import { z } from 'zod';
import { PersonView } from '~/schemas/people/people-views';
import { count, id, instant } from '~/schemas/platform/answer';

/** User and time of an action; `user` is null for the system and for deleted users. */
export const trace = {
  userId: z.string().meta({ description: 'User ID, or `system` for automatic changes' }),
  user: PersonView.nullable().meta({ description: 'Null for the system and for deleted users' }),
  createdAt: instant,
};

export const TraceView = z.object(trace);
export type TraceView = z.infer<typeof TraceView>;

export const AuditView = z.object({
  id: count,
  ...trace,
  companyId: id.nullable(),
  action: z.string(),
  entityType: z.string(),
  entityId: z.string(),
  oldValues: z.unknown(),
  newValues: z.unknown(),
  well: z
    .object({ id, wellCode: z.string() })
    .nullable()
    .meta({ description: 'The well that the entry is about; null if there is none or it was deleted' }),
  concerned: z.string().nullable().meta({
    description:
      'Name or email address of the user whose account, membership or invitation the entry is about; for evidence, the file name or the note',
  }),
  ipAddress: z.string().nullable().meta({ description: 'Null for viewers' }),
  userAgent: z.string().nullable().meta({ description: 'Null for viewers' }),
  token: z.object({ id, name: z.string() }).nullable().meta({
    description: 'API token that made the change; `user` is the token’s creator. Null without a token',
  }),
});
export type AuditView = z.infer<typeof AuditView>;
