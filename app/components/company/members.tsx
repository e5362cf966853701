import { Badge } from '~/components/ui/badge';
import { EmptyState } from '~/components/ui/empty-state';
import { Note } from '~/components/ui/note';
import { Table, TableFrame, Td, Th } from '~/components/ui/table';
import { useFormat } from '~/hooks/use-format';
import type { MemberView } from '~/schemas/views';

/** Who belongs to the company. To be seen here, and changed by system administrators only. */
export function Members({ members }: { members: MemberView[] }) {
  const format = useFormat();
  return (
    <div className="flex max-w-4xl flex-col gap-3">
      <div>
        <h2 className="text-lg font-semibold">Members</h2>
        <p className="text-muted tabular-nums">
          {members.length === 1 ? '1 person belongs' : `${format.integer(members.length)} people belong`} to
          this company. Viewers read and export; admins also change data.
        </p>
      </div>
      <Note>
        <p>Members and their roles are changed by system administrators, in the admin panel.</p>
      </Note>
      {members.length === 0 ? (
        <EmptyState message="Nobody belongs to this company." />
      ) : (
        <TableFrame label="Members">
          <Table aria-label="Members">
            <thead>
              <tr>
                <Th>Name</Th>
                <Th className="max-sm:hidden">Email</Th>
                <Th>Role</Th>
                <Th className="max-sm:hidden">Member Since</Th>
              </tr>
            </thead>
            <tbody>
              {members.map((member) => (
                <tr key={member.userId}>
                  <th scope="row" className="h-9 border-b border-line px-3 py-1 text-left font-medium">
                    {memberName(member)}
                    <span className="block text-xs font-normal break-all text-muted sm:hidden">
                      {member.email}
                    </span>
                  </th>
                  <Td className="break-all max-sm:hidden">{member.email}</Td>
                  <Td>
                    <Badge tone={member.role === 'admin' ? 'accent' : 'neutral'}>
                      {member.role === 'admin' ? 'Admin' : 'Viewer'}
                    </Badge>
                  </Td>
                  <Td className="figures max-sm:hidden">{format.date(member.createdAt.slice(0, 10))}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableFrame>
      )}
    </div>
  );
}

function memberName({ firstName, lastName, email }: MemberView): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email;
}
