import { useEffect, useState } from 'react';
import { Button } from '~/components/ui/button';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Note } from '~/components/ui/note';
import { onDemand } from '~/components/ui/on-demand';
import { Skeleton } from '~/components/ui/skeleton';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { failureText } from '~/hooks/api-fetch';
import { useApi } from '~/hooks/use-api';
import type { WellView } from '~/schemas/wells/well-views';
import { WellForm } from './well-form';

const InitialLayer = onDemand(() => import('./initial-layer'));

type WellDialogProps = {
  /** The well to edit, or null for a new one. */
  wellId: string | null;
  /** That well, if its row is loaded. */
  known: WellView | null;
  templates: CustomFieldTemplate[];
  fields: string[];
  onClose: () => void;
};

export default function WellDialog({ wellId, known, templates, fields, onClose }: WellDialogProps) {
  const { well, problem } = useWell(wellId, known);
  /** A well created here that is about to get its initial layer. */
  const [created, setCreated] = useState<WellView | null>(null);
  /** True while previewing postings, which need more room than the form. */
  const [isReviewing, setReviewing] = useState(false);
  return (
    <Dialog
      title={created ? 'Initial Layer' : wellId ? 'Edit Well' : 'Add New Well'}
      size={isReviewing ? 'xl' : created ? 'lg' : 'md'}
      onClose={onClose}
      keepOpenOnOutsidePress
    >
      {created ? (
        <InitialLayer well={created} onClose={onClose} />
      ) : problem ? (
        <>
          <DialogBody>
            <Note tone="danger" title={problem} />
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>Close</Button>
          </DialogFooter>
        </>
      ) : wellId && !well ? (
        <DialogBody className="flex flex-col gap-4">
          {['code', 'name', 'status', 'field'].map((name) => (
            <Skeleton key={name} className="h-12" />
          ))}
          <p role="status" className="sr-only">
            Loading the well
          </p>
        </DialogBody>
      ) : (
        <WellForm
          well={well}
          templates={templates}
          fields={fields}
          onDone={(next) => (next ? setCreated(next) : onClose())}
          onApproachLayer={InitialLayer.preload}
          onReview={setReviewing}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

/** The well as of when the dialog opened: reloading the list must not change the form while the user is editing. */
function useWell(wellId: string | null, known: WellView | null) {
  const api = useApi();
  const [well, setWell] = useState(known);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!wellId || well) return;
    const abort = new AbortController();
    api<WellView>(`/api/wells/${encodeURIComponent(wellId)}`, { signal: abort.signal })
      .then(setWell)
      .catch((error) => {
        if (!abort.signal.aborted) setProblem(failureText(error, 'Couldn’t load this well'));
      });
    return () => abort.abort();
  }, [wellId, well, api]);
  return { well, problem };
}
