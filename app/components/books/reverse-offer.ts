import type { ToastAction } from '~/hooks/toast';
import type { Api } from '~/hooks/use-api';
import type { PostingView } from '~/schemas/books/posting';

/**
 * Toast action that reverses what was just posted, in the dialog of the tab that posted it; undefined when that posting can't be
 * identified or is already reversed.
 */
export async function findReverseAction(
  api: Api,
  filter: Record<string, string>,
  tabParams: Record<string, string>,
): Promise<ToastAction | undefined> {
  try {
    const query = new URLSearchParams({ ...filter, limit: '1' });
    const [posting] = await api<PostingView[]>(`/api/postings?${query}`);
    if (!posting || posting.reversedById !== null) return undefined;
    return buildReverseAction(posting.id, tabParams);
  } catch {
    return undefined;
  }
}

/** Toast action that opens the dialog to reverse a posting. @param tabParams the screen that has the dialog (ReverseFromUrl) */
export function buildReverseAction(postingId: string, tabParams: Record<string, string>): ToastAction {
  const address = new URLSearchParams({ ...tabParams, dialog: 'reverse', posting: postingId });
  return { label: 'Reverse', to: `/?${address}` };
}
