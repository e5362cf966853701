import { scaleLinear } from '@visx/scale';
import { AmountAxis, amountScale } from '~/components/detail/overview/amount-axis';
import { ChartMark, type ChartSize, TICK_LABEL, toChartNumber } from '~/components/detail/overview/chart-svg';
import { useFormat } from '~/hooks/use-format';
import { dayTicks, type LiabilityPoint, type Mark } from './liability-points';

export const MARK_NAMES: Record<Mark, string> = {
  opening: 'Opening balance',
  incurred: 'Layer recognized',
  acquired: 'Layer acquired',
  revisions: 'Estimate revised',
  accretion: 'Accretion',
  settled: 'Settlement',
  divested: 'Sale',
  reversal: 'Reversal',
};

const MARGIN = { top: 10, bottom: 22, left: 46, right: 14 };
/** Width of a month's label with spacing, in pixels. */
const LABEL_WIDTH = 72;
/** With more accretion points than this, only the line is drawn. */
const MAX_DOTS = 60;

/** The liability as a step line from one movement to the next, through today. */
export function LiabilityLine({
  points,
  today,
  width,
  height,
}: { points: readonly LiabilityPoint[]; today: string } & ChartSize) {
  const format = useFormat();
  const [first, last] = [points[0]!, points.at(-1)!];
  const end = today > last.day ? today : last.day;
  const time = (day: string) => Date.parse(day);
  const x = scaleLinear({
    domain: first.day < end ? [time(first.day), time(end)] : [time(first.day), time(first.day) + 1],
    range: [MARGIN.left, width - MARGIN.right],
  });
  const y = amountScale(
    points.map(({ balance }) => balance),
    { height, margin: MARGIN },
  );
  const ticks = dayTicks(first.day, end, (width - MARGIN.left - MARGIN.right) / LABEL_WIDTH);
  const steps = points.map(({ day, balance }) => `H${x(time(day))}V${y(toChartNumber(balance))}`).join('');
  const accretions = points.filter(({ marks }) => marks[0] === 'accretion').length;
  return (
    <>
      <AmountAxis scale={y} width={width} margin={MARGIN} />
      {ticks.map(({ day, isYear }) => (
        <text
          key={day}
          x={x(time(day))}
          y={height - 6}
          textAnchor="middle"
          fontSize={TICK_LABEL.fontSize}
          className={TICK_LABEL.className}
        >
          {isYear ? day.slice(0, 4) : format.month(day.slice(0, 7))}
        </text>
      ))}
      <path
        d={`M${x(time(first.day))},${y(0)}${steps}H${x(time(end))}`}
        className="fill-none stroke-accent"
        strokeWidth={1.5}
      />
      {points.map(({ day, marks, change, balance }) =>
        marks[0] === 'accretion' && accretions > MAX_DOTS ? null : (
          <ChartMark
            key={day}
            text={`${format.date(day)}: ${marks.map((mark) => MARK_NAMES[mark]).join(', ')} ${format.currency(change)}. Balance ${format.currency(balance)}`}
            isFirst={day === first.day}
            transform={`translate(${x(time(day))} ${y(toChartNumber(balance))})`}
          >
            <circle r={8} className="fill-transparent" />
            <MarkShape mark={marks[0]!} />
          </ChartMark>
        ),
      )}
    </>
  );
}

/** Distinguished by shape, not color. Centered at the origin, ten units high. */
export function MarkShape({ mark }: { mark: Mark }) {
  switch (mark) {
    case 'accretion':
      return <circle r={2} className="fill-accent" />;
    case 'opening':
      return <circle r={4} className="fill-surface stroke-accent" strokeWidth={1.5} />;
    case 'incurred':
      return <circle r={4.5} className="fill-accent" />;
    case 'acquired':
      return <path d="M0,-5L5,4H-5Z" className="fill-accent" />;
    case 'revisions':
      return <path d="M0,-5L5,0L0,5L-5,0Z" className="fill-accent stroke-surface" />;
    case 'settled':
      return <rect x={-4} y={-4} width={8} height={8} className="fill-ink stroke-surface" />;
    case 'divested':
      return <path d="M0,5L5,-4H-5Z" className="fill-ink stroke-surface" />;
    case 'reversal':
      return <path d="M-4,-4L4,4M-4,4L4,-4" className="stroke-ink" strokeWidth={2} />;
  }
}
