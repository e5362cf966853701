import { Skeleton } from '~/components/ui/skeleton';
import { Tabs } from '~/components/ui/tabs';
import { useAddress } from '~/hooks/use-address';
import { useCompany, useWriteBlock } from '~/hooks/use-root-data';
import { ApiTokens } from './api-tokens';
import { AuditLog } from './audit-log';
import { BooksCheck } from './books-check';
import { type CompanyPage, type CompanyView, companyViews, readCompanyView } from './company-page';
import { CompanySettings } from './company-settings';
import { Members } from './members';
import { SealCheck } from './seal-check';

/** Company screens other than wells: the audit log for viewers, all of them for company admins. */
export default function CompanyTab({ page }: { page: CompanyPage }) {
  const { nextParams, change } = useAddress();
  const company = useCompany();
  // Mark the chosen sub-tab before its data loads.
  const isAdmin = useWriteBlock() === null;
  const view = readCompanyView(nextParams, isAdmin);
  return (
    <Tabs
      label="Company"
      look="segmented"
      title={<h2 className="min-w-0 truncate text-lg font-semibold">{company?.name}</h2>}
      className="flex flex-col gap-3 pt-1"
      tabs={companyViews(isAdmin)}
      value={view}
      onChange={(next) => change(goToView(next, nextParams))}
    >
      {view === 'settings' && page.settings ? (
        <CompanySettings page={page.settings} fields={page.fields} />
      ) : view === 'audit' && page.audit ? (
        <AuditLog page={page.audit} />
      ) : view === 'members' && page.members ? (
        <Members members={page.members} />
      ) : view === 'tokens' && page.tokens ? (
        <ApiTokens tokens={page.tokens} />
      ) : view === 'books' ? (
        <div className="flex max-w-4xl flex-col gap-4">
          <BooksCheck />
          <SealCheck />
        </div>
      ) : (
        <div role="status" className="flex flex-col gap-3">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-8 w-64 max-w-full" />
          <Skeleton className="h-72" />
        </div>
      )}
    </Tabs>
  );
}

/** Switching views drops the filters of the previous view. */
function goToView(view: CompanyView, params: URLSearchParams) {
  const cleared = Object.fromEntries([...params.keys()].map((name) => [name, null]));
  return { ...cleared, tab: 'company', view };
}
