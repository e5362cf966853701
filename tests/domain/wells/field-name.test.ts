import { describe, expect, it } from 'vitest';
import { closestField, createFieldFinder } from '~/domain/wells/field-name';

const NAMES = ['North', 'North Ridge', 'Ågård', 'South'];

describe('matching a field name', () => {
  it.each([
    ['North', 'North'],
    ['NORTH', 'North'],
    ['ågård', 'Ågård'],
    ['Nroth', null],
  ])('reads %s as %s', (given, name) => {
    expect(createFieldFinder(NAMES)(given)).toBe(name);
  });

  it('prefers an exact match', () => {
    expect(createFieldFinder(['NORTH', 'North'])('NORTH')).toBe('NORTH');
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
