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

/** A list with its query, in the form the list API accepts. */
export type WithQuery<List> = List & { query: string };

export type AdminUsers = WithQuery<AdminList<AdminUserView>>;
export type AdminCompanies = WithQuery<AdminList<AdminCompanyView>>;

export type SystemData = {
  wells: WithQuery<AdminList<AdminWellView>>;
  layers: WithQuery<AdminList<AdminLayerView>>;
  records: WithQuery<AdminList<AdminAccretionView>>;
};

/** An audit entry without its values: page data types can't require a property of type unknown. */
type SecurityEntry = Omit<AuditView, 'oldValues' | 'newValues'>;

/** Sent by the server with the page: data for the current tab only. */
export type AdminPage = {
  users: AdminUsers | null;
  companies: AdminCompanies | null;
  invitations: InvitationView[] | null;
  system: SystemData | null;
  /** Audit entries that belong to no company, newest first. */
  audit: { items: SecurityEntry[]; nextCursor: string | null } | null;
};
