import { z } from 'zod';
import { id, instant } from '~/schemas/platform/answer';
import { requiredDate, requiredText } from '~/schemas/platform/text';
import { PersonView } from './people-views';

const TOKEN_SCOPES = ['read', 'write'] as const;

/** Maximum lifetime of a token, in days. */
export const MAX_TOKEN_DAYS = 366;

/** A company admin's input to create a token. It is valid through the end of its last day, in UTC. */
export const ApiTokenInput = z.object({
  name: requiredText('Name is required', 100),
  scope: z.enum(TOKEN_SCOPES, 'Scope must be read or write'),
  expiresOn: requiredDate('Last day is required'),
});
export type ApiTokenInput = z.infer<typeof ApiTokenInput>;

export const ApiTokenView = z.object({
  id,
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES).meta({
    description:
      '`read` has the access of a viewer; `write` can also change wells and postings like a company admin',
  }),
  state: z.enum(['active', 'expired', 'revoked']),
  userId: z.string(),
  user: PersonView.nullable().meta({ description: 'Creator of the token; null for deleted users' }),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant
    .nullable()
    .meta({ description: 'Time of last use, accurate to ten minutes; null if never used' }),
  revokedAt: instant.nullable(),
});
export type ApiTokenView = z.infer<typeof ApiTokenView>;

export const NewApiTokenView = ApiTokenView.extend({
  token: z.string().meta({ description: 'Token to send as `Authorization: Bearer`. Shown only once' }),
});
export type NewApiTokenView = z.infer<typeof NewApiTokenView>;
