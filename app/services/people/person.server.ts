import { getTableColumns, type SQLWrapper, sql } from 'drizzle-orm';
import { user } from '#db/schema';
import type { PersonView } from '~/schemas/people/people-views';

const { issuer: _issuer, subject: _subject, ...shownColumns } = getTableColumns(user);

/** Columns that responses may contain. The provider's issuer and subject are internal. */
export const userColumns = shownColumns;

/** First and last name of a user; null if both are missing. SQL expression. */
export function fullName({ firstName, lastName }: Record<'firstName' | 'lastName', SQLWrapper>) {
  return sql<string | null>`nullif(trim(coalesce(${firstName}, '') || ' ' || coalesce(${lastName}, '')), '')`;
}

/**
 * First and last name, or the email address if both are missing. SQL expression on the user table or an alias of it. An
 * unverified address is marked as such, because it may be anyone's.
 */
export function personNameOf(
  person: Record<'firstName' | 'lastName' | 'email' | 'emailVerified', SQLWrapper>,
) {
  const { email, emailVerified } = person;
  return sql<string>`coalesce(${fullName(person)}, ${email} || iif(${emailVerified}, '', ' (unverified)'))`;
}

export const personName = personNameOf(user);

/** Display name of the actor: the joined user, the system, or a former user whose account is deleted. */
export function displayedName(userId: SQLWrapper) {
  return sql<string>`iif(${userId} = 'system', 'System', coalesce(${personName}, 'Former user'))`;
}

/** Columns of the user who did something, for a left join: the system and deleted accounts have no row. */
export const personColumns = {
  personId: sql<string | null>`${user.id}`.as('person_id'),
  personName: personName.as('person_name'),
  personEmail: sql<string | null>`${user.email}`.as('person_email'),
};

/** Converts `personColumns`. Returns null for the system and deleted accounts. */
export function toPerson(row: {
  personId: string | null;
  personName: string | null;
  personEmail: string | null;
}): PersonView | null {
  if (row.personId === null) return null;
  return { id: row.personId, name: row.personName ?? '', email: row.personEmail ?? '' };
}
