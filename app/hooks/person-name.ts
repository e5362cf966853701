import type { PersonView } from '~/schemas/people/people-views';

type Named = { firstName: string | null; lastName: string | null };
type NamedWithEmail = Named & { email: string; emailVerified: boolean };

/** The actor as stored in the ledger and the audit log. For former users, only the id is left. */
type Actor = { user: PersonView | null; userId: string };

/** User id logged for automatic changes. */
export const SYSTEM_ID = 'system';

/** First plus last name, or null when there is neither. */
export function fullName({ firstName, lastName }: Named): string | null {
  return [firstName, lastName].filter(Boolean).join(' ') || null;
}

/** The email address, marked if unverified, because it may belong to someone else. */
export function formatEmail({
  email,
  emailVerified,
}: Pick<NamedWithEmail, 'email' | 'emailVerified'>): string {
  return email && !emailVerified ? `${email} (unverified)` : email;
}

/** A member in a list: the full name, else the email address, else 'Unknown User'. */
export function memberName(user: NamedWithEmail | null): string {
  return (user && (fullName(user) ?? formatEmail(user))) || 'Unknown User';
}

/** A user in a prompt or a control's label: the full name, else the email address, else the id. */
export function userName(user: Named & { email: string; id: string }): string {
  return fullName(user) ?? (user.email || user.id);
}

/** The actor's name within a sentence. */
export function personName({ user, userId }: Actor): string {
  if (userId === SYSTEM_ID) return 'the system';
  return user?.name || user?.email || 'a former user';
}

/** The actor's name on its own, including the token if one was used. */
export function actorName({ user, userId, token }: Actor & { token?: { name: string } | null }): string {
  if (userId === SYSTEM_ID) return 'System';
  const name = user?.name || user?.email || 'Former user';
  return token ? `${token.name} (token of ${name})` : name;
}
