import type { AuditView } from '~/schemas/audit/audit-views';
import type {
  AdminAccretionView,
  AdminCompanyView,
  AdminLayerView,
  AdminList,
  AdminUserView,
  AdminWellView,
} from '~/schemas/people/admin';
import type { InvitationView } from '~/schemas/people/invitation';

/** A list with the query that it answers, as its calls take it. */
export type Queried<List> = List & { query: string };

export type AdminUsers = Queried<AdminList<AdminUserView>>;
export type AdminCompanies = Queried<AdminList<AdminCompanyView>>;

export type SystemData = {
  wells: Queried<AdminList<AdminWellView>>;
  layers: Queried<AdminList<AdminLayerView>>;
  records: Queried<AdminList<AdminAccretionView>>;
};

/** An audit entry without its values: a page's data has no unknown that must be there. */
type SecurityEntry = Omit<AuditView, 'oldValues' | 'newValues'>;

/** What the server gives with the page: the part that the tab shows. */
export type AdminPage = {
  users: AdminUsers | null;
  companies: AdminCompanies | null;
  invitations: InvitationView[] | null;
  system: SystemData | null;
  /** Audit entries that belong to no company, newest first. */
  audit: { items: SecurityEntry[]; nextCursor: string | null } | null;
};
