import { scaleBand, scaleLinear } from '@visx/scale';
import { useId } from 'react';
import { useFormat } from '~/hooks/use-format';
import { type ChartSize, domainFromZero, drawable, Stripes } from './chart-svg';
import { compactAmount } from './compact-amount';

export type NamedAmount = {
  name: string;
  amount: string;
  /** Several together: its bar is striped. */
  isRest?: boolean;
};

const MAX_ROW_HEIGHT = 32;
const BAR_HEIGHT = 7;
/** Room for a figure behind a name, and for a wide letter of the latter. */
const FIGURE_WIDTH = 60;
const LETTER_WIDTH = 9;

/** Lying bars, each below its name and its figure. */
export function BarChart({ bars, width, height }: { bars: readonly NamedAmount[] } & ChartSize) {
  const format = useFormat();
  const stripes = useId();
  const y = scaleBand({
    domain: bars.map(({ name }) => name),
    range: [0, Math.min(height, bars.length * MAX_ROW_HEIGHT)],
  });
  const x = scaleLinear({
    domain: domainFromZero(bars.map(({ amount }) => drawable(amount))),
    range: [0, width],
  });
  return (
    <>
      <Stripes id={stripes} className="fill-accent" />
      {bars.map(({ name, amount, isRest }) => {
        const bottom = (y(name) ?? 0) + y.bandwidth();
        const [zero, end] = [x(0), x(drawable(amount))];
        const textLine = bottom - BAR_HEIGHT - 5;
        return (
          <g key={name}>
            <title>{`${name}: ${format.currency(amount)}`}</title>
            <text y={textLine} className="fill-ink">
              {shortened(name, (width - FIGURE_WIDTH) / LETTER_WIDTH)}
            </text>
            <text x={width} y={textLine} textAnchor="end" className="figures fill-ink">
              {compactAmount(format, amount)}
            </text>
            <rect x={0} y={bottom - BAR_HEIGHT} width={width} height={BAR_HEIGHT} className="fill-sunken" />
            <rect
              x={Math.min(zero, end)}
              y={bottom - BAR_HEIGHT}
              width={Math.max(Math.abs(end - zero), 1)}
              height={BAR_HEIGHT}
              fill={isRest ? `url(#${stripes})` : undefined}
              className={isRest ? undefined : 'fill-accent'}
            />
          </g>
        );
      })}
    </>
  );
}

function shortened(name: string, letters: number): string {
  return name.length <= letters ? name : `${name.slice(0, Math.max(1, Math.floor(letters) - 1)).trimEnd()}…`;
}
