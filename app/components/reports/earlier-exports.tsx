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
  onSave: (made: JournalExportView) => void;
}) {
  const format = useFormat();
  return (
    <details>
      <summary className="cursor-pointer font-medium">Earlier exports</summary>
      <ul aria-label="Earlier exports" className="mt-1 divide-y divide-line">
        {exports.map((made) => {
          const days = `${format.date(made.beginDate)} to ${format.date(made.endDate)}`;
          return (
            <li key={made.id} className="flex items-start gap-2 py-2">
              <div className="min-w-0 flex-1">
                <p>
                  {days}, {LEDGER_LAYOUTS[made.layout].label}
                  {made.since && ', difference'}
                </p>
                <p className="text-xs text-muted">
                  {countOf(made.rows, 'row', format)}, debits {format.currency(made.total)},{' '}
                  {format.instant(made.createdAt)}, {personName(made)}
                </p>
                <p className="figures truncate text-xs text-muted" title={made.sha256}>
                  SHA-256 {made.sha256}
                </p>
              </div>
              <IconButton
                label={`Download ${LEDGER_LAYOUTS[made.layout].label}, ${days}, again`}
                hint="Download again"
                icon={<Download aria-hidden="true" />}
                onClick={() => onSave(made)}
              />
            </li>
          );
        })}
      </ul>
    </details>
  );
}
