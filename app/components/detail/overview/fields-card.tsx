import { dollars } from '~/components/books/dollars';
import { formatCents, parseCents, roundHalfUp } from '~/domain/money/money';
import { type Format, useFormat } from '~/hooks/use-format';
import type { OverviewView } from '~/schemas/platform/views';
import { BarChart, type NamedAmount } from './bar-chart';
import { ChartCard } from './chart-card';

type Fields = OverviewView['fields'];

/** As many bars as have room. Where there are more fields, the smaller ones share the last. */
const MAX_BARS = 6;

/** In which fields the liability lies. */
export function FieldsCard({ fields, total, today }: { fields: Fields; total: string; today: string }) {
  const format = useFormat();
  const wellCount = fields.reduce((count, { wells }) => count + wells, 0);
  return (
    <ChartCard
      title="Liability by field"
      sentence={sentenceOf(fields, total, format)}
      fileName={`aro-by-field-${today}`}
      sortedBy="-currentAro"
      columns={[
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
      ]}
      rows={fields}
      chart={(size) => <BarChart bars={barsOf(fields)} {...size} />}
    />
  );
}

function barsOf(fields: Fields): NamedAmount[] {
  const bars = fields.map(({ field, currentAro }) => ({ name: field, amount: currentAro }));
  if (bars.length <= MAX_BARS) return bars;
  const rest = bars.slice(MAX_BARS - 1);
  const amount = formatCents(rest.reduce((sum, bar) => sum + parseCents(bar.amount), 0n));
  return [...bars.slice(0, MAX_BARS - 1), { name: `${rest.length} other fields`, amount, isRest: true }];
}

function sentenceOf(fields: Fields, total: string, format: Format): string {
  const [first] = fields;
  if (!first) return '';
  if (fields.length === 1) return `All of it lies in ${first.field}.`;
  const share =
    parseCents(total) > 0n
      ? `, ${roundHalfUp(100n * parseCents(first.currentAro), parseCents(total))}% of what ${fields.length} fields carry`
      : '';
  return `${first.field} carries the most: ${dollars(format, first.currentAro)}${share}.`;
}
