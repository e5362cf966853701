import { createHash } from 'node:crypto';

/** Users of the demo data, whose names the local identity provider knows. */
export const DEMO_PEOPLE = {
  admin: { email: 'admin@example.com', givenName: 'Ada', familyName: 'Admin' },
  accountant: { email: 'accountant@example.com', givenName: 'Alex', familyName: 'Accountant' },
  viewer: { email: 'viewer@example.com', givenName: 'Vera', familyName: 'Viewer' },
};

/** Normalizes an email address, because users type it in any letter case. */
export function normalizeEmail(email) {
  return email.trim().toLowerCase();
}

/**
 * The `sub` of an email address at the local identity provider. Derived, not stored, so it is the same after every restart, and the demo
 * data can refer to its users before they sign in.
 */
export function subjectOf(email) {
  return `local-${createHash('sha256').update(normalizeEmail(email)).digest('hex').slice(0, 24)}`;
}
