import { Checkbox } from '~/components/ui/choice';
import { Note } from '~/components/ui/note';
import { countOf } from '~/hooks/count-of';
import { personName } from '~/hooks/person-name';
import { useFormat } from '~/hooks/use-format';
import type { SinceLastExportView } from '~/schemas/reports/journal-export';

/** Voucher numbers shown per kind; a daily export of a whole year can have hundreds. */
const MAX_VOUCHERS = 4;

/** Changes since the last export of the same dates, with the option to export only those. */
export function SinceLastExport({
  since: { last, changes },
  onlyChanges,
  onChange,
}: {
  since: SinceLastExportView;
  onlyChanges: boolean;
  onChange: (onlyChanges: boolean) => void;
}) {
  const format = useFormat();
  if (!last)
    return <p className="text-xs text-muted">These dates haven’t been exported in this layout before.</p>;
  const kinds = [
    ['new', changes.new],
    ['changed', changes.changed],
    ['removed', changes.gone],
  ] as const;
  const changedKinds = kinds.filter(([, vouchers]) => vouchers.length > 0);
  const lastExport = `the export of ${format.instant(last.createdAt)} by ${personName(last)}`;
  // The file can still differ in its lines or its layout's settings.
  if (changedKinds.length === 0)
    return <Note title={`Nothing new since ${lastExport}`}>Its vouchers are the same.</Note>;
  return (
    <Note title={`Since ${lastExport}`}>
      <ul className="my-1">
        {changedKinds.map(([kind, vouchers]) => (
          <li key={kind}>
            {countOf(vouchers.length, 'voucher', format)} {kind}:{' '}
            <span className="figures break-words whitespace-normal">{formatVouchers(vouchers)}</span>
          </li>
        ))}
      </ul>
      <Checkbox
        name="difference"
        label="Only the difference"
        help="Exports only what your ledger doesn’t have yet. Rows added to an earlier voucher get a new voucher number."
        checked={onlyChanges}
        onChange={(event) => onChange(event.target.checked)}
      />
    </Note>
  );
}

function formatVouchers(vouchers: readonly string[]): string {
  const more = vouchers.length - MAX_VOUCHERS;
  return vouchers.slice(0, MAX_VOUCHERS).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
