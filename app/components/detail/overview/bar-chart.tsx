import { scaleLinear } from '@visx/scale';
import { classNames } from '~/components/ui/class-names';
import { tooltipProps } from '~/components/ui/tooltip';
import { useFormat } from '~/hooks/use-format';
import { domainFromZero, toChartNumber } from './chart-svg';
import { compactAmount } from './compact-amount';

export type NamedAmount = { name: string; amount: string };

/** Horizontal bars on one scale, each below its name and amount. Clicking a bar filters by it. A long list scrolls. */
export function BarChart({
  bars,
  chosen,
  onChoose,
}: {
  bars: readonly NamedAmount[];
  chosen: string;
  onChoose: (name: string) => void;
}) {
  const format = useFormat();
  const x = scaleLinear({
    domain: domainFromZero(bars.map(({ amount }) => toChartNumber(amount))),
    range: [0, 100],
  });
  return (
    <ul className="absolute inset-0 overflow-y-auto pr-1">
      {bars.map(({ name, amount }) => {
        const [zero, end] = [x(0), x(toChartNumber(amount))];
        const isChosen = name === chosen;
        return (
          <li key={name}>
            <button
              type="button"
              aria-pressed={isChosen}
              className="block w-full rounded px-1 py-0.5 text-left text-xs hover:bg-sunken focus-visible:-outline-offset-2 aria-pressed:bg-accent-soft"
              {...tooltipProps(
                `${name}: ${format.currency(amount)}. ${isChosen ? 'Show all fields' : 'Show only this field'}`,
                0,
              )}
              onClick={() => onChoose(isChosen ? '' : name)}
            >
              <span className="flex justify-between gap-3">
                <span className="truncate">{name}</span>
                <span className="figures">{compactAmount(format, amount)}</span>
              </span>
              <svg aria-hidden="true" className="mt-0.5 block h-1.75 w-full">
                <rect width="100%" height="100%" className="fill-sunken" />
                <rect
                  x={`${Math.min(zero, end)}%`}
                  width={`${Math.max(Math.abs(end - zero), 0.3)}%`}
                  height="100%"
                  className={classNames(toChartNumber(amount) < 0 ? 'fill-control' : 'fill-accent')}
                />
              </svg>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
