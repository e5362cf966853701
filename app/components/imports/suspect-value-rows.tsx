import { Note } from '~/components/ui/note';
import { formatCents } from '~/domain/money/money';
import { formatRate } from '~/domain/money/rate';
import { type Format, useFormat } from '~/hooks/use-format';
import type { SuspectValue, SuspectValueRow } from './file-layers';

const MAX_VISIBLE = 5;

const NAMES: Record<SuspectValue['field'], string> = {
  discountRate: 'Discount rate',
  inflationRate: 'Inflation rate',
  aroValue: 'ARO value',
  currentAroValue: 'Current ARO value',
};

/** Warns about rows that will be imported unchanged although a value looks wrong, such as 75% for 7.5%. */
export function SuspectValueRows({ rows }: { rows: readonly SuspectValueRow[] }) {
  const format = useFormat();
  if (rows.length === 0) return null;
  const remaining = rows.length - MAX_VISIBLE;
  const isOne = rows.length === 1;
  return (
    <div role="status">
      <Note
        tone="warning"
        title={`${isOne ? '1 row looks' : `${format.integer(rows.length)} rows look`} wrong. Check ${isOne ? 'it' : 'them'} in your file. ${isOne ? 'It' : 'They'} won’t be skipped.`}
      >
        <ul className="mt-1 flex flex-col gap-1">
          {rows.slice(0, MAX_VISIBLE).map(({ row, wellCode, values }) => (
            <li key={row} className="[overflow-wrap:anywhere]">
              Row {row} ({wellCode}): {values.map((value) => formatSuspectValue(value, format)).join('; ')}
            </li>
          ))}
          {remaining > 0 && <li>and {format.integer(remaining)} more</li>}
        </ul>
      </Note>
    </div>
  );
}

function formatSuspectValue(value: SuspectValue, format: Format): string {
  const name = NAMES[value.field];
  if ('rate' in value) return `${name} ${format.rate(formatRate(value.rate))}%`;
  const { cents, computed } = value;
  return `${name} ${format.money(formatCents(cents))}, but cost, life and rates give ${format.money(formatCents(computed))}`;
}
