import { type Format, useFormat } from '~/hooks/use-format';
import { useRootData } from '~/hooks/use-root-data';
import type { OverviewView } from '~/schemas/reports/overview-views';
import { ChartCard, type ChartFigures } from './chart-card';
import { YearChart } from './year-chart';

type Forecast = OverviewView['forecast'];

const DECEMBER = 12;

/** Remaining accretion by year. */
export function ForecastCard({ forecast, today }: { forecast: Forecast; today: string }) {
  const format = useFormat();
  const { fiscalYearEnd } = useRootData();
  return (
    <ChartCard
      {...forecastFigures(forecast, fiscalYearEnd, today, format)}
      chart={(size) => (
        <YearChart
          years={forecast.years.map(({ year, accretion, liability }) => ({
            year,
            amount: accretion,
            liability,
          }))}
          {...size}
        />
      )}
    />
  );
}

export function forecastFigures(
  { years, total, atRetirement, lastPeriodEnd, firstPeriodEnd, method }: Forecast,
  fiscalYearEnd: number | undefined,
  today: string,
  format: Format,
): ChartFigures<Forecast['years'][number]> {
  const isCalendar = (fiscalYearEnd ?? DECEMBER) === DECEMBER;
  return {
    title: 'Accretion forecast',
    sentence: lastPeriodEnd
      ? `${format.currency(total)} of accretion remains through ${format.date(lastPeriodEnd)}, bringing the liability to ${format.currency(atRetirement)} before settlements.`
      : 'No accretion remaining. Every layer has reached its retirement date or its well is plugged.',
    note: lastPeriodEnd
      ? `Posted monthly from ${format.date(firstPeriodEnd)}, ${method} method. Plugged wells excluded.${isCalendar ? '' : ' Years are fiscal years, named by the year they end in.'}`
      : undefined,
    fileName: `aro-accretion-forecast-${today}`,
    sortedBy: 'year',
    columns: [
      {
        id: 'year',
        title: isCalendar ? 'Year' : 'Fiscal year',
        width: isCalendar ? 3.5 : 6,
        total: 'Total',
      },
      {
        id: 'accretion',
        title: `Accretion (${format.symbol})`,
        width: 8.75,
        figure: ({ accretion }) => format.money(accretion),
        total: format.money(total),
      },
      {
        id: 'liability',
        title: `Liability (${format.symbol})`,
        width: 8.75,
        figure: ({ liability }) => format.money(liability),
      },
    ],
    rows: years,
  };
}
