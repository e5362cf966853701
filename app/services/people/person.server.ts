import { getTableColumns, type SQLWrapper, sql } from 'drizzle-orm';
import { user } from '#db/schema';
import type { PersonView } from '~/schemas/people/people-views';

const { issuer: _issuer, subject: _subject, ...shownColumns } = getTableColumns(user);

/** Every column that answers may contain. How the identity provider knows the person concerns nobody. */
export const userColumns = shownColumns;

/** First and last name of a user, or null without either. An SQL value. */
export function fullName({ firstName, lastName }: Record<'firstName' | 'lastName', SQLWrapper>) {
  return sql<string | null>`nullif(trim(coalesce(${firstName}, '') || ' ' || coalesce(${lastName}, '')), '')`;
}

/**
 * First and last name, or the email address without either; an SQL value of the user table or an alias of it. An unverified
 * address may be anyone's, so it is marked as such.
 */
export function personNameOf(
  person: Record<'firstName' | 'lastName' | 'email' | 'emailVerified', SQLWrapper>,
) {
  const { email, emailVerified } = person;
  return sql<string>`coalesce(${fullName(person)}, ${email} || iif(${emailVerified}, '', ' (unverified)'))`;
}

export const personName = personNameOf(user);

/** The name that screens show for who did something: the person of the joined user, the system, or an account that is gone. */
export function shownName(userId: SQLWrapper) {
  return sql<string>`iif(${userId} = 'system', 'System', coalesce(${personName}, 'Former user'))`;
}

/** The columns of the person who did something, for a left join: the system and deleted accounts have no row. */
export const personColumns = {
  personId: sql<string | null>`${user.id}`.as('person_id'),
  personName: personName.as('person_name'),
  personEmail: sql<string | null>`${user.email}`.as('person_email'),
};

export function toPerson(row: {
  personId: string | null;
  personName: string | null;
  personEmail: string | null;
}): PersonView | null {
  if (row.personId === null) return null;
  return { id: row.personId, name: row.personName ?? '', email: row.personEmail ?? '' };
}
