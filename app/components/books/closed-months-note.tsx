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
          ? `${amount} of expense of closed months becomes income of ${month}`
          : `${amount} of income of closed months becomes a loss of ${month}`
      }
    >
      {isWholeLayer && (
        <p>
          The layer that replaces it starts over, with its whole value as an asset. If only an estimate was
          wrong, add a layer with the revised total estimate instead: it changes the liability by the
          difference alone.
        </p>
      )}
      <p>To correct the closed months themselves, reopen them first.</p>
    </Note>
  );
}
