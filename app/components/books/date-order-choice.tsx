import { Segmented } from '~/components/ui/choice';
import type { DateOrder } from './table-text';

/** Asks which part of the dates in a pasted table is the month. */
export function DateOrderChoice({
  value,
  onChange,
}: {
  value: DateOrder;
  onChange: (order: DateOrder) => void;
}) {
  return (
    <Segmented
      legend="Dates like 3/4/2026"
      hideLegend
      name="dateOrder"
      choices={[
        { value: 'month-first', label: 'Month/Day/Year' },
        { value: 'day-first', label: 'Day/Month/Year' },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
