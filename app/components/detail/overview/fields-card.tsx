import { parseCents, roundHalfUp } from '~/domain/money/money';
import { type Format, useFormat } from '~/hooks/use-format';
import type { OverviewView } from '~/schemas/reports/overview-views';
import { BarChart } from './bar-chart';
import { ChartCard, type ChartFigures } from './chart-card';

type Fields = OverviewView['fields'];

/** Liability by field. Clicking a field's bar filters by it; clicking again clears the filter. */
export function FieldsCard({
  fields,
  total,
  today,
  chosen,
  onChoose,
}: {
  fields: Fields;
  total: string;
  today: string;
  /** Field to filter by; blank for no filter. */
  chosen: string;
  onChoose: (field: string) => void;
}) {
  const format = useFormat();
  return (
    <ChartCard
      {...fieldsFigures(fields, total, today, format)}
      chart={
        <BarChart
          bars={fields.map(({ field, currentAro }) => ({ name: field, amount: currentAro }))}
          chosen={chosen}
          onChoose={onChoose}
        />
      }
    />
  );
}

export function fieldsFigures(
  fields: Fields,
  total: string,
  today: string,
  format: Format,
): ChartFigures<Fields[number]> {
  const wellCount = fields.reduce((count, { wells }) => count + wells, 0);
  return {
    title: 'Liability by field',
    sentence: buildSentence(fields, total, format),
    fileName: `aro-by-field-${today}`,
    sortedBy: '-currentAro',
    columns: [
      { id: 'field', title: 'Field', width: 7.5, total: 'Total' },
      {
        id: 'wells',
        title: 'Wells',
        width: 4,
        figure: ({ wells }) => format.integer(wells),
        total: format.integer(wellCount),
      },
      {
        id: 'currentAro',
        title: `Liability (${format.symbol})`,
        width: 9,
        figure: ({ currentAro }) => format.money(currentAro),
        total: format.money(total),
      },
    ],
    rows: fields,
  };
}

function buildSentence(fields: Fields, total: string, format: Format): string {
  const [first] = fields;
  if (!first) return '';
  if (fields.length === 1) return `${first.field} holds the entire liability.`;
  const share =
    parseCents(total) > 0n
      ? `, ${roundHalfUp(100n * parseCents(first.currentAro), parseCents(total))}% of the total across ${fields.length} fields`
      : '';
  return `${first.field} is the largest: ${format.currency(first.currentAro)}${share}.`;
}
