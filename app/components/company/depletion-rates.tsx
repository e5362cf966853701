import { Card } from '~/components/ui/card';
import { EmptyState } from '~/components/ui/empty-state';
import { LoadFailure } from '~/components/ui/load-failure';
import { Note } from '~/components/ui/note';
import { FigureCell, RowTh, Table, TableFrame, Td, Th } from '~/components/ui/table';
import { useMutation } from '~/hooks/use-api';
import { useFetched } from '~/hooks/use-fetched';
import { useFormat } from '~/hooks/use-format';
import type { DepletionRateView } from '~/schemas/books/depletion-rate';
import { DEPLETION_COLUMNS, readDepletionRates } from './pasted-rates';
import { RatesForm } from './rates-form';

const VISIBLE_ROWS = 60;

/** Depletion rates by field, one per line: typed, pasted from a sheet, or read from a spreadsheet. */
export function DepletionRates({ companyId }: { companyId: string }) {
  const path = `/api/companies/${companyId}/depletion-rates`;
  const { data, error, retry, refresh } = useFetched<DepletionRateView[]>(path);
  const { run, pending } = useMutation({
    failure: 'Failed to save depletion rates',
    success: 'Depletion rates saved successfully',
  });

  const save = async (body: object) => {
    const outcome = await run((api) => api(path, { method: 'PUT', body }));
    if (outcome.ok) refresh();
    return outcome;
  };

  return (
    <Card
      title="Depletion Rates"
      description="By field and month, as a percentage of the net book value at the start of the month. A month posts once every field with remaining cost has its rate."
    >
      <div className="flex flex-col gap-4">
        <RatesForm
          name="rates"
          label="Add or change rates"
          help="One per line: field, month, percent. Type them, paste them from a sheet, or choose a spreadsheet. Omit the percent to remove a rate."
          placeholder="North, 2026-09, 1.2500"
          columns={DEPLETION_COLUMNS}
          action="Save Rates"
          pending={pending}
          read={readDepletionRates}
          save={save}
        />
        {error ? (
          <LoadFailure error={error} text="Couldn’t load the rates." onRetry={retry} />
        ) : (
          data && <RatesTable rates={data} />
        )}
      </div>
    </Card>
  );
}

function RatesTable({ rates }: { rates: readonly DepletionRateView[] }) {
  const format = useFormat();
  if (rates.length === 0) return <EmptyState message="No rates entered yet." />;
  const warning = fieldsWithoutWells(rates);
  return (
    <>
      {warning && <Note tone="warning">{warning}</Note>}
      <TableFrame label="Depletion Rates" className="max-h-80">
        <Table aria-label="Depletion Rates">
          <thead>
            <tr>
              <Th>Month</Th>
              <Th>Field</Th>
              <Th align="end">Percent</Th>
              <Th>Status</Th>
            </tr>
          </thead>
          <tbody>
            {rates.slice(0, VISIBLE_ROWS).map((rate) => (
              <tr key={`${rate.month} ${rate.field}`}>
                <RowTh className="figures font-medium">{rate.month}</RowTh>
                <Td>{rate.field}</Td>
                <FigureCell>{rate.percent}</FigureCell>
                <Td className="text-muted">{statusText(rate)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
      {rates.length > VISIBLE_ROWS && (
        <p className="text-muted">
          The newest {VISIBLE_ROWS} of {format.integer(rates.length)} rates.
        </p>
      )}
    </>
  );
}

function statusText({ isPosted, hasWells }: DepletionRateView): string {
  if (isPosted) return 'Posted';
  return hasWells ? 'Not posted yet' : 'No well in this field';
}

const MAX_NAMED_FIELDS = 5;

/** Warning about rates that charge nothing because their field has no wells; null if there are none. */
function fieldsWithoutWells(rates: readonly DepletionRateView[]): string | null {
  const fields = new Map(
    rates.filter(({ hasWells }) => !hasWells).map(({ field, closestField }) => [field, closestField]),
  );
  if (fields.size === 0) return null;
  const names = [...fields]
    .slice(0, MAX_NAMED_FIELDS)
    .map(([field, closest]) => (closest ? `“${field}” (did you mean “${closest}”?)` : `“${field}”`));
  const more = fields.size > MAX_NAMED_FIELDS ? ` and ${fields.size - MAX_NAMED_FIELDS} more` : '';
  return `No wells are in ${names.join(', ')}${more}, so these rates have no effect yet.`;
}
