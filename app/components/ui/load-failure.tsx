import { failureText } from '~/hooks/api-fetch';
import { Button } from './button';
import { Note } from './note';

/** Says what couldn't be loaded, unless the server says why, and offers to load it again. */
export function LoadFailure({ error, text, onRetry }: { error: unknown; text: string; onRetry: () => void }) {
  return (
    <Note tone="danger" title={failureText(error, text)}>
      <Button className="mt-2" onClick={onRetry}>
        Try Again
      </Button>
    </Note>
  );
}
