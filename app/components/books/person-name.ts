import type { PersonView } from '~/schemas/people/people-views';

/** Who did it, within a sentence. Of deleted users only the id is left. */
export function personName({ user, userId }: { user: PersonView | null; userId: string }): string {
  if (userId === 'system') return 'the system';
  return user?.name || user?.email || 'a former user';
}
