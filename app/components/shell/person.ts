import type { UserView } from '~/schemas/people/user';

type Named = Pick<UserView, 'firstName' | 'lastName' | 'email'>;

/** First plus last name, else the email address, else 'User'. */
export function getDisplayName({ firstName, lastName, email }: Named): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email || 'User';
}

/** Avatar initials: from the names, else the email address, else 'U'. */
export function getInitials({ firstName, lastName, email }: Named): string {
  const letters = [firstName, lastName].map((name) => name?.trim().at(0) ?? '').join('');
  return (letters || email.at(0) || 'U').toUpperCase();
}
