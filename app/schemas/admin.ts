import { z } from 'zod';
import type { AccretionView, LayerView, WellSummary } from './views';
import { MAX_PAGE_SIZE } from './well';

export const AdminFlagInput = z.object({ isAdmin: z.boolean('isAdmin must be true or false') });
export type AdminFlagInput = z.infer<typeof AdminFlagInput>;

/** Search parameters that narrow and page a list of the admin panel. Blank ones count as absent. */
export const AdminListQuery = z.object({
  search: z.string().trim().max(200).optional(),
  limit: z.coerce.number('Limit must be a number').int().min(1).max(MAX_PAGE_SIZE).optional(),
  cursor: z.string().max(2000).optional(),
});
export type AdminListQuery = z.infer<typeof AdminListQuery>;

/** A page of a list, and how many rows the whole list has that match the search. */
export type AdminList<View> = { items: View[]; nextCursor: string | null; total: number };

type Role = 'viewer' | 'admin';
export type CompanyName = { id: string; name: string; code: string };

/** Every field of a user. */
export type UserFields = {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
  selectedCompanyId: string | null;
  isAdmin: boolean;
  isDeleted: boolean;
  deletedAt: string | null;
  anonymizedAt: string | null;
  createdAt: string;
  updatedAt: string;
};

export type AdminUserView = UserFields & {
  userCompanies: {
    id: string;
    userId: string;
    companyId: string;
    role: Role;
    createdAt: string;
    company: CompanyName;
  }[];
};

export type AdminCompanyView = CompanyName & {
  description: string | null;
  customFieldTemplates: unknown[];
  createdAt: string;
  updatedAt: string;
  userCompanies: {
    id: string;
    userId: string;
    companyId: string;
    role: Role;
    createdAt: string;
    user: Pick<UserFields, 'id' | 'email' | 'firstName' | 'lastName'>;
  }[];
};

/** What every row of the system's data tells besides its own. */
type OfCompany = { companyName: string; company: CompanyName };

export type AdminWellView = WellSummary & OfCompany;
export type AdminLayerView = LayerView & OfCompany & { wellCode: string };
export type AdminAccretionView = AccretionView & OfCompany & { wellCode: string; layerNumber: number };

/** The tables of the system's data, by the last part of their calls' addresses. */
export type SystemDataViews = {
  wells: AdminWellView;
  'aro-layers': AdminLayerView;
  'accretion-records': AdminAccretionView;
};
export type SystemDataTable = keyof SystemDataViews;

/** Where an account stands on its way out. */
export type DeletionStatus = { isDeleted: boolean; deletedAt: string | null; anonymizedAt: string | null };
