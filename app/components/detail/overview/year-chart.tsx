import { AxisBottom } from '@visx/axis';
import { scaleBand } from '@visx/scale';
import { useFormat } from '~/hooks/use-format';
import { AmountAxis, amountScale } from './amount-axis';
import { ChartMark, type ChartSize, TICK_LABEL, toChartNumber } from './chart-svg';

export type YearAmount = { year: number; amount: string; liability: string };

const MARGIN = { top: 8, bottom: 20, left: 40, right: 12 };
/** Width of a year's label with spacing, in pixels. */
const LABEL_WIDTH = 42;

/** One bar per year on a scale of amounts. */
export function YearChart({ years, width, height }: { years: readonly YearAmount[] } & ChartSize) {
  const format = useFormat();
  const x = scaleBand({
    domain: years.map(({ year }) => year),
    range: [MARGIN.left, width - MARGIN.right],
    padding: 0.25,
  });
  const y = amountScale(
    years.map(({ amount }) => amount),
    { height, margin: MARGIN },
  );
  const labelInterval = Math.ceil((years.length * LABEL_WIDTH) / (width - MARGIN.left - MARGIN.right));
  return (
    <>
      <AmountAxis scale={y} width={width} margin={MARGIN} />
      {years.map(({ year, amount, liability }, index) => (
        <ChartMark
          key={year}
          text={`${year}: accretion ${format.currency(amount)}, liability at the end ${format.currency(liability)}`}
          isFirst={index === 0}
        >
          {/* As tall as the chart, so a year with a small amount is easy to hover. */}
          <rect
            x={x(year)}
            y={MARGIN.top}
            width={x.bandwidth()}
            height={height - MARGIN.top - MARGIN.bottom}
            className="fill-transparent"
          />
          <rect
            x={x(year)}
            y={Math.min(y(0), y(toChartNumber(amount)))}
            width={x.bandwidth()}
            height={Math.abs(y(toChartNumber(amount)) - y(0))}
            className="fill-accent"
          />
        </ChartMark>
      ))}
      <AxisBottom
        scale={x}
        top={height - MARGIN.bottom}
        tickValues={years.filter((_, index) => index % labelInterval === 0).map(({ year }) => year)}
        hideAxisLine
        hideTicks
        tickLength={4}
        tickFormat={String}
        tickLabelProps={{ ...TICK_LABEL, textAnchor: 'middle' }}
      />
    </>
  );
}
