import { z } from 'zod';
import { id, instant } from '~/schemas/platform/answer';
import { requiredText } from '~/schemas/platform/text';
import { MAX_EMAIL_LENGTH } from './email-address';
import { PersonView } from './people-views';

/** Number of days an invitation is valid. */
export const INVITATION_DAYS = 14;

const role = z.enum(['viewer', 'admin'], 'Role must be viewer or admin');

/** A system administrator's input to invite someone to a company, with a role. */
export const InvitationInput = z.object({
  email: requiredText('Email address is required', MAX_EMAIL_LENGTH)
    .toLowerCase()
    .pipe(z.email('Enter an email address, such as name@example.com')),
  companyId: requiredText('Please select a company', 100),
  role: role.default('viewer'),
});
export type InvitationInput = z.infer<typeof InvitationInput>;

export const InvitationView = z.object({
  id,
  email: z.string(),
  role,
  company: z.object({ id, name: z.string(), code: z.string() }),
  state: z.enum(['waiting', 'accepted', 'expired', 'revoked']),
  invitedBy: PersonView.nullable().meta({ description: 'Null for deleted users' }),
  createdAt: instant,
  expiresAt: instant,
  acceptedAt: instant.nullable(),
  revokedAt: instant.nullable(),
});
export type InvitationView = z.infer<typeof InvitationView>;
