import { describe, expect, it } from 'vitest';
import {
  changeSummaryText,
  compareValues,
  humanizeName,
  summarizeChange,
} from '~/components/company/audit-changes';
import { DEFAULT_PREFERENCES } from '~/hooks/preferences';
import { formatFor } from '~/hooks/use-format';

const american = formatFor(DEFAULT_PREFERENCES);
const german = formatFor({
  language: 'de-DE',
  timezone: 'Europe/Berlin',
  date_format: 'locale',
  currency: 'EUR',
});

const LAYER = {
  wellId: '5d1c',
  layerNumber: 2,
  layerType: 'additional',
  pAndACostCents: 12_000_000,
  totalEstimateCents: 12_000_000,
  aroValueCents: -110_411,
  discountRateBp: 825,
  wellLifespanYears: 25,
  calculationDate: '2024-01-15',
  createdAt: '2024-01-31T23:30:00.000Z',
  measurement: null,
};
const shown = (values: object, writing = american) =>
  Object.fromEntries(compareValues({ newValues: values }, writing).map(({ name, after }) => [name, after]));

describe('compareValues', () => {
  it('shows custom fields as entered, whatever their names', () => {
    const customFields = { result: '12', cost: 'High', test_bp: 2500, discountRate: '8', spud: '2024-01-15' };
    expect(shown({ customFields })).toEqual({
      'Custom fields › result': '12',
      'Custom fields › cost': 'High',
      'Custom fields › test_bp': '2500',
      'Custom fields › discountRate': '8',
      'Custom fields › spud': 'Jan 15, 2024',
    });
  });

  it('breaks rate tables down by date and maturity', () => {
    const table = (rates: object) => ({ tables: [{ effectiveOn: '2026-07-01', discountRates: rates }] });
    const values = {
      oldValues: table({ '10 years': '7.60%' }),
      newValues: table({ '10 years': '7.60%', '20 years': '8.00%' }),
    };
    const changed = compareValues(values, american).filter(({ isChanged }) => isChanged);
    expect(changed).toMatchObject([
      { name: 'Tables › Jul 1, 2026 › Discount rates › 20 years', before: null, after: '8.00%' },
    ]);
  });

  it('breaks working interests down by start date, and summarizes a change in one line', () => {
    const interests = (...percents: string[]) => ({
      workingInterests: percents.map((percent, index) => ({ from: `202${index}-01-01`, percent })),
    });
    const values = { oldValues: interests('100.00', '40.00'), newValues: interests('100.00', '35.00') };
    expect(compareValues(values, american).filter(({ isChanged }) => isChanged)).toMatchObject([
      { name: 'Working interests › Jan 1, 2021 › Percent', before: '40.00', after: '35.00' },
    ]);
    expect(summarizeChange(values, american).text).toBe(
      'Working interests › Jan 1, 2021 › Percent: 40.00 → 35.00',
    );
  });

  it('formats values in the user’s notation, under readable names', () => {
    expect(shown(LAYER)).toEqual({
      'Well ID': '5d1c',
      'Layer number': '2',
      'Layer type': 'additional',
      'P&A cost': '$120,000.00',
      'Total estimate': '$120,000.00',
      'ARO value': '($1,104.11)',
      'Discount rate': '8.25%',
      'Well lifespan years': '25',
      'Calculation date': 'Jan 15, 2024',
      'Created at': 'Jan 31, 2024, 11:30 PM UTC',
    });
    expect(shown(LAYER, german)).toMatchObject({
      'P&A cost': '120.000,00\u00a0€',
      'Discount rate': '8,25%',
      'Calculation date': '15.01.2024',
      'Created at': '01.02.2024, 00:30 Europe/Berlin',
    });
  });

  it.each([
    [{ totalAccretion: '1234.50' }, '$1,234.50'],
    [{ pAndACost: '120000.00' }, '$120,000.00'],
    [{ liability: '-1104.11' }, '($1,104.11)'],
    [{ before: '20565.27' }, '$20,565.27'],
    [{ discountRate: '8.25' }, '8.25%'],
    [{ isAdmin: true }, 'Yes'],
    [{ isAdmin: false }, 'No'],
    [{ asOf: '2024-02-29' }, 'Feb 29, 2024'],
    // Not a real calendar date, and not an amount.
    [{ asOf: '2023-02-29' }, '2023-02-29'],
    [{ wellCode: '1234.50' }, '1234.50'],
    [{ layers: 1200 }, '1200'],
    [{ options: ['a', 'b'] }, 'a, b'],
    [{ cents: 1.5 }, '1.5'],
  ])('%j is %s', (values, text) => {
    expect(Object.values(shown(values))).toEqual([text]);
  });

  it('summarizes deleted rows by count, not by content', () => {
    const deleted = { wellCode: 'A-1', field: 'North', layers: [{ id: 1, aroValue: '10.00' }, { id: 2 }] };
    expect(summarizeChange({ oldValues: deleted }, american)).toEqual({
      subject: 'A-1',
      text: 'Field: North · Layers: 2',
    });
  });

  it('leaves out lookup keys', () => {
    expect(shown({ wellCode: 'A-1', wellCodeKey: 'a-1', searchKey: 'a-1\nwell' })).toEqual({
      'Well code': 'A-1',
    });
  });

  it('compares recorded values, even if they are displayed alike', () => {
    const [change] = compareValues(
      {
        oldValues: { removedAt: '2024-01-31T23:30:01.000Z' },
        newValues: { removedAt: '2024-01-31T23:30:02.000Z' },
      },
      american,
    );
    expect(change).toMatchObject({ before: change!.after, isChanged: true });
  });
});

describe('the summary of a change', () => {
  it.each([
    [{ newValues: LAYER }, 'Layer number: 2 · ARO value: ($1,104.11)'],
    [{ newValues: { ...LAYER, wellCode: 'A-1' } }, 'A-1 · Layer number: 2 · ARO value: ($1,104.11)'],
    [
      { newValues: { wellCode: 'A-1', layerNumber: 1, aroValue: '27070.90' } },
      'A-1 · Layer number: 1 · ARO value: $27,070.90',
    ],
    [
      { newValues: { periodType: 'monthly', periodEnd: '2024-01-31', totalAccretion: '548.39' } },
      'Period end: Jan 31, 2024 · Total accretion: $548.39',
    ],
    [
      { oldValues: { aroValueCents: 100, version: 1 }, newValues: { aroValueCents: 200, version: 2 } },
      'ARO value: $1.00 → $2.00',
    ],
    // The log itself belongs to that company, so the summary leaves it out.
    [{ oldValues: { selectedCompanyId: null }, newValues: { selectedCompanyId: 'c1' } }, ''],
    [
      {
        well: { id: '1', wellCode: 'NO 15/9-A-003' },
        oldValues: { wellCode: 'OLD', wellStatus: 'Active', pluggedOn: null, updatedAt: '1' },
        newValues: { wellStatus: 'Plugged', pluggedOn: '2026-01-31', updatedAt: '2' },
      },
      'NO 15/9-A-003 · Status: Active → Plugged · Plugged on: – → Jan 31, 2026',
    ],
    [
      {
        oldValues: { workingInterest: '100.00' },
        newValues: {
          wellCode: 'A-1',
          date: '2026-01-31',
          liability: '6679.80',
          workingInterest: '75.00',
        },
      },
      'A-1 · Working interest: 100.00 → 75.00 · Date: Jan 31, 2026 · Liability: $6,679.80',
    ],
    [
      { concerned: 'Pat Viewer', oldValues: { role: 'viewer' }, newValues: { role: 'admin' } },
      'Pat Viewer · Role: viewer → admin',
    ],
    [
      {
        well: { id: 'a', wellCode: 'A-1' },
        concerned: 'Quote of Acme Plugging.pdf',
        newValues: { subject: 'well', kind: 'file' },
      },
      'A-1 · Quote of Acme Plugging.pdf',
    ],
    [{ concerned: 'long '.repeat(20), oldValues: { kind: 'note' } }, `${'long '.repeat(20).slice(0, 59)}…`],
    [
      {
        oldValues: { a: 1, b: 1, c: 1, d: 1, e: 1 },
        newValues: { a: 2, b: 2, c: 2, d: 2, e: 2 },
      },
      'A: 1 → 2 · B: 1 → 2 · C: 1 → 2 and 2 more',
    ],
    [
      { oldValues: { note: 'x' }, newValues: { note: `${'long '.repeat(20)}text` } },
      `Note: x → ${'long '.repeat(20).slice(0, 59)}…`,
    ],
    [{}, ''],
  ])('%#: %j', (entry, text) => {
    expect(changeSummaryText(entry, american)).toBe(text);
  });
});

describe('words', () => {
  it.each([
    ['well.created', 'Well created'],
    ['pAndACostCents', 'P&A cost'],
    ['pAndACost', 'P&A cost'],
    ['p_and_a_cost_cents', 'P&A cost'],
    ['discountRateBp', 'Discount rate'],
    ['aroLayerId', 'ARO layer ID'],
    ['currentAroCents', 'Current ARO'],
    ['custom_fields.updated', 'Custom fields updated'],
    ['ipAddress', 'IP address'],
    ['arcCostCents', 'ARC cost'],
    ['sha256', 'SHA-256'],
  ])('%s is %s', (name, text) => {
    expect(humanizeName(name)).toBe(text);
  });
});
