import { fileNamePart } from '~/components/detail/file-name-part';
import { ChartCard } from '~/components/detail/overview/chart-card';
import { useFormat } from '~/hooks/use-format';
import type { WellLedgerView } from '~/schemas/reports/report-views';
import type { WellView } from '~/schemas/wells/well-views';
import { LiabilityLine, MARK_NAMES, MarkShape } from './liability-line';
import { type LiabilityPoint, liabilityPoints, type Mark } from './liability-points';

/** The well's liability over time, and what changed it. */
export default function LiabilityChart({
  ledger,
  well,
  today,
}: {
  ledger: WellLedgerView[];
  well: Pick<WellView, 'wellCode'>;
  today: string;
}) {
  const format = useFormat();
  const points = liabilityPoints(ledger);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const marks = (Object.keys(MARK_NAMES) as Mark[]).filter((mark) =>
    points.some((point) => point.marks[0] === mark),
  );
  const money = (amount: string) => format.money(amount);
  return (
    // The card is sized for three side by side; here it has the full width.
    <div className="flex flex-col gap-2 [&>section]:min-h-78 [&>section>p]:min-h-0">
      <ChartCard
        title="Liability"
        sentence={`From ${format.currency(first.balance)} on ${format.date(first.day)} to ${format.currency(last.balance)} on ${format.date(last.day)}.`}
        columns={[
          { id: 'day', title: 'Date', width: 8, shown: ({ day }) => format.date(day) },
          { id: 'what', title: 'Movements', width: 14 },
          { id: 'change', title: 'Change', width: 9, figure: ({ change }) => money(change) },
          { id: 'balance', title: 'Balance', width: 9, figure: ({ balance }) => money(balance) },
        ]}
        rows={points.map(({ day, change, balance, marks }) => ({
          day,
          what: markNames(marks),
          change,
          balance,
        }))}
        fileName={`liability-${fileNamePart(well.wellCode)}`}
        chart={(size) => <LiabilityLine points={points} today={today} {...size} />}
      />
      <ul aria-label="Chart markers" className="flex flex-wrap gap-x-4 gap-y-1 px-1 text-xs text-muted">
        {marks.map((mark) => (
          <li key={mark} className="flex items-center gap-1.5">
            <svg aria-hidden="true" width={12} height={12} viewBox="-6 -6 12 12">
              <MarkShape mark={mark} />
            </svg>
            {MARK_NAMES[mark]}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** "Settlement, Accretion" */
function markNames(marks: LiabilityPoint['marks']): string {
  return marks.map((mark) => MARK_NAMES[mark]).join(', ');
}
