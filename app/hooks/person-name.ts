import type { PersonView } from '~/schemas/people/people-views';

type Named = { firstName: string | null; lastName: string | null };
type Addressed = Named & { email: string; emailVerified: boolean };

/** What the ledger and the audit log keep of who did something. Of people who are gone, only the id is left. */
type Actor = { user: PersonView | null; userId: string };

/** The user in the log for automatic changes. */
export const SYSTEM_ID = 'system';

/** First plus last name, or null when there is neither. */
export function fullName({ firstName, lastName }: Named): string | null {
  return [firstName, lastName].filter(Boolean).join(' ') || null;
}

/** The address, with a word where it may be someone else's. */
export function emailText({ email, emailVerified }: Pick<Addressed, 'email' | 'emailVerified'>): string {
  return email && !emailVerified ? `${email} (unverified)` : email;
}

/** A member in a list: the full name, else the email address, else 'Unknown User'. */
export function memberName(user: Addressed | null): string {
  return (user && (fullName(user) ?? emailText(user))) || 'Unknown User';
}

/** A user in a question or in a control's name: the full name, else the email address, else the id. */
export function userName(user: Named & { email: string; id: string }): string {
  return fullName(user) ?? (user.email || user.id);
}

/** Who did it, within a sentence. */
export function personName({ user, userId }: Actor): string {
  if (userId === SYSTEM_ID) return 'the system';
  return user?.name || user?.email || 'a former user';
}

/** Who did it, on its own: by a token or in person. */
export function actorName({ user, userId, token }: Actor & { token?: { name: string } | null }): string {
  if (userId === SYSTEM_ID) return 'System';
  const name = user?.name || user?.email || 'Former user';
  return token ? `${token.name} (token of ${name})` : name;
}
