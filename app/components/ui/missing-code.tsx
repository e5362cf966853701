import { Button } from './button';
import { Note } from './note';

/** In place of a part whose code did not come: a newer version has replaced it, or the server can't be reached. */
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
