import Building2 from 'lucide-react/icons/building-2';
import LogOut from 'lucide-react/icons/log-out';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldOff from 'lucide-react/icons/shield-off';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import { ActionCell, ActionTh } from '~/components/ui/action-cell';
import { Badge } from '~/components/ui/badge';
import { buttonClass } from '~/components/ui/button';
import { classNames } from '~/components/ui/class-names';
import type { CsvColumns } from '~/components/ui/csv-button';
import { EmptyState } from '~/components/ui/empty-state';
import { Link } from '~/components/ui/link';
import { onDemand } from '~/components/ui/on-demand';
import { SortableTh } from '~/components/ui/sortable-th';
import { RowTh, stickyCellClass, stickyHeadClass, Table, TableFrame, Td } from '~/components/ui/table';
import { fullName, userName } from '~/hooks/person-name';
import { useDialogAddress } from '~/hooks/use-address';
import { useIsPhone } from '~/hooks/use-media';
import { useMoreRows } from '~/hooks/use-more-rows';
import type { AdminUserView } from '~/schemas/people/admin';
import type { AdminUsers } from './admin-page';
import { ListCsvButton } from './list-csv-button';
import { ListHead } from './list-head';
import { MoreButton } from './more-button';
import { useAdminList } from './use-admin-list';

const MembershipDialog = onDemand(() => import('./membership-dialog'));
const ConfirmChange = onDemand(() => import('./confirm-change'));
const EndSessions = onDemand(() => import('./end-sessions'));

const CSV_COLUMNS: CsvColumns<AdminUserView> = {
  id: (user) => user.id,
  email: (user) => user.email,
  emailVerified: (user) => String(user.emailVerified),
  firstName: (user) => user.firstName,
  lastName: (user) => user.lastName,
  isAdmin: (user) => String(user.isAdmin),
  isDeleted: (user) => String(user.isDeleted),
  companies: ({ userCompanies }) =>
    userCompanies.map(({ company, role }) => `${company.name} (${role})`).join('; '),
  createdAt: (user) => user.createdAt,
};

/** Everyone who has ever signed in. */
export function UsersTab({ page }: { page: AdminUsers }) {
  const listing = useAdminList('email', page.query);
  const list = `/api/admin/users?${page.query}`;
  const { rows, more, loadMore } = useMoreRows({
    first: page.items,
    nextCursor: page.nextCursor,
    list,
    rowId: (user) => user.id,
  });
  const { dialog, params, open, close } = useDialogAddress();
  const [changing, setChanging] = useState<AdminUserView | null>(null);
  const isPhone = useIsPhone();
  const person = rows.find(({ id }) => id === params.get('user'));
  return (
    <div className="flex flex-col gap-3">
      <ListHead
        title="Users"
        noun="user"
        total={page.total}
        listing={listing}
        placeholder="Search by name or email"
      >
        <ListCsvButton list={list} noun="Users" name="users" columns={CSV_COLUMNS} />
        <Link to="/admin?tab=invitations&dialog=invite" className={buttonClass('primary')}>
          <UserPlus aria-hidden="true" className="size-4" />
          Invite
        </Link>
      </ListHead>
      <TableFrame label="Users" className={classNames(listing.isChanging && 'opacity-60')}>
        <Table aria-label="Users" className="sm:min-w-240">
          <thead>
            <tr>
              <SortableTh id="name" sorting={listing} className={stickyHeadClass}>
                User
              </SortableTh>
              {!isPhone && (
                <>
                  <SortableTh id="email" sorting={listing}>
                    Email
                  </SortableTh>
                  <SortableTh id="isAdmin" sorting={listing}>
                    Admin
                  </SortableTh>
                  <SortableTh id="companies" sorting={listing}>
                    Companies
                  </SortableTh>
                </>
              )}
              <ActionTh />
            </tr>
          </thead>
          <tbody>
            {rows.map((user) => (
              <UserRow
                key={user.id}
                user={user}
                isPhone={isPhone}
                onJoin={() => open('add-to-company', { user: user.id })}
                onChangeAdmin={() => setChanging(user)}
                onEndSessions={() => open('end-sessions', { user: user.id })}
              />
            ))}
          </tbody>
        </Table>
        {rows.length === 0 && <EmptyState message="No users match your search." />}
      </TableFrame>
      <MoreButton hasMore={rows.length < page.total} more={more} onClick={loadMore} />
      {person && dialog === 'add-to-company' && <MembershipDialog user={person} onClose={close} />}
      {changing && <ChangeAdmin user={changing} onClose={() => setChanging(null)} />}
      {person && dialog === 'end-sessions' && <EndSessions user={person} onClose={close} />}
    </div>
  );
}

function UserRow({
  user,
  isPhone,
  onJoin,
  onChangeAdmin,
  onEndSessions,
}: {
  user: AdminUserView;
  isPhone: boolean;
  onJoin: () => void;
  onChangeAdmin: () => void;
  onEndSessions: () => void;
}) {
  const name = fullName(user);
  const nameLine = (
    <span
      className={classNames('block truncate', name ? 'font-medium' : 'text-muted')}
      title={name ?? undefined}
    >
      {name ?? 'No name'}
    </span>
  );
  return (
    <tr>
      {isPhone ? (
        <RowTh className="w-full max-w-0 font-normal">
          {nameLine}
          <span className="block [overflow-wrap:anywhere]">
            <Email user={user} />
          </span>
          <span className="mt-1 flex flex-wrap gap-1">
            {user.isAdmin && <AdminBadge user={user} />}
            <Companies user={user} />
          </span>
        </RowTh>
      ) : (
        <>
          <RowTh className={classNames(stickyCellClass, 'min-w-34 max-w-34 font-normal sm:max-w-64')}>
            {nameLine}
            <span className="block truncate text-xs text-muted" title={user.id}>
              {user.id}
            </span>
          </RowTh>
          <Td className="max-w-64 truncate" title={user.email}>
            <Email user={user} />
          </Td>
          <Td>
            <AdminBadge user={user} />
          </Td>
          <Td>
            <Companies user={user} />
          </Td>
        </>
      )}
      <ActionCell
        subjectName={userName(user)}
        actions={[
          {
            label: 'Add to Company',
            icon: <Building2 aria-hidden="true" className="size-4" />,
            onApproach: MembershipDialog.preload,
            onSelect: onJoin,
          },
          {
            label: user.isAdmin ? 'Remove Admin' : 'Make Admin',
            icon: user.isAdmin ? (
              <ShieldOff aria-hidden="true" className="size-4" />
            ) : (
              <ShieldCheck aria-hidden="true" className="size-4" />
            ),
            // Same width for both labels.
            className: 'min-w-37 justify-start',
            onApproach: ConfirmChange.preload,
            onSelect: onChangeAdmin,
          },
          {
            label: 'End All Sessions',
            iconName: `End all sessions of ${userName(user)}`,
            icon: <LogOut aria-hidden="true" className="size-4" />,
            onApproach: EndSessions.preload,
            onSelect: onEndSessions,
          },
        ]}
      />
    </tr>
  );
}

function Email({ user }: { user: AdminUserView }) {
  return (
    <>
      {user.email || <span className="text-muted">No email</span>}
      {user.email && !user.emailVerified && <span className="block text-xs text-muted">Unverified</span>}
      {user.isDeleted && <span className="block text-xs text-muted">Marked for deletion</span>}
    </>
  );
}

function AdminBadge({ user: { isAdmin } }: { user: AdminUserView }) {
  return <Badge tone={isAdmin ? 'accent' : 'neutral'}>{isAdmin ? 'Admin' : 'User'}</Badge>;
}

function Companies({ user }: { user: AdminUserView }) {
  if (user.userCompanies.length === 0) return <span className="text-muted">No companies</span>;
  return (
    <ul className="flex max-w-full flex-wrap gap-1">
      {user.userCompanies.map(({ id, company, role }) => (
        <li key={id} className="max-w-full sm:max-w-64" title={company.name}>
          <Badge>
            <span className="truncate">{company.name}</span>
            <span className="whitespace-pre"> ({role})</span>
          </Badge>
        </li>
      ))}
    </ul>
  );
}

/** Confirms granting or revoking system administrator rights. */
function ChangeAdmin({ user, onClose }: { user: AdminUserView; onClose: () => void }) {
  const name = userName(user);
  return (
    <ConfirmChange
      title={user.isAdmin ? 'Remove Admin' : 'Make Admin'}
      message={
        user.isAdmin
          ? `${name} will no longer be able to manage users, companies and roles. Invitations they made are revoked. This takes effect immediately.`
          : `${name} will be able to manage all users, companies and roles, and see every company’s data.`
      }
      confirmLabel={user.isAdmin ? 'Remove Admin' : 'Make Admin'}
      tone={user.isAdmin ? 'danger' : 'primary'}
      texts={{
        failure: 'Failed to update admin status',
        success: 'User admin status updated successfully',
      }}
      path={`/api/admin/users/${encodeURIComponent(user.id)}/admin`}
      method="PUT"
      body={{ isAdmin: !user.isAdmin }}
      onClose={onClose}
    />
  );
}
