import type { LucideIcon } from 'lucide-react';
import Download from 'lucide-react/icons/download';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import FileUp from 'lucide-react/icons/file-up';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { Button, type ButtonVariant } from '~/components/ui/button';
import { MenuButton } from '~/components/ui/menu-button';
import { onDemand } from '~/components/ui/on-demand';
import { RowCount } from '~/components/ui/row-count';
import { type RowsAsJson, useRowsFromJson } from '~/hooks/rows-as-json';
import { allowNextNavigation } from '~/hooks/unsaved-entries';
import { useAddress, useDialogAddress } from '~/hooks/use-address';
import { useMoreRows } from '~/hooks/use-more-rows';
import { useWriteBlock } from '~/hooks/use-root-data';
import { useToday } from '~/hooks/use-today';
import type { WellView } from '~/schemas/wells/well-views';
import { useWellFilters } from './use-well-filters';
import { useWellsExport } from './use-wells-export';
import { useWellsPrint } from './use-wells-print';
import { WellFilters } from './well-filters';
import type { WellsPage } from './wells-page';
import { WellsTable } from './wells-table';

const WellDialog = onDemand(() => import('./well-dialog'));
const MassUploadDialog = onDemand(() => import('~/components/imports/mass-upload-dialog'));
const DeleteWell = onDemand(() => import('./delete-well'));
const SettleDialog = onDemand(() => import('~/components/books/settle-dialog'));
const SellDialog = onDemand(() => import('~/components/books/sell-dialog'));
const ReverseUpload = onDemand(() => import('./reverse-upload'));
const DeleteAddedWells = onDemand(() => import('./delete-added-wells'));
const ReverseFromUrl = onDemand(() => import('~/components/books/reverse-from-url'));
const SettleWellsDialog = onDemand(() => import('~/components/books/settle-wells-dialog'));
const SellWellsDialog = onDemand(() => import('~/components/books/sell-wells-dialog'));
const WellsLedger = onDemand(() => import('./wells-ledger'));
const WellsSelection = onDemand(() => import('./wells-selection'));

/** An action on wells, other than those in their rows. */
type Tool = {
  label: string;
  onSelect: () => void;
  preload?: () => void;
  Icon?: LucideIcon;
  variant?: ButtonVariant;
};

const NONE: ReadonlySet<string> = new Set();
const NO_WELLS: WellView[] = [];

/** List of wells, with its filters and the dialogs that change it. */
export function WellsList({ page: sent }: { page: RowsAsJson<WellsPage, 'wells'> }) {
  const page = useRowsFromJson<WellsPage, 'wells'>(sent, 'wells');
  const filtering = useWellFilters(page);
  const list = `/api/wells/with-custom-fields?${page.query}`;
  const { rows, more, loadUpTo, hasMore } = useMoreRows({
    first: page.wells,
    nextCursor: page.nextCursor,
    list,
    rowId: (well) => well.id,
  });
  const { exportWells, pending } = useWellsExport(list, page);
  const { dialog, params, open, replaceParams, close } = useDialogAddress();
  const { change } = useAddress();
  const printing = useWellsPrint(list, page, rows, dialog !== null);
  const [deleting, setDeleting] = useState<WellView | null>(null);
  const [settling, setSettling] = useState<WellView | null>(null);
  const [selling, setSelling] = useState<WellView | null>(null);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(NONE);
  // Only wells that are still in the list.
  const selected = selectedIds.size > 0 ? rows.filter(({ id }) => selectedIds.has(id)) : NO_WELLS;
  const codes = selected.map(({ wellCode }) => wellCode);
  const writeBlock = useWriteBlock();
  const today = useToday();
  const editedId = params.get('edited');
  const posting = params.get('posting');
  const upload = params.get('upload');
  const showsForm = !writeBlock && (dialog === 'new' || (dialog === 'edit' && editedId !== null));

  // Everyone can see the results of an upload.
  const showsUpload = dialog === 'upload' && (!writeBlock || upload !== null);

  const openAction = (name: string, { preload }: { preload: () => void }) => ({
    onSelect: () => open(name),
    preload,
  });
  const tools: Tool[] = [
    { label: 'Import Spreadsheet', onSelect: () => change({ view: 'import' }), Icon: FileSpreadsheet },
    { label: 'Mass Upload Wells', ...openAction('upload', MassUploadDialog), Icon: FileUp },
    { label: 'Add Well', ...openAction('new', WellDialog), Icon: Plus, variant: 'primary' },
  ];
  /** Actions that end obligations; a company without wells has none. */
  const disposalActions =
    page.total === 0
      ? []
      : [
          { label: 'Settle Wells', onSelect: () => open('settle') },
          { label: 'Sell Wells', onSelect: () => open('sell') },
        ];
  const renderButton = ({ label, onSelect, preload, Icon, variant }: Tool) => (
    <Button
      key={label}
      variant={variant}
      icon={Icon && <Icon aria-hidden="true" className="size-4" />}
      disabledReason={writeBlock}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onSelect}
    >
      {label}
    </Button>
  );

  return (
    <section aria-labelledby="wells-heading" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id="wells-heading" className="text-lg font-semibold">
            Wells Master Data
          </h2>
          <RowCount noun="well" total={page.total} matching={filtering.hasFilters ? page.matching : null} />
        </div>
        {/* On a phone, the rows come first, and one menu holds the actions. */}
        <div className="sm:hidden print:hidden">
          <MenuButton
            label="Actions"
            align="end"
            items={[
              { label: 'Download CSV', onSelect: () => exportWells() },
              ...[...disposalActions, ...tools].map(({ label, onSelect }) => ({
                label,
                disabled: writeBlock !== null,
                onSelect,
              })),
            ]}
          />
        </div>
        {/* Without icons, all buttons fit in one row on a tablet. */}
        <div className="flex flex-wrap gap-2 max-sm:hidden max-lg:[&>button>svg:first-child:not(.animate-spin)]:hidden print:hidden">
          <Button
            icon={<Download aria-hidden="true" className="size-4" />}
            pending={pending}
            onClick={() => exportWells()}
          >
            Download CSV
          </Button>
          {disposalActions.length > 0 &&
            (writeBlock ? (
              <Button disabledReason={writeBlock}>Settle or Sell</Button>
            ) : (
              <MenuButton label="Settle or Sell" items={disposalActions} />
            ))}
          {/* An empty list repeats these buttons instead of rows, and has the primary one there. */}
          {tools.map((tool) => renderButton(page.total > 0 ? tool : { ...tool, variant: undefined }))}
        </div>
      </div>
      <WellFilters fields={page.fields} filtering={filtering} />
      {selected.length > 0 && (
        <WellsSelection
          wells={selected}
          onSettle={() => open('settle')}
          onSell={() => open('sell')}
          onExport={() => exportWells(selected)}
          onClose={() => setSelectedIds(NONE)}
        />
      )}
      <WellsTable
        page={page}
        rows={rows}
        more={more}
        onEndReached={hasMore ? loadUpTo : undefined}
        filtering={filtering}
        writeBlock={writeBlock}
        selected={selectedIds}
        onSelect={setSelectedIds}
        onEdit={(well) => open('edit', { edited: well.id })}
        onSettle={setSettling}
        onSell={setSelling}
        onDelete={setDeleting}
        onApproachEdit={WellDialog.preload}
        onApproachSettle={SettleDialog.preload}
        onApproachSell={SellDialog.preload}
        onApproachDelete={DeleteWell.preload}
        addButtons={<div className="flex flex-wrap gap-2">{tools.map(renderButton)}</div>}
      />
      {printing.printed && <WellsLedger {...printing.printed} onClose={printing.endPrint} />}
      {showsForm && (
        <WellDialog
          key={editedId}
          wellId={dialog === 'edit' ? editedId : null}
          known={rows.find((well) => well.id === editedId) ?? null}
          templates={page.customFieldTemplates}
          fields={page.fields}
          onClose={close}
        />
      )}
      {showsUpload && (
        <MassUploadDialog customFields={page.customFieldTemplates} today={today} onClose={close} />
      )}
      {dialog === 'reverse' && posting !== null && !writeBlock && (
        <ReverseFromUrl postingId={posting} onClose={close} />
      )}
      {dialog === 'reverse' && upload !== null && !writeBlock && (
        // Opened from the upload's results, which then show it as reversed.
        <ReverseUpload
          uploadId={upload}
          onClose={() => {
            allowNextNavigation();
            replaceParams({ dialog: 'upload' });
          }}
        />
      )}
      {dialog === 'delete-wells' && upload !== null && !writeBlock && (
        <DeleteAddedWells
          uploadId={upload}
          onDeleted={close}
          onClose={() => replaceParams({ dialog: 'upload' })}
        />
      )}
      {dialog === 'settle' && !writeBlock && <SettleWellsDialog codes={codes} onClose={close} />}
      {dialog === 'sell' && !writeBlock && (
        <SellWellsDialog
          fields={page.fields}
          field={filtering.filters.field}
          codes={codes}
          today={today}
          onClose={close}
        />
      )}
      {settling && <SettleDialog well={settling} today={today} onClose={() => setSettling(null)} />}
      {selling && <SellDialog well={selling} today={today} onClose={() => setSelling(null)} />}
      {deleting && <DeleteWell well={deleting} onClose={() => setDeleting(null)} />}
    </section>
  );
}
