import Ban from 'lucide-react/icons/ban';
import Mail from 'lucide-react/icons/mail';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import { ActionCell, ActionTh } from '~/components/ui/action-cell';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { classNames } from '~/components/ui/class-names';
import { addDateToName, CsvButton, type CsvColumns } from '~/components/ui/csv-button';
import { EmptyState } from '~/components/ui/empty-state';
import { onDemand } from '~/components/ui/on-demand';
import { SortableTh } from '~/components/ui/sortable-th';
import { RowTh, stickyCellClass, stickyHeadClass, Table, TableFrame, Td } from '~/components/ui/table';
import { type SortValues, useSortedRows } from '~/components/ui/use-sorted-rows';
import { utcDay } from '~/domain/calendar/calendar-date';
import { useDialogAddress } from '~/hooks/use-address';
import { useFormat } from '~/hooks/use-format';
import { INVITATION_DAYS, type InvitationView } from '~/schemas/people/invitation';
import { mailAddress } from './invitation-mail';

const Invite = onDemand(() => import('./invite'));
const ConfirmChange = onDemand(() => import('./confirm-change'));

const STATES = { waiting: 'Pending', accepted: 'Accepted', expired: 'Expired', revoked: 'Revoked' } as const;

const SORT_VALUES: SortValues<InvitationView> = {
  email: ({ email }) => email,
  company: ({ company }) => company.name,
  role: ({ role }) => role,
  state: ({ state }) => STATES[state],
  createdAt: ({ createdAt }) => createdAt,
};

const CSV_COLUMNS: CsvColumns<InvitationView> = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  company: ({ company }) => company.name,
  role: ({ role }) => role,
  state: ({ state }) => state,
  invitedBy: ({ invitedBy }) => invitedBy?.name,
  createdAt: ({ createdAt }) => createdAt,
  expiresAt: ({ expiresAt }) => expiresAt,
  acceptedAt: ({ acceptedAt }) => acceptedAt,
  revokedAt: ({ revokedAt }) => revokedAt,
};

/** Invitations for people who haven't signed in before, with the status of each. */
export function InvitationsTab({ invitations }: { invitations: InvitationView[] }) {
  const format = useFormat();
  const { dialog, open, close } = useDialogAddress();
  const { sorted, ...sorting } = useSortedRows(invitations, SORT_VALUES, '-createdAt', 'sort');
  const [revoked, setRevoked] = useState<InvitationView | null>(null);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="max-w-2xl">
          <h2 className="text-lg font-semibold">Invitations</h2>
          <p className="text-muted">
            An invited user becomes a member when they first sign in with the invited email address, verified
            by your identity provider. Invitations expire after {INVITATION_DAYS} days.
          </p>
        </div>
        <span className="flex gap-2">
          {invitations.length > 0 && (
            <CsvButton
              subject="Invitations"
              fileName={addDateToName('invitations')}
              columns={CSV_COLUMNS}
              rows={sorted}
            />
          )}
          <Button
            variant="primary"
            icon={<UserPlus aria-hidden="true" className="size-4" />}
            onPointerEnter={Invite.preload}
            onFocus={Invite.preload}
            onClick={() => open('invite')}
          >
            Invite
          </Button>
        </span>
      </div>
      <TableFrame label="Invitations">
        <Table aria-label="Invitations" className="sm:min-w-200">
          <thead>
            <tr>
              <SortableTh id="email" sorting={sorting} className={stickyHeadClass}>
                Email
              </SortableTh>
              <SortableTh id="company" sorting={sorting}>
                Company
              </SortableTh>
              <SortableTh id="role" sorting={sorting}>
                Role
              </SortableTh>
              <SortableTh id="state" sorting={sorting}>
                Status
              </SortableTh>
              <SortableTh id="createdAt" sorting={sorting}>
                Invited
              </SortableTh>
              <ActionTh />
            </tr>
          </thead>
          <tbody>
            {sorted.map((invitation) => (
              <tr key={invitation.id}>
                <RowTh
                  className={classNames(
                    stickyCellClass,
                    'min-w-34 max-w-34 font-medium break-all sm:max-w-72',
                  )}
                >
                  {invitation.email}
                </RowTh>
                <Td className="max-w-56 truncate" title={invitation.company.name}>
                  {invitation.company.name}
                </Td>
                <Td>{invitation.role === 'admin' ? 'Admin' : 'Viewer'}</Td>
                <Td>
                  <Badge tone={invitation.state === 'waiting' ? 'accent' : 'neutral'}>
                    {STATES[invitation.state]}
                  </Badge>
                  <span className="block text-xs text-muted">{whenText(invitation, format.date)}</span>
                </Td>
                <Td>
                  {format.date(utcDay(invitation.createdAt))}
                  <span className="block text-xs text-muted">
                    by {invitation.invitedBy?.name ?? 'a former user'}
                  </span>
                </Td>
                <ActionCell
                  subjectName={invitation.email}
                  actions={
                    invitation.state === 'waiting'
                      ? [
                          {
                            label: 'Write Email',
                            icon: <Mail aria-hidden="true" className="size-4" />,
                            href: mailAddress(invitation),
                          },
                          {
                            label: 'Revoke',
                            icon: <Ban aria-hidden="true" className="size-4" />,
                            onApproach: ConfirmChange.preload,
                            onSelect: () => setRevoked(invitation),
                          },
                        ]
                      : []
                  }
                />
              </tr>
            ))}
          </tbody>
        </Table>
        {sorted.length === 0 && (
          <EmptyState message="No invitations yet. Invite someone by email address before they first sign in." />
        )}
      </TableFrame>
      {dialog === 'invite' && <Invite onClose={close} />}
      {revoked && (
        <ConfirmChange
          title="Revoke Invitation"
          message={`${revoked.email} will no longer become a member of ${revoked.company.name} on sign-in.`}
          confirmLabel="Revoke"
          texts={{ failure: 'Failed to revoke the invitation', success: 'Invitation revoked successfully' }}
          path={`/api/admin/invitations/${revoked.id}`}
          method="DELETE"
          onClose={() => setRevoked(null)}
        />
      )}
    </div>
  );
}

function whenText(
  { state, expiresAt, acceptedAt, revokedAt }: InvitationView,
  date: (day: string) => string,
) {
  const on = (instant: string) => date(utcDay(instant));
  if (state === 'waiting') return `until ${on(expiresAt)}`;
  return `on ${on(acceptedAt ?? revokedAt ?? expiresAt)}`;
}
