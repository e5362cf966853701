import { describe, expect, it } from 'vitest';
import { actorName, memberName, personName } from '~/hooks/person-name';

const noName = { id: 'u1', name: '', email: 'roustabout@example.com' };
const member = { firstName: null, lastName: null, email: 'roustabout@example.com', emailVerified: false };

describe('the display name of an actor', () => {
  it('is the email address if the user has no name', () => {
    expect(actorName({ user: noName, userId: 'u1' })).toBe('roustabout@example.com');
    expect(personName({ user: noName, userId: 'u1' })).toBe('roustabout@example.com');
    expect(memberName(member)).toBe('roustabout@example.com (unverified)');
    expect(memberName({ ...member, email: '' })).toBe('Unknown User');
  });

  it('is a fixed text for former users and for the system', () => {
    expect(actorName({ user: null, userId: 'u1' })).toBe('Former user');
    expect(actorName({ user: null, userId: 'system' })).toBe('System');
    expect(personName({ user: null, userId: 'u1' })).toBe('a former user');
  });

  it('names the token if a program acted', () => {
    const user = { ...noName, name: 'Ann Auditor' };
    expect(actorName({ user, userId: 'u1', token: { name: 'Ledger feed' } })).toBe(
      'Ledger feed (token of Ann Auditor)',
    );
  });
});
