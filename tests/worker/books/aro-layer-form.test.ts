import { describe, expect, it } from 'vitest';
import { LayerForm, LayerInput } from '~/schemas/books/aro-layer';

const FORM = {
  scope: 'single',
  layerType: 'initial',
  wellId: 'some-well',
  discountRate: '8',
  inflationRate: '2.5',
  pAndACost: '100000',
  wellLifespan: '25',
  calculationDate: '2020-01-01',
};

function problemsOf(given: Record<string, unknown>): Record<string, string> {
  const result = LayerForm.safeParse({ ...FORM, ...given });
  const issues = result.success ? [] : result.error.issues;
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

describe('the calculation form', () => {
  it('provides figures that can be used in a payload unchanged', () => {
    const form = LayerForm.parse(FORM);
    expect(form).toMatchObject({ discountRate: '8.00', inflationRate: '2.50', pAndACost: '100000.00' });
    expect(form).toMatchObject({ wellLifespan: 25, applyToAll: false, useActiveDates: false });
    expect(LayerInput.parse(form)).toMatchObject({ pAndACostCents: 10_000_000, discountRateBp: 800 });
  });

  it.each<[Record<string, unknown>, Record<string, string>]>([
    [{ wellId: undefined }, { wellId: 'Please select a well' }],
    [{ wellId: '' }, { wellId: 'Please select a well' }],
    [{ scope: 'field' }, { field: 'Please select a field' }],
    [{ scope: 'field', field: 'YME', wellId: undefined }, {}],
    [{ scope: 'all', wellId: undefined }, {}],
    [{ pAndACost: '' }, { pAndACost: 'P&A cost is required' }],
    [{ pAndACost: 'much' }, { pAndACost: 'Must be a valid number' }],
    [{ pAndACost: '0' }, { pAndACost: 'Valid P&A cost required' }],
    [{ discountRate: '' }, { discountRate: 'Discount rate is required' }],
    [{ discountRate: '0' }, { discountRate: 'Valid discount rate required' }],
    [{ inflationRate: undefined }, { inflationRate: 'Inflation rate is required' }],
    [{ inflationRate: '-1' }, { inflationRate: 'Valid inflation rate required' }],
    [{ inflationRate: '0' }, {}],
    [{ wellLifespan: '' }, { wellLifespan: 'Well lifespan must be at least 1 year' }],
    [{ wellLifespan: '0' }, { wellLifespan: 'Well lifespan must be at least 1 year' }],
    [{ calculationDate: '' }, { calculationDate: 'Calculation date is required' }],
    [{ calculationDate: '2023-02-29' }, { calculationDate: 'Must be a valid date (YYYY-MM-DD)' }],
    [{ calculationDate: '', useActiveDates: true }, { calculationDate: 'Calculation date is required' }],
    [{ calculationDate: '', useActiveDates: true, scope: 'all' }, {}],
    [
      { calculationDate: '', useActiveDates: true, scope: 'all', layerType: 'additional' },
      { calculationDate: 'Calculation date is required' },
    ],
    [
      { wellId: '', pAndACost: '0', discountRate: '' },
      {
        wellId: 'Please select a well',
        pAndACost: 'Valid P&A cost required',
        discountRate: 'Discount rate is required',
      },
    ],
  ])('%j: %j', (given, problems) => {
    expect(problemsOf(given)).toEqual(problems);
  });
});
