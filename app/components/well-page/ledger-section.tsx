import Download from 'lucide-react/icons/download';
import { useEffect, useRef } from 'react';
import { getMovementName, MOVEMENT_NAMES } from '~/components/books/posting-names';
import { fileNamePart } from '~/components/detail/file-name-part';
import { ReportTable } from '~/components/reports/report-table';
import { amount, type SheetTable, text } from '~/components/reports/sheets';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { LoadFailure } from '~/components/ui/load-failure';
import { Select } from '~/components/ui/select';
import { useListFilters } from '~/components/ui/use-list-filters';
import type { MovementKind } from '~/domain/books/movement-kinds';
import { fetchCsvFile, saveFile } from '~/hooks/csv-file';
import { actorName } from '~/hooks/person-name';
import { useDialogAddress } from '~/hooks/use-address';
import { useExport } from '~/hooks/use-export';
import { useFetched } from '~/hooks/use-fetched';
import { type Format, useFormat } from '~/hooks/use-format';
import { useCompany } from '~/hooks/use-root-data';
import type { WellLedgerView } from '~/schemas/reports/report-views';
import type { WellView } from '~/schemas/wells/well-views';
import { WellWorkbookButton } from './well-workbook-button';

const NAMES = ['ledgerFrom', 'ledgerTo', 'ledgerOpenings', 'ledgerKind', 'ledgerLayer'] as const;

/** Every movement of the well, oldest first, with the balances after it; or only those that match the filters. */
export function LedgerSection({
  well,
  ledger,
  version,
}: {
  well: Pick<WellView, 'id' | 'wellCode' | 'wellName'>;
  ledger: WellLedgerView[];
  version: unknown;
}) {
  const format = useFormat();
  const companyId = useCompany()?.id ?? null;
  const filtering = useListFilters(NAMES, '', '');
  const { filters, hasFilters, setFilters, clearFilters } = filtering;
  const { linkTo } = useDialogAddress();
  const query = new URLSearchParams(
    Object.entries({
      from: filters.ledgerFrom,
      to: filters.ledgerTo,
      openingsTo: filters.ledgerOpenings,
      kind: filters.ledgerKind,
      layer: filters.ledgerLayer,
    }).filter(([, value]) => value !== ''),
  );
  const path = `/api/wells/${encodeURIComponent(well.id)}/ledger?${query}`;
  const { data, error, isOld, retry } = useFetched<WellLedgerView[]>(
    hasFilters ? path : null,
    version,
    `ledger ${well.id}`,
  );
  const visibleRows = hasFilters ? data : ledger;
  const hasOpenings =
    filters.ledgerOpenings !== '' &&
    (visibleRows ?? []).some(({ effectiveOn }) => effectiveOn > filters.ledgerTo);
  const { run, pending } = useExport<Blob>({
    success: 'Well ledger exported successfully',
    fetchFailure: 'Failed to fetch the well ledger',
    exportFailure: 'Failed to export the well ledger',
  });
  const save = () =>
    void run(
      () => fetchCsvFile(path, companyId),
      (file) => saveFile(`well-ledger-${fileNamePart(well.wellCode)}.csv`, file),
    );

  const heading = useRef<HTMLHeadingElement>(null);
  // The page was opened from a report amount, so scroll to the movements behind it.
  const isWanted = useRef(hasFilters);
  useEffect(() => {
    if (!isWanted.current || !visibleRows) return;
    isWanted.current = false;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [visibleRows]);

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 ref={heading} tabIndex={-1} className="scroll-my-4 font-semibold">
          Ledger
        </h3>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Download aria-hidden="true" className="size-4" />}
            pending={pending}
            disabled={!visibleRows || visibleRows.length === 0}
            aria-label="Download CSV of Ledger"
            onClick={save}
          >
            Download CSV
          </Button>
          <WellWorkbookButton well={well} />
        </div>
      </div>
      <search className="flex flex-wrap items-end gap-3 print:hidden" aria-label="Ledger filters">
        <Field label="From" className="min-w-32 grow sm:w-38 sm:grow-0">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={filters.ledgerFrom}
              max={filters.ledgerTo || undefined}
              onChange={(event) => setFilters({ ledgerFrom: event.target.value })}
            />
          )}
        </Field>
        <Field label="To" className="min-w-32 grow sm:w-38 sm:grow-0">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={filters.ledgerTo}
              min={filters.ledgerFrom || undefined}
              onChange={(event) => setFilters({ ledgerTo: event.target.value, ledgerOpenings: '' })}
            />
          )}
        </Field>
        <Field label="Movement" className="min-w-36 grow sm:w-48 sm:grow-0">
          {(control) => (
            <Select
              {...control}
              value={filters.ledgerKind}
              onChange={(event) => setFilters({ ledgerKind: event.target.value })}
              options={[
                { value: '', label: 'All Movements' },
                ...listKinds(ledger, filters.ledgerKind).map((kind) => ({
                  value: kind,
                  label: nameOfKinds(kind),
                })),
              ]}
            />
          )}
        </Field>
        <Field label="Layer" className="min-w-28 grow sm:w-32 sm:grow-0">
          {(control) => (
            <Select
              {...control}
              value={filters.ledgerLayer}
              onChange={(event) => setFilters({ ledgerLayer: event.target.value })}
              options={[
                { value: '', label: 'All Layers' },
                ...listLayers(ledger, filters.ledgerLayer).map((layer) => ({ value: layer, label: layer })),
              ]}
            />
          )}
        </Field>
        {hasFilters && (
          <Button variant="ghost" onClick={clearFilters}>
            Clear Filters
          </Button>
        )}
      </search>
      {hasOpenings && (
        <p className="text-muted">
          Includes opening balances through {format.date(filters.ledgerOpenings)}, which rollforwards include
          in the beginning balance
        </p>
      )}
      {error ? (
        <LoadFailure error={error} text="Couldn’t load these movements." onRetry={retry} />
      ) : (
        <ReportTable
          label="Ledger"
          table={toTable(visibleRows ?? [], format, linkTo)}
          empty={hasFilters ? 'No movements match your filter criteria.' : 'Nothing is posted on this well.'}
          isStale={isOld || visibleRows === null}
        />
      )}
    </div>
  );
}

/** Name of a movement kind, or of the several kinds behind a report amount. */
function nameOfKinds(kinds: string): string {
  return kinds
    .split(',')
    .map((kind) => MOVEMENT_NAMES[kind as MovementKind] ?? kind)
    .join(', ');
}

/** Movement kinds in the ledger, in order of first occurrence, plus the requested one. */
function listKinds(ledger: readonly WellLedgerView[], requested: string): string[] {
  return [...new Set([...ledger.map(({ kind }) => kind), ...(requested ? [requested] : [])])];
}

function listLayers(ledger: readonly WellLedgerView[], requested: string): string[] {
  const numbers = [...new Set(ledger.map(({ layerNumber }) => layerNumber))]
    .sort((a, b) => a - b)
    .map(String);
  return requested && !numbers.includes(requested) ? [...numbers, requested] : numbers;
}

function toTable(
  rows: WellLedgerView[],
  format: Format,
  linkTo: ReturnType<typeof useDialogAddress>['linkTo'],
): SheetTable {
  return {
    columns: [
      { ...text('day', 'Date'), isWhole: true },
      { ...text('what', 'Movement'), isWhole: true },
      { ...text('layer', 'Layer'), isWhole: true },
      amount('liability', 'Liability'),
      amount('asset', 'Asset'),
      amount('cash', 'Cash'),
      amount('result', 'Income Effect'),
      amount('liabilityBalance', 'Liability After', false),
      amount('arcNet', 'ARC, Net After', false),
      {
        ...text('posting', 'Posting'),
        isWhole: true,
        link: ({ posting }) => ({
          ...linkTo('posting', { posting: String(posting) }),
          'aria-label': `Posting ${posting}`,
        }),
      },
      { ...text('by', 'By'), isWhole: true },
      text('memo', 'Memo'),
    ],
    rows: rows.map((row) => ({
      id: `${row.postingId}/${row.layerNumber}/${row.kind}`,
      day: format.date(row.effectiveOn),
      what: getMovementName(row),
      layer: row.layerNumber,
      liability: row.liability,
      asset: row.asset,
      cash: row.cash,
      result: row.result,
      liabilityBalance: row.liabilityBalance,
      arcNet: row.arcNet,
      posting: row.postingId,
      by: actorName(row),
      memo: row.memo ?? '',
    })),
    isSum: () => false,
  };
}
