import { EmptyState } from '~/components/ui/empty-state';
import { Table, TableFrame, Td, Th } from '~/components/ui/table';
import { actorName } from '~/hooks/person-name';
import { useFormat } from '~/hooks/use-format';
import { useMoreRows } from '~/hooks/use-more-rows';
import { MAX_AUDIT_PAGE_SIZE } from '~/schemas/audit/audit';
import type { AdminPage } from './admin-page';
import { MoreButton } from './more-button';
import { ACTION_TEXTS, affectedText } from './security-log-text';

/** Sign-ins and permission changes: the audit entries that belong to no company. */
export function SecurityLogTab({ page }: { page: NonNullable<AdminPage['audit']> }) {
  const format = useFormat();
  const { rows, more, loadMore, hasMore } = useMoreRows({
    first: page.items,
    nextCursor: page.nextCursor,
    list: '/api/admin/audit-logs?',
    rowId: (entry) => entry.id,
    maxPageSize: MAX_AUDIT_PAGE_SIZE,
  });
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h2 className="text-lg font-semibold">Security Log</h2>
        <p className="text-muted">
          Changes to accounts, preferences and system administrators, and ended sessions, newest first.
          Sign-ins are listed only when they are a user’s first or change the account. Each company has its
          own audit log.
        </p>
      </div>
      <TableFrame label="Security Log">
        <Table aria-label="Security Log" className="min-w-200">
          <thead>
            <tr>
              <Th>Time</Th>
              <Th>User</Th>
              <Th>Action</Th>
              <Th>Affected User</Th>
              <Th>IP Address</Th>
            </tr>
          </thead>
          <tbody>
            {rows.map((entry) => (
              <tr key={entry.id}>
                <Td>{format.instant(entry.createdAt)}</Td>
                <Td className="max-w-64 truncate" title={entry.userId}>
                  {actorName(entry)}
                </Td>
                <Td>{ACTION_TEXTS[entry.action] ?? entry.action}</Td>
                <Td className="max-w-64 truncate" title={entry.entityId}>
                  {affectedText(entry)}
                </Td>
                <Td>{entry.ipAddress ?? <span className="text-muted">Unknown</span>}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
        {rows.length === 0 && <EmptyState message="No entries yet." />}
      </TableFrame>
      <MoreButton hasMore={hasMore} more={more} onClick={loadMore} />
    </div>
  );
}
