import { useNavigate } from '@remix-run/react';
import { layerLabel } from '~/components/books/layer-label';
import ReverseDialog from '~/components/books/reverse-dialog';
import {
  type CorrectedLayer,
  type Correction,
  correctionKey,
  findReversedRecognitions,
  openForm,
  toCalculateState,
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
  const listReversedLayers = (preview: ActPreview | null): [CorrectedLayer, ...CorrectedLayer[]] => {
    const recognitions = findReversedRecognitions(preview);
    const withOrigin = (layer: LayerView): CorrectedLayer => ({
      ...layer,
      origin: recognitions.get(layer.id) === 'acquired' ? 'acquired' : 'incurred',
    });
    const otherLayers = (layers.data ?? []).filter(({ id }) => recognitions.has(id) && id !== layer.id);
    otherLayers.sort((a, b) => a.layerNumber - b.layerNumber);
    return [withOrigin(layer), ...otherLayers.map(withOrigin)];
  };

  const startCorrection = (preview: ActPreview | null) => {
    const correctedLayers = listReversedLayers(preview);
    const { id: wellId, wellCode } = well;
    const correction: Correction = { wellId, wellCode, layers: correctedLayers, isFilledIn: true };
    keepState(correctionKey(companyId), correction);
    openForm(companyId, toCalculateState(correctedLayers[0], history, firstOpen));
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
      renderRemark={(preview) =>
        layers.error ? (
          <LoadFailure
            error={layers.error}
            text="Couldn’t load the well’s later layers."
            onRetry={layers.retry}
          />
        ) : (
          <Remarks isImported={origin === 'imported'} otherLayers={listReversedLayers(preview).slice(1)} />
        )
      }
      onReversed={startCorrection}
      onClose={onClose}
    />
  );
}

function Remarks({
  isImported,
  otherLayers,
}: {
  isImported: boolean;
  otherLayers: readonly CorrectedLayer[];
}) {
  if (!isImported && otherLayers.length === 0) return null;
  return (
    <Note
      tone="warning"
      title={otherLayers.length > 0 ? `${formatLayerNames(otherLayers)} will be reversed too` : undefined}
    >
      {otherLayers.length > 0 && <p>Later layers build on this one. Recalculate them after it.</p>}
      {isImported && (
        <p>
          This layer’s value was imported. The calculation replaces it with the present value of its cost.
        </p>
      )}
    </Note>
  );
}

function formatLayerNames(layers: readonly CorrectedLayer[]): string {
  return layers.map(({ layerNumber, layerType }) => layerLabel(layerNumber, layerType)).join(', ');
}
