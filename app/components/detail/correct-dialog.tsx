import { useNavigate } from '@remix-run/react';
import { layerLabel } from '~/components/books/layer-label';
import ReverseDialog from '~/components/books/reverse-dialog';
import {
  type CorrectedLayer,
  type Correction,
  correctionKey,
  filledIn,
  openForm,
  recognitionsReversedIn,
} from '~/components/calculate/correction';
import { LoadFailure } from '~/components/ui/load-failure';
import { Note } from '~/components/ui/note';
import { POSTING_NAMES } from '~/domain/books/posting-kind-names';
import { allowNextNavigation } from '~/hooks/unsaved-entries';
import { useFetched } from '~/hooks/use-fetched';
import { keepState } from '~/hooks/use-kept-state';
import { useOpenDates } from '~/hooks/use-open-dates';
import { useCompany } from '~/hooks/use-root-data';
import type { LayerHistoryView, LayerView } from '~/schemas/books/layer-views';
import type { ActPreview } from '~/schemas/books/posting';

/**
 * Reverses a layer with everything posted on it and on its well since, then opens the calculation form with its inputs filled in.
 */
export default function CorrectDialog({
  history,
  onClose,
}: {
  history: LayerHistoryView;
  onClose: () => void;
}) {
  const { layer, recognition, origin } = history;
  const navigate = useNavigate();
  const companyId = useCompany()?.id;
  const { first: firstOpen } = useOpenDates();
  const { well } = layer;
  const layers = useFetched<LayerView[]>(`/api/wells/${encodeURIComponent(well.id)}/aro-layers`);

  /** The layers reversed together, by number; this one comes first. */
  const reversedWith = (preview: ActPreview | null): [CorrectedLayer, ...CorrectedLayer[]] => {
    const recognitions = recognitionsReversedIn(preview);
    const withOrigin = (one: LayerView): CorrectedLayer => ({
      ...one,
      origin: recognitions.get(one.id) === 'acquired' ? 'acquired' : 'incurred',
    });
    const later = (layers.data ?? []).filter(({ id }) => recognitions.has(id) && id !== layer.id);
    later.sort((a, b) => a.layerNumber - b.layerNumber);
    return [withOrigin(layer), ...later.map(withOrigin)];
  };

  const startCorrection = (preview: ActPreview | null) => {
    const corrected = reversedWith(preview);
    const { id: wellId, wellCode } = well;
    const correction: Correction = { wellId, wellCode, layers: corrected, isFilledIn: true };
    keepState(correctionKey(companyId), correction);
    openForm(companyId, filledIn(corrected[0], history, firstOpen));
    allowNextNavigation();
    navigate('/?tab=calculate');
  };

  return (
    <ReverseDialog
      title="Correct Layer"
      description={`Reverses ${layerLabel(layer.layerNumber, layer.layerType)} of ${well.wellCode} with everything posted on it. The calculation form then opens with its figures filled in.`}
      subject={{
        postingId: recognition.postingId,
        effectiveOn: recognition.effectiveOn,
        name: POSTING_NAMES[recognition.kind],
        well,
      }}
      confirmLabel="Reverse and Correct"
      isWholeLayer
      reloads={false}
      blockedBecause={layers.data ? null : 'The well’s later layers aren’t loaded'}
      remark={(preview) =>
        layers.error ? (
          <LoadFailure
            error={layers.error}
            text="Couldn’t load the well’s later layers."
            onRetry={layers.retry}
          />
        ) : (
          <Remarks isImported={origin === 'imported'} later={reversedWith(preview).slice(1)} />
        )
      }
      onReversed={startCorrection}
      onClose={onClose}
    />
  );
}

function Remarks({ isImported, later }: { isImported: boolean; later: readonly CorrectedLayer[] }) {
  if (!isImported && later.length === 0) return null;
  return (
    <Note tone="warning" title={later.length > 0 ? `${namesOf(later)} will be reversed too` : undefined}>
      {later.length > 0 && <p>Later layers build on this one. Calculate them again after it.</p>}
      {isImported && (
        <p>
          This layer’s value was imported. The calculation replaces it with the present value of its cost.
        </p>
      )}
    </Note>
  );
}

function namesOf(layers: readonly CorrectedLayer[]): string {
  return layers.map(({ layerNumber, layerType }) => layerLabel(layerNumber, layerType)).join(', ');
}
