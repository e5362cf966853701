import { formatCents, parseCents } from '~/domain/money/money';
import { type Format, useFormat } from '~/hooks/use-format';
import type { OverviewView } from '~/schemas/reports/overview-views';
import { ChartCard, type ChartFigures } from './chart-card';
import { WaterfallChart } from './waterfall-chart';

/** Waterfall from the year's beginning balance to its ending balance. */
export function ChangeCard({ rollforward }: { rollforward: OverviewView['rollforward'] }) {
  const format = useFormat();
  return (
    <ChartCard
      {...changeFigures(rollforward, format)}
      chart={(size) => <WaterfallChart steps={buildSteps(rollforward)} {...size} />}
    />
  );
}

export function changeFigures(
  rollforward: OverviewView['rollforward'],
  format: Format,
): ChartFigures<{ movement: string; amount: string }> {
  return {
    title: 'Change this year',
    sentence: buildSentence(rollforward, format),
    fileName: `aro-change-${rollforward.beginDate}-to-${rollforward.endDate}`,
    columns: [
      { id: 'movement', title: 'Movement', width: 7 },
      {
        id: 'amount',
        title: `Amount (${format.symbol})`,
        width: 9,
        figure: ({ amount }) => format.moneyOrDash(amount),
      },
    ],
    rows: buildSteps(rollforward).map(({ name, amount }) => ({ movement: name, amount })),
  };
}

function buildSteps(rollforward: OverviewView['rollforward']) {
  return [
    { name: 'Beginning', amount: rollforward.beginningBalance, isBalance: true },
    { name: 'Additions', amount: rollforward.additions, isBalance: false },
    { name: 'Accretion', amount: rollforward.accretion, isBalance: false },
    { name: 'Reductions', amount: formatCents(-parseCents(rollforward.reductions)), isBalance: false },
    { name: 'Ending', amount: rollforward.endingBalance, isBalance: true },
  ];
}

function buildSentence(
  { beginDate, endDate, change, endingBalance }: OverviewView['rollforward'],
  format: Format,
): string {
  const days = `${format.date(beginDate)} – ${format.date(endDate)}`;
  const ending = format.currency(endingBalance);
  if (Number(change) === 0) return `The liability is unchanged at ${ending} (${days}).`;
  const verb = change.startsWith('-') ? 'decreased' : 'increased';
  return `The liability ${verb} ${format.currency(change.replace('-', ''))} to ${ending} (${days}).`;
}
