import type {
  AdminAccretionView,
  AdminCompanyView,
  AdminLayerView,
  AdminList,
  AdminUserView,
  AdminWellView,
} from '~/schemas/admin';

export type AdminUsers = AdminList<AdminUserView>;
export type AdminCompanies = AdminList<AdminCompanyView>;

export type SystemData = {
  wells: AdminList<AdminWellView>;
  layers: AdminList<AdminLayerView>;
  records: AdminList<AdminAccretionView>;
};

/** What the server gives with the page: the part that the tab shows. */
export type AdminPage = {
  users: AdminUsers | null;
  companies: AdminCompanies | null;
  system: SystemData | null;
};
