import { type CsvRow, saveCsv } from '~/hooks/csv-file';
import { actorName } from '~/hooks/person-name';
import { useExport } from '~/hooks/use-export';
import { type Format, useFormat } from '~/hooks/use-format';
import { fetchAllRows } from '~/hooks/use-more-rows';
import { useCompany, useWriteBlock } from '~/hooks/use-root-data';
import { MAX_AUDIT_PAGE_SIZE } from '~/schemas/audit/audit';
import { changeSummaryText, humanizeName } from './audit-changes';
import type { AuditRow } from './company-page';

/** Readable columns first, then the recorded values for verification. */
const COLUMNS = [
  'createdAt',
  'user',
  'actionName',
  'wellCode',
  'change',
  'id',
  'userId',
  'userEmail',
  'token',
  'action',
  'entityType',
  'entityId',
  'oldValues',
  'newValues',
];
/** Visible to company admins only. */
const TRACE_COLUMNS = ['ipAddress', 'userAgent'];

/** Saves every change that matches the filters, loaded or not. */
export function useAuditExport(list: string, today: string) {
  const companyId = useCompany()?.id ?? null;
  const format = useFormat();
  const columns = useWriteBlock() === null ? [...COLUMNS, ...TRACE_COLUMNS] : COLUMNS;
  const { run, pending } = useExport<AuditRow[]>({
    success: 'Audit log exported successfully',
    fetchFailure: 'Failed to export audit log',
    exportFailure: 'Failed to export audit log',
  });
  const exportLog = () =>
    void run(
      () => fetchAllRows<AuditRow>(list, companyId, MAX_AUDIT_PAGE_SIZE),
      (entries) =>
        saveCsv(
          `audit-log-${today}.csv`,
          columns,
          entries.map((entry) => toRow(entry, format)),
        ),
    );
  return { exportLog, pending };
}

function toRow(entry: AuditRow, format: Format): CsvRow {
  const { user, token, well, concerned: _, ...recorded } = entry;
  return {
    ...recorded,
    user: actorName(entry),
    actionName: humanizeName(entry.action),
    wellCode: well?.wellCode,
    change: changeSummaryText(entry, format),
    userEmail: user?.email,
    token: token?.name,
    oldValues: toText(entry.oldValues),
    newValues: toText(entry.newValues),
  };
}

function toText(values: unknown): string {
  return values === null || values === undefined ? '' : JSON.stringify(values);
}
