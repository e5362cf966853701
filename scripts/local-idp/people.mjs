import { createHash } from 'node:crypto';

/** The people of the demo data, whom the local identity provider knows by name. */
export const DEMO_PEOPLE = {
  admin: { email: 'admin@example.com', givenName: 'Ada', familyName: 'Admin' },
  accountant: { email: 'accountant@example.com', givenName: 'Alex', familyName: 'Accountant' },
  viewer: { email: 'viewer@example.com', givenName: 'Vera', familyName: 'Viewer' },
};

/** One spelling for an email address: people type it in any letter case. */
export function normalizeEmail(email) {
  return email.trim().toLowerCase();
}

/**
 * The `sub` of an email address at the local identity provider. Derived, not stored, so that it is the same after every
 * restart, and so that the demo data can name its people before they have signed in.
 */
export function subjectOf(email) {
  return `local-${createHash('sha256').update(normalizeEmail(email)).digest('hex').slice(0, 24)}`;
}
