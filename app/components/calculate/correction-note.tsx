import { layerLabel } from '~/components/books/layer-label';
import { Button } from '~/components/ui/button';
import { Note } from '~/components/ui/note';
import type { RateName } from '~/domain/books/rate-table';
import { failureText } from '~/hooks/api-fetch';
import { useFetched } from '~/hooks/use-fetched';
import { useFormat } from '~/hooks/use-format';
import type { LayerHistoryView } from '~/schemas/books/layer-views';
import type { ShownRates } from './calculate-state';
import {
  type CorrectedInputs,
  type CorrectedLayer,
  type Correction,
  findChangedRates,
  moveToOpenMonth,
} from './correction';

const RATES: Record<RateName, string> = { discountRate: 'discount rate', inflationRate: 'inflation rate' };

/** Shows which layer is being corrected, and which layers follow it. */
export function CorrectionNote({
  correction: { wellCode, layers },
  isFilledIn,
  rates,
  firstOpen,
  onFillIn,
  onDismiss,
}: {
  correction: Correction;
  /** The form contains the first layer's figures. */
  isFilledIn: boolean;
  /** Rates as shown in the form. */
  rates: ShownRates['rates'];
  /** The first open date. */
  firstOpen: string | undefined;
  onFillIn: (layer: CorrectedLayer, inputs: CorrectedInputs) => void;
  onDismiss: () => void;
}) {
  const format = useFormat();
  const [nextLayer, ...otherLayers] = layers;
  const { data, error, retry } = useFetched<LayerHistoryView>(
    nextLayer && !isFilledIn ? `/api/aro-layers/${encodeURIComponent(nextLayer.id)}/history` : null,
  );
  if (!nextLayer) return null;
  const formatLayerName = (layer: CorrectedLayer) =>
    `${layerLabel(layer.layerNumber, layer.layerType)}, dated ${format.date(layer.calculationDate)}`;
  const movedTerms = moveToOpenMonth(firstOpen, nextLayer);
  return (
    <Note title={`Correcting ${wellCode}: ${formatLayerName(nextLayer)}`}>
      <p>
        {isFilledIn
          ? 'The layer is reversed. Its figures are filled in below. Correct them, then calculate.'
          : 'The layer is reversed but not recalculated yet.'}
        {otherLayers.length > 0 &&
          ` Also reversed, and to be recalculated after it: ${otherLayers.map(formatLayerName).join('; ')}.`}
      </p>
      {isFilledIn && movedTerms && (
        <p className="mt-2">
          {`Its own date is closed, so it is now dated ${format.date(movedTerms.date)} and still retires on ${format.date(movedTerms.retirementDate)}.`}
          {/* A revised total is compared with the previous estimate, which is at the prices of its own date. */}
          {nextLayer.measurement !== 'change' &&
            ` Costs are restated to that date’s prices: ${format.currency(movedTerms.cost)} on ${format.date(nextLayer.calculationDate)} becomes ${format.currency(movedTerms.costThen)}, at ${format.rate(nextLayer.inflationRate)}% inflation.`}
        </p>
      )}
      {isFilledIn &&
        findChangedRates(nextLayer, rates).map(({ name, before, now }) => (
          <p key={name} className="mt-2">
            {`Its ${RATES[name]} was ${format.rate(before)}%. The form has ${format.rate(now)}%.`}
          </p>
        ))}
      {error != null && <p className="mt-2">{failureText(error, 'Couldn’t load the layer’s figures.')}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {error != null && <Button onClick={retry}>Try Again</Button>}
        {!isFilledIn && error == null && (
          <Button
            disabledReason={data ? null : 'Loading its figures'}
            onClick={() => data && onFillIn(nextLayer, data)}
          >
            Fill In Its Figures
          </Button>
        )}
        <Button variant="ghost" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </Note>
  );
}
