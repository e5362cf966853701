import { Button } from '~/components/ui/button';
import { RadioGroup } from '~/components/ui/choice';
import { Note } from '~/components/ui/note';
import { Skeleton } from '~/components/ui/skeleton';
import { FigureCell, Table, TableFrame, Td, Th } from '~/components/ui/table';
import type { AdditionalCost } from '~/domain/books/uploaded-layer';
import { formatCents, sumCents } from '~/domain/money/money';
import { countOf } from '~/hooks/count-of';
import { useFormat } from '~/hooks/use-format';
import type { WellEstimate } from './file-layers';

const MAX_VISIBLE = 5;

const CHOICES = [
  { value: 'added', label: 'Added cost only', help: 'Adds to the well’s current estimate.' },
  {
    value: 'total',
    label: 'Revised total estimate',
    help: 'Replaces the well’s estimate. Only the change is recorded, up or down.',
  },
] as const satisfies { value: AdditionalCost; label: string; help: string }[];

type AdditionalCostChoiceProps = {
  /** Number of rows that don't specify what their cost means. */
  rows: number;
  /** Null until the current estimates load. */
  wells: readonly WellEstimate[] | null;
  hasFailed: boolean;
  onRetry: () => void;
  choice: AdditionalCost | null;
  onChoose: (choice: AdditionalCost) => void;
};

/** Asks what the cost of additional layers means. Nothing is preselected, because the wrong choice misstates an obligation. */
export function AdditionalCostChoice({
  rows,
  wells,
  hasFailed,
  onRetry,
  choice,
  onChoose,
}: AdditionalCostChoiceProps) {
  const format = useFormat();
  const count = countOf(rows, 'additional row', format);
  return (
    <section aria-label="Additional rows" className="flex flex-col gap-3">
      <RadioGroup
        legend={`What does the P&A cost in ${count} represent?`}
        name="additionalCost"
        choices={CHOICES}
        defaultValue={choice ?? undefined}
        onChange={onChoose}
      />
      {wells ? (
        <EstimateTable wells={wells} />
      ) : hasFailed ? (
        <Note tone="warning" title="Couldn’t load the current estimates.">
          <Button className="mt-2 text-ink" onClick={onRetry}>
            Try Again
          </Button>
        </Note>
      ) : (
        <div role="status">
          <span className="sr-only">Loading the current estimates</span>
          <Skeleton className="h-24" />
        </div>
      )}
    </section>
  );
}

function EstimateTable({ wells }: { wells: readonly WellEstimate[] }) {
  const format = useFormat();
  const money = (cents: number | bigint) => format.money(formatCents(cents));
  const figures = ['currentCents', 'addedCents', 'totalCents'] as const;
  const remaining = wells.length - MAX_VISIBLE;
  if (wells.length === 0) {
    return (
      <p className="text-muted">
        There are no estimates to compare: these wells have no initial layer, or their costs are gross.
      </p>
    );
  }
  return (
    <TableFrame label="Estimates" className="shrink-0">
      <Table aria-label="Estimates">
        <thead>
          <tr>
            <Th>Well Code</Th>
            <Th align="end">Current Estimate ({format.symbol})</Th>
            <Th align="end">If Added ({format.symbol})</Th>
            <Th align="end">If Revised Total ({format.symbol})</Th>
          </tr>
        </thead>
        <tbody>
          {wells.slice(0, MAX_VISIBLE).map((well) => (
            <tr key={well.wellCode}>
              <Td className="code-text">{well.wellCode}</Td>
              {figures.map((figure) => (
                <FigureCell key={figure}>{money(well[figure])}</FigureCell>
              ))}
            </tr>
          ))}
          {remaining > 0 && (
            <tr>
              <Td colSpan={4} className="text-muted">
                and {format.integer(remaining)} more
              </Td>
            </tr>
          )}
          <tr className="font-semibold">
            <Td>Total, {countOf(wells.length, 'well', format)}</Td>
            {figures.map((figure) => (
              <FigureCell key={figure}>{money(sumCents(wells.map((well) => well[figure])))}</FigureCell>
            ))}
          </tr>
        </tbody>
      </Table>
    </TableFrame>
  );
}
