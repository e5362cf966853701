import type { AuditView } from '~/schemas/audit/audit-views';
import type { ApiTokenView } from '~/schemas/people/api-token';
import type { CompanySettingsView, MemberView } from '~/schemas/people/people-views';

const COMPANY_VIEWS = [
  { value: 'settings', label: 'Settings' },
  { value: 'audit', label: 'Audit Log' },
  { value: 'members', label: 'Members' },
  { value: 'tokens', label: 'API Tokens' },
  { value: 'books', label: 'Books Check' },
] as const;
export type CompanyView = (typeof COMPANY_VIEWS)[number]['value'];

/** Company views available to a member. Viewers, including auditors, get only the audit log. */
export function companyViews(isAdmin: boolean) {
  return COMPANY_VIEWS.filter(({ value }) => isAdmin || value === 'audit');
}

export function readCompanyView(params: URLSearchParams, isAdmin: boolean): CompanyView {
  const views = companyViews(isAdmin);
  return views.find(({ value }) => value === params.get('view'))?.value ?? views[0]!.value;
}

/** Sent by the server with the page: data for the current view, null for the others. */
export type CompanyPage = {
  settings: CompanySettingsView | null;
  /** Fields of the company's wells, for the field-specific settings. */
  fields: string[];
  audit: AuditPage | null;
  members: MemberView[] | null;
  tokens: ApiTokenView[] | null;
};

/** An audit row as received by the browser: page data types can't require a property of type unknown. */
export type AuditRow = Omit<AuditView, 'oldValues' | 'newValues'> & {
  oldValues?: unknown;
  newValues?: unknown;
};

/** The first changes that match the filters, and the choices for the filters. */
export type AuditPage = {
  /** Query of these rows for the list API, as the server parsed it from the URL. */
  query: string;
  entries: AuditRow[];
  nextCursor: string | null;
  actions: string[];
  entityTypes: string[];
  people: { id: string; name: string }[];
  /** The well selected in the filter. */
  well: { id: string; wellCode: string; wellName: string } | null;
};
