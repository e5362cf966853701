import { Button } from '~/components/ui/button';
import { Note } from '~/components/ui/note';
import { failureText, isRefusal } from '~/hooks/api-fetch';
import { useFormat } from '~/hooks/use-format';

/**
 * Explains why there is no preview. Nothing can be posted without one, so if the response was lost, users can retry here:
 * closing the dialog would lose their input.
 */
export function PreviewFailure({
  error,
  text = 'Couldn’t calculate what will post.',
  outcome,
  isLoading,
  onRetry,
}: {
  error: unknown;
  /** Fallback when the server sent no message. */
  text?: string;
  /** What didn't happen. A failed preview says nothing: no one expects it to post. */
  outcome?: string;
  isLoading: boolean;
  onRetry: () => void;
}) {
  const format = useFormat();
  return (
    <Note tone="danger" title={format.message(failureText(error, text))}>
      {outcome && <p>{outcome}</p>}
      {!isRefusal(error) && (
        <Button className="mt-2" pending={isLoading} onClick={onRetry}>
          Try Again
        </Button>
      )}
    </Note>
  );
}
