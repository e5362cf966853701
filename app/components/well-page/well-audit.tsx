import { useState } from 'react';
import { humanizeName, summarizeChange } from '~/components/company/audit-changes';
import AuditEntryDialog from '~/components/company/audit-entry-dialog';
import type { AuditRow } from '~/components/company/company-page';
import { Button } from '~/components/ui/button';
import { LoadFailure } from '~/components/ui/load-failure';
import { Skeleton } from '~/components/ui/skeleton';
import { RowTh, Table, TableFrame, Td, Th } from '~/components/ui/table';
import { actorName } from '~/hooks/person-name';
import { useFetched } from '~/hooks/use-fetched';
import { useFormat } from '~/hooks/use-format';
import { MAX_AUDIT_PAGE_SIZE } from '~/schemas/audit/audit';

/** Entries shown at first; a button loads more. */
const FIRST_ROWS = 20;

/** Audit entries of a well and its postings, newest first: who, when, and the values. */
export function WellAudit({ wellId, version }: { wellId: string; version: unknown }) {
  const format = useFormat();
  const [limit, setLimit] = useState(FIRST_ROWS);
  const [openEntry, setOpenEntry] = useState<AuditRow | null>(null);
  const query = new URLSearchParams({ wellId, limit: String(limit) });
  const { data, error, retry } = useFetched<AuditRow[]>(
    `/api/audit-logs?${query}`,
    version,
    `audit ${wellId}`,
  );
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">Audit Trail</h3>
      {error ? (
        <LoadFailure error={error} text="Couldn’t load the audit trail of this well." onRetry={retry} />
      ) : !data ? (
        <div role="status">
          <span className="sr-only">Loading the audit trail of the well</span>
          <Skeleton className="h-40" />
        </div>
      ) : data.length === 0 ? (
        <p className="text-muted">
          No changes are recorded for this well individually. It was imported from a file.
        </p>
      ) : (
        <>
          <TableFrame label="Audit Trail">
            <Table aria-label="Audit Trail">
              <thead>
                <tr>
                  <Th>Date</Th>
                  <Th>User</Th>
                  <Th>Action</Th>
                  <Th>Change</Th>
                </tr>
              </thead>
              <tbody>
                {data.map((entry) => (
                  <tr key={entry.id}>
                    <RowTh className="figures font-normal whitespace-nowrap">
                      {format.instant(entry.createdAt)}
                    </RowTh>
                    <Td className="min-w-28">{actorName(entry)}</Td>
                    <Td className="whitespace-nowrap">
                      <button
                        type="button"
                        aria-label={`Details of ${humanizeName(entry.action)}, ${format.instant(entry.createdAt)}`}
                        aria-haspopup="dialog"
                        className="min-h-6 rounded text-accent hover:underline"
                        onClick={() => setOpenEntry(entry)}
                      >
                        {humanizeName(entry.action)}
                      </button>
                    </Td>
                    <Td className="min-w-56 text-muted [overflow-wrap:anywhere]">
                      {summarizeChange(entry, format).text}
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </TableFrame>
          {data.length >= limit && limit < MAX_AUDIT_PAGE_SIZE && (
            <Button className="self-start" onClick={() => setLimit(Math.min(limit * 5, MAX_AUDIT_PAGE_SIZE))}>
              Show More
            </Button>
          )}
        </>
      )}
      {openEntry && (
        <AuditEntryDialog entry={openEntry} isSearching={false} onClose={() => setOpenEntry(null)} />
      )}
    </div>
  );
}
