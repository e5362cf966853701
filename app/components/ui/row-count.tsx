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
  const totalText = countOf(total, noun, format);
  return (
    <p role="status" className="text-muted tabular-nums">
      {matching === null ? totalText : `${format.integer(matching)} of ${totalText}`}
    </p>
  );
}
