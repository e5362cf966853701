import { Badge } from '~/components/ui/badge';

/** Whether the report adds up, and how that was found out. */
export function Ties({ text, isTied }: { text: string; isTied: boolean }) {
  return (
    <p className="text-muted">
      <Badge tone={isTied ? 'green' : 'red'}>{isTied ? 'Ties ✓' : 'Doesn’t tie'}</Badge> {text}.
    </p>
  );
}
