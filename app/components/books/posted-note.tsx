import type { ReactNode } from 'react';
import { Checkbox } from '~/components/ui/choice';
import { Note } from '~/components/ui/note';
import { countOf } from '~/hooks/count-of';
import { useFormat } from '~/hooks/use-format';

/** Warns that some rows appear to be posted already, and lets the user leave them out. */
export function PostedNote({
  rows,
  isLeftOut,
  onLeaveOut,
  children,
}: {
  rows: number;
  isLeftOut: boolean;
  onLeaveOut: (isLeftOut: boolean) => void;
  /** Why they appear to be posted, and which rows they are. */
  children: ReactNode;
}) {
  const count = countOf(rows, 'row', useFormat());
  return (
    <Note tone="warning" title={isLeftOut ? `${count} left out.` : `${count} may already be posted.`}>
      {children}
      <Checkbox
        className="mt-1"
        label={`Leave out the ${rows === 1 ? 'row that is' : `${count} that are`} already posted`}
        checked={isLeftOut}
        onChange={(event) => onLeaveOut(event.target.checked)}
      />
    </Note>
  );
}
