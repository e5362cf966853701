type Named = { firstName: string | null; lastName: string | null };

/** The address, with a word where it may be someone else's. */
export function emailText({ email, emailVerified }: { email: string; emailVerified: boolean }): string {
  return email && !emailVerified ? `${email} (unverified)` : email;
}

/** First plus last name, or null when there is neither. */
export function fullName({ firstName, lastName }: Named): string | null {
  return [firstName, lastName].filter(Boolean).join(' ') || null;
}

/** A member in a list: the full name, else the email address, else 'Unknown User'. */
export function memberName(user: (Named & { email: string; emailVerified: boolean }) | null): string {
  return (user && (fullName(user) ?? emailText(user))) || 'Unknown User';
}
