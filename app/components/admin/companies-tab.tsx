import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { ActionCell, ActionTh } from '~/components/ui/action-cell';
import { Button } from '~/components/ui/button';
import { classNames } from '~/components/ui/class-names';
import type { CsvColumns } from '~/components/ui/csv-button';
import { EmptyState } from '~/components/ui/empty-state';
import { IconButton } from '~/components/ui/icon-button';
import { onDemand } from '~/components/ui/on-demand';
import { SortableTh } from '~/components/ui/sortable-th';
import { RowTh, stickyCellClass, stickyHeadClass, Table, TableFrame, Td } from '~/components/ui/table';
import { countOf } from '~/hooks/count-of';
import { memberName } from '~/hooks/person-name';
import { useDialogAddress } from '~/hooks/use-address';
import { useFormat } from '~/hooks/use-format';
import { useIsPhone } from '~/hooks/use-media';
import { useMoreRows } from '~/hooks/use-more-rows';
import type { AdminCompanyView } from '~/schemas/people/admin';
import type { AdminCompanies } from './admin-page';
import { ListCsvButton } from './list-csv-button';
import { ListHead } from './list-head';
import { MemberRole } from './member-role';
import { MoreButton } from './more-button';
import { useAdminList } from './use-admin-list';

const CompanyDialog = onDemand(() => import('./company-dialog'));
const ConfirmChange = onDemand(() => import('./confirm-change'));
const DeleteCompany = onDemand(() => import('./delete-company'));

const CSV_COLUMNS: CsvColumns<AdminCompanyView> = {
  id: (company) => company.id,
  name: (company) => company.name,
  code: (company) => company.code,
  description: (company) => company.description,
  users: ({ userCompanies }) =>
    userCompanies.map(({ user, role }) => `${memberName(user)} (${role})`).join('; '),
  wells: (company) => company.wellCount,
  createdAt: (company) => company.createdAt,
};

/** Members listed per company; a button shows the rest. */
const VISIBLE_MEMBERS = 8;

export function CompaniesTab({ page }: { page: AdminCompanies }) {
  const format = useFormat();
  const listing = useAdminList('name', page.query);
  const list = `/api/admin/companies?${page.query}`;
  const { rows, more, loadMore } = useMoreRows({
    first: page.items,
    nextCursor: page.nextCursor,
    list,
    rowId: (company) => company.id,
  });
  const { dialog, open, close } = useDialogAddress();
  const [editing, setEditing] = useState<AdminCompanyView | null>(null);
  const [deleting, setDeleting] = useState<AdminCompanyView | null>(null);
  const isPhone = useIsPhone();
  const createButton = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" className="size-4" />}
      onPointerEnter={CompanyDialog.preload}
      onFocus={CompanyDialog.preload}
      onClick={() => open('new')}
    >
      Create Company
    </Button>
  );
  return (
    <div className="flex flex-col gap-3">
      <ListHead
        title="Companies"
        noun="company"
        total={page.total}
        listing={listing}
        placeholder="Search by name or code"
      >
        <ListCsvButton list={list} noun="Companies" name="companies" columns={CSV_COLUMNS} />
        {createButton}
      </ListHead>
      <TableFrame label="Companies" className={classNames(listing.isChanging && 'opacity-60')}>
        <Table aria-label="Companies" className="sm:min-w-180">
          <thead>
            <tr>
              <SortableTh id="name" sorting={listing} className={stickyHeadClass}>
                Company
              </SortableTh>
              {!isPhone && (
                <>
                  <SortableTh id="code" sorting={listing}>
                    Code
                  </SortableTh>
                  <SortableTh id="users" sorting={listing}>
                    Users
                  </SortableTh>
                </>
              )}
              <ActionTh />
            </tr>
          </thead>
          <tbody>
            {rows.map((company) => (
              <tr key={company.id} className="align-top">
                <RowTh
                  className={classNames(
                    'align-middle font-normal [overflow-wrap:anywhere]',
                    isPhone ? 'w-full max-w-0' : `${stickyCellClass} min-w-34 max-w-72`,
                  )}
                >
                  <span className="block font-medium">{company.name}</span>
                  {company.description && (
                    <span className="block text-xs text-muted">{company.description}</span>
                  )}
                  <span className="block text-xs text-muted tabular-nums">
                    {isPhone && `${company.code} · `}
                    {countOf(company.wellCount, 'well', format)}
                  </span>
                  {isPhone && <Members company={company} />}
                </RowTh>
                {!isPhone && (
                  <>
                    <Td>{company.code}</Td>
                    <Td>
                      <Members company={company} />
                    </Td>
                  </>
                )}
                <ActionCell
                  subjectName={company.name}
                  actions={[
                    {
                      label: 'Edit',
                      icon: <Pencil aria-hidden="true" className="size-4" />,
                      onApproach: CompanyDialog.preload,
                      onSelect: () => setEditing(company),
                    },
                    {
                      label: 'Delete',
                      icon: <Trash2 aria-hidden="true" className="size-4" />,
                      disabledReason:
                        company.wellCount > 0
                          ? `Has ${countOf(company.wellCount, 'well', format)}, and can’t be deleted`
                          : null,
                      onApproach: DeleteCompany.preload,
                      onSelect: () => setDeleting(company),
                    },
                  ]}
                />
              </tr>
            ))}
          </tbody>
        </Table>
        {rows.length === 0 && (
          <EmptyState
            message={
              listing.search
                ? 'No companies match your search.'
                : 'No companies yet. Create one, then add users to it.'
            }
          />
        )}
      </TableFrame>
      <MoreButton hasMore={rows.length < page.total} more={more} onClick={loadMore} />
      {dialog === 'new' && <CompanyDialog onClose={close} />}
      {editing && <CompanyDialog company={editing} onClose={() => setEditing(null)} />}
      {deleting && <DeleteCompany company={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}

function Members({ company }: { company: AdminCompanyView }) {
  const format = useFormat();
  const [showsAll, setShowsAll] = useState(false);
  const members = company.userCompanies;
  if (members.length === 0) return <span className="text-muted">No users</span>;
  const visibleMembers = showsAll ? members : members.slice(0, VISIBLE_MEMBERS);
  return (
    <>
      <ul className="flex max-w-md flex-col pointer-coarse:gap-1.5">
        {visibleMembers.map((member) => (
          <Member key={member.id} member={member} company={company} />
        ))}
      </ul>
      {visibleMembers.length < members.length && (
        <button
          type="button"
          className="min-h-6 rounded text-xs text-accent hover:underline"
          onClick={() => setShowsAll(true)}
        >
          Show All {format.integer(members.length)} Users
        </button>
      )}
    </>
  );
}

function Member({
  member,
  company,
}: {
  member: AdminCompanyView['userCompanies'][number];
  company: AdminCompanyView;
}) {
  const [isRemoving, setIsRemoving] = useState(false);
  const name = memberName(member.user);
  const path = `/api/admin/users/${encodeURIComponent(member.userId)}/companies/${company.id}`;
  return (
    <li className="flex min-h-9 items-center gap-2">
      <span className="min-w-0 grow truncate" title={name}>
        {name}
      </span>
      <MemberRole userId={member.userId} name={name} company={company} role={member.role} />
      <IconButton
        label={`Remove ${name} from ${company.name}`}
        hint="Remove from company"
        tone="danger"
        icon={<X aria-hidden="true" />}
        onPointerEnter={ConfirmChange.preload}
        onClick={() => setIsRemoving(true)}
      />
      {isRemoving && (
        <ConfirmChange
          title="Remove Member"
          message={`${name} will lose access to ${company.name} immediately, and their API tokens there stop working. Their past changes are kept.`}
          confirmLabel="Remove"
          texts={{
            failure: 'Failed to remove user from company',
            success: 'User removed from company successfully',
          }}
          path={path}
          method="DELETE"
          onClose={() => setIsRemoving(false)}
        />
      )}
    </li>
  );
}
