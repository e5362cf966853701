import { describe, expect, it } from 'vitest';
import { closestField, fieldFinder } from '~/domain/wells/field-name';

const NAMES = ['North', 'North Ridge', 'Ågård', 'South'];

describe('the field that a name means', () => {
  it.each([
    ['North', 'North'],
    ['NORTH', 'North'],
    ['ågård', 'Ågård'],
    ['Nroth', null],
  ])('takes %s for %s', (given, name) => {
    expect(fieldFinder(NAMES)(given)).toBe(name);
  });

  it('prefers the name that is the same to the letter', () => {
    expect(fieldFinder(['NORTH', 'North'])('NORTH')).toBe('NORTH');
  });

  it.each([
    ['Nroth', 'North'],
    ['Norht', 'North'],
    ['Nort', 'North'],
    ['North Rigde', 'North Ridge'],
    ['South Field', 'South'],
    ['East', null],
    ['Permian', null],
    ['', null],
  ])('finds that %s is close to %s', (given, name) => {
    expect(closestField(given, NAMES)).toBe(name);
  });
});
