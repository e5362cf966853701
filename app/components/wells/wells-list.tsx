import { Download, FileUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '~/components/ui/button';
import { onDemand } from '~/components/ui/on-demand';
import { RowCount } from '~/components/ui/row-count';
import { useDialogAddress } from '~/hooks/use-address';
import { useMoreRows } from '~/hooks/use-more-rows';
import { useWriteBlock } from '~/hooks/use-root-data';
import { useToday } from '~/hooks/use-today';
import type { WellView } from '~/schemas/platform/views';
import { useWellFilters } from './use-well-filters';
import { useWellsExport } from './use-wells-export';
import { WellFilters } from './well-filters';
import type { WellsPage } from './wells-page';
import { WellsTable } from './wells-table';

const WellDialog = onDemand(() => import('./well-dialog'));
const MassUploadDialog = onDemand(() => import('~/components/imports/mass-upload-dialog'));
const DeleteWell = onDemand(() => import('./delete-well'));
const SettleDialog = onDemand(() => import('~/components/books/settle-dialog'));
const SellDialog = onDemand(() => import('~/components/books/sell-dialog'));
const SettleWellsDialog = onDemand(() => import('~/components/books/settle-wells-dialog'));
const SellWellsDialog = onDemand(() => import('~/components/books/sell-wells-dialog'));

/** The list of wells, with what narrows it, and the dialogs that change it. */
export function WellsList({ page }: { page: WellsPage }) {
  const filtering = useWellFilters(page);
  const list = `/api/wells/with-custom-fields?${page.query}`;
  const { rows, more, loadMore } = useMoreRows({
    first: page.wells,
    nextCursor: page.nextCursor,
    list,
    rowId: (well) => well.id,
  });
  const { exportWells, pending } = useWellsExport(list, page);
  const { dialog, params, open, close } = useDialogAddress();
  const [deleting, setDeleting] = useState<WellView | null>(null);
  const [settling, setSettling] = useState<WellView | null>(null);
  const [selling, setSelling] = useState<WellView | null>(null);
  const writeBlock = useWriteBlock();
  const today = useToday();
  const edited = params.get('edited');
  const showsForm = !writeBlock && (dialog === 'new' || (dialog === 'edit' && edited !== null));

  // What came of an upload is there for everybody to see.
  const showsUpload = dialog === 'upload' && (!writeBlock || params.has('upload'));

  const addButtons = (
    <div className="flex flex-wrap gap-2">
      <Button
        icon={<FileUp aria-hidden="true" className="size-4" />}
        disabledReason={writeBlock}
        onPointerEnter={MassUploadDialog.preload}
        onFocus={MassUploadDialog.preload}
        onClick={() => open('upload')}
      >
        Mass Upload Wells
      </Button>
      <Button
        variant="primary"
        icon={<Plus aria-hidden="true" className="size-4" />}
        disabledReason={writeBlock}
        onPointerEnter={WellDialog.preload}
        onFocus={WellDialog.preload}
        onClick={() => open('new')}
      >
        Add Well
      </Button>
    </div>
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
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Download aria-hidden="true" className="size-4" />}
            pending={pending}
            onClick={exportWells}
          >
            Download CSV
          </Button>
          {page.total > 0 && (
            <>
              <Button
                disabledReason={writeBlock}
                onPointerEnter={SettleWellsDialog.preload}
                onFocus={SettleWellsDialog.preload}
                onClick={() => open('settle')}
              >
                Settle Wells
              </Button>
              <Button
                disabledReason={writeBlock}
                onPointerEnter={SellWellsDialog.preload}
                onFocus={SellWellsDialog.preload}
                onClick={() => open('sell')}
              >
                Sell Wells
              </Button>
            </>
          )}
          {addButtons}
        </div>
      </div>
      <WellFilters fields={page.fields} filtering={filtering} />
      <WellsTable
        page={page}
        rows={rows}
        more={more}
        onEndReached={loadMore}
        filtering={filtering}
        writeBlock={writeBlock}
        onEdit={(well) => open('edit', { edited: well.id })}
        onSettle={setSettling}
        onSell={setSelling}
        onDelete={setDeleting}
        onApproachEdit={WellDialog.preload}
        onApproachSettle={SettleDialog.preload}
        onApproachSell={SellDialog.preload}
        onApproachDelete={DeleteWell.preload}
        addButtons={addButtons}
      />
      {showsForm && (
        <WellDialog
          key={edited}
          wellId={dialog === 'edit' ? edited : null}
          known={rows.find((well) => well.id === edited) ?? null}
          templates={page.customFieldTemplates}
          fields={page.fields}
          onClose={close}
        />
      )}
      {showsUpload && (
        <MassUploadDialog customFields={page.customFieldTemplates} today={today} onClose={close} />
      )}
      {dialog === 'settle' && !writeBlock && <SettleWellsDialog onClose={close} />}
      {dialog === 'sell' && !writeBlock && (
        <SellWellsDialog fields={page.fields} field={filtering.filters.field} today={today} onClose={close} />
      )}
      {settling && <SettleDialog well={settling} today={today} onClose={() => setSettling(null)} />}
      {selling && <SellDialog well={selling} today={today} onClose={() => setSelling(null)} />}
      {deleting && <DeleteWell well={deleting} onClose={() => setDeleting(null)} />}
    </section>
  );
}
