import { TabSkeleton } from '~/components/shell/tab-skeleton';
import { BackLink } from '~/components/ui/back-link';
import { Tabs } from '~/components/ui/tabs';
import { useAddress } from '~/hooks/use-address';
import type { AdminPage } from './admin-page';
import { ADMIN_TABS, type AdminTab, readAdminTab } from './admin-tabs';
import { CompaniesTab } from './companies-tab';
import { InvitationsTab } from './invitations-tab';
import { SecurityLogTab } from './security-log-tab';
import { SystemDataTab } from './system-data-tab';
import { UsersTab } from './users-tab';

/** Screen for system administrators. Only the data of the current tab is loaded. */
export function AdminPanel({ users, companies, invitations, system, audit }: AdminPage) {
  const { params, nextParams, change } = useAddress();
  const tab = readAdminTab(params);
  // Mark the chosen tab before its data loads.
  const selectedTab = readAdminTab(nextParams);
  return (
    <main id="main" tabIndex={-1} className="px-4 py-4 sm:px-6">
      <BackLink to="/">Back to Dashboard</BackLink>
      <h1 className="mt-2 text-xl font-semibold">Admin Panel</h1>
      <p className="text-muted">Manage users, companies, and system settings</p>
      <Tabs
        label="Admin Panel"
        className="mt-2 flex flex-col gap-4"
        tabs={ADMIN_TABS}
        value={selectedTab}
        onChange={(next) => change(goToTab(next, nextParams))}
      >
        {selectedTab !== tab && <TabSkeleton />}
        {selectedTab === tab && users && <UsersTab page={users} />}
        {selectedTab === tab && companies && <CompaniesTab page={companies} />}
        {selectedTab === tab && invitations && <InvitationsTab invitations={invitations} />}
        {selectedTab === tab && system && <SystemDataTab page={system} />}
        {selectedTab === tab && audit && <SecurityLogTab page={audit} />}
      </Tabs>
    </main>
  );
}

/** Switching tabs drops the previous tab's search and sort order. */
function goToTab(tab: AdminTab, params: URLSearchParams) {
  const cleared = Object.fromEntries([...params.keys()].map((name) => [name, null]));
  return { ...cleared, tab: tab === ADMIN_TABS[0].value ? null : tab };
}
