import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACTION_TEXTS, affectedText } from '~/components/admin/security-log-text';

describe('the security log', () => {
  it('has a text for every action that does not belong to a company', () => {
    const folder = 'app/services/people';
    const code = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
    const actions = code.join('').match(/(?<=')(user|preference)\.[a-z_]+(?=')/g);
    expect(new Set(actions)).toEqual(new Set(Object.keys(ACTION_TEXTS)));
  });

  it.each([
    [{ entityType: 'user', entityId: 'a', userId: 'a', concerned: 'Ada Admin' }, 'Themselves'],
    [{ entityType: 'user_preference', entityId: 'theme', userId: 'a', concerned: null }, 'Themselves'],
    [{ entityType: 'user', entityId: 'b', userId: 'a', concerned: 'Bo Book' }, 'Bo Book'],
    [{ entityType: 'user', entityId: 'b', userId: 'a', concerned: null }, 'b'],
  ])('says whom %j affects: %s', (entry, text) => {
    expect(affectedText(entry)).toBe(text);
  });
});
