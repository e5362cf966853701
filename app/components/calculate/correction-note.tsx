import { layerLabel } from '~/components/books/layer-label';
import { Button } from '~/components/ui/button';
import { Note } from '~/components/ui/note';
import { useFormat } from '~/hooks/use-format';
import { type CorrectedLayer, type Correction, movedTo } from './correction';

/** Says that a layer is being corrected, and which ones come after it. */
export function CorrectionNote({
  correction: { wellCode, layers },
  isFilledIn,
  firstOpen,
  onFillIn,
  onDismiss,
}: {
  correction: Correction;
  /** The form has the figures of the first layer. */
  isFilledIn: boolean;
  /** The first day that is not closed. */
  firstOpen: string | undefined;
  onFillIn: (layer: CorrectedLayer) => void;
  onDismiss: () => void;
}) {
  const format = useFormat();
  const [first, ...others] = layers;
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
          {/* A revised total is compared with the estimate before it, whose prices are those of its own day. */}
          {first.measurement !== 'change' &&
            ` Costs are at the prices of its date: ${format.currency(moved.cost)} of ${format.date(first.calculationDate)} are ${format.currency(moved.costThen)} then, at ${format.rate(first.inflationRate)}% inflation.`}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {!isFilledIn && <Button onClick={() => onFillIn(first)}>Fill In Its Figures</Button>}
        <Button variant="ghost" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </Note>
  );
}
