import { useFormat } from '~/hooks/use-format';
import { useRootData } from '~/hooks/use-root-data';
import type { OverviewView } from '~/schemas/reports/overview-views';
import { ChartCard } from './chart-card';
import { YearChart } from './year-chart';

const DECEMBER = 12;

/** What is still to accrete, year by year. */
export function ForecastCard({ forecast, today }: { forecast: OverviewView['forecast']; today: string }) {
  const format = useFormat();
  const { years, lastPeriodEnd, firstPeriodEnd, method } = forecast;
  const { fiscalYearEnd = DECEMBER } = useRootData();
  const isCalendar = fiscalYearEnd === DECEMBER;
  const sentence = lastPeriodEnd
    ? `${format.currency(forecast.total)} of accretion remains through ${format.date(lastPeriodEnd)}, bringing the liability to ${format.currency(forecast.atRetirement)} before settlements.`
    : 'No accretion remaining. Every layer has reached its retirement date or its well is plugged.';
  return (
    <ChartCard
      title="Accretion forecast"
      sentence={sentence}
      note={
        lastPeriodEnd
          ? `Posted monthly from ${format.date(firstPeriodEnd)}, ${method} method. Plugged wells excluded.${isCalendar ? '' : ' Years are fiscal years, named by the year they end in.'}`
          : undefined
      }
      fileName={`aro-accretion-forecast-${today}`}
      sortedBy="year"
      columns={[
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
          total: format.money(forecast.total),
        },
        {
          id: 'liability',
          title: `Liability (${format.symbol})`,
          width: 8.75,
          figure: ({ liability }) => format.money(liability),
        },
      ]}
      rows={years}
      chart={(size) => (
        <YearChart
          years={years.map(({ year, accretion, liability }) => ({ year, amount: accretion, liability }))}
          {...size}
        />
      )}
    />
  );
}
