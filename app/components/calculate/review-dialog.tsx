import { ActPreviewTable } from '~/components/books/act-preview';
import { FormulaLines } from '~/components/books/formula-lines';
import { Button } from '~/components/ui/button';
import { CancelButton, Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Progress } from '~/components/ui/progress';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import { Refusals } from './refusals';
import type { CalculationPreview } from './use-calculation';

/** Shows exactly what a calculation would post. */
export default function ReviewDialog({
  preview,
  pending,
  onConfirm,
  onClose,
}: {
  preview: CalculationPreview;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const format = useFormat();
  const { refusals = [], formula = [] } = preview;
  return (
    <Dialog
      title="Review Before Posting"
      description="Nothing is posted yet. Review everything that will post."
      size="xl"
      onClose={onClose}
      keepOpenOnOutsidePress
    >
      <DialogBody className="flex flex-col gap-4">
        {formula.length > 0 && (
          <div>
            <h3 className="font-semibold">How it is calculated</h3>
            <FormulaLines lines={formula} />
          </div>
        )}
        <ActPreviewTable preview={preview} />
        {refusals.length > 0 && <Refusals refusals={refusals} />}
        {pending && <Progress label="Posting" />}
      </DialogBody>
      <DialogFooter>
        <CancelButton pending={pending} onClick={onClose} />
        <Button variant="primary" pending={pending} onClick={onConfirm}>
          {formatPostLabel(preview, format)}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** "Post 241 Layers, 94,027,131.44": the number of layers added, and their value. */
function formatPostLabel(
  { postings, calculated, totalAroValue }: CalculationPreview,
  format: Format,
): string {
  const addedPostings = postings.filter(({ kind }) => kind === 'calculation');
  const count = calculated ?? addedPostings.reduce((sum, { movementCount }) => sum + movementCount, 0);
  const value = totalAroValue ?? addedPostings[0]?.totals.liability ?? '0.00';
  const layers = countOf(count, 'Layer', format);
  return `Post ${layers}, ${format.money(value)}`;
}
