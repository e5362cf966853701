import { describe, expect, it } from 'vitest';
import { openTextFile } from '~/components/files/read-text-file';
import type { TableAnswers } from '~/domain/imports/table-questions';
import { readTrialBalance, TrialBalanceFileError } from '~/domain/reports/trial-balance-file';

const OWN = [
  { mainAccount: '1800', subAccount: '100' },
  { mainAccount: '2400', subAccount: '100' },
];

const numbered = (records: string[][]) => records.map((cells, index) => ({ row: index + 1, cells }));
const readRecords = (records: string[][], accounts: typeof OWN, answers?: TableAnswers) =>
  readTrialBalance(numbered(records), accounts, answers);

describe('a trial balance file', () => {
  it.each([
    [
      'a balance',
      [
        ['Account', 'Ending Balance'],
        ['1800-100', '$100.00'],
        ['2400-100', '(120.00)'],
      ],
    ],
    [
      'debits and credits',
      [
        ['GL Account', 'Debit', 'Credit'],
        ['1800-100', '100.00', ''],
        ['2400-100', '', '120.00'],
      ],
    ],
    [
      'a column of subaccounts',
      [
        ['Main Account', 'Sub-Account', 'Balance'],
        ['1800', '100', '100'],
        ['2400', '100', '-120'],
      ],
    ],
    [
      'names after the numbers',
      [
        ['Account', 'Balance'],
        ['1800 · ARO asset', '100.00'],
        ['Retirement obligation (2400)', '-120.00'],
      ],
    ],
    [
      'several rows of an account',
      [
        ['Account', 'Net'],
        ['1800-100', '60'],
        ['1800-100', '40'],
        ['2400-100', '-120'],
        ['Total', '-20'],
      ],
    ],
  ])('is read with %s', (_, records) => {
    expect(readRecords(records, OWN)).toEqual({
      balances: [
        { mainAccount: '1800', subAccount: '100', cents: 10_000 },
        { mainAccount: '2400', subAccount: '100', cents: -12_000 },
      ],
      unknown: [],
      missing: [],
      questions: [],
    });
  });

  it('finds the headings below the lines that ledgers put above them, and counts those lines', () => {
    const above = [['Demo Oil'], ['Trial Balance'], [''], ['As of September 30, 2026']];
    const quickBooks = [
      ...above,
      ['', 'Debit', 'Credit'],
      ['1800-100 ARO asset', '1,234.50', ''],
      ['TOTAL', '', ''],
    ];
    expect(readRecords(quickBooks, OWN).balances).toEqual([
      { mainAccount: '1800', subAccount: '100', cents: 123_450 },
    ]);
    expect(() => readRecords([...above, ['Account', 'Balance'], ['1800-100', 'n/a']], OWN)).toThrow(
      new TrialBalanceFileError('Row 6: n/a isn’t an amount.'),
    );
  });

  it.each([
    [
      'semicolons and decimal commas',
      'Demo Oil;;\r\nAccount;Debit;Credit\r\n1800-100;1.234,56;\r\n2400-100;;1.234,56\r\n',
    ],
    ['a column of amounts alone', 'Account;Balance\r\n1800-100;100.000\r\n'],
    ['tabs', 'Account\tBalance\r\n1800-100\t1,234.56\r\n'],
    ['commas', 'Account,Name,Balance\r\n1800-100,"Asset; ARO","1,234.56"\r\n'],
  ])('is split by the separator of its headings: %s', async (_, text) => {
    const { rows } = await openTextFile(new TextEncoder().encode(text)).readAll();
    expect(readRecords(rows, OWN, { decimal: 'comma' }).balances[0]).toMatchObject({
      mainAccount: '1800',
      cents: expect.any(Number),
    });
  });

  it('is read in European notation, and raises a question if the notation is ambiguous', () => {
    const european = [
      ['Konto', 'Account', 'Saldo', 'Balance'],
      ['', '1800-100', '', '1.234'],
      ['', '2400-100', '', '(98.765,40)'],
      ['', '9999', '', '-'],
    ];
    expect(readRecords(european, OWN)).toMatchObject({
      balances: [{ cents: 123_400 }, { cents: -9_876_540 }],
      questions: [],
    });
    const open = [
      ['Account', 'Balance'],
      ['1800-100', '150,125'],
    ];
    expect(readRecords(open, OWN)).toMatchObject({
      balances: [],
      questions: [{ id: 'decimal', example: '150,125', answer: null }],
    });
    expect(readRecords(open, OWN, { decimal: 'point' }).balances).toMatchObject([{ cents: 15_012_500 }]);
  });

  it('lists the accounts in the file that are unknown, and the known accounts that are missing', () => {
    const read = readRecords(
      [
        ['Account', 'Balance'],
        ['1000 Cash', '5.00'],
        ['1800-100', '100.00'],
      ],
      OWN,
    );
    expect(read).toMatchObject({ unknown: ['1000 Cash'], missing: ['2400-100'] });
  });

  it.each([
    [
      'in a column of their own',
      [
        ['Account', 'Sub', 'Balance'],
        ['2400', '', '-150.00'],
        ['2400', '100', '-120.00'],
        ['2400', '200', '-30.00'],
      ],
      ['2400-200', '2400'],
    ],
    [
      'after the number',
      [
        ['Account', 'Balance'],
        ['2400 · Retirement obligations', '-150.00'],
        ['2400-100 · Wells', '-120.00'],
        ['2400-200 · Pipelines', '-30.00'],
      ],
      ['2400-200 · Pipelines', '2400 · Retirement obligations'],
    ],
  ])('leaves out the parent and other subaccounts %s', (_, records, unknown) => {
    expect(readRecords(records, OWN)).toEqual({
      balances: [{ mainAccount: '2400', subAccount: '100', cents: -12_000 }],
      unknown,
      missing: ['1800-100'],
      questions: [],
    });
  });

  it.each(['', 'none'])(
    'adds up the subaccounts of an account without subaccounts here: “%s”',
    (subAccount) => {
      const records = [
        ['Account', 'Sub', 'Balance'],
        ['2400', 'EAST', '-100.00'],
        ['2400', 'WEST', '-20.00'],
      ];
      const own = [{ mainAccount: '2400', subAccount }];
      expect(readRecords(records, own)).toMatchObject({ balances: [{ cents: -12_000 }], unknown: [] });
      const alone = [
        ['Account', 'Sub', 'Balance'],
        ['2400', 'none', '-100.00'],
      ];
      expect(readRecords(alone, own)).toMatchObject({
        balances: [{ cents: -10_000, subAccount }],
        unknown: [],
      });
    },
  );

  it.each([
    [[['Amount'], ['1']], 'The file needs an Account column. Column headings must be in the first 25 lines.'],
    [
      [
        ['Account', 'Debit'],
        ['1800', '1'],
      ],
      'The file needs a Balance column, or Debit and Credit columns.',
    ],
    [
      [
        ['Account', 'Balance'],
        ['1800-100', 'a lot'],
      ],
      'Row 2: a lot isn’t an amount.',
    ],
  ])('is refused with a message: %j', (records, message) => {
    expect(() => readRecords(records, OWN)).toThrow(new TrialBalanceFileError(message));
  });
});
