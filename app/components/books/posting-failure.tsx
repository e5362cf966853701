import { Note } from '~/components/ui/note';
import { failureText, isUncertain } from '~/hooks/api-fetch';
import { useFormat } from '~/hooks/use-format';

/** Why a posting failed. If the answer was lost, it may have gone through, so the note invites another try. */
export function PostingFailure({ error, fallback }: { error: unknown; fallback: string }) {
  const format = useFormat();
  return (
    <Note tone="danger" title={format.message(failureText(error, fallback))}>
      {isUncertain(error)
        ? 'It may have been posted. Trying again won’t post it twice.'
        : 'Nothing was posted.'}
    </Note>
  );
}
