import { describe, expect, it } from 'vitest';
import { actorName, memberName, personName } from '~/hooks/person-name';

const noName = { id: 'u1', name: '', email: 'roustabout@example.com' };
const member = { firstName: null, lastName: null, email: 'roustabout@example.com', emailVerified: false };

describe('the name of who did something', () => {
  it('is the email address of a person without a name', () => {
    expect(actorName({ user: noName, userId: 'u1' })).toBe('roustabout@example.com');
    expect(personName({ user: noName, userId: 'u1' })).toBe('roustabout@example.com');
    expect(memberName(member)).toBe('roustabout@example.com (unverified)');
    expect(memberName({ ...member, email: '' })).toBe('Unknown User');
  });

  it('is not known of people who are gone, and none of the system', () => {
    expect(actorName({ user: null, userId: 'u1' })).toBe('Former user');
    expect(actorName({ user: null, userId: 'system' })).toBe('System');
    expect(personName({ user: null, userId: 'u1' })).toBe('a former user');
  });

  it('says by which token a program did it', () => {
    const user = { ...noName, name: 'Ann Auditor' };
    expect(actorName({ user, userId: 'u1', token: { name: 'Ledger feed' } })).toBe(
      'Ledger feed (token of Ann Auditor)',
    );
  });
});
