import { classNames } from '~/components/ui/class-names';
import { figureClass, figureGridClass } from '~/components/ui/figure-grid';
import { Skeleton } from '~/components/ui/skeleton';
import { nextMonthEnd } from '~/domain/calendar/calendar-date';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import type { OverviewView } from '~/schemas/reports/overview-views';

export const FIGURE_NAMES = [
  'Total liability',
  'Change this year',
  'Accretion, next 12 months',
  'Wells with ARO',
];

/** Strip with the four key figures of the filtered layers. */
export function OverviewFigures({
  overview,
  isOld,
  isWhole,
}: {
  /** Null while loading. */
  overview: OverviewView | null;
  isOld: boolean;
  /** When false, a phone shows only the first two figures, above the layers. */
  isWhole: boolean;
}) {
  const format = useFormat();
  const figures = overview && buildFigures(overview, format);
  return (
    <dl
      aria-busy={isOld || !overview}
      className={classNames(
        `${figureGridClass} rounded-lg border border-line bg-surface px-4 py-1.5 lg:h-14 print:hidden`,
        isOld && 'opacity-60',
      )}
    >
      {FIGURE_NAMES.map((name, index) => (
        <div key={name} className={classNames(figureClass, index > 1 && !isWhole && 'max-sm:hidden')}>
          {/* One line: help that doesn't fit next to the name wraps to a hidden second line. */}
          <dt className="flex h-4 flex-wrap gap-x-1 overflow-hidden text-xs text-muted">
            <span className="max-w-full truncate">{name}</span>{' '}
            {figures && <span className="figures max-xl:hidden">· {figures[index]!.help}</span>}
          </dt>
          <dd className="figures min-h-5.5 text-base font-semibold">
            {figures ? figures[index]!.value : <Skeleton className="h-5 w-28" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function buildFigures(overview: OverviewView, format: Format): { value: string; help: string }[] {
  const { rollforward, forecast, postedThrough } = overview;
  return [
    {
      value: format.currency(overview.totalCurrentAro),
      help: postedThrough ? `accreted through ${format.date(postedThrough)}` : 'no accretion posted yet',
    },
    {
      value: withSign(rollforward.change, format.currency(rollforward.change)),
      help: `since ${format.date(rollforward.beginDate)}`,
    },
    {
      value: format.currency(forecast.twelveMonths),
      help: `through ${format.month(monthsOn(forecast.firstPeriodEnd, 11))}`,
    },
    {
      value: format.integer(overview.totalWells),
      help: countOf(overview.totalLayers, 'layer', format),
    },
  ];
}

function withSign(amount: string, text: string): string {
  return /^-|^0+\.00$/.test(amount) ? text : `+${text}`;
}

function monthsOn(monthEnd: string, months: number): string {
  let date = monthEnd;
  for (let count = 0; count < months; count += 1) date = nextMonthEnd(date);
  return date;
}
