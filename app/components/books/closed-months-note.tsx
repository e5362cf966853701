import { Note } from '~/components/ui/note';
import { useFormat } from '~/hooks/use-format';
import type { ReversalPreview } from '~/schemas/books/posting';

/**
 * Warns about the income effect of a reversal when the months it corrects are closed: their entire expense becomes income of an
 * open month, which is rarely the right correction for an estimate.
 */
export function ClosedMonthsNote({
  preview: { ofClosedMonths },
  date,
  isWholeLayer,
}: {
  preview: ReversalPreview;
  /** Date of the reversal; undefined when nothing is closed. */
  date: string | undefined;
  isWholeLayer: boolean;
}) {
  const format = useFormat();
  const { result } = ofClosedMonths;
  if (!date || Number(result) === 0) return null;
  const month = format.month(date.slice(0, 7));
  const isIncome = !result.startsWith('-');
  const amount = format.currency(isIncome ? result : result.slice(1));
  return (
    <Note
      tone="warning"
      title={
        isIncome
          ? `${amount} of expense from closed months becomes income in ${month}`
          : `${amount} of income from closed months becomes a loss in ${month}`
      }
    >
      {isWholeLayer && (
        <p>
          The replacement layer starts over, with its full value capitalized. If only an estimate was wrong,
          add a layer with the revised total estimate instead. It changes the liability only by the
          difference.
        </p>
      )}
      <p>To correct the closed months themselves, reopen them first.</p>
    </Note>
  );
}
