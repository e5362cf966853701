import { AxisBottom } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { useId } from 'react';
import { useFormat } from '~/hooks/use-format';
import { ChartMark, type ChartSize, domainFromZero, Stripes, TICK_LABEL, toChartNumber } from './chart-svg';
import { compactAmount } from './compact-amount';

export type WaterfallStep = {
  name: string;
  /** For a balance, its value; for a movement, the change from the balance before it. */
  amount: string;
  isBalance: boolean;
};

const MARGIN = { top: 18, bottom: 20 };
/** The largest size at which the step names fit side by side. */
const fontSizeAt = (width: number) => Math.max(9, Math.min(Math.round(width / 30), 11));

/** From one balance through its movements to the next. Balances are gray, increases solid and decreases striped. */
export function WaterfallChart({ steps, width, height }: { steps: readonly WaterfallStep[] } & ChartSize) {
  const format = useFormat();
  const stripes = useId();
  const bars = buildBars(steps);
  const x = scaleBand({ domain: steps.map(({ name }) => name), range: [0, width], padding: 0.28 });
  const y = scaleLinear({
    domain: domainFromZero(bars.flatMap(({ from, to }) => [from, to])),
    range: [height - MARGIN.bottom, MARGIN.top],
  });
  const barWidth = x.bandwidth();
  return (
    <>
      <Stripes id={stripes} className="fill-accent" />
      {bars.map(({ step, from, to }, index) => {
        const left = x(step.name) ?? 0;
        const top = Math.min(y(from), y(to));
        const className = step.isBalance ? 'fill-control' : to >= from ? 'fill-accent' : 'stroke-accent';
        return (
          <ChartMark
            key={step.name}
            text={`${step.name}: ${format.currency(step.amount)}`}
            isFirst={index === 0}
          >
            <rect
              x={left}
              y={top}
              width={barWidth}
              // A zero change still shows as a line.
              height={Math.max(Math.abs(y(from) - y(to)), 1)}
              fill={className === 'stroke-accent' ? `url(#${stripes})` : undefined}
              className={className}
            />
            {index < bars.length - 1 && (
              <line
                x1={left + barWidth}
                x2={left + x.step()}
                y1={y(to)}
                y2={y(to)}
                className="stroke-control"
                strokeDasharray="2 2"
              />
            )}
            <text
              x={left + barWidth / 2}
              y={top - 5}
              textAnchor="middle"
              className="figures fill-ink font-medium"
            >
              {formatLabel(step, compactAmount(format, step.amount))}
            </text>
          </ChartMark>
        );
      })}
      <AxisBottom
        scale={x}
        top={height - MARGIN.bottom}
        axisLineClassName="stroke-line"
        hideTicks
        tickLength={4}
        tickLabelProps={{ ...TICK_LABEL, fontSize: fontSizeAt(width), textAnchor: 'middle' }}
      />
    </>
  );
}

/** Start and end of each step: a balance from zero, a movement from the end of the previous step. */
function buildBars(steps: readonly WaterfallStep[]) {
  let level = 0;
  return steps.map((step) => {
    const from = step.isBalance ? 0 : level;
    level = from + toChartNumber(step.amount);
    return { step, from, to: level };
  });
}

function formatLabel({ isBalance, amount }: WaterfallStep, text: string): string {
  return isBalance || toChartNumber(amount) <= 0 ? text : `+${text}`;
}
