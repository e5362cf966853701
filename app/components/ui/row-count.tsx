import { countOf } from '~/hooks/count-of';
import { useFormat } from '~/hooks/use-format';

/** "3,733 wells", or "12 of 3,733 wells" while filters hold some back; announced again when filters change it. */
export function RowCount({
  noun,
  total,
  matching,
}: {
  noun: string;
  total: number;
  /** Null without filters. */
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
