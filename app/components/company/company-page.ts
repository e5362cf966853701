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

/** What a member sees of their company: viewers, among them auditors, the audit log. */
export function companyViews(isAdmin: boolean) {
  return COMPANY_VIEWS.filter(({ value }) => isAdmin || value === 'audit');
}

export function readCompanyView(params: URLSearchParams, isAdmin: boolean): CompanyView {
  const views = companyViews(isAdmin);
  return views.find(({ value }) => value === params.get('view'))?.value ?? views[0]!.value;
}

/** What the server gives with the page: the data of the view shown, and null for the others. */
export type CompanyPage = {
  settings: CompanySettingsView | null;
  /** The fields of the company's wells, for their settings. */
  fields: string[];
  audit: AuditPage | null;
  members: MemberView[] | null;
  tokens: ApiTokenView[] | null;
};

/** An audit row as it arrives: a page's data has no unknown that must be there. */
export type AuditRow = Omit<AuditView, 'oldValues' | 'newValues'> & {
  oldValues?: unknown;
  newValues?: unknown;
};

/** The newest changes that the filters let through, and what the filters offer. */
export type AuditPage = {
  /** Which rows these are, as the list's calls take it: what the server took of the address. */
  query: string;
  entries: AuditRow[];
  nextCursor: string | null;
  actions: string[];
  entityTypes: string[];
  people: { id: string; name: string }[];
  /** The well that the filter names. */
  well: { id: string; wellCode: string; wellName: string } | null;
};
