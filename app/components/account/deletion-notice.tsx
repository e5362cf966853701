import { Note } from '~/components/ui/note';
import { useFormat } from '~/hooks/use-format';
import type { UserView } from '~/schemas/people/user';

/** Notice that the account is marked for deletion, since when, and whether it was anonymized. */
export function DeletionNotice({ user: { deletedAt, anonymizedAt } }: { user: UserView }) {
  const format = useFormat();
  return (
    <Note tone="warning" title="Account is marked for deletion">
      <p>
        This account was marked for deletion {deletedAt ? `on ${format.instant(deletedAt)}` : 'recently'}. You
        no longer have access to company data. The data itself is kept.
      </p>
      {anonymizedAt && <p>Personal data was anonymized on {format.instant(anonymizedAt)}.</p>}
    </Note>
  );
}
