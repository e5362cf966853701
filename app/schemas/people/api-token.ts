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
    description: 'What it may do: what viewers may, or wells and postings as company admins, too',
  }),
  state: z.enum(['active', 'expired', 'revoked']),
  userId: z.string(),
  user: PersonView.nullable().meta({ description: 'Who made it; null for people who are gone' }),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable().meta({ description: 'To ten minutes' }),
  revokedAt: instant.nullable(),
});
export type ApiTokenView = z.infer<typeof ApiTokenView>;

export const NewApiTokenView = ApiTokenView.extend({
  token: z.string().meta({ description: 'To be sent as `Authorization: Bearer`. Shown this once' }),
});
export type NewApiTokenView = z.infer<typeof NewApiTokenView>;
