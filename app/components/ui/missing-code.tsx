import { Button } from './button';
import { Note } from './note';

/** Shown when a lazy-loaded part fails to load, because a new version was deployed or the server is unreachable. */
export function MissingCode({ text }: { text: string }) {
  return (
    <Note tone="danger" title={text}>
      <p>Check your connection and reload the page.</p>
      <Button className="mt-2" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </Note>
  );
}
