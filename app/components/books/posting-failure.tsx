import { Note } from '~/components/ui/note';
import { failureText, isUncertain } from '~/hooks/api-fetch';
import { useFormat } from '~/hooks/use-format';

/** Why a dialog's posting failed, and whether it may have been posted all the same. */
export function PostingFailure({ error, fallback }: { error: unknown; fallback: string }) {
  const format = useFormat();
  return (
    <Note tone="danger" title={format.message(failureText(error, fallback))}>
      {isUncertain(error) ? 'Try again. Nothing is posted twice.' : 'Nothing was posted.'}
    </Note>
  );
}
