import { classNames } from '~/components/ui/class-names';
import { type Format, useFormat } from '~/hooks/use-format';
import { withPowers } from './powers';

/** How an amount follows from its figures, line by line. */
export function FormulaLines({ lines, className }: { lines: readonly string[]; className?: string }) {
  const format = useFormat();
  return (
    <span
      className={classNames(
        'mt-1 block rounded-md bg-sunken px-2 py-1 text-xs [overflow-wrap:anywhere] tabular-nums',
        className,
      )}
    >
      {lines.map((line) => (
        <span key={line} className="block">
          {withPowers(withFigures(line, format))}
        </span>
      ))}
    </span>
  );
}

/** The figures of a line, which come as "14,447,500.00", in the person's way of writing. */
function withFigures(line: string, format: Format): string {
  return line.replace(/\d[\d,]*(\.\d+)?/g, (figure) => format.money(figure.replaceAll(',', '')));
}
