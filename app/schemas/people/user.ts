import { z } from 'zod';
import { id } from '~/schemas/platform/answer';
import { UserFields } from './admin';

export const Membership = z.object({
  id,
  name: z.string(),
  code: z.string(),
  role: z.enum(['viewer', 'admin']),
});
export type Membership = z.infer<typeof Membership>;

/**
 * Reasons for deleting an account. A fixed choice, not free text: audit entries remain after the user's data is
 * erased, so they must not contain any of it.
 */
export const LEAVING_REASONS = {
  'left-company': 'I’ve left the company',
  'no-longer-needed': 'I no longer need this account',
  privacy: 'Privacy',
  other: 'Another reason',
} as const;
export const LeavingReason = z.object({
  reason: z
    .enum(
      Object.keys(LEAVING_REASONS) as [keyof typeof LEAVING_REASONS],
      'Reason must be one of the listed options',
    )
    .optional(),
});
export type LeavingReason = z.infer<typeof LeavingReason>;

/** Response of GET /api/auth/user: the user, their companies, and whether they must select one first. */
export const UserView = UserFields.extend({
  userCompanies: z.array(Membership),
  needsCompanySelection: z.boolean(),
});
export type UserView = z.infer<typeof UserView>;
