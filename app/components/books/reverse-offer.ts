import type { ToastAction } from '~/hooks/toast';
import type { Api } from '~/hooks/use-api';
import type { PostingView } from '~/schemas/books/posting';

/**
 * Offers to reverse what was just posted, in the dialog of the tab that posted it; nothing where it can't be told which posting
 * that was.
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
    const address = new URLSearchParams({ ...tab, dialog: 'reverse', posting: posting.id });
    return { label: 'Reverse', to: `/?${address}` };
  } catch {
    return undefined;
  }
}
