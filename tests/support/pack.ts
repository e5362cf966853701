import type { PackFigures } from '~/domain/reports/pack-ties';
import type { PackWorkbook } from '~/domain/reports/pack-workbook';

/** A name that a spreadsheet would evaluate, or treat as a condition, if it were not escaped. */
export const NASTY_FIELD = '=HYPERLINK("http://elsewhere.example";"x")';
export const NASTY_ACCOUNT = '24*';

/** The reports of a month with two fields, one with its own accounts, as in API responses. */
export function packFigures(): PackFigures {
  const rolled = { wellId: null, wellCode: '', wellName: '' };
  const disclosed = { wellId: null, opening: '0.00', acquired: '0.00', divested: '0.00', current: '0.00' };
  const cost = { wellId: null, revisions: '0.00', retired: '0.00', divested: '0.00' };
  const account = { group: 'Total', wellId: null };
  return {
    rollforward: [
      {
        ...rolled,
        field: 'North',
        beginningBalance: '1000.10',
        additions: '250.05',
        accretion: '8.33',
        reductions: '100.00',
        endingBalance: '1158.48',
      },
      {
        ...rolled,
        field: NASTY_FIELD,
        beginningBalance: '500.20',
        additions: '0.00',
        accretion: '4.17',
        reductions: '0.00',
        endingBalance: '504.37',
      },
    ],
    disclosure: [
      {
        ...disclosed,
        group: 'North',
        beginning: '1000.10',
        incurred: '250.05',
        revisions: '0.00',
        accretion: '8.33',
        settled: '-100.00',
        ending: '1158.48',
        nonCurrent: '1158.48',
      },
      {
        ...disclosed,
        group: NASTY_FIELD,
        beginning: '500.20',
        incurred: '0.00',
        revisions: '0.00',
        accretion: '4.17',
        settled: '0.00',
        ending: '504.37',
        nonCurrent: '504.37',
      },
    ],
    arc: [
      {
        ...cost,
        group: 'North',
        beginningCost: '900.00',
        additions: '250.05',
        endingCost: '1150.05',
        beginningAccumulated: '-30.00',
        depreciation: '-2.50',
        accumulatedRetired: '0.00',
        endingAccumulated: '-32.50',
        endingNet: '1117.55',
      },
    ],
    trialBalance: [
      {
        ...account,
        mainAccount: '1800',
        // How the company's settings express that there is no subaccount.
        subAccount: 'none',
        name: 'ARO asset',
        beginning: '900.00',
        debits: '250.05',
        credits: '0.00',
        ending: '1150.05',
      },
      {
        ...account,
        mainAccount: '1890',
        subAccount: '100',
        name: 'Accumulated depreciation',
        beginning: '-30.00',
        debits: '0.00',
        credits: '2.50',
        ending: '-32.50',
      },
      {
        ...account,
        mainAccount: NASTY_ACCOUNT,
        subAccount: '',
        name: 'ARO liability',
        beginning: '-500.20',
        debits: '0.00',
        credits: '4.17',
        ending: '-504.37',
      },
      {
        ...account,
        mainAccount: '2400',
        subAccount: '100',
        name: 'ARO liability',
        beginning: '-1000.10',
        debits: '100.00',
        credits: '258.38',
        ending: '-1158.48',
      },
      {
        ...account,
        mainAccount: '2050',
        subAccount: '100',
        name: 'Settlement clearing',
        beginning: '0.00',
        debits: '0.00',
        credits: '100.00',
        ending: '-100.00',
      },
      {
        ...account,
        mainAccount: '6800',
        subAccount: '100',
        name: 'Accretion expense',
        beginning: '630.30',
        debits: '12.50',
        credits: '0.00',
        ending: '642.80',
      },
      {
        ...account,
        mainAccount: '6810',
        subAccount: '100',
        name: 'Depreciation expense',
        beginning: '0.00',
        debits: '2.50',
        credits: '0.00',
        ending: '2.50',
      },
    ],
    journal: [
      { account: '1800', debits: '250.05', credits: '0.00' },
      { account: '1890-100', debits: '0.00', credits: '2.50' },
      { account: '2050-100', debits: '0.00', credits: '100.00' },
      { account: '2400-100', debits: '100.00', credits: '258.38' },
      { account: NASTY_ACCOUNT, debits: '0.00', credits: '4.17' },
      { account: '6800-100', debits: '12.50', credits: '0.00' },
      { account: '6810-100', debits: '2.50', credits: '0.00' },
    ],
  };
}

/** The journal of the same month, one line per account and voucher. */
export function packLines(): PackWorkbook['lines'] {
  const line = (voucherNumber: string, account: [string, string], netValue: string) => ({
    voucherNumber,
    journalDate: '2026-01-31',
    mainAccount: account[0],
    subAccount: account[1],
    well: '',
    referenceNumber: voucherNumber,
    detailDescription: '+cmd',
    netValue,
  });
  return [
    line('L1', ['1800', ''], '250.05'),
    line('L1', ['2400', '100'], '-250.05'),
    line('A1', ['6800', '100'], '12.50'),
    line('A1', ['2400', '100'], '-8.33'),
    line('A1', [NASTY_ACCOUNT, ''], '-4.17'),
    line('D1', ['6810', '100'], '2.50'),
    line('D1', ['1890', '100'], '-2.50'),
    line('S1', ['2400', '100'], '100.00'),
    line('S1', ['2050', '100'], '-100.00'),
  ];
}
