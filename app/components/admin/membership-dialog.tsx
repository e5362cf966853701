import { useState } from 'react';
import { Button } from '~/components/ui/button';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { EmptyState } from '~/components/ui/empty-state';
import { Input } from '~/components/ui/input';
import { LoadFailure } from '~/components/ui/load-failure';
import { Note } from '~/components/ui/note';
import { Skeleton } from '~/components/ui/skeleton';
import { sortByName } from '~/domain/wells/sort-by-name';
import { formatEmail, fullName, userName } from '~/hooks/person-name';
import { useMutation } from '~/hooks/use-api';
import { useFetched } from '~/hooks/use-fetched';
import type { AdminCompanyView, AdminUserView } from '~/schemas/people/admin';
import { MemberRole, type Role } from './member-role';

/** With more companies than this, a filter is shown. */
const FILTER_THRESHOLD = 8;

/** Every company, with the user's role in it or buttons to add the user. */
export default function MembershipDialog({ user, onClose }: { user: AdminUserView; onClose: () => void }) {
  const { data: companies, error, retry } = useFetched<AdminCompanyView[]>('/api/admin/companies');
  const [filter, setFilter] = useState('');
  const searchText = filter.trim().toLowerCase();
  const matches =
    companies &&
    sortByName(
      companies.filter(({ name, code }) => `${name}\n${code}`.toLowerCase().includes(searchText)),
      ({ name }) => name,
    );
  return (
    <Dialog
      title="Add to Company"
      description={`Choose a company and role for ${fullName(user) ?? (formatEmail(user) || user.id)}.`}
      size="md"
      onClose={onClose}
    >
      <DialogBody className="flex flex-col gap-3">
        {companies && companies.length > FILTER_THRESHOLD && (
          <Input
            type="search"
            aria-label="Filter companies"
            placeholder="Filter by name or code"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        )}
        {error !== null && <LoadFailure error={error} text="Couldn’t load companies" onRetry={retry} />}
        {!companies && error === null && <LoadingCompanies />}
        {matches && matches.length > 0 && (
          <ul aria-label="Companies" className="divide-y divide-line">
            {matches.map((company) => (
              <CompanyItem key={company.id} company={company} user={user} />
            ))}
          </ul>
        )}
        {matches?.length === 0 && (
          <EmptyState message={searchText ? 'No companies match the filter.' : 'No companies yet.'} />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}

function CompanyItem({ company, user }: { company: AdminCompanyView; user: AdminUserView }) {
  const { run, pending, problem } = useMutation({
    failure: 'Failed to add user to company',
    success: 'User added to company successfully',
  });
  const [chosen, setChosen] = useState<Role | null>(null);
  const membership = user.userCompanies.find(({ companyId }) => companyId === company.id);
  const add = (role: Role) => {
    setChosen(role);
    void run((api) =>
      api(`/api/admin/users/${encodeURIComponent(user.id)}/companies`, {
        method: 'POST',
        body: { companyId: company.id, role },
      }),
    );
  };
  const button = (role: Role, text: string) => (
    <Button
      pending={pending && chosen === role}
      disabledReason={pending && chosen !== role ? 'Please wait' : null}
      onClick={() => add(role)}
    >
      {text}
    </Button>
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <span className="min-w-0">
        <span className="block font-medium [overflow-wrap:anywhere]">{company.name}</span>
        <span className="block text-xs text-muted">{company.code}</span>
      </span>
      {membership ? (
        <span className="flex min-h-8 items-center gap-2 text-muted">
          Already a member
          <MemberRole userId={user.id} name={userName(user)} company={company} role={membership.role} />
        </span>
      ) : (
        <span className="flex gap-1.5">
          {button('viewer', 'Add as Viewer')}
          {button('admin', 'Add as Admin')}
        </span>
      )}
      {problem && <Note tone="danger" title={problem} className="w-full" />}
    </li>
  );
}

function LoadingCompanies() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading the companies</span>
      {['first', 'second', 'third'].map((name) => (
        <Skeleton key={name} className="h-10" />
      ))}
    </div>
  );
}
