import type { ToastAction } from '~/hooks/toast';
import type { Api } from '~/hooks/use-api';
import type { PostingView } from '~/schemas/books/posting';

/**
 * Toast action that reverses what was just posted, in the dialog of the tab that posted it; undefined when that posting can't be
 * identified or is already reversed.
 */
export async function reverseOffer(
  api: Api,
  newest: Record<string, string>,
  tab: Record<string, string>,
): Promise<ToastAction | undefined> {
  try {
    const query = new URLSearchParams({ ...newest, limit: '1' });
    const [posting] = await api<PostingView[]>(`/api/postings?${query}`);
    if (!posting || posting.reversedById !== null) return undefined;
    return reverseAction(posting.id, tab);
  } catch {
    return undefined;
  }
}

/** Toast action that opens the dialog to reverse a posting. @param tab the screen that has the dialog (ReverseInAddress) */
export function reverseAction(postingId: string, tab: Record<string, string>): ToastAction {
  const address = new URLSearchParams({ ...tab, dialog: 'reverse', posting: postingId });
  return { label: 'Reverse', to: `/?${address}` };
}
