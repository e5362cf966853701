import { z } from 'zod';
import { AccretionView, LayerView } from '~/schemas/books/layer-views';
import { id, instant } from '~/schemas/platform/answer';
import { pageLimit } from '~/schemas/platform/limit';
import { sortBy } from '~/schemas/platform/sort';
import { searchText } from '~/schemas/platform/text';
import { MAX_PAGE_SIZE } from '~/schemas/wells/well';
import { WellSummary } from '~/schemas/wells/well-views';

export const AdminFlagInput = z.object({ isAdmin: z.boolean('isAdmin must be true or false') });
export type AdminFlagInput = z.infer<typeof AdminFlagInput>;

/** Search parameters to filter, sort and page a list in the admin panel. Blank ones count as absent. */
function listQuery<const Key extends string>(sorts: readonly Key[]) {
  return z.object({
    search: searchText().optional(),
    sort: sortBy(sorts).optional(),
    limit: pageLimit(MAX_PAGE_SIZE).optional(),
    cursor: z.string().max(2000).optional(),
  });
}

/** `companies` sorts by their number. */
export const AdminUserQuery = listQuery(['name', 'email', 'isAdmin', 'companies']);
export type AdminUserQuery = z.infer<typeof AdminUserQuery>;

/** `users` sorts by their number. */
export const AdminCompanyQuery = listQuery(['name', 'code', 'users']);
export type AdminCompanyQuery = z.infer<typeof AdminCompanyQuery>;

/** A page of a list, with the total number of rows that match the search. */
export type AdminList<View> = { items: View[]; nextCursor: string | null; total: number };

const role = z.enum(['viewer', 'admin']);
const CompanyName = z.object({ id, name: z.string(), code: z.string() });

/** All fields of a user. */
export const UserFields = z.object({
  id,
  email: z.string(),
  emailVerified: z.boolean().meta({
    description:
      'True if the identity provider has verified the address. Other users may have the same address, unverified',
  }),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  selectedCompanyId: z.string().nullable(),
  isAdmin: z.boolean(),
  isDeleted: z.boolean(),
  deletedAt: instant.nullable(),
  anonymizedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type UserFields = z.infer<typeof UserFields>;

export const MembershipView = z.object({ id, userId: id, companyId: id, role, createdAt: instant });

export const AdminUserView = UserFields.extend({
  userCompanies: z.array(MembershipView.extend({ company: CompanyName })),
});
export type AdminUserView = z.infer<typeof AdminUserView>;

export const CompanyView = CompanyName.extend({
  description: z.string().nullable(),
  customFieldTemplates: z.array(z.unknown()),
  createdAt: instant,
  updatedAt: instant,
});

export const AdminCompanyView = CompanyView.extend({
  wellCount: z.int().min(0).meta({ description: 'Number of wells. A company with wells can’t be deleted' }),
  userCompanies: z.array(
    MembershipView.extend({
      user: UserFields.pick({ id: true, email: true, emailVerified: true, firstName: true, lastName: true }),
    }),
  ),
});
export type AdminCompanyView = z.infer<typeof AdminCompanyView>;

/** Company of each row in the system data. */
const ofCompany = { companyName: z.string(), company: CompanyName };

export const AdminWellView = WellSummary.extend(ofCompany);
export type AdminWellView = z.infer<typeof AdminWellView>;
export const AdminLayerView = LayerView.extend({ ...ofCompany, wellCode: z.string() });
export type AdminLayerView = z.infer<typeof AdminLayerView>;
export const AdminAccretionView = AccretionView.extend({
  ...ofCompany,
  wellCode: z.string(),
  layerNumber: z.int().min(1),
});
export type AdminAccretionView = z.infer<typeof AdminAccretionView>;

/** System data tables, by the last segment of their API paths. */
export type SystemDataViews = {
  wells: AdminWellView;
  'aro-layers': AdminLayerView;
  'accretion-records': AdminAccretionView;
};
export type SystemDataTable = keyof SystemDataViews;

/** Sort keys of each table: every column on its screen. */
const SYSTEM_DATA_SORTS = {
  wells: ['wellCode', 'wellName', 'companyName', 'field', 'wellStatus', 'activeDate'],
  'aro-layers': [
    'wellCode',
    'layerNumber',
    'layerType',
    'pAndACost',
    'aroValue',
    'currentAroValue',
    'calculationDate',
  ],
  'accretion-records': [
    'wellCode',
    'layerNumber',
    'periodStart',
    'periodEnd',
    'beginningAro',
    'accretionExpense',
    'endingAro',
  ],
} as const satisfies Record<SystemDataTable, readonly string[]>;
type SystemDataKey<Table extends SystemDataTable> = (typeof SYSTEM_DATA_SORTS)[Table][number];
export type SystemDataSort<Table extends SystemDataTable> = SystemDataKey<Table> | `-${SystemDataKey<Table>}`;

export const AdminWellQuery = listQuery(SYSTEM_DATA_SORTS.wells);
export const AdminLayerQuery = listQuery(SYSTEM_DATA_SORTS['aro-layers']);
export const AdminAccretionQuery = listQuery(SYSTEM_DATA_SORTS['accretion-records']);

/** Sort orders of the three tables, which share a screen. */
export const SystemDataSorts = z.object({
  wellsSort: AdminWellQuery.shape.sort,
  layersSort: AdminLayerQuery.shape.sort,
  recordsSort: AdminAccretionQuery.shape.sort,
});
export type SystemDataSorts = z.infer<typeof SystemDataSorts>;

/** Deletion status of an account. */
export const DeletionStatus = UserFields.pick({ isDeleted: true, deletedAt: true, anonymizedAt: true });
export type DeletionStatus = z.infer<typeof DeletionStatus>;
