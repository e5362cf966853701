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
  changedRates,
  movedTo,
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
  const [first, ...others] = layers;
  const { data, error, retry } = useFetched<LayerHistoryView>(
    first && !isFilledIn ? `/api/aro-layers/${encodeURIComponent(first.id)}/history` : null,
  );
  if (!first) return null;
  const nameOf = (layer: CorrectedLayer) =>
    `${layerLabel(layer.layerNumber, layer.layerType)}, dated ${format.date(layer.calculationDate)}`;
  const moved = movedTo(firstOpen, first);
  return (
    <Note title={`Correcting ${wellCode}: ${nameOf(first)}`}>
      <p>
        {isFilledIn
          ? 'The layer is reversed. Its figures are filled in below: change what was wrong, then calculate.'
          : 'The layer is reversed and not calculated again yet.'}
        {others.length > 0 &&
          ` Reversed with it, and to be calculated again after it: ${others.map(nameOf).join('; ')}.`}
      </p>
      {isFilledIn && moved && (
        <p className="mt-2">
          {`Its own date is closed, so it is dated ${format.date(moved.date)}, and still due on ${format.date(moved.retirementDate)}.`}
          {/* A revised total is compared with the previous estimate, which is at the prices of its own date. */}
          {first.measurement !== 'change' &&
            ` Costs are at the prices of its date: ${format.currency(moved.cost)} of ${format.date(first.calculationDate)} are ${format.currency(moved.costThen)} then, at ${format.rate(first.inflationRate)}% inflation.`}
        </p>
      )}
      {isFilledIn &&
        changedRates(first, rates).map(({ name, before, now }) => (
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
            onClick={() => data && onFillIn(first, data)}
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
