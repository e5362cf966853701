import { describe, expect, it } from 'vitest';
import { measurementOf } from '~/domain/books/uploaded-layer';
import { readWellCsvHeader, WELL_CSV_COLUMNS, WELL_CSV_TEMPLATE } from '~/domain/files/well-csv';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { createWellCsvRowReader } from '~/schemas/imports/well-csv';

const WELL = {
  wellCode: 'A-1',
  wellName: 'Alpha 1',
  wellStatus: 'Active',
  field: 'OSELVAR',
  activeDate: '2019-07-01',
};
const LAYER = {
  layerType: 'initial',
  discountRate: '8',
  inflationRate: '2.5',
  pAndACost: '100000',
  wellLifespan: '25',
  calculationDate: '2020-01-01',
};

function read(row: Record<string, string>, customFields: CustomFieldTemplate[] = []) {
  const titles = [...WELL_CSV_COLUMNS, ...Object.keys(row).filter((key) => !isColumn(key))];
  const reader = createWellCsvRowReader(readWellCsvHeader(titles, customFields), customFields);
  return reader(titles.map((title) => row[title] ?? ''));
}

function isColumn(key: string): boolean {
  return (WELL_CSV_COLUMNS as readonly string[]).includes(key);
}

const field = (given: Partial<CustomFieldTemplate>): CustomFieldTemplate => ({
  id: 'field_1',
  fieldName: 'depth',
  displayName: 'Depth',
  fieldType: 'number',
  required: false,
  order: 0,
  ...given,
});

describe('a row of a well file', () => {
  it('is read without invisible characters around its values', () => {
    expect(
      read({ ...WELL, wellCode: '\u200bA-1', activeDate: '2019-07-01\u200b', depth: ' 12\u2060' }, [
        field({}),
      ]),
    ).toMatchObject({ ok: true, row: { well: { ...WELL, customFields: { depth: 12 } }, layer: null } });
  });

  it('takes blank cells from the well in the books, and nothing else', () => {
    const reader = createWellCsvRowReader(readWellCsvHeader([...WELL_CSV_COLUMNS]));
    const { wellCode, ...inBooks } = { ...WELL, wellStatus: 'Plugged' as const };
    const row = WELL_CSV_COLUMNS.map((column) =>
      column === 'wellCode' ? wellCode : column === 'field' ? 'South' : column === 'wellName' ? ' ' : '',
    );
    expect(reader(row, { inBooks })).toMatchObject({
      ok: true,
      row: { well: { wellCode, ...inBooks, field: 'South' } },
    });
    expect(reader(row)).toMatchObject({ ok: false, error: expect.stringContaining('Well name is required') });
    expect(reader(row.with(0, ''), { inBooks })).toMatchObject({ ok: false, error: 'Well code is required' });
  });

  it('matches the example of the template', () => {
    const [titles = '', cells = ''] = WELL_CSV_TEMPLATE.split('\r\n');
    const reader = createWellCsvRowReader(readWellCsvHeader(titles.split(',')));
    expect(reader(cells.split(','))).toEqual({
      ok: true,
      row: {
        well: {
          wellCode: 'WELL-001',
          wellName: 'Example Well 1',
          wellStatus: 'Active',
          field: 'North Field',
          activeDate: '2020-01-15',
        },
        layer: {
          layerType: 'initial',
          discountRateBp: 800,
          inflationRateBp: 250,
          pAndACostCents: 10_000_000,
          wellLifespanYears: 25,
          calculationDate: '2020-01-15',
          aroValueCents: 2_707_090,
          currentAroCents: 2_707_090,
          measurement: null,
          arcCostCents: null,
          arcAccumulatedCents: null,
          retirementDate: null,
          grossCostCents: null,
        },
        version: null,
      },
    });
  });

  it('needs no layer, and is trimmed', () => {
    const row = { ...WELL, wellCode: ' A-1\t', wellName: ' Alpha 1 ' };
    expect(read(row)).toEqual({ ok: true, row: { well: WELL, layer: null, version: null } });
  });

  it.each(['ACTIVE', 'active', ' Active '])('accepts the status %j', (wellStatus) => {
    expect(read({ ...WELL, wellStatus })).toMatchObject({ row: { well: { wellStatus: 'Active' } } });
  });

  it('accepts a layer type in any case', () => {
    expect(read({ ...WELL, ...LAYER, layerType: 'Initial' })).toMatchObject({
      row: { layer: { layerType: 'initial' } },
    });
  });

  it('reads missing cells as blank, and ignores extra blank ones', () => {
    const reader = createWellCsvRowReader(readWellCsvHeader([...WELL_CSV_COLUMNS]));
    const cells = Object.values(WELL);
    expect(reader(cells)).toMatchObject({ ok: true, row: { layer: null, version: null } });
    expect(reader([...cells, ...Array(20).fill(' ')])).toMatchObject({ ok: true });
  });

  it.each<[string, Record<string, string>, string]>([
    ['no active date', { ...WELL, activeDate: '' }, 'Active date is required'],
    ['no name and field', { ...WELL, wellName: ' ', field: '' }, 'Well name is required; Field is required'],
    ['another status', { ...WELL, wellStatus: 'Idle' }, 'Well status must be Active, Inactive or Plugged'],
    [
      'a date as spreadsheets write it',
      { ...WELL, activeDate: '9/25/2011' },
      'Active date must be a valid date (YYYY-MM-DD), not "9/25/2011"',
    ],
    [
      'too early',
      { ...WELL, activeDate: '1899-12-31' },
      'Active date must be between 1900-01-01 and 2199-12-31',
    ],
    ['a long name', { ...WELL, wellName: 'x'.repeat(201) }, 'Well name can’t exceed 200 characters'],
    [
      'some of a layer',
      { ...WELL, discountRate: '8' },
      'Layer type must be initial or additional; Inflation rate is required; P&A cost is required; ' +
        'Well lifespan must be at least 1 year; Calculation date is required',
    ],
    [
      'a value without its layer',
      { ...WELL, aroValue: '100' },
      'Layer type must be initial or additional; Discount rate is required; Inflation rate is required; ' +
        'P&A cost is required; Well lifespan must be at least 1 year; Calculation date is required',
    ],
    ['a percent sign', { ...WELL, ...LAYER, pAndACost: '8%' }, 'P&A cost must be a valid number, not "8%"'],
    [
      'thousands separators',
      { ...WELL, ...LAYER, pAndACost: '100,000.00' },
      'P&A cost must be a valid number, not "100,000.00" (no commas; use a period for decimals)',
    ],
    [
      'a decimal comma',
      { ...WELL, ...LAYER, inflationRate: '2,5' },
      'Inflation rate must be a valid number, not "2,5" (no commas; use a period for decimals)',
    ],
    [
      'three decimals',
      { ...WELL, ...LAYER, aroValue: '1.005' },
      'ARO value must have at most 2 decimal places, not "1.005" (no commas; use a period for decimals)',
    ],
    [
      'thousands with a point',
      { ...WELL, ...LAYER, pAndACost: '250.000' },
      'P&A cost must have at most 2 decimal places, not "250.000" (no commas; use a period for decimals)',
    ],
    [
      'words for an amount',
      { ...WELL, ...LAYER, currentAroValue: 'see below' },
      'Current ARO value must be a valid number, not "see below"',
    ],
    ['no cost', { ...WELL, ...LAYER, pAndACost: '0' }, 'P&A cost must be positive'],
    ['an initial layer of less', { ...WELL, ...LAYER, pAndACost: '-1' }, 'P&A cost must be positive'],
    [
      'a revised total below zero',
      { ...WELL, ...LAYER, layerType: 'additional', measurement: 'change', pAndACost: '-1' },
      'P&A cost must be positive',
    ],
    [
      'a lower cost that raises the liability',
      { ...WELL, ...LAYER, layerType: 'additional', pAndACost: '-1', aroValue: '2', currentAroValue: '3' },
      'ARO value can’t be positive when the P&A cost is negative; Current ARO value can’t be positive when the P&A cost is negative',
    ],
    ['no discount', { ...WELL, ...LAYER, discountRate: '0' }, 'Discount rate must be positive'],
    [
      'too long a life',
      { ...WELL, ...LAYER, wellLifespan: '201' },
      'Well lifespan must be at most 200 years',
    ],
    [
      'an initial layer below zero',
      { ...WELL, ...LAYER, aroValue: '-1', currentAroValue: '-2' },
      'ARO value can’t be negative for an initial layer',
    ],
    [
      'an added cost below zero',
      { ...WELL, ...LAYER, layerType: 'additional', measurement: 'increment', aroValue: '-1' },
      'ARO value can’t be negative for an added cost (measurement increment)',
    ],
    [
      'another measurement',
      { ...WELL, ...LAYER, layerType: 'additional', measurement: 'total' },
      'Measurement must be increment, change or remeasure',
    ],
    [
      'an asset without a balance',
      { ...WELL, ...LAYER, arcCost: '100', arcAccumulated: '20' },
      'ARC cost and accumulated depreciation are only for opening balances. Enter a current ARO value',
    ],
    [
      'more depreciation than cost',
      { ...WELL, ...LAYER, currentAroValue: '100', arcCost: '100', arcAccumulated: '100.01' },
      'Accumulated depreciation must be between 0 and the ARC cost',
    ],
    [
      'depreciation with a minus sign',
      { ...WELL, ...LAYER, aroValue: '100', currentAroValue: '100', arcAccumulated: '-1' },
      'Accumulated depreciation must be between 0 and the ARC cost',
    ],
  ])('is refused with %s', (_, row, error) => {
    expect(read(row)).toEqual({ ok: false, wellCode: 'A-1', error });
  });

  it('imports a balance of either sign with its asset', () => {
    const row = {
      ...WELL,
      ...LAYER,
      layerType: 'additional',
      measurement: 'CHANGE',
      currentAroValue: '-120',
      arcCost: '-100',
      arcAccumulated: '-40',
    };
    expect(read(row)).toMatchObject({
      row: {
        layer: {
          measurement: 'change',
          currentAroCents: -12_000,
          arcCostCents: -10_000,
          arcAccumulatedCents: -4_000,
        },
      },
    });
  });

  it('reports an overlong value without repeating it in full', () => {
    const text = '😀'.repeat(300);
    expect(read({ ...WELL, wellCode: text, activeDate: text })).toEqual({
      ok: false,
      wellCode: `${'😀'.repeat(100)}…`,
      error: `Well code can’t exceed 100 characters; Active date must be a valid date (YYYY-MM-DD), not "${'😀'.repeat(40)}…"`,
    });
  });

  it.each([
    ['4.21235E+13', false],
    ['4,21235E+13', false],
    ['5E+11', false],
    ['34/8-E+1', true],
    ['42123456780000', true],
  ])('with the code %s, which a spreadsheet may have truncated, is accepted: %s', (wellCode, isTaken) => {
    const result = read({ ...WELL, wellCode });
    expect(result.ok).toBe(isTaken);
    if (!result.ok) {
      expect(result).toMatchObject({
        wellCode,
        error:
          'The spreadsheet truncated this well code. Format its column as Text or Number, then save the file again',
      });
    }
  });

  it('is refused if it has more cells than titles', () => {
    const reader = createWellCsvRowReader(readWellCsvHeader(Object.keys(WELL)));
    expect(reader(['A-1', 'Smith', ' John', 'Active', 'OSELVAR', '2019-07-01'])).toEqual({
      ok: false,
      wellCode: 'A-1',
      error: expect.stringMatching(/^Row has more values than the header\. .*Well status must be/),
    });
  });

  it('reports the same for the same cell every time', () => {
    const reader = createWellCsvRowReader(readWellCsvHeader(Object.keys(WELL)));
    const cells = Object.values({ ...WELL, activeDate: '2019-02-30' });
    expect(reader(cells)).toEqual(reader(cells));
    expect(reader(Object.values(WELL))).toMatchObject({ ok: true });
  });
});

describe('custom fields in a row', () => {
  const fields = [
    field({}),
    field({ fieldName: 'owned', displayName: 'Owned', fieldType: 'checkbox' }),
    field({
      fieldName: 'kind',
      displayName: 'Kind',
      fieldType: 'select',
      options: ['Oil', 'Gas'],
      required: true,
    }),
  ];

  it('are checked and converted like those of a form', () => {
    const row = { ...WELL, Depth: ' 120.5 ', owned: 'TRUE', KIND: 'Gas', Operator: 'ignored' };
    expect(read(row, fields)).toEqual({
      ok: true,
      row: {
        well: { ...WELL, customFields: { depth: 120.5, owned: true, kind: 'Gas' } },
        layer: null,
        version: null,
      },
    });
  });

  it('are reported together with the other errors', () => {
    expect(read({ ...WELL, field: '', depth: 'deep' }, fields)).toEqual({
      ok: false,
      wellCode: 'A-1',
      error: 'Field is required; Depth must be a number; Kind is required',
    });
  });

  it('may be omitted in a row that adds a layer', () => {
    const row = { ...WELL, ...LAYER, layerType: 'additional', depth: '7' };
    expect(read(row, fields)).toMatchObject({ ok: true, row: { well: { customFields: { depth: 7 } } } });
  });
});

describe('a retirement date', () => {
  const dated = (given: object) => read({ ...WELL, ...LAYER, wellLifespan: '', ...given });

  it('replaces the lifespan, which may be given as well if they agree', () => {
    const calculationDate = LAYER.calculationDate;
    const retirementDate = `${Number(calculationDate.slice(0, 4)) + 20}-07-15`;
    for (const wellLifespan of ['', '21']) {
      expect(dated({ retirementDate, wellLifespan })).toMatchObject({
        ok: true,
        row: { layer: { wellLifespanYears: 21, retirementDate } },
      });
    }
    expect(read({ ...WELL, ...LAYER, retirementDate: ' ' })).toMatchObject({
      row: { layer: { wellLifespanYears: 25, retirementDate: null } },
    });
  });

  it.each([
    [{ retirementDate: '2045-02-30' }, 'Retirement date must be a valid date (YYYY-MM-DD), not "2045-02-30"'],
    [
      { retirementDate: LAYER.calculationDate },
      `Retirement date must be after the calculation date, ${LAYER.calculationDate}`,
    ],
    [
      { retirementDate: '2100-01-01', wellLifespan: '25' },
      'A lifespan of 25 doesn’t match the retirement date 2100-01-01. Enter only one of them.',
    ],
    [
      { retirementDate: '2100-01-01', wellLifespan: '0', calculationDate: '' },
      'Well lifespan must be at least 1 year; Calculation date is required',
    ],
  ])('is refused: %j', (given, error) => {
    expect(dated(given)).toMatchObject({ ok: false, error });
  });

  it('must be after the active date in a row without a layer', () => {
    const error = 'Retirement date must be after the active date';
    expect(read({ ...WELL, retirementDate: WELL.activeDate })).toMatchObject({ ok: false, error });
    expect(read({ ...WELL, retirementDate: '2019-07-02' })).toMatchObject({ ok: true });
  });
});

describe('gross cost', () => {
  const { pAndACost, ...BARE } = LAYER;
  const gross = (given: Record<string, string>) => read({ ...WELL, ...BARE, ...given });

  it('replaces the company’s cost, or is kept along with it', () => {
    expect(gross({ grossCost: '200000' })).toMatchObject({
      ok: true,
      row: { layer: { pAndACostCents: 0, grossCostCents: 20_000_000 } },
    });
    expect(gross({ grossCost: '200000', pAndACost })).toMatchObject({
      ok: true,
      row: { layer: { pAndACostCents: 10_000_000, grossCostCents: 20_000_000 } },
    });
    expect(gross({ pAndACost })).toMatchObject({ ok: true, row: { layer: { grossCostCents: null } } });
  });

  it('makes the row a layer row, and must be positive unless it lowers the estimate', () => {
    const alone = read({ ...WELL, grossCost: '200000' });
    expect(alone).toMatchObject({ ok: false, error: expect.stringMatching(/Discount rate is required/) });
    expect(alone).not.toMatchObject({ error: expect.stringMatching(/P&A cost is required/) });
    expect(gross({})).toMatchObject({ ok: false, error: 'P&A cost is required' });
    const mustBe = { ok: false, error: 'P&A cost must be positive' };
    expect(gross({ grossCost: '0' })).toMatchObject(mustBe);
    expect(gross({ grossCost: '-5' })).toMatchObject(mustBe);
    expect(gross({ grossCost: '1,5' })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^Gross P&A cost must be a valid .*not "1,5"/),
    });
    const lowered = gross({ grossCost: '-5', layerType: 'additional' });
    expect(lowered.ok && measurementOf(lowered.row.layer!, 'added')).toBe('change');
  });
});
