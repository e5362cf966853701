import { Download } from 'lucide-react';
import { personName } from '~/components/books/person-name';
import { MOVEMENT_NAMES, REVERSED_NAMES } from '~/components/books/posting-names';
import { ReportTable } from '~/components/reports/report-table';
import { amount, type SheetTable, text } from '~/components/reports/sheets';
import { Button } from '~/components/ui/button';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Note } from '~/components/ui/note';
import { Skeleton } from '~/components/ui/skeleton';
import { failureText } from '~/hooks/api-fetch';
import { fetchCsvFile, saveFile } from '~/hooks/csv-file';
import { useExport } from '~/hooks/use-export';
import { useFetched } from '~/hooks/use-fetched';
import { type Format, useFormat } from '~/hooks/use-format';
import { useCompany } from '~/hooks/use-root-data';
import type { WellSummary } from '~/schemas/platform/views';
import type { WellLedgerView } from '~/schemas/reports/report-views';
import { fileWord } from './file-word';

const COLUMNS = [
  text('day', 'Date'),
  text('what', 'Movement'),
  text('layer', 'Layer'),
  amount('liability', 'Liability'),
  amount('asset', 'Asset'),
  amount('cash', 'Cash'),
  amount('result', 'Result'),
  amount('liabilityBalance', 'Liability After', false),
  amount('arcNet', 'ARC, Net After', false),
  text('posting', 'Posting'),
  text('by', 'By'),
  text('memo', 'Memo'),
];

/** Every movement of a well, oldest first, with what the well has after it. */
export default function WellLedger({
  well,
  onClose,
}: {
  well: Pick<WellSummary, 'id' | 'wellCode' | 'wellName' | 'field'>;
  onClose: () => void;
}) {
  const format = useFormat();
  const companyId = useCompany()?.id ?? null;
  const path = `/api/wells/${encodeURIComponent(well.id)}/ledger`;
  const { data, error } = useFetched<WellLedgerView[]>(path);
  const { run, pending } = useExport<Blob>({
    success: 'Well ledger exported successfully',
    fetchFailure: 'Failed to fetch the well ledger',
    exportFailure: 'Failed to export the well ledger',
  });
  const save = () =>
    void run(
      () => fetchCsvFile(path, companyId),
      (file) => saveFile(`well-ledger-${fileWord(well.wellCode)}.csv`, file),
    );
  return (
    <Dialog
      title={`${well.wellCode}: Ledger`}
      description={`${well.wellName}, ${well.field}`}
      size="full"
      onClose={onClose}
    >
      <DialogBody>
        {error ? (
          <Note tone="danger" title={failureText(error, 'The ledger of this well couldn’t be loaded.')} />
        ) : data ? (
          <ReportTable label="Well Ledger" table={toTable(data, format)} empty="This well has no layers." />
        ) : (
          <div role="status">
            <span className="sr-only">Loading the ledger of the well</span>
            <Skeleton className="h-64" />
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
        <Button
          icon={<Download aria-hidden="true" className="size-4" />}
          pending={pending}
          disabled={data === null}
          onClick={save}
        >
          Download CSV
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function toTable(rows: WellLedgerView[], format: Format): SheetTable {
  return {
    columns: COLUMNS,
    rows: rows.map((row) => ({
      id: `${row.postingId}/${row.layerNumber}/${row.kind}`,
      day: format.date(row.effectiveOn),
      what: (row.postingKind === 'reversal' ? REVERSED_NAMES : MOVEMENT_NAMES)[row.kind],
      layer: row.layerNumber,
      liability: row.liability,
      asset: row.asset,
      cash: row.cash,
      result: row.result,
      liabilityBalance: row.liabilityBalance,
      arcNet: row.arcNet,
      posting: row.postingId,
      by: personName({ user: row.user, userId: row.userId }),
      memo: row.memo ?? '',
    })),
    isSum: () => false,
  };
}
