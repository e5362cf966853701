import { Note } from '~/components/ui/note';
import { failureText, isUncertain } from '~/hooks/api-fetch';
import { useFormat } from '~/hooks/use-format';

/** Explains why a posting failed. If the response was lost, it may have succeeded, so the note invites a retry. */
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
