import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_JOURNAL_SETTINGS,
  JOURNAL_COLUMNS,
  type JournalEvent,
  type JournalRow,
  type JournalSettings,
  journalRows,
} from '~/domain/books/journal';
import {
  LAYOUT_NAMES,
  type LayoutName,
  LEDGER_LAYOUTS,
  type LineChoice,
} from '~/domain/books/ledger-files/layouts';
import { NO_AMOUNTS } from '~/domain/books/movement';
import type { MovementKind } from '~/domain/books/movement-kinds';
import { parseCents } from '~/domain/money/money';
import { journalLines, ledgerFileTexts } from '~/services/reports/ledger-file.server';
import { IIF_HEAD, PUBLISHED_TITLES, READERS, type ReadLine } from '../../support/ledger-files';

const VECTORS = new URL('../../../../shared/data/ledger-vectors.json', import.meta.url);

type Target = Exclude<LayoutName, 'standard'>;
const TARGETS = LAYOUT_NAMES.filter((name): name is Target => name !== 'standard');

const event = (
  kind: MovementKind,
  date: string,
  amounts: Partial<typeof NO_AMOUNTS>,
  more: Partial<JournalEvent> = {},
): JournalEvent => ({
  kind,
  date,
  reverses: null,
  wellCode: '1/3-A-1 H',
  field: 'Ekofisk',
  layerNumber: 1,
  layerType: 'initial',
  terms: null,
  ...NO_AMOUNTS,
  ...amounts,
  ...more,
});

const layer = (date: string, cents: number, more?: Partial<JournalEvent>) =>
  event('incurred', date, { liabilityCents: cents, arcCostCents: cents }, more);

/** Layers of two wells on the same day, accretion, a settlement with a gain, and a reversal. */
const EVENTS: JournalEvent[] = [
  layer('2026-09-05', 2_707_090),
  layer('2026-09-05', 1_000_000, { wellCode: '=SUM("A")\tØ', field: 'Tor' }),
  event('accreted', '2026-09-30', { liabilityCents: 54_839 }),
  event('accreted', '2026-09-30', { liabilityCents: 101 }, { wellCode: 'B' }),
  event('settled', '2026-09-30', { liabilityCents: -300_000, cashCents: -250_000 }),
  layer('2026-10-01', -2_707_090, { reverses: '2026-09-05' }),
];

const rowsOf = (settings: JournalSettings, events = EVENTS): JournalRow[] =>
  events.flatMap((each) =>
    journalRows({
      event: each,
      company: { code: 'NSE', settingsOf: () => ({ ...DEFAULT_JOURNAL_SETTINGS, ...settings }) },
    }),
  );
const ROWS = rowsOf(DEFAULT_JOURNAL_SETTINGS);

async function* batchesOf(rows: JournalRow[], size: number) {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}

async function gather<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function fileOf(layout: LayoutName, rows = ROWS, lines: LineChoice = 'detail', size = 3) {
  const pieces = ledgerFileTexts(
    LEDGER_LAYOUTS[layout],
    journalLines(batchesOf(rows, size), lines),
    DEFAULT_JOURNAL_SETTINGS,
  );
  return (await gather(pieces)).join('');
}

const firstLine = (text: string) => text.slice(0, text.indexOf('\r\n'));
/** No title contains a quotation mark or a comma. */
const titlesOf = (text: string) => firstLine(text).split(',');

function sums(lines: readonly ReadLine[], keyOf: (line: ReadLine) => string): Record<string, number> {
  const found: Record<string, number> = {};
  for (const line of lines) found[keyOf(line)] = (found[keyOf(line)] ?? 0) + line.cents;
  return found;
}

describe('the column titles of each file', () => {
  it.each(Object.entries(PUBLISHED_TITLES))(
    'match those that %s publishes, in its order',
    async (target, titles) => {
      const found = titlesOf(await fileOf(target as Target));
      expect(found.slice(0, titles.length)).toEqual(titles);
      expect(new Set(found).size).toBe(found.length);
    },
  );

  it('are limited to those of QuickBooks Online, and to the three header lines of IIF', async () => {
    expect(titlesOf(await fileOf('quickbooks-online'))).toHaveLength(6);
    expect((await fileOf('quickbooks-desktop')).split('\r\n').slice(0, 3)).toEqual(IIF_HEAD);
  });

  it.runIf(existsSync(VECTORS))('match the published formats in the supplied test data', () => {
    type Vector = { id: string; expected: Record<string, string[]> };
    const vectors = JSON.parse(readFileSync(VECTORS, 'utf8')) as Vector[];
    const expected = (id: string) => vectors.find((vector) => vector.id === id)!.expected;
    const netsuite = expected('EX-NETSUITE');
    expect(PUBLISHED_TITLES).toEqual({
      netsuite: [...netsuite.headerColumnsSeen!, ...netsuite.lineColumns!],
      'quickbooks-online': expected('EX-QBO').columns,
      xero: expected('EX-XERO').columns,
      'oracle-fusion': expected('EX-ORACLE-FBDI').columnsInOrder,
      'dynamics-365': expected('EX-D365').columnsSeen,
    });
    expect(IIF_HEAD).toEqual(expected('EX-IIF').lines);
  });

  it('are the 25 columns, with a byte order mark, in the standard file only', async () => {
    expect(firstLine(await fileOf('standard'))).toBe(`\uFEFF${JOURNAL_COLUMNS.join(',')}`);
    for (const target of TARGETS) expect((await fileOf(target)).startsWith('\uFEFF')).toBe(false);
  });
});

describe.each(TARGETS)('the file for %s', (target) => {
  const read = READERS[target];

  it('contains each journal row with its voucher, date and amount', async () => {
    const lines = read(await fileOf(target));
    expect(lines.map(({ voucher, date, cents }) => ({ voucher, date, cents }))).toEqual(
      ROWS.map(({ voucherNumber, voucherDate, netValue }) => ({
        voucher: voucherNumber,
        date: voucherDate,
        cents: Number(parseCents(netValue)),
      })),
    );
  });

  it('balances within each voucher, in detail and in summary', async () => {
    for (const lines of ['detail', 'summary'] as const) {
      const found = sums(read(await fileOf(target, ROWS, lines)), ({ voucher }) => voucher);
      expect(Object.keys(found)).toHaveLength(4);
      expect(new Set(Object.values(found))).toEqual(new Set([0]));
    }
  });

  it('has one line per account and voucher in summary, with the sums of the detail', async () => {
    const key = ({ voucher, account }: ReadLine) => `${voucher} ${account}`;
    const summary = read(await fileOf(target, ROWS, 'summary'));
    expect(new Set(summary.map(key)).size).toBe(summary.length);
    expect(sums(summary, key)).toEqual(sums(read(await fileOf(target)), key));
  });

  it('is the same however the rows are batched', async () => {
    for (const size of [1, 2, 100]) {
      expect(await fileOf(target, ROWS, 'detail', size)).toBe(await fileOf(target));
      expect(await fileOf(target, ROWS, 'summary', size)).toBe(await fileOf(target, ROWS, 'summary'));
    }
  });

  it('shows only the main account if there are no subaccounts', async () => {
    const none = Object.fromEntries(['assetSub', 'liabilitySub'].map((name) => [name, 'none']));
    const lines = read(await fileOf(target, rowsOf({ ...DEFAULT_JOURNAL_SETTINGS, ...none }, [EVENTS[0]!])));
    expect(lines.map(({ account }) => account)).toEqual(['1800', '2400']);
  });
});

describe('target-specific requirements', () => {
  const cellOf = (text: string, line: number, title: string) =>
    text.split('\r\n')[line]!.split(',')[titlesOf(text).indexOf(title)];

  it('joins main account and subaccount as each ledger does', async () => {
    const accounts = async (target: Target) => READERS[target](await fileOf(target))[0]!.account;
    expect(await accounts('netsuite')).toBe('1800 : 100');
    expect(await accounts('quickbooks-online')).toBe('1800:100');
    expect(await accounts('quickbooks-desktop')).toBe('1800:100');
    expect(await accounts('xero')).toBe('1800-100');
    expect(await accounts('oracle-fusion')).toBe('1800-100');
    expect(await accounts('dynamics-365')).toBe('1800-100');
  });

  it('include status, flag and currency for Oracle Fusion, and the company as the first segment', async () => {
    const text = await fileOf('oracle-fusion');
    const expected = { '*Status Code': 'NEW', '*Actual Flag': 'A', '*Currency Code': 'USD', Segment1: 'NSE' };
    for (const [title, value] of Object.entries(expected)) expect(cellOf(text, 1, title)).toBe(value);
    expect(cellOf(text, 1, '*Journal Entry Creation Date')).toBe('2026/09/05');
  });

  it('number the lines of each Dynamics batch, and state the account type', async () => {
    const text = await fileOf('dynamics-365');
    const numbers = [1, 2, 3, 4, 5, 6].map((line) => cellOf(text, line, 'LINENUMBER'));
    expect(numbers).toEqual(['1', '2', '3', '4', '1', '2']);
    expect(cellOf(text, 1, 'ACCOUNTTYPE')).toBe('Ledger');
  });

  it('give Xero one narration per voucher, a tax rate, and at most 300 lines', async () => {
    expect(cellOf(await fileOf('xero'), 1, 'TaxRate')).toBe('Tax Exempt');
    const many = rowsOf(
      DEFAULT_JOURNAL_SETTINGS,
      Array.from({ length: 151 }, () => EVENTS[0]!),
    );
    expect(READERS.xero(await fileOf('xero', many.slice(0, 300)))).toHaveLength(300);
    await expect(fileOf('xero', many)).rejects.toThrow(
      'Xero accepts at most 300 lines per file. Choose one line per account or a shorter date range.',
    );
    expect(READERS.xero(await fileOf('xero', many, 'summary'))).toHaveLength(2);
  });

  it('keep every cell of IIF on its line and out of formulas', async () => {
    const text = await fileOf('quickbooks-desktop');
    expect(text).toContain("=SUM('A') Ø: ARO layer 1");
    expect(new Set(text.split('\r\n').map((line) => line.split('\t').length))).toEqual(new Set([8, 1]));
  });

  it('produce only a header when nothing was posted', async () => {
    expect(await fileOf('quickbooks-desktop', [])).toBe(`${IIF_HEAD.join('\r\n')}\r\n`);
    for (const target of TARGETS) expect(READERS[target](await fileOf(target, []))).toEqual([]);
  });
});

describe('the summary', () => {
  it('leaves out amounts that cancel, and still balances', async () => {
    const amounts = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(amounts, async (cents) => {
        const rows = rowsOf(
          DEFAULT_JOURNAL_SETTINGS,
          cents.map((amount) => layer('2026-09-05', amount)),
        );
        const lines = READERS.netsuite(await fileOf('netsuite', rows, 'summary'));
        const total = cents.reduce((sum, amount) => sum + amount, 0);
        expect(lines.map((line) => line.cents)).toEqual(
          total === 0 ? [] : [Math.abs(total), -Math.abs(total)],
        );
      }),
      // Random amounts hardly ever cancel.
      { examples: [[[27_070_90, -20_000_00, -7_070_90]]] },
    );
  });

  it('adds up net and gross and names no wells', async () => {
    const [first] = (await gather(journalLines(batchesOf(ROWS, 100), 'summary'))).flat();
    expect(first).toMatchObject({
      voucherNumber: 'ARO-L-20260905',
      well: '',
      referenceNumber: 'ARO-L-20260905',
      detailDescription: 'ARO layers recognized on 2026-09-05',
      grossValue: '37070.90',
      netValue: '37070.90',
    });
  });
});
