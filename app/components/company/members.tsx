import { Badge } from '~/components/ui/badge';
import { addDateToName, CsvButton, type CsvColumns } from '~/components/ui/csv-button';
import { EmptyState } from '~/components/ui/empty-state';
import { Note } from '~/components/ui/note';
import { SortableTh } from '~/components/ui/sortable-th';
import { RowTh, Table, TableFrame, Td } from '~/components/ui/table';
import { type SortValues, useSortedRows } from '~/components/ui/use-sorted-rows';
import { utcDay } from '~/domain/calendar/calendar-date';
import { countOf } from '~/hooks/count-of';
import { formatEmail, memberName } from '~/hooks/person-name';
import { useFormat } from '~/hooks/use-format';
import type { MemberView } from '~/schemas/people/people-views';

const SORT_VALUES: SortValues<MemberView> = {
  name: memberName,
  email: (member) => member.email,
  role: (member) => member.role,
  createdAt: (member) => member.createdAt,
};

const CSV_COLUMNS: CsvColumns<MemberView> = {
  userId: (member) => member.userId,
  firstName: (member) => member.firstName,
  lastName: (member) => member.lastName,
  email: (member) => member.email,
  emailVerified: (member) => String(member.emailVerified),
  role: (member) => member.role,
  createdAt: (member) => member.createdAt,
};

/** Members of the company. Read-only here: only system administrators can change them. */
export function Members({ members }: { members: MemberView[] }) {
  const format = useFormat();
  const { sorted, ...sorting } = useSortedRows(members, SORT_VALUES, 'name', 'membersSort');
  return (
    <div className="flex max-w-4xl flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 className="text-lg font-semibold">Members</h2>
          <p className="text-muted tabular-nums">
            {countOf(members.length, 'member', format)}. Viewers can view and export. Admins can also make
            changes.
          </p>
        </div>
        {members.length > 0 && (
          <CsvButton
            subject="Members"
            fileName={addDateToName('members')}
            columns={CSV_COLUMNS}
            rows={sorted}
          />
        )}
      </div>
      <Note>
        <p>System administrators manage members and roles in the Admin Panel.</p>
      </Note>
      {members.length === 0 ? (
        <EmptyState message="This company has no members yet." />
      ) : (
        <TableFrame label="Members">
          <Table aria-label="Members">
            <thead>
              <tr>
                <SortableTh id="name" sorting={sorting}>
                  Name
                </SortableTh>
                <SortableTh id="email" sorting={sorting} className="max-sm:hidden">
                  Email
                </SortableTh>
                <SortableTh id="role" sorting={sorting}>
                  Role
                </SortableTh>
                <SortableTh id="createdAt" sorting={sorting} className="max-sm:hidden">
                  Member Since
                </SortableTh>
              </tr>
            </thead>
            <tbody>
              {sorted.map((member) => (
                <tr key={member.userId}>
                  <RowTh className="font-medium">
                    {memberName(member)}
                    <span className="block text-xs font-normal break-all text-muted sm:hidden">
                      {formatEmail(member)}
                    </span>
                  </RowTh>
                  <Td className="break-all max-sm:hidden">{formatEmail(member)}</Td>
                  <Td>
                    <Badge tone={member.role === 'admin' ? 'accent' : 'neutral'}>
                      {member.role === 'admin' ? 'Admin' : 'Viewer'}
                    </Badge>
                  </Td>
                  <Td className="figures max-sm:hidden">{format.date(utcDay(member.createdAt))}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableFrame>
      )}
    </div>
  );
}
