import { type CsvRow, saveCsv } from '~/hooks/csv-file';
import { useExport } from '~/hooks/use-export';
import { fetchAllRows } from '~/hooks/use-more-rows';
import { useCompany } from '~/hooks/use-root-data';
import { MAX_AUDIT_PAGE_SIZE } from '~/schemas/audit/audit';
import type { AuditRow } from './company-page';

const COLUMNS = [
  'id',
  'createdAt',
  'userId',
  'userName',
  'userEmail',
  'token',
  'action',
  'entityType',
  'entityId',
  'oldValues',
  'newValues',
  'ipAddress',
  'userAgent',
];

/** Saves every change that the filters let through, whether its row is here yet or not. */
export function useAuditExport(list: string, today: string) {
  const companyId = useCompany()?.id ?? null;
  const { run, pending } = useExport<AuditRow[]>({
    success: 'Audit log exported successfully',
    fetchFailure: 'Failed to export audit log',
    exportFailure: 'Failed to export audit log',
  });
  const exportLog = () =>
    void run(
      () => fetchAllRows<AuditRow>(list, companyId, MAX_AUDIT_PAGE_SIZE),
      (entries) => saveCsv(`audit-log-${today}.csv`, COLUMNS, entries.map(toRow)),
    );
  return { exportLog, pending };
}

function toRow({ oldValues, newValues, user, token, well: _, ...entry }: AuditRow): CsvRow {
  return {
    ...entry,
    userName: user?.name,
    userEmail: user?.email,
    token: token?.name,
    oldValues: asText(oldValues),
    newValues: asText(newValues),
  };
}

function asText(values: unknown): string {
  return values === null || values === undefined ? '' : JSON.stringify(values);
}
