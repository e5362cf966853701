import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_JOURNAL_SETTINGS,
  JOURNAL_COLUMNS,
  type JournalEvent,
  journalRows,
  settingsByField,
} from '~/domain/books/journal';
import { NO_AMOUNTS } from '~/domain/books/movement';
import { MOVEMENT_KINDS, type MovementKind } from '~/domain/books/movement-kinds';
import { MAX_CENTS, parseMoney, sumCents } from '~/domain/money/money';
import { anyDate } from '../../support/arbitraries';

const both = (cents: number) => ({ ...NO_AMOUNTS, liabilityCents: cents, arcCostCents: cents });
const COMPANY = { code: 'NSE', settingsOf: () => DEFAULT_JOURNAL_SETTINGS };
const LAYER: JournalEvent = {
  kind: 'incurred',
  date: '2024-01-15',
  reverses: null,
  wellCode: '1/3-A-1 H',
  field: 'Ekofisk',
  layerNumber: 1,
  layerType: 'initial',
  ...both(2_707_090),
  terms: null,
};
const ACCRETION: JournalEvent = {
  kind: 'accreted',
  date: '2024-01-31',
  reverses: null,
  wellCode: '1/3-A-1 H',
  field: 'Ekofisk',
  layerNumber: 2,
  layerType: 'additional',
  ...NO_AMOUNTS,
  liabilityCents: 54_839,
  terms: null,
};

const SETTLEMENT: JournalEvent = {
  ...LAYER,
  ...NO_AMOUNTS,
  kind: 'settled',
  liabilityCents: -10_000_000,
  cashCents: -13_000_000,
};
const RETIREMENT: JournalEvent = {
  ...LAYER,
  ...NO_AMOUNTS,
  kind: 'retired',
  arcCostCents: -3_351_622,
  arcAccumulatedCents: 2_951_622,
};

describe('journalRows', () => {
  it('fills every column of an initial layer, debit first', () => {
    const debit = {
      company: 'NSE',
      voucherNumber: 'ARO-L-20240115',
      voucherDate: '2024-01-15',
      accrualIndicator: 'N',
      accrualReversalDate: '',
      voucherDescription: 'ARO layers recognized on 2024-01-15',
      detailCompany: 'NSE',
      mainAccount: '1800',
      subAccount: '100',
      type: '',
      well: '1/3-A-1 H',
      expenseDeck: '',
      afe: '',
      wellAllocationDeck: '',
      entityType: '',
      entity: '',
      referenceNumber: '1/3-A-1 H-L1-202401',
      referenceType: '',
      reconciliationType: '',
      detailDescription: 'ARO layer 1 (initial)',
      journalDate: '2024-01-15',
      accrualDate: '2024-01-15',
      cashDate: '',
      grossValue: '27070.90',
      netValue: '27070.90',
    };
    const credit = { ...debit, mainAccount: '2400', grossValue: '-27070.90', netValue: '-27070.90' };
    const rows = journalRows({ event: LAYER, company: COMPANY });
    expect(rows).toEqual([debit, credit]);
    expect(JOURNAL_COLUMNS).toHaveLength(25);
    for (const row of rows) expect(Object.keys(row)).toEqual(JOURNAL_COLUMNS);
  });

  it('describes accretion by month and layer', () => {
    const [debit] = journalRows({ event: ACCRETION, company: COMPANY });
    expect(debit).toMatchObject({
      voucherNumber: 'ARO-A-20240131',
      voucherDescription: 'ARO accretion for 2024-01',
      detailDescription: 'ARO layer 2 (additional), accretion for 2024-01',
      referenceNumber: '1/3-A-1 H-L2-202401',
    });
  });

  it.each<[string, JournalEvent, [string, string][]]>([
    [
      'a layer debits the asset',
      LAYER,
      [
        ['1800', '27070.90'],
        ['2400', '-27070.90'],
      ],
    ],
    [
      'a decrease debits the liability',
      { ...LAYER, kind: 'revised', ...both(-703_124) },
      [
        ['2400', '7031.24'],
        ['1800', '-7031.24'],
      ],
    ],
    [
      'accretion debits the expense',
      ACCRETION,
      [
        ['6800', '548.39'],
        ['2400', '-548.39'],
      ],
    ],
    [
      'negative accretion debits the liability',
      { ...ACCRETION, liabilityCents: -5 },
      [
        ['2400', '0.05'],
        ['6800', '-0.05'],
      ],
    ],
    ['nothing posts nothing', { ...LAYER, ...both(0) }, []],
    ['a balance brought in posts nothing', { ...LAYER, kind: 'opening' }, []],
    [
      'a reversed layer changes the sides',
      { ...LAYER, ...both(-2_707_090), reverses: '2024-01-15' },
      [
        ['2400', '27070.90'],
        ['1800', '-27070.90'],
      ],
    ],
    [
      'a settlement takes the difference to profit or loss (ST-SE)',
      { ...SETTLEMENT, terms: { settledTo: 'settlement', retiredTo: 'settlement', well: null } },
      [
        ['2400', '100000.00'],
        ['7900', '30000.00'],
        ['2050', '-130000.00'],
      ],
    ],
    [
      'the asset that is left at the final settlement is a loss (ST-SE)',
      { ...RETIREMENT, terms: { settledTo: 'settlement', retiredTo: 'settlement', well: null } },
      [
        ['1890', '29516.22'],
        ['7900', '4000.00'],
        ['1800', '-33516.22'],
      ],
    ],
    [
      'under full cost the difference goes to the pool (ST-FULLCOST)',
      { ...SETTLEMENT, terms: { settledTo: 'pool', retiredTo: 'pool', well: null } },
      [
        ['2400', '100000.00'],
        ['1700', '30000.00'],
        ['2050', '-130000.00'],
      ],
    ],
    [
      'an asset that was depreciated elsewhere stands against that',
      {
        ...RETIREMENT,
        arcAccumulatedCents: 0,
        terms: { settledTo: 'settlement', retiredTo: 'accumulated', well: null },
      },
      [
        ['1890', '33516.22'],
        ['1800', '-33516.22'],
      ],
    ],
    [
      'a gain is a credit',
      { ...SETTLEMENT, liabilityCents: -44_061_900, cashCents: -35_100_000 },
      [
        ['2400', '440619.00'],
        ['2050', '-351000.00'],
        ['7900', '-89619.00'],
      ],
    ],
    [
      'a reversed balance posts nothing',
      { ...LAYER, kind: 'opening', ...both(-1), reverses: '2024-01-15' },
      [],
    ],
  ])('%s', (_, event, expected) => {
    const rows = journalRows({ event, company: COMPANY });
    expect(rows.map((row) => [row.mainAccount, row.netValue])).toEqual(expected);
  });

  it('gives reversals their own vouchers and states what each one reverses', () => {
    const later = { date: '2024-03-01', wellCode: 'A-1' };
    const [layer] = journalRows({
      event: { ...LAYER, ...later, ...both(-5), layerNumber: 3, reverses: '2024-01-15' },
      company: COMPANY,
    });
    expect(layer).toMatchObject({
      voucherNumber: 'ARO-LR-20240301',
      voucherDate: '2024-03-01',
      voucherDescription: 'Reversal of ARO layers on 2024-03-01',
      // An initial layer that replaces a reversed one is initial, whatever its number.
      detailDescription: 'Reversal of ARO layer 3 (initial)',
      referenceNumber: 'A-1-L3-202403',
      journalDate: '2024-03-01',
      accrualDate: '2024-03-01',
    });
    const [accretion] = journalRows({
      event: { ...ACCRETION, ...later, liabilityCents: -5, reverses: '2024-01-31' },
      company: COMPANY,
    });
    expect(accretion).toMatchObject({
      voucherNumber: 'ARO-AR-20240301',
      voucherDescription: 'Reversal of ARO accretion on 2024-03-01',
      detailDescription: 'Reversal of ARO layer 2 (additional), accretion for 2024-01',
    });
  });

  it('gives settlements a voucher and describes their effect on each layer', () => {
    const date = '2026-10-15';
    const [settled] = journalRows({ event: { ...SETTLEMENT, date }, company: COMPANY });
    expect(settled).toMatchObject({
      voucherNumber: 'ARO-S-20261015',
      voucherDescription: 'ARO settlements on 2026-10-15',
      detailDescription: 'ARO layer 1 (initial), settlement',
    });
    const [retired] = journalRows({
      event: { ...RETIREMENT, date, reverses: '2026-09-30' },
      company: COMPANY,
    });
    expect(retired).toMatchObject({
      voucherNumber: 'ARO-SR-20261015',
      voucherDescription: 'Reversal of ARO settlements on 2026-10-15',
      detailDescription: 'Reversal of ARO layer 1 (initial), asset retired',
    });
  });

  it("uses the company's accounts and fixed texts, and leaves unset columns blank", () => {
    const settings = {
      ...DEFAULT_JOURNAL_SETTINGS,
      assetMain: '0160',
      assetSub: '7',
      liabilityMain: '0230',
      liabilitySub: '8',
      expenseMain: '0411',
      expenseSub: '9',
      type: 'GL',
      referenceType: 'ARO',
    };
    const rows = journalRows({ event: ACCRETION, company: { code: 'X', settingsOf: () => settings } });
    expect(rows.map((row) => [row.mainAccount, row.subAccount])).toEqual([
      ['0411', '9'],
      ['0230', '8'],
    ]);
    expect(rows[0]).toMatchObject({ type: 'GL', referenceType: 'ARO', afe: '', cashDate: '' });
  });

  it('uses the accounts of the well’s field if it has its own', () => {
    const accounts = { field: 'Ekofisk', expenseMain: '6801' };
    const settingsOf = settingsByField(DEFAULT_JOURNAL_SETTINGS, [accounts]);
    const numbers = (field: string) =>
      journalRows({ event: { ...ACCRETION, field }, company: { code: 'X', settingsOf } }).map(
        ({ mainAccount, subAccount }) => `${mainAccount}-${subAccount}`,
      );
    expect(numbers('Ekofisk')).toEqual(['6801-100', '2400-100']);
    expect(numbers('Eldfisk')).toEqual(['6800-100', '2400-100']);
  });

  it('makes vouchers that sum to zero, each with one kind, date and description', () => {
    const LARGE = Math.floor(MAX_CENTS / 5);
    // The offset of four amounts must fit the limit for amounts, too.
    const anyAmount = fc.integer({ min: -LARGE, max: LARGE });
    const anyEvent = fc.record<JournalEvent>({
      kind: fc.constantFrom(...(Object.keys(MOVEMENT_KINDS) as MovementKind[])),
      date: anyDate,
      reverses: fc.option(anyDate),
      layerType: fc.constantFrom('initial', 'additional'),
      wellCode: fc.string(),
      field: fc.string(),
      layerNumber: fc.integer({ min: 1, max: 99 }),
      liabilityCents: anyAmount,
      arcCostCents: anyAmount,
      arcAccumulatedCents: anyAmount,
      cashCents: anyAmount,
      terms: fc.option(
        fc.record({
          settledTo: fc.constantFrom('settlement', 'pool'),
          retiredTo: fc.constantFrom('settlement', 'pool', 'accumulated'),
          well: fc.constant(null),
        }),
      ),
    });
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        const rows = events.flatMap((event) => journalRows({ event, company: COMPANY }));
        for (const number of new Set(rows.map((row) => row.voucherNumber))) {
          const voucher = rows.filter((row) => row.voucherNumber === number);
          expect(sumCents(voucher.map((row) => cents(row.netValue)))).toBe(0n);
          expect(new Set(voucher.map((row) => row.voucherDate + row.voucherDescription)).size).toBe(1);
        }
        expect(rows.every((row) => row.grossValue === row.netValue)).toBe(true);
      }),
    );
  });
});

function cents(text: string): number {
  const parsed = parseMoney(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.cents;
}
