import type {
  AdminAccretionView,
  AdminCompanyView,
  AdminLayerView,
  AdminList,
  AdminUserView,
  AdminWellView,
} from '~/schemas/people/admin';

/** A list with the query that it answers, as its calls take it. */
export type Queried<List> = List & { query: string };

export type AdminUsers = Queried<AdminList<AdminUserView>>;
export type AdminCompanies = Queried<AdminList<AdminCompanyView>>;

export type SystemData = {
  wells: Queried<AdminList<AdminWellView>>;
  layers: Queried<AdminList<AdminLayerView>>;
  records: Queried<AdminList<AdminAccretionView>>;
};

/** What the server gives with the page: the part that the tab shows. */
export type AdminPage = {
  users: AdminUsers | null;
  companies: AdminCompanies | null;
  system: SystemData | null;
};
