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

/** What GET /api/auth/user answers: the person, their companies, and whether they must choose one first. */
export const UserView = UserFields.extend({
  userCompanies: z.array(Membership),
  needsCompanySelection: z.boolean(),
});
export type UserView = z.infer<typeof UserView>;
