import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { formatCents } from '~/domain/money/money';
import { useFormat } from '~/hooks/use-format';
import { ChartMark, type ChartSize, domainFromZero, drawable, TICK_LABEL } from './chart-svg';
import { compactAmount } from './compact-amount';

export type YearAmount = { year: number; amount: string; liability: string };

const MARGIN = { top: 8, bottom: 20, left: 40, right: 12 };
/** A year's label with room around it. */
const LABEL_WIDTH = 42;

/** A bar a year, against a scale of amounts. */
export function YearChart({ years, width, height }: { years: readonly YearAmount[] } & ChartSize) {
  const format = useFormat();
  const x = scaleBand({
    domain: years.map(({ year }) => year),
    range: [MARGIN.left, width - MARGIN.right],
    padding: 0.25,
  });
  const y = scaleLinear({
    domain: domainFromZero(years.map(({ amount }) => drawable(amount))),
    range: [height - MARGIN.bottom, MARGIN.top],
    nice: 4,
  });
  const every = Math.ceil((years.length * LABEL_WIDTH) / (width - MARGIN.left - MARGIN.right));
  const levels = y.ticks(4);
  return (
    <>
      {levels.map((level) => (
        <line
          key={level}
          x1={MARGIN.left}
          x2={width - MARGIN.right}
          y1={y(level)}
          y2={y(level)}
          className={level === 0 ? 'stroke-control' : 'stroke-line'}
        />
      ))}
      <AxisLeft
        scale={y}
        left={MARGIN.left}
        tickValues={levels}
        hideAxisLine
        hideTicks
        tickLength={8}
        tickFormat={(level) => compactAmount(format, formatCents(BigInt(Math.round(level.valueOf() * 100))))}
        tickLabelProps={{ ...TICK_LABEL, textAnchor: 'end', verticalAnchor: 'middle', dy: 0 }}
      />
      {years.map(({ year, amount, liability }, index) => (
        <ChartMark
          key={year}
          text={`${year}: accretion ${format.currency(amount)}, liability at the end ${format.currency(liability)}`}
          isFirst={index === 0}
        >
          {/* As high as the chart, so that a year of little can be pointed at. */}
          <rect
            x={x(year)}
            y={MARGIN.top}
            width={x.bandwidth()}
            height={height - MARGIN.top - MARGIN.bottom}
            className="fill-transparent"
          />
          <rect
            x={x(year)}
            y={Math.min(y(0), y(drawable(amount)))}
            width={x.bandwidth()}
            height={Math.abs(y(drawable(amount)) - y(0))}
            className="fill-accent"
          />
        </ChartMark>
      ))}
      <AxisBottom
        scale={x}
        top={height - MARGIN.bottom}
        tickValues={years.filter((_, index) => index % every === 0).map(({ year }) => year)}
        hideAxisLine
        hideTicks
        tickLength={4}
        tickFormat={String}
        tickLabelProps={{ ...TICK_LABEL, textAnchor: 'middle' }}
      />
    </>
  );
}
