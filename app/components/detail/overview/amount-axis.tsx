import { AxisLeft } from '@visx/axis';
import { scaleLinear } from '@visx/scale';
import { formatCents } from '~/domain/money/money';
import { useFormat } from '~/hooks/use-format';
import { type ChartSize, domainFromZero, TICK_LABEL, toChartNumber } from './chart-svg';
import { compactAmount } from './compact-amount';

type Margin = { top: number; bottom: number; left: number; right: number };

/** Vertical scale of a chart, from zero, with round numbers at both ends. */
export function amountScale(
  amounts: readonly string[],
  { height, margin }: { height: number; margin: Margin },
) {
  return scaleLinear({
    domain: domainFromZero(amounts.map(toChartNumber)),
    range: [height - margin.bottom, margin.top],
    nice: 4,
  });
}

/** Amount labels at the left of a chart, with a grid line at each. */
export function AmountAxis({
  scale,
  width,
  margin,
}: Pick<ChartSize, 'width'> & { scale: ReturnType<typeof amountScale>; margin: Margin }) {
  const format = useFormat();
  const levels = scale.ticks(4);
  return (
    <>
      {levels.map((level) => (
        <line
          key={level}
          x1={margin.left}
          x2={width - margin.right}
          y1={scale(level)}
          y2={scale(level)}
          className={level === 0 ? 'stroke-control' : 'stroke-line'}
        />
      ))}
      <AxisLeft
        scale={scale}
        left={margin.left}
        tickValues={levels}
        hideAxisLine
        hideTicks
        tickLength={8}
        tickFormat={(level) => compactAmount(format, formatCents(BigInt(Math.round(level.valueOf() * 100))))}
        tickLabelProps={{ ...TICK_LABEL, textAnchor: 'end', verticalAnchor: 'middle', dy: 0 }}
      />
    </>
  );
}
