import { Button } from '~/components/ui/button';
import { Note } from '~/components/ui/note';
import { failureText, isRefusal } from '~/hooks/api-fetch';
import { useFormat } from '~/hooks/use-format';

/**
 * Why there is no preview. Without one nothing can be posted, so where it was only lost on the way it is asked for again
 * here: closing a dialog would lose what was entered.
 */
export function PreviewFailure({
  error,
  text = 'Couldn’t work out what would be posted.',
  outcome = 'Nothing was posted.',
  isLoading,
  onRetry,
}: {
  error: unknown;
  /** What is said where the server says nothing of its own. */
  text?: string;
  outcome?: string;
  isLoading: boolean;
  onRetry: () => void;
}) {
  const format = useFormat();
  return (
    <Note tone="danger" title={format.message(failureText(error, text))}>
      <p>{outcome}</p>
      {!isRefusal(error) && (
        <Button className="mt-2" pending={isLoading} onClick={onRetry}>
          Try Again
        </Button>
      )}
    </Note>
  );
}
