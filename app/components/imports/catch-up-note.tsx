import { Note } from '~/components/ui/note';
import { useFormat } from '~/hooks/use-format';
import type { CatchUpView } from '~/schemas/imports/mass-upload';

/** Shows the accretion that layers without a current value must catch up on, before and after an upload. */
export function CatchUpNote({ catchUp, isWritten }: { catchUp: CatchUpView; isWritten: boolean }) {
  const format = useFormat();
  const { layers, from, through, amount } = catchUp;
  const isOne = layers === 1;
  return (
    <div role="status">
      <Note
        tone="warning"
        title={`${format.integer(layers)} ${isOne ? 'layer has' : 'layers have'} no current ARO value and ${isOne ? 'accretes' : 'accrete'} from ${isOne ? 'its' : 'their'} calculation ${isOne ? 'date' : 'dates'}.`}
      >
        The next accretion posting will record the accretion missed since {format.date(from)} as expense:
        about <strong className="figures">{format.currency(amount)}</strong> through {format.date(through)}.
        {!isWritten &&
          ' To import balances without that expense, fill in currentAroValue for these rows first.'}
      </Note>
    </div>
  );
}
