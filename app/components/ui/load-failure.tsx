import { failureText } from '~/hooks/api-fetch';
import { Button } from './button';
import { Note } from './note';

/** Shows the server's error message, or `text` if there is none, with a retry button. */
export function LoadFailure({ error, text, onRetry }: { error: unknown; text: string; onRetry: () => void }) {
  return (
    <Note tone="danger" title={failureText(error, text)}>
      <Button className="mt-2" onClick={onRetry}>
        Try Again
      </Button>
    </Note>
  );
}
