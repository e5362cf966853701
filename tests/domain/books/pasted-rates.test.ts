import { describe, expect, it } from 'vitest';
import { readRates } from '~/components/company/pasted-rates';

const rate = (field: string, month: string, percent: string | null) => ({ field, month, percent });

describe('depletion rates as people paste them', () => {
  it.each([
    [
      'commas',
      'North,2026-09,1.25\nSouth, 2026-09, 2',
      [rate('North', '2026-09', '1.25'), rate('South', '2026-09', '2')],
    ],
    [
      'a sheet, with its headings',
      'Field\tMonth\tPercent\r\nNorth\t2026-09\t1.25 %\r\n',
      [rate('North', '2026-09', '1.25')],
    ],
    ['semicolons and quotes', '"North";"2026-09";"1.25"', [rate('North', '2026-09', '1.25')]],
    ['a field with a comma', 'Smith, East,2026-09,1', [rate('Smith, East', '2026-09', '1')]],
    [
      'no percentage',
      'North,2026-09\nSouth,2026-10,',
      [rate('North', '2026-09', null), rate('South', '2026-10', null)],
    ],
  ])('takes %s', (_, text, rates) => {
    expect(readRates(text)).toEqual({ ok: true, rates });
  });

  it('says which line is none, and that there is none', () => {
    expect(readRates('North,2026-09,1\nnonsense')).toEqual({
      ok: false,
      problem: 'Line 2 needs a field, a month and a percentage',
    });
    expect(readRates(' \n')).toEqual({ ok: false, problem: 'Enter at least one rate' });
  });
});
