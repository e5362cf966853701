import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Card } from '~/components/ui/card';
import { classNames } from '~/components/ui/class-names';
import { EmptyState } from '~/components/ui/empty-state';
import { IconButton } from '~/components/ui/icon-button';
import { LoadFailure } from '~/components/ui/load-failure';
import { onDemand } from '~/components/ui/on-demand';
import {
  FigureCell,
  RowTh,
  stickyCellClass,
  stickyHeadClass,
  Table,
  TableFrame,
  Td,
  Th,
} from '~/components/ui/table';
import { useMutation } from '~/hooks/use-api';
import { useFetched } from '~/hooks/use-fetched';
import { useFormat } from '~/hooks/use-format';
import type { RateTableView } from '~/schemas/books/rate-table';
import { RATE_COLUMNS, readRateTables } from './pasted-rates';
import { RatesForm } from './rates-form';

const DeleteRateTable = onDemand(() => import('./delete-rate-table'));

const VISIBLE_TABLES = 60;

/** The company's discount rates by date and maturity, and its inflation by date. */
export function RateTables({ companyId }: { companyId: string }) {
  const path = `/api/companies/${companyId}/rate-tables`;
  const { data, error, retry, refresh } = useFetched<RateTableView[]>(path);
  const { run, pending } = useMutation({
    failure: 'Failed to save rate tables',
    success: 'Rate tables saved successfully',
  });
  const [deleting, setDeleting] = useState<string | null>(null);

  const save = async (body: object) => {
    const outcome = await run((api) => api(path, { method: 'PUT', body }));
    if (outcome.ok) refresh();
    return outcome;
  };

  return (
    <Card
      title="Rate Tables"
      description="Discount rates by maturity, and inflation. The calculation form offers the rates of the newest table on or before the date; Revise Estimates uses them for an increase without rates. Layers keep the rates they were calculated with."
    >
      <div className="flex flex-col gap-4">
        <RatesForm
          name="rateTables"
          label="Add or replace tables"
          help="One per line: effective date, maturity in years or “inflation”, percent. Type them, paste them from a sheet, or choose a spreadsheet. Lines with the same date form one table and replace any table with that date."
          placeholder={'2026-07-01, 10, 7.60\n2026-07-01, 20, 8.00\n2026-07-01, inflation, 2.50'}
          columns={RATE_COLUMNS}
          action="Save Tables"
          pending={pending}
          read={readRateTables}
          save={save}
        />
        {error ? (
          <LoadFailure error={error} text="Couldn’t load the rate tables." onRetry={retry} />
        ) : (
          data && <Tables tables={data} onDelete={setDeleting} />
        )}
      </div>
      {deleting && (
        <DeleteRateTable
          path={path}
          effectiveOn={deleting}
          onDeleted={refresh}
          onClose={() => setDeleting(null)}
        />
      )}
    </Card>
  );
}

function Tables({
  tables,
  onDelete,
}: {
  tables: readonly RateTableView[];
  onDelete: (date: string) => void;
}) {
  const format = useFormat();
  if (tables.length === 0) {
    // Announced to screen readers, because it loads after the page.
    return (
      <div role="status">
        <EmptyState message="No rate tables entered yet." />
      </div>
    );
  }
  const visibleTables = tables.slice(0, VISIBLE_TABLES);
  const maturities = [
    ...new Set(visibleTables.flatMap(({ discountRates }) => discountRates.map(({ years }) => years))),
  ];
  maturities.sort((a, b) => Number(a) - Number(b));
  return (
    <>
      <TableFrame label="Rate Tables" className="max-h-80">
        <Table aria-label="Rate Tables">
          <thead>
            <tr>
              <Th className={stickyHeadClass}>Effective</Th>
              {maturities.map((years) => (
                <Th key={years} align="end">
                  {years} {years === '1' ? 'Year' : 'Years'} (%)
                </Th>
              ))}
              <Th align="end">Inflation (%)</Th>
              <Th>
                <span className="sr-only">Delete</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {visibleTables.map(({ effectiveOn, discountRates, inflationRate }) => (
              <tr key={effectiveOn}>
                <RowTh className={classNames(stickyCellClass, 'figures font-medium whitespace-nowrap')}>
                  {format.date(effectiveOn)}
                </RowTh>
                {maturities.map((years) => (
                  <FigureCell key={years}>
                    {percent(discountRates.find((one) => one.years === years)?.rate, format.rate)}
                  </FigureCell>
                ))}
                <FigureCell>{percent(inflationRate, format.rate)}</FigureCell>
                <Td align="end">
                  <IconButton
                    label={`Delete the table of ${format.date(effectiveOn)}`}
                    hint="Delete"
                    tone="danger"
                    icon={<Trash2 aria-hidden="true" />}
                    onPointerEnter={DeleteRateTable.preload}
                    onFocus={DeleteRateTable.preload}
                    onClick={() => onDelete(effectiveOn)}
                  />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
      {tables.length > VISIBLE_TABLES && (
        <p className="text-muted">
          The newest {VISIBLE_TABLES} of {format.integer(tables.length)} tables.
        </p>
      )}
    </>
  );
}

function percent(rate: string | null | undefined, write: (rate: string) => string): string {
  return rate ? write(rate) : '–';
}
