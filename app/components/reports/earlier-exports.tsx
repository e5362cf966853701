import Download from 'lucide-react/icons/download';
import { IconButton } from '~/components/ui/icon-button';
import { LEDGER_LAYOUTS } from '~/domain/books/ledger-files/layouts';
import { countOf } from '~/hooks/count-of';
import { personName } from '~/hooks/person-name';
import { useFormat } from '~/hooks/use-format';
import type { JournalExportView } from '~/schemas/reports/journal-export';

/** The company's most recent exports, each with a button to download it again. */
export function EarlierExports({
  exports,
  onSave,
}: {
  exports: readonly JournalExportView[];
  onSave: (journalExport: JournalExportView) => void;
}) {
  const format = useFormat();
  return (
    <details>
      <summary className="cursor-pointer font-medium">Earlier exports</summary>
      <ul aria-label="Earlier exports" className="mt-1 divide-y divide-line">
        {exports.map((journalExport) => {
          const days = `${format.date(journalExport.beginDate)} to ${format.date(journalExport.endDate)}`;
          return (
            <li key={journalExport.id} className="flex items-start gap-2 py-2">
              <div className="min-w-0 flex-1">
                <p>
                  {days}, {LEDGER_LAYOUTS[journalExport.layout].label}
                  {journalExport.since && ', difference'}
                </p>
                <p className="text-xs text-muted">
                  {countOf(journalExport.rows, 'row', format)}, debits {format.currency(journalExport.total)},{' '}
                  {format.instant(journalExport.createdAt)}, {personName(journalExport)}
                </p>
                <p className="figures truncate text-xs text-muted" title={journalExport.sha256}>
                  SHA-256 {journalExport.sha256}
                </p>
              </div>
              <IconButton
                label={`Download ${LEDGER_LAYOUTS[journalExport.layout].label}, ${days}, again`}
                hint="Download again"
                icon={<Download aria-hidden="true" />}
                onClick={() => onSave(journalExport)}
              />
            </li>
          );
        })}
      </ul>
    </details>
  );
}
