import { dollars } from '~/components/books/dollars';
import { nextMonthEnd } from '~/domain/calendar/calendar-date';
import { useFormat } from '~/hooks/use-format';
import type { OverviewView } from '~/schemas/platform/views';
import { FIGURES_CLASS } from './shape';

/** The four figures that are asked for first. */
export function OverviewFigures({ overview }: { overview: OverviewView }) {
  const format = useFormat();
  const { rollforward, forecast, postedThrough } = overview;
  const figures = [
    {
      name: 'Total liability',
      value: dollars(format, overview.totalCurrentAro),
      help: postedThrough ? `Accreted through ${format.date(postedThrough)}` : 'No accretion posted yet',
    },
    {
      name: 'Change this year',
      value: withSign(rollforward.change, dollars(format, rollforward.change)),
      help: `${format.date(rollforward.beginDate)} – ${format.date(rollforward.endDate)}`,
    },
    {
      name: 'Accretion, next 12 months',
      value: dollars(format, forecast.twelveMonths),
      help: `${format.date(forecast.firstPeriodEnd)} – ${format.date(monthsOn(forecast.firstPeriodEnd, 11))}`,
    },
    {
      name: 'Wells with an obligation',
      value: format.integer(overview.totalWells),
      help: overview.totalLayers === 1 ? '1 layer' : `${format.integer(overview.totalLayers)} layers`,
    },
  ];
  return (
    <dl className={FIGURES_CLASS}>
      {figures.map(({ name, value, help }) => (
        // On a phone's screen the figure stands at the end of its name's line.
        <div key={name} className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3 @lg:block">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="figures text-base font-semibold @lg:text-xl @5xl:text-lg @6xl:text-xl">{value}</dd>
          <dd className="figures w-full text-xs text-muted">{help}</dd>
        </div>
      ))}
    </dl>
  );
}

function withSign(amount: string, text: string): string {
  return /^-|^0+\.00$/.test(amount) ? text : `+${text}`;
}

function monthsOn(monthEnd: string, months: number): string {
  let date = monthEnd;
  for (let count = 0; count < months; count += 1) date = nextMonthEnd(date);
  return date;
}
