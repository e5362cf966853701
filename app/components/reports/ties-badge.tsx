import { Badge } from '~/components/ui/badge';

/** Shows whether a report ties out, or is complete, and which check was made. */
export function Ties({
  text,
  isTied,
  labels = ['Ties ✓', 'Doesn’t tie'],
}: {
  text: string;
  isTied: boolean;
  labels?: readonly [tied: string, not: string];
}) {
  return (
    <p className="text-muted">
      <Badge tone={isTied ? 'green' : 'red'}>{labels[isTied ? 0 : 1]}</Badge> {text}.
    </p>
  );
}
