import fc from 'fast-check';
import { it } from 'vitest';
import { anyCell, anyFile, anyTarget, isMapped, isNeverGuessed } from '../../support/importer-fuzz';

it('never guesses what a cell means', () => {
  fc.assert(fc.property(anyTarget, anyCell, isNeverGuessed), { numRuns: 3_000 });
});

it('maps any file with any mapping without crashing', () => {
  fc.assert(fc.property(anyFile, isMapped), { numRuns: 500 });
});
