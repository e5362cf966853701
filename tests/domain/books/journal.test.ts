import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_JOURNAL_SETTINGS,
  JOURNAL_COLUMNS,
  type JournalEvent,
  journalRows,
} from '~/domain/books/journal';
import { parseMoney, sumCents } from '~/domain/money/money';
import { anyCents, anyDate } from '../../support/arbitraries';

const COMPANY = { code: 'NSE', settings: DEFAULT_JOURNAL_SETTINGS };
const LAYER: JournalEvent = {
  kind: 'incurred',
  date: '2024-01-15',
  reverses: null,
  wellCode: '1/3-A-1 H',
  layerNumber: 1,
  layerType: 'initial',
  cents: 2_707_090,
};
const ACCRETION: JournalEvent = {
  kind: 'accreted',
  date: '2024-01-31',
  reverses: null,
  wellCode: '1/3-A-1 H',
  layerNumber: 2,
  layerType: 'additional',
  cents: 54_839,
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
      { ...LAYER, kind: 'revised', cents: -703_124 },
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
      { ...ACCRETION, cents: -5 },
      [
        ['2400', '0.05'],
        ['6800', '-0.05'],
      ],
    ],
    ['nothing posts nothing', { ...LAYER, cents: 0 }, []],
    ['a balance brought in posts nothing', { ...LAYER, kind: 'opening' }, []],
    [
      'a reversed layer changes the sides',
      { ...LAYER, cents: -2_707_090, reverses: '2024-01-15' },
      [
        ['2400', '27070.90'],
        ['1800', '-27070.90'],
      ],
    ],
    [
      'a reversed balance posts nothing',
      { ...LAYER, kind: 'opening', cents: -1, reverses: '2024-01-15' },
      [],
    ],
  ])('%s', (_, event, expected) => {
    const rows = journalRows({ event, company: COMPANY });
    expect(rows.map((row) => [row.mainAccount, row.netValue])).toEqual(expected);
  });

  it('gives reversals vouchers of their own, and says what each one reverses', () => {
    const later = { date: '2024-03-01', wellCode: 'A-1' };
    const [layer] = journalRows({
      event: { ...LAYER, ...later, cents: -5, layerNumber: 3, reverses: '2024-01-15' },
      company: COMPANY,
    });
    expect(layer).toMatchObject({
      voucherNumber: 'ARO-LR-20240301',
      voucherDate: '2024-03-01',
      voucherDescription: 'Reversal of ARO layers on 2024-03-01',
      // An initial layer that replaces a reversed one is initial under whatever number.
      detailDescription: 'Reversal of ARO layer 3 (initial)',
      referenceNumber: 'A-1-L3-202403',
      journalDate: '2024-03-01',
      accrualDate: '2024-03-01',
    });
    const [accretion] = journalRows({
      event: { ...ACCRETION, ...later, cents: -5, reverses: '2024-01-31' },
      company: COMPANY,
    });
    expect(accretion).toMatchObject({
      voucherNumber: 'ARO-AR-20240301',
      voucherDescription: 'Reversal of ARO accretion on 2024-03-01',
      detailDescription: 'Reversal of ARO layer 2 (additional), accretion for 2024-01',
    });
  });

  it("takes the company's accounts and fixed texts, and leaves unset columns blank", () => {
    const settings = {
      assetMain: '0160',
      assetSub: '7',
      liabilityMain: '0230',
      liabilitySub: '8',
      expenseMain: '0411',
      expenseSub: '9',
      type: 'GL',
      referenceType: 'ARO',
    };
    const rows = journalRows({ event: ACCRETION, company: { code: 'X', settings } });
    expect(rows.map((row) => [row.mainAccount, row.subAccount])).toEqual([
      ['0411', '9'],
      ['0230', '8'],
    ]);
    expect(rows[0]).toMatchObject({ type: 'GL', referenceType: 'ARO', afe: '', cashDate: '' });
  });

  it('makes vouchers that sum to zero, each of one kind, date and description', () => {
    const anyEvent = fc.record<JournalEvent>({
      kind: fc.constantFrom('opening', 'incurred', 'revised', 'accreted'),
      date: anyDate,
      reverses: fc.option(anyDate),
      layerType: fc.constantFrom('initial', 'additional'),
      wellCode: fc.string(),
      layerNumber: fc.integer({ min: 1, max: 99 }),
      cents: anyCents,
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
