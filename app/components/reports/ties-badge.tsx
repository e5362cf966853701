import { Badge } from '~/components/ui/badge';

/** Whether the report adds up, or is complete, and how that was found out. */
export function Ties({
  text,
  isTied,
  words = ['Ties ✓', 'Doesn’t tie'],
}: {
  text: string;
  isTied: boolean;
  words?: readonly [tied: string, not: string];
}) {
  return (
    <p className="text-muted">
      <Badge tone={isTied ? 'green' : 'red'}>{words[isTied ? 0 : 1]}</Badge> {text}.
    </p>
  );
}
