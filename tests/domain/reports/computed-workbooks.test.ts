import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { accretionExpense } from '~/domain/books/accretion';
import { accountNumber } from '~/domain/books/tie-out';
import type { WorkbookAccretion, WorkbookLayer } from '~/domain/reports/layer-workbook';
import { nettedLines } from '~/domain/reports/netted-lines';
import { buildWorkbook, type WorkbookRequest } from '~/domain/reports/workbook-request';
import { writeWorkbook } from '~/hooks/write-workbook';
import { comparedColumn } from '../../support/compared-column';
import { NASTY_ACCOUNT, NASTY_FIELD, packFigures, packLines } from '../../support/pack';
import { computedCents, sheetsOf, tableOf } from '../../support/workbook';
import { WORKBOOK_LAYER } from '../../support/workbook-layer';

const cents = (amount: unknown) => Math.round(Number(amount) * 100);

/** The downloaded file: the rows of each sheet. */
async function computed(request: WorkbookRequest): Promise<Record<string, string[][]>> {
  const folder = mkdtempSync(join(tmpdir(), 'aro-recalculated-'));
  try {
    const path = join(folder, 'book.xlsx');
    const file = await writeWorkbook(buildWorkbook(request));
    writeFileSync(path, Buffer.from(await file.arrayBuffer()));
    return await sheetsOf(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const namedAccounts = () => packFigures().journal.map((row) => ({ ...row, name: `Name of ${row.account}` }));

/** Checks every formula cell, by sheet: an error would be text. */
function expectNoErrors(sheets: Record<string, string[][]>): void {
  const errors = Object.values(sheets).flat(2);
  expect(errors.filter((cell) => /^(#|Err:)/.test(cell))).toEqual([]);
}

describe('the computed formulas of workbooks', { timeout: 120_000 }, () => {
  it('match our figures to the cent in the pack’s totals and ties', async () => {
    const figures = packFigures();
    const sheets = await computed({
      kind: 'pack',
      heading: ['Report Pack of Jan 2026', '=Company'],
      facts: [['Prepared by', '@someone']],
      figures,
      lines: packLines(),
      tieOut: [
        { account: '1800', name: 'ARO asset', own: '1150.05', ledger: '1150.05', explanation: '' },
        {
          account: '2400-100',
          name: 'ARO liability',
          own: '-1158.48',
          ledger: '-1150.00',
          explanation: '-x',
        },
        { account: NASTY_ACCOUNT, name: 'ARO liability', own: '-504.37', ledger: null, explanation: '' },
      ],
      tables: [{ name: 'Worklist', notes: ['As of today'], columns: [{ header: 'Well' }], rows: [['=1+1']] }],
    });
    expectNoErrors(sheets);
    expect(Object.keys(sheets).sort()).toEqual([
      'ARC Rollforward',
      'ARO Disclosure',
      'ARO Rollforward',
      'Cover',
      'Journal',
      'Journal by Account',
      'Tie-Out',
      'Ties',
      'Trial Balance',
      'Worklist',
    ]);
    expect(sheets.Cover).toContainEqual(['Prepared by', '@someone']);
    expect(sheets.Cover!.find(([name]) => name === 'Differences')?.[1]).toBe('0');
    expect(sheets.Worklist).toContainEqual(['=1+1']);

    const rollforward = tableOf(sheets['ARO Rollforward'], 'Field');
    expect(rollforward.map((row) => row.Field)).toEqual(['North', NASTY_FIELD, 'Total']);
    expect(rollforward.map((row) => computedCents(row['Ending Balance']))).toEqual([115848, 50437, 166285]);
    const ties = tableOf(sheets.Ties, 'Figure');
    expect(ties.map((row) => Object.values(row).slice(1, 6).map(cents))).toEqual([
      [150030, 150030, 0, 150030, 0],
      [1250, 1250, 0, 1250, 0],
      [166285, 166285, 0, 166285, 0],
      [0, 0, 115005, 115005, 0],
      [0, 0, 0, 0, 0],
      [0, 0, -3250, -3250, 0],
      [0, 0, 0, 0, 0],
    ]);
    expect(ties.every((row) => computedCents(row.Difference) === 0)).toBe(true);
    const accounts = tableOf(sheets['Journal by Account'], 'Account');
    expect(
      accounts.map((row) => [row.Account, computedCents(row['Trial Balance']), computedCents(row.Journal)]),
    ).toEqual([
      ['1800', 25005, 25005],
      ['1890-100', -250, -250],
      [NASTY_ACCOUNT, -417, -417],
      ['2400-100', -15838, -15838],
      ['2050-100', -10000, -10000],
      ['6800-100', 1250, 1250],
      ['6810-100', 250, 250],
      ['Total', 0, 0],
    ]);
    const tieOut = tableOf(sheets['Tie-Out'], 'Account');
    expect(tieOut.map((row) => row.Difference)).toEqual(['0', '8.48', '', '8.48']);
    expect(tieOut[1]!.Explanation).toBe('-x');
    const trial = tableOf(sheets['Trial Balance'], 'Main Account');
    expect(trial.slice(0, -1).map((row) => computedCents(row.Ending))).toEqual(
      figures.trialBalance.map((row) => cents(row.ending)),
    );
  });

  it('are zeros, not errors, in a pack without rows', async () => {
    const none = { rollforward: [], disclosure: [], arc: [], trialBalance: [], journal: [] };
    const heading = ['Report Pack'];
    const sheets = await computed({
      kind: 'pack',
      heading,
      facts: [],
      figures: none,
      lines: [],
      tieOut: [],
      tables: [],
    });
    expectNoErrors(sheets);
    expect(tableOf(sheets.Ties, 'Figure').map((row) => computedCents(row.Difference))).toEqual(
      Array(7).fill(0),
    );
  });

  it('match the accounts’ debits and credits in the pack’s journal, even if they cancel within a voucher', async () => {
    const figures = packFigures();
    // A correction reversed 40.00 and posted 30.00: its voucher shows 10.00 on one account and nothing on another.
    const gross: Record<string, object> = {
      '1800': { debits: '280.05', credits: '30.00' },
      '2400-100': { debits: '140.00', credits: '298.38' },
    };
    const journal = figures.journal.map((row) => ({ ...row, ...gross[row.account] }));
    const lines = packLines();
    const netted = nettedLines(lines, journal);
    expect(
      netted.map(({ voucherNumber, netValue, ...line }) => [voucherNumber, accountNumber(line), netValue]),
    ).toEqual([
      ['', '1800', '30.00'],
      ['', '1800', '-30.00'],
      ['', '2400-100', '40.00'],
      ['', '2400-100', '-40.00'],
    ]);
    expect(nettedLines([...lines, ...netted], journal)).toEqual([]);
    // A row posted between the two reads is not netting.
    expect(nettedLines(lines, [{ account: '6800-100', debits: '13.00', credits: '0.00' }])).toEqual([]);
    const sheets = await computed({
      kind: 'pack',
      heading: ['Report Pack'],
      facts: [],
      figures: { ...figures, journal },
      lines: [...lines, ...netted],
      tieOut: [],
      tables: [],
    });
    expectNoErrors(sheets);
    const total = tableOf(sheets.Journal, 'Voucher').at(-1)!;
    const sum = (side: 'debits' | 'credits') => journal.reduce((all, row) => all + cents(row[side]), 0);
    expect([total.Debit, total.Credit].map(computedCents)).toEqual([sum('debits'), sum('credits')]);
  });

  it('show a difference in the pack’s ties', async () => {
    const figures = packFigures();
    const disclosure = figures.disclosure.map((row, at) => (at === 0 ? { ...row, accretion: '8.34' } : row));
    const sheets = await computed({
      kind: 'pack',
      heading: ['Report Pack'],
      facts: [],
      figures: { ...figures, disclosure },
      lines: packLines(),
      tieOut: [],
      tables: [],
    });
    const differences = tableOf(sheets.Ties, 'Figure').map((row) => computedCents(row.Difference));
    expect(differences).toEqual([0, 1, 1, 0, 0, 0, 2]);
    expect(sheets.Cover!.find(([name]) => name === 'Differences')?.[1]).toBe('0.02');
  });

  it('take balances brought in out of the pack’s beginning liability', async () => {
    const figures = packFigures();
    const [north, ...others] = figures.rollforward;
    const [disclosed, ...otherDisclosed] = figures.disclosure;
    const sheets = await computed({
      kind: 'pack',
      heading: ['Report Pack'],
      facts: [],
      figures: {
        ...figures,
        rollforward: [{ ...north!, beginningBalance: '1070.10', reductions: '120.00' }, ...others],
        disclosure: [{ ...disclosed!, opening: '50.00' }, ...otherDisclosed],
      },
      lines: packLines(),
      tieOut: [],
      tables: [],
    });
    expectNoErrors(sheets);
    const [beginning] = tableOf(sheets.Ties, 'Figure');
    expect(beginning!.Figure).toBe('Beginning liability, without balances brought in');
    expect(Object.values(beginning!).slice(1, 3).map(cents)).toEqual([150030, 150030]);
    expect(computedCents(beginning!.Difference)).toBe(0);
  });

  it('match the rows in the journal’s totals by account', async () => {
    const lines = packLines();
    const sheets = await computed({
      kind: 'journal',
      heading: ['Journal Entries'],
      entries: lines,
      accounts: namedAccounts(),
    });
    expectNoErrors(sheets);
    const rows = tableOf(sheets['Journal Entries'], 'Voucher');
    expect(rows).toHaveLength(lines.length + 1);
    expect(rows[0]).toMatchObject({ Date: '2026-01-31', Account: '1800', Description: '+cmd' });
    expect([computedCents(rows.at(-1)!.Debit), computedCents(rows.at(-1)!.Credit)]).toEqual([36505, 36505]);
    const totals = tableOf(sheets['Totals by Account'], 'Account');
    expect(totals.map((row) => [computedCents(row.Debits), computedCents(row.Credits)])).toEqual([
      ...packFigures().journal.map((row) => [cents(row.debits), cents(row.credits)]),
      [36505, 36505],
    ]);
    expect(totals.every((row) => computedCents(row.Difference) === 0)).toBe(true);
    expect(totals[0]!.Name).toBe(`Name of ${totals[0]!.Account}`);
  });

  it('separate changes before an opening balance from settlements in a list of layers, and tie', async () => {
    const list = [
      // Brought in at 30,000.00, with 1,000.00 settled since.
      { ...WORKBOOK_LAYER, openingChange: '2929.10', currentAroValue: '29000.00' },
      { ...WORKBOOK_LAYER, id: 'l2', layerNumber: 2 },
    ];
    const changes = ['Layer Value per Ledger', 'Change Before Opening Balance', 'Accreted'];
    const request = { kind: 'detail', heading: ['ARO Detail'], layers: list } as const;
    const figures = async (accretions: [] | null, last: string) => {
      const sheets = await computed({ ...request, accretions });
      expectNoErrors(sheets);
      return tableOf(sheets['ARO Detail'], 'Well Code').map((row) =>
        [...changes, last, 'Current Value'].map((name) => row[name] && computedCents(row[name])),
      );
    };
    expect(await figures([], 'Settled, Sold, Reversed')).toEqual([
      [2707090, 292910, 0, -100000, 2900000],
      [2707090, 0, 0, 0, 2707090],
      [5414180, 292910, 0, -100000, 5607090],
    ]);
    // Without accretion records, the last column includes both.
    expect(await figures(null, 'Accreted, Settled, Sold')).toEqual([
      [2707090, 292910, undefined, -100000, 2900000],
      [2707090, 0, undefined, 0, 2707090],
      [5414180, 292910, undefined, -100000, 5607090],
    ]);
  });

  it('recompute present values and accretion in a list of layers, and sum the accretion of each layer', async () => {
    const layer = WORKBOOK_LAYER;
    const change: WorkbookLayer = {
      ...layer,
      id: 'l2',
      layerNumber: 2,
      layerType: 'additional',
      measurement: 'change',
      pAndACost: '120000.00',
      previousEstimate: '100000.00',
      aroValue: '5414.18',
      currentAroValue: '5414.18',
    };
    const record = (periodEnd: string, beginningCents: number): WorkbookAccretion => {
      const time = { numerator: 1, denominator: 12 };
      const terms = { discountRateBp: 800, time, method: 'simple' } as const;
      const expense = accretionExpense({ ...terms, beginningCents });
      const shown = (amount: number) => (amount / 100).toFixed(2);
      return {
        aroLayerId: 'l1',
        postingId: '7',
        periodStart: '2025-12-31',
        periodEnd,
        beginningAro: shown(beginningCents),
        accretionExpense: shown(expense),
        endingAro: shown(beginningCents + expense),
        method: 'simple',
        timeYears: '0.083333333333',
        aroLayer: { layerNumber: 1 },
      };
    };
    const first = record('2026-01-31', 2707090);
    const second = record('2026-02-28', cents(first.endingAro));
    const current = second.endingAro;
    const accreted = cents(first.accretionExpense) + cents(second.accretionExpense);
    const list = [change, { ...layer, currentAroValue: current }];
    const sheets = await computed({
      kind: 'detail',
      heading: ['ARO Detail'],
      layers: list,
      accretions: [second, first],
    });
    expectNoErrors(sheets);
    const layers = tableOf(sheets['ARO Detail'], 'Well Code');
    expect(layers.map((row) => computedCents(row['Present Value']))).toEqual([541418, 2707090, 3248508]);
    expect(layers.map((row) => computedCents(row.Other))).toEqual([0, 0, 0]);
    expect(layers.map((row) => computedCents(row.Accreted))).toEqual([0, accreted, accreted]);
    expect(layers.map((row) => computedCents(row['Settled, Sold, Reversed']))).toEqual([0, 0, 0]);
    const accretion = tableOf(sheets.Accretion, 'Well Code').slice(0, -1);
    expect(accretion.map((row) => [row['Well Code'], row['Period End']])).toEqual([
      ['=A1', '2026-01-31'],
      ['=A1', '2026-02-28'],
    ]);
    expect(accretion.map((row) => [row['Period Start'], row.Method, row.Posting])).toEqual(
      [0, 1].map(() => ['2025-12-31', 'Simple', '7']),
    );
    expect(accretion.every((row) => computedCents(row.Difference) === 0)).toBe(true);

    // A change on its own is still measured from the previous estimate.
    const alone = await computed({
      kind: 'detail',
      heading: ['ARO Detail'],
      layers: [change],
      accretions: null,
    });
    expect(Object.keys(alone)).toEqual(['ARO Detail']);
    expect(computedCents(tableOf(alone['ARO Detail'], 'Well Code')[0]!['Present Value'])).toBe(541418);
    const fact =
      'Totals include historical layers, which the on-screen totals exclude. See the Status column.';
    expect(alone['ARO Detail']!.flat()).not.toContain(fact);

    const settled = { ...layer, currentAroValue: '0.00', status: 'historical' as const };
    const past = await computed({ kind: 'detail', heading: [], layers: [settled, change], accretions: null });
    expect(past['ARO Detail']!.flat()).toContain(fact);
    const total = tableOf(past['ARO Detail'], 'Well Code').at(-1)!;
    expect(computedCents(total['Layer Value per Ledger'])).toBe(3248508);
  });

  it('are stored in the file, and recalculated by programs that can', async () => {
    const request = {
      kind: 'journal',
      heading: [],
      entries: packLines(),
      accounts: namedAccounts(),
    } as const;
    const file = await writeWorkbook(buildWorkbook(request));
    const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!);
    expect(sheet).toMatch(/<f>ROUND\(SUM\([A-Z0-9:]+\),2\)<\/f><v>365\.05<\/v>/);
    expect(sheet).not.toContain('<f>=');
    expect(strFromU8(parts['xl/workbook.xml']!)).toContain('fullCalcOnLoad="1"');
  });

  it('match our figures to the cent in the comparative disclosure’s endings and ties', async () => {
    const year = (days: string, changes: Parameters<typeof comparedColumn>[2]) =>
      comparedColumn('period', days, changes);
    const earlier = year('2024-01-01 2024-12-31', {
      incurred: '100.10',
      settled: '-0.07',
      ending: '100.03',
      nonCurrent: '100.03',
    });
    const then = { ...earlier, closedAt: '2025-01-15T10:00:00.000Z', settled: '0.00', ending: '100.10' };
    const columns = [
      year('2025-01-01 2025-12-31', {
        beginning: '100.03',
        accretion: '8.01',
        ending: '108.04',
        current: '100.04',
        nonCurrent: '8.00',
      }),
      { ...earlier, asClosed: [then] },
    ];
    const sheets = await computed({ kind: 'comparative', heading: ['ARO Disclosure', '=Company'], columns });
    expectNoErrors(sheets);
    const lines = tableOf(sheets['ARO Disclosure'], 'Line');
    const line = (name: string) =>
      Object.values(lines.find((row) => row.Line === name)!)
        .slice(1)
        .map((cell) => (cell === '' ? null : computedCents(cell)));
    expect(line('Ending balance')).toEqual([10804, 10003, 10010]);
    expect(line('Non-current portion')).toEqual([800, 10003, 10010]);
    expect(line('Difference')).toEqual([0, 0, 0]);
    expect(line('Beginning balance less prior ending balance')[0]).toBe(0);
  });
});
