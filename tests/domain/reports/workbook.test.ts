import { describe, expect, it } from 'vitest';
import { columnLetter, tableSheet, type WorkbookCell } from '~/domain/files/workbook';
import { layersSheet, type WorkbookLayer } from '~/domain/reports/layer-workbook';
import { reportSheet } from '~/domain/reports/report-workbook';
import { WORKBOOK_LAYER } from '../../support/workbook-layer';

const shown = (cell: WorkbookCell | undefined) =>
  cell == null
    ? null
    : 'formula' in cell
      ? cell.formula
      : 'figure' in cell
        ? cell.figure
        : 'date' in cell
          ? cell.date
          : 'instant' in cell
            ? cell.instant
            : cell.text;

describe('a workbook’s sheet', () => {
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
  ])('calls column %i %s', (index, letter) => {
    expect(columnLetter(index)).toBe(letter);
  });

  it('computes within a row and from the row above, and adds up', () => {
    const sheet = tableSheet<number>({
      name: 'S',
      heading: ['Title', 'Of what'],
      rows: [5, 7],
      columns: [
        { id: 'a', header: 'A', addsUp: true, cell: (value) => ({ figure: `${value}`, format: 'amount' }) },
        {
          id: 'b',
          header: 'B',
          cell: (_value, { here, above }) => ({
            formula: `=${above('b') ?? 0}+${here('a')}`,
            format: 'amount',
          }),
        },
      ],
    });
    expect(sheet.rows.map((row) => row.map(shown))).toEqual([
      ['Title'],
      ['Of what'],
      [],
      ['A', 'B'],
      ['5', '=0+A5'],
      ['7', '=B5+A6'],
      ['=ROUND(SUM(A5:A6),2)', null],
    ]);
    expect(sheet.headRows).toBe(4);
  });

  it('has no totals without rows', () => {
    expect(
      reportSheet({ report: 'disclosure', by: 'well', heading: ['ARO Disclosure'], rows: [] }).rows,
    ).toHaveLength(3);
  });

  it('keeps a name that looks like a formula as text', () => {
    const rows = [{ wellCode: '=1+1', wellName: '+2', field: '@x', beginningBalance: '1.00' }];
    const sheet = reportSheet({ report: 'aro-rollforward', by: 'well', heading: ['R'], rows });
    expect(sheet.rows[3]!.slice(0, 3)).toEqual([{ text: '=1+1' }, { text: '+2' }, { text: '@x' }]);
  });
});

describe('the workbook of a report', () => {
  it('shows the endings as formulas, next to the ledger’s own', () => {
    const row = {
      wellCode: 'A',
      wellName: 'B',
      field: 'C',
      beginningBalance: '10.00',
      additions: '5.00',
      accretion: '1.00',
      reductions: '2.00',
      endingBalance: '14.00',
    };
    const sheet = reportSheet({
      report: 'aro-rollforward',
      by: 'well',
      heading: ['ARO Rollforward'],
      rows: [row],
    });
    expect(sheet.rows[3]!.map(shown)).toEqual([
      'A',
      'B',
      'C',
      '10.00',
      '5.00',
      '1.00',
      '2.00',
      '=ROUND(D4+E4+F4-G4,2)',
      '14.00',
      '=ROUND(H4-I4,2)',
    ]);
  });
});

describe('layers as a sheet', () => {
  const layer: WorkbookLayer = {
    ...WORKBOOK_LAYER,
    id: '1',
    well: { wellCode: 'A', wellName: 'B', field: 'C' },
  };
  const change = {
    ...layer,
    id: '2',
    layerNumber: 2,
    layerType: 'additional',
    measurement: 'change',
    previousEstimate: '100000.00',
  } as const;
  const row = (layers: WorkbookLayer[], index: number) =>
    layersSheet({ name: 'L', heading: ['ARO Detail'], layers }).rows[3 + index]!.map(shown);

  it('computes the present value from cost, time and rates', () => {
    expect(row([layer], 0).slice(5, 11)).toEqual([
      '100000.00',
      '0.00',
      '25',
      '2.5000',
      '8.0000000000',
      '=ROUND((F4-G4)*(1+I4)^H4/(1+J4)^H4,2)',
    ]);
  });

  it('shows how a layer was measured, the source of its rates, the reason, and its status', () => {
    const terms = (some: WorkbookLayer) => row([some], 0).slice(-5);
    expect(terms(layer)).toEqual(['Initial', null, 'As entered', '', 'Current']);
    const measured = { ...change, ratesFrom: 'average', reason: '=Bid' } as const;
    const dated = { ...measured, retirementDate: '2050-05-20', isReversed: true } as const;
    expect(terms(dated)).toEqual([
      'Change in estimate',
      '2050-05-20',
      'Average of the well’s layers, weighted by carrying amount',
      '=Bid',
      'Reversed',
    ]);
    const ofTable = { ...change, ratesFrom: 'table', status: 'historical' } as const;
    expect(terms({ ...ofTable, measurement: 'remeasure' })).toEqual([
      'Remeasurement',
      null,
      'The company’s rate table',
      '',
      'Historical',
    ]);
  });

  it('measures a change against the previous estimate, and an added cost separately', () => {
    expect(row([change], 0)[6]).toBe('100000.00');
    expect(row([{ ...change, measurement: 'increment' }], 0)[6]).toBe('0.00');
  });

  it('writes the time to a retirement date as a fraction of a year', () => {
    const dated = { ...layer, calculationDate: '2026-01-31', retirementDate: '2026-07-31' } as const;
    const [, numerator, denominator] = /^=(\d+)\/(\d+)$/.exec(String(row([dated], 0)[7]))!;
    expect(Number(numerator) / Number(denominator)).toBe(0.5);
  });
});
