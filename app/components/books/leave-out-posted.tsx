import { Checkbox } from '~/components/ui/choice';
import { countOf } from '~/hooks/count-of';
import { useFormat } from '~/hooks/use-format';

/** The choice to leave out so many rows that are posted already. */
export function LeaveOutPosted({
  rows,
  checked,
  onChange,
}: {
  rows: number;
  checked: boolean;
  onChange: (isLeftOut: boolean) => void;
}) {
  const format = useFormat();
  return (
    <Checkbox
      className="mt-1"
      label={`Leave out the ${rows === 1 ? 'row that is' : `${countOf(rows, 'row', format)} that are`} posted already`}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
