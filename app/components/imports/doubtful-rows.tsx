import { Note } from '~/components/ui/note';
import { formatCents } from '~/domain/money/money';
import { formatRate } from '~/domain/money/rate';
import { type Format, useFormat } from '~/hooks/use-format';
import type { Doubt, DoubtfulRow } from './file-layers';

const SHOWN = 5;

const NAMES: Record<Doubt['of'], string> = {
  discountRate: 'Discount rate',
  inflationRate: 'Inflation rate',
  aroValue: 'ARO value',
  currentAroValue: 'Current ARO value',
};

/** Warns about rows that will be imported unchanged although a value looks wrong, such as 75% for 7.5%. */
export function DoubtfulRows({ rows }: { rows: readonly DoubtfulRow[] }) {
  const format = useFormat();
  if (rows.length === 0) return null;
  const rest = rows.length - SHOWN;
  const isOne = rows.length === 1;
  return (
    <div role="status">
      <Note
        tone="warning"
        title={`${isOne ? '1 row looks' : `${format.integer(rows.length)} rows look`} wrong. Check ${isOne ? 'it' : 'them'} in your file: ${isOne ? 'it isn’t' : 'they aren’t'} skipped.`}
      >
        <ul className="mt-1 flex flex-col gap-1">
          {rows.slice(0, SHOWN).map(({ row, wellCode, doubts }) => (
            <li key={row} className="[overflow-wrap:anywhere]">
              Row {row} ({wellCode}): {doubts.map((doubt) => doubtText(doubt, format)).join('; ')}
            </li>
          ))}
          {rest > 0 && <li>and {format.integer(rest)} more</li>}
        </ul>
      </Note>
    </div>
  );
}

function doubtText(doubt: Doubt, format: Format): string {
  const name = NAMES[doubt.of];
  if ('rate' in doubt) return `${name} ${format.rate(formatRate(doubt.rate))}%`;
  const { cents, computed } = doubt;
  return `${name} ${format.money(formatCents(cents))}, but cost, life and rates make it ${format.money(formatCents(computed))}`;
}
