type Named = { firstName: string | null; lastName: string | null };

/** First plus last name, or null when there is neither. */
export function fullName({ firstName, lastName }: Named): string | null {
  return [firstName, lastName].filter(Boolean).join(' ') || null;
}

/** A member in a list: the full name, else the e-mail address, else 'Unknown User'. */
export function memberName(user: (Named & { email: string | null }) | null): string {
  return (user && (fullName(user) ?? user.email)) || 'Unknown User';
}
