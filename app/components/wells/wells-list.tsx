import { FileUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '~/components/ui/button';
import { onDemand } from '~/components/ui/on-demand';
import { useDialogAddress } from '~/hooks/use-address';
import { useFormat } from '~/hooks/use-format';
import { useMoreRows } from '~/hooks/use-more-rows';
import { useWriteBlock } from '~/hooks/use-root-data';
import type { WellView } from '~/schemas/views';
import { useWellFilters } from './use-well-filters';
import { WellFilters } from './well-filters';
import type { WellsPage } from './wells-page';
import { WellsTable } from './wells-table';

const WellDialog = onDemand(() => import('./well-dialog'));
const MassUploadDialog = onDemand(() => import('./mass-upload-dialog'));
const DeleteWell = onDemand(() => import('./delete-well'));

/** The list of wells, with what narrows it, and the dialogs that change it. */
export function WellsList({ page }: { page: WellsPage }) {
  const filtering = useWellFilters();
  const { rows, more, loadMore } = useMoreRows({
    first: page.wells,
    nextCursor: page.nextCursor,
    list: `/api/wells/with-custom-fields?${filtering.query}`,
    rowId: (well) => well.id,
  });
  const { dialog, params, open, close } = useDialogAddress();
  const [deleting, setDeleting] = useState<WellView | null>(null);
  const writeBlock = useWriteBlock();
  const edited = params.get('well');
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
          <RowCount page={page} isFiltered={filtering.hasFilters} />
        </div>
        {addButtons}
      </div>
      <WellFilters fields={page.fields} filtering={filtering} />
      <WellsTable
        page={page}
        rows={rows}
        more={more}
        onEndReached={loadMore}
        filtering={filtering}
        writeBlock={writeBlock}
        onEdit={(well) => open('edit', { well: well.id })}
        onDelete={setDeleting}
        onApproachEdit={WellDialog.preload}
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
        <MassUploadDialog customFields={page.customFieldTemplates} today={page.today} onClose={close} />
      )}
      {deleting && <DeleteWell well={deleting} onClose={() => setDeleting(null)} />}
    </section>
  );
}

/** "3,733 wells", or "12 of 3,733 wells" while filters hold some back. */
function RowCount({ page, isFiltered }: { page: WellsPage; isFiltered: boolean }) {
  const format = useFormat();
  const wells = page.total === 1 ? 'well' : 'wells';
  const total = `${format.integer(page.total)} ${wells}`;
  return (
    <p role="status" className="text-muted tabular-nums">
      {isFiltered ? `${format.integer(page.matching)} of ${total}` : total}
    </p>
  );
}
