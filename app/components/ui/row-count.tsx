import { countOf } from '~/hooks/count-of';
import { useFormat } from '~/hooks/use-format';

/** "3,733 wells", or "12 of 3,733 wells" when filtered. Announced again when the filters change it. */
export function RowCount({
  noun,
  total,
  matching,
}: {
  noun: string;
  total: number;
  /** Null when there are no filters. */
  matching: number | null;
}) {
  const format = useFormat();
  const all = countOf(total, noun, format);
  return (
    <p role="status" className="text-muted tabular-nums">
      {matching === null ? all : `${format.integer(matching)} of ${all}`}
    </p>
  );
}
