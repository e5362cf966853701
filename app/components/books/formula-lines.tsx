import { classNames } from '~/components/ui/class-names';
import { type Format, useFormat } from '~/hooks/use-format';
import { withPowers } from './powers';

/** Shows how an amount is calculated, line by line. */
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

/** Converts a line's figures, which arrive as "14,447,500.00", to the user's number format. */
function withFigures(line: string, format: Format): string {
  return line.replace(/\d[\d,]*(\.\d+)?/g, (figure) => format.money(figure.replaceAll(',', '')));
}
