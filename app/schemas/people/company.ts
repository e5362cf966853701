import { z } from 'zod';
import { lines, requiredText } from '~/schemas/platform/text';

export const CompanySelection = z.object({ companyId: requiredText('Please select a company', 100) });
export type CompanySelection = z.infer<typeof CompanySelection>;

export const accretionMethod = z.enum(
  ['simple', 'effective'],
  'Accretion method must be simple or effective',
);

/** A company's name, code and description. */
export const CompanyNames = z.object({
  name: requiredText('Company name is required', 200),
  code: requiredText('Company code is required', 20),
  description: lines('Description must be text', 1000, 'Description can’t exceed 1,000 characters').nullish(),
});
export type CompanyNames = z.infer<typeof CompanyNames>;

export const CompanyInput = CompanyNames.extend({ accretionMethod: accretionMethod.default('simple') });
export type CompanyInput = z.infer<typeof CompanyInput>;

/** Reason for deleting a company, for the audit log. */
export const CompanyDeletion = z.object({
  reason: lines('Reason must be text', 500, 'Reason can’t exceed 500 characters').optional(),
});

export const RoleInput = z.object({
  role: z.enum(['viewer', 'admin'], 'Role must be viewer or admin'),
});

export const MembershipInput = z.object({
  companyId: requiredText('Please select a company', 100),
  role: z.enum(['viewer', 'admin'], 'Role must be viewer or admin').default('viewer'),
});
export type MembershipInput = z.infer<typeof MembershipInput>;
