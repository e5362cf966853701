import { env } from 'cloudflare:workers';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { JournalRow } from '~/domain/books/journal';
import { LAYOUT_NAMES, type LayoutName } from '~/domain/books/ledger-files/layouts';
import { parseCents } from '~/domain/money/money';
import type {
  JournalExportView,
  NewJournalExportView,
  SinceLastExportView,
} from '~/schemas/reports/journal-export';
import type { WellView } from '~/schemas/wells/well-views';
import { sha256Hex } from '~/services/platform/digest.server';
import { readTogether } from '~/services/platform/reads.server';
import { exportJournal, exportReads } from '~/services/reports/journal-export.server';
import { bodyOf } from '../../support/books';
import { addLayer, addWell, contextInterrupted } from '../../support/layers';
import { READERS } from '../../support/ledger-files';
import { db, type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

const DATES = { beginDate: '2020-01-01', endDate: '2020-12-31' };
const query = (more: Record<string, string> = {}) => String(new URLSearchParams({ ...DATES, ...more }));
type Target = Exclude<LayoutName, 'standard'>;
const TARGETS = LAYOUT_NAMES.filter((name): name is Target => name !== 'standard');

/** Two wells with one layer each, a month of accretion, and a settlement. */
async function makeBooks() {
  const { client, company } = await signInToNewCompany();
  const first = await addWell(client, { wellCode: 'A-1' });
  const second = await addWell(client, { wellCode: 'A-2' });
  await addLayer(client, first.id);
  await addLayer(client, second.id);
  await client.post('/api/accretion/calculate', { periodType: 'monthly', periodEnd: '2020-01-31' });
  const settled = await client.post(`/api/wells/${first.id}/settlements`, { date: '2020-01-31', cost: '10' });
  expect(settled.status).toBe(201);
  return { client, company, first, second };
}

const journal = async (client: SignedIn) =>
  (await client.get(`/api/reports/journal-entries?${query()}`)).json<JournalRow[]>();

async function make(client: SignedIn, more: Record<string, unknown> = {}): Promise<NewJournalExportView> {
  const response = await client.post('/api/journal-exports', { ...DATES, ...more });
  expect(response.status, await response.clone().text()).toBe(201);
  return response.json();
}

async function fileOf(client: SignedIn, { id }: Pick<JournalExportView, 'id'>): Promise<string> {
  const response = await client.get(`/api/journal-exports/${id}/file`);
  expect(response.status).toBe(200);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
}

async function nameOf(client: SignedIn, { id }: Pick<JournalExportView, 'id'>): Promise<string | undefined> {
  const { headers } = await client.get(`/api/journal-exports/${id}/file`);
  return headers.get('Content-Disposition')?.match(/filename="(.*)"/)?.[1];
}

const changes = async (client: SignedIn, layout: string) =>
  (await client.get(`/api/journal-exports/changes?${query({ layout })}`)).json<SinceLastExportView>();

describe('GET /api/reports/journal-entries with a layout', () => {
  it.each(TARGETS)('returns the journal as a file for %s, voucher by voucher', async (layout) => {
    const { client } = await makeBooks();
    const response = await client.get(`/api/reports/journal-entries?${query({ layout })}`);
    const ending = layout === 'quickbooks-desktop' ? 'iif' : 'csv';
    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="aro-journal-entries-${layout}-2020-01-01-to-2020-12-31.${ending}"`,
    );
    const lines = READERS[layout](await response.text());
    const rows = await journal(client);
    const key = (voucher: string, cents: number | bigint) => `${voucher} ${cents}`;
    expect(lines.map(({ voucher, cents }) => key(voucher, cents)).sort()).toEqual(
      rows.map(({ voucherNumber, netValue }) => key(voucherNumber, parseCents(netValue))).sort(),
    );
    // The lines of a voucher must be adjacent.
    const vouchers = lines
      .map(({ voucher }) => voucher)
      .filter((voucher, place, all) => voucher !== all[place - 1]);
    expect(new Set(vouchers).size).toBe(vouchers.length);
  });

  it('returns one line per account and voucher, also as rows, and leaves the standard rows unchanged', async () => {
    const { client } = await makeBooks();
    const summary = await (
      await client.get(`/api/reports/journal-entries?${query({ lines: 'summary' })}`)
    ).json<JournalRow[]>();
    expect(summary.filter(({ voucherNumber }) => voucherNumber.startsWith('ARO-L-'))).toMatchObject([
      { mainAccount: '1800', well: '' },
      { mainAccount: '2400', well: '' },
    ]);
    const named = await client.get(`/api/reports/journal-entries?${query({ layout: 'standard' })}`);
    expect(await named.json()).toEqual(await journal(client));
  });

  it('includes the settings that the target requires', async () => {
    const { client, company } = await makeBooks();
    const journalSettings = { oracleLedgerId: '300000001', currencyCode: 'NOK', assetSub: 'none' };
    await client.put(`/api/companies/${company.id}/settings`, { journal: journalSettings });
    const response = await client.get(`/api/reports/journal-entries?${query({ layout: 'oracle-fusion' })}`);
    const { data } = Papa.parse<Record<string, string>>(await response.text(), { header: true });
    expect(data[0]).toMatchObject({
      '*Ledger ID': '300000001',
      '*Currency Code': 'NOK',
      Segment1: company.code,
      Segment2: '1800',
      Segment3: '',
    });
  });

  it.each([
    [{ layout: 'sap' }, 'Layout must be standard, netsuite'],
    [{ lines: 'some' }, 'Lines must be detail or summary'],
  ])('rejects %o', async (more, message) => {
    const { client } = await signInToNewCompany();
    const response = await client.get(`/api/reports/journal-entries?${query(more)}`);
    expect(response.status).toBe(400);
    expect((await response.json<{ message: string }>()).message).toContain(message);
  });
});

describe('the export register', () => {
  it.each(['standard', 'netsuite', 'quickbooks-desktop'])(
    'records the exact content of a file with layout %s',
    async (layout) => {
      const { client, company } = await makeBooks();
      const made = await make(client, { layout });
      const text = await fileOf(client, made);
      const rows = await journal(client);
      const debits = rows.map(({ netValue }) => parseCents(netValue)).filter((cents) => cents > 0n);
      expect(made).toMatchObject({
        ...DATES,
        layout,
        lines: 'detail',
        number: 1,
        since: null,
        rows: rows.length,
        sha256: await sha256Hex(text),
        userId: client.userId,
      });
      expect(parseCents(made.total)).toBe(debits.reduce((sum, cents) => sum + cents));
      const format = layout === 'standard' ? { format: 'csv' } : { layout };
      const report = await client.get(`/api/reports/journal-entries?${query(format as never)}`);
      expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await report.arrayBuffer())).toBe(text);
      const [listed] = await (await client.get('/api/journal-exports')).json<JournalExportView[]>();
      const { changes: _, ...shown } = made;
      expect(listed).toEqual(shown);
      expect(made.user).toEqual({ id: client.userId, name: 'Test Person', email: client.email });
      const [entry] = await (await client.get('/api/audit-logs?action=journal.exported')).json<
        { entityId: string; companyId: string; newValues: object }[]
      >();
      expect(entry).toMatchObject({
        entityId: made.id,
        companyId: company.id,
        newValues: { sha256: made.sha256 },
      });
    },
  );

  it('returns the same bytes if nothing is new, and reports no changes', async () => {
    const { client } = await makeBooks();
    const first = await make(client, { layout: 'xero' });
    expect(first.changes.new.length).toBeGreaterThan(0);
    expect(await changes(client, 'xero')).toEqual({
      last: { ...first, changes: undefined },
      changes: { new: [], changed: [], gone: [] },
    });
    const second = await make(client, { layout: 'xero' });
    expect(second).toMatchObject({
      number: 2,
      sha256: first.sha256,
      changes: { new: [], changed: [], gone: [] },
    });
    expect(await fileOf(client, second)).toBe(await fileOf(client, first));
    const refused = await client.post('/api/journal-exports', { ...DATES, layout: 'xero', difference: true });
    expect([refused.status, (await refused.json<{ message: string }>()).message]).toEqual([
      409,
      'Nothing new since the last export of these dates.',
    ]);
  });

  it('detects new and changed vouchers, and exports only the difference', async () => {
    const { client, second } = await makeBooks();
    const first = await make(client, { layout: 'netsuite' });
    const old = READERS.netsuite(await fileOf(client, first));
    // Another settlement on the same day, which changes its voucher, and a new month.
    await client.post(`/api/wells/${second.id}/settlements`, { date: '2020-01-31', cost: '20' });
    await client.post('/api/accretion/calculate', { periodType: 'monthly', periodEnd: '2020-02-29' });
    const found = { new: ['ARO-A-20200229'], changed: ['ARO-S-20200131'], gone: [] };
    expect((await changes(client, 'netsuite')).changes).toEqual(found);
    expect((await changes(client, 'xero')).last).toBeNull();

    const difference = await make(client, { layout: 'netsuite', difference: true });
    expect(difference).toMatchObject({ since: first.id, number: 2, changes: found });
    const text = await fileOf(client, difference);
    expect(await nameOf(client, first)).toBe('aro-journal-entries-netsuite-2020-01-01-to-2020-12-31.csv');
    expect(await nameOf(client, difference)).toBe(
      'aro-journal-entries-netsuite-2020-01-01-to-2020-12-31-difference-2.csv',
    );
    expect(await sha256Hex(text)).toBe(difference.sha256);
    const added = READERS.netsuite(text);
    expect(new Set(added.map(({ voucher }) => voucher))).toEqual(
      new Set(['ARO-A-20200229', 'ARO-S-20200131-2']),
    );
    expect(difference.rows).toBe(added.length);
    await expectWhole(client, [...old, ...added]);
    expect((await changes(client, 'netsuite')).changes).toEqual({ new: [], changed: [], gone: [] });
    // The earlier export is unchanged.
    expect(await sha256Hex(await fileOf(client, first))).toBe(first.sha256);
  });

  it('reverses lines that have changed, such as to another account', async () => {
    const { client, company } = await makeBooks();
    const first = await make(client, { layout: 'dynamics-365' });
    const old = READERS['dynamics-365'](await fileOf(client, first));
    await client.put(`/api/companies/${company.id}/settings`, { journal: { clearingMain: '2099' } });
    expect((await changes(client, 'dynamics-365')).changes).toEqual({
      new: [],
      changed: ['ARO-S-20200131'],
      gone: [],
    });
    for (const lines of ['detail', 'summary']) {
      const difference = await make(client, { layout: 'dynamics-365', difference: true, lines });
      const added = READERS['dynamics-365'](await fileOf(client, difference));
      expect(added.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
      await expectWhole(client, [...old, ...added]);
      // Back to the old account, and again.
      old.push(...added);
      const clearingMain = lines === 'detail' ? '2050' : '2099';
      await client.put(`/api/companies/${company.id}/settings`, { journal: { clearingMain } });
    }
  });

  it('reverses gross amounts as exported, in rows with the company’s fixed texts', async () => {
    const { client, company } = await signInToNewCompany();
    const set = (journal: Record<string, string>) =>
      client.put(`/api/companies/${company.id}/settings`, { journal });
    await set({ type: 'JE' });
    const well = await addWell(client, { workingInterests: [{ from: '2000-01-01', percent: '75' }] });
    await addLayer(client, well.id);
    await client.post('/api/accretion/calculate', { periodType: 'monthly', periodEnd: '2020-01-31' });
    const rowsOf = async (made: NewJournalExportView) =>
      Papa.parse<JournalRow>((await fileOf(client, made)).replace('\uFEFF', ''), {
        header: true,
        skipEmptyLines: true,
      }).data;
    const old = await rowsOf(await make(client));
    await set({ type: 'JE', expenseMain: '6805' });
    const added = await rowsOf(await make(client, { difference: true }));
    expect(new Set(added.map(({ type }) => type))).toEqual(new Set(['JE']));
    const sums = (rows: JournalRow[]) => {
      const byAccount = Map.groupBy(rows, ({ mainAccount }) => mainAccount);
      const sumOf = (own: JournalRow[], column: 'netValue' | 'grossValue') =>
        own.reduce((sum, row) => sum + parseCents(row[column]), 0n);
      return [...byAccount]
        .map(([account, own]) => [account, sumOf(own, 'netValue'), sumOf(own, 'grossValue')])
        .filter(([, net, gross]) => net !== 0n || gross !== 0n)
        .sort();
    };
    expect(sums([...old, ...added])).toEqual(sums(await journal(client)));
    expect(sums(added).length).toBeGreaterThan(1);

    // A summary line has no well name, so such a difference has no lines.
    const summary = { lines: 'summary' };
    await make(client, summary);
    await bodyOf(await client.put(`/api/wells/${well.id}`, { ...well, wellCode: 'RENAMED' }));
    const refused = await client.post('/api/journal-exports', { ...DATES, ...summary, difference: true });
    expect([refused.status, (await refused.json<{ message: string }>()).message]).toEqual([
      409,
      'Nothing new since the last export of these dates.',
    ]);
  });

  it('can be downloaded again byte for byte, including a difference, but not after a change', async () => {
    const { client, company, second } = await makeBooks();
    const refusal = async ({ id }: Pick<JournalExportView, 'id'>) => {
      const response = await client.get(`/api/journal-exports/${id}/file`);
      return [response.status, (await response.json<{ message: string }>()).message];
    };
    const differently = [
      409,
      'Accounts, well codes, names or layout settings changed after this export, so its file can’t be recreated. Export these dates again, in full or only the changes.',
    ];
    const first = await make(client);
    await client.put(`/api/companies/${company.id}/settings`, { journal: { clearingMain: '2099' } });
    const difference = await make(client, { difference: true });
    const text = await fileOf(client, difference);
    expect([await sha256Hex(text), text]).toEqual([difference.sha256, await fileOf(client, difference)]);
    expect(await refusal(first)).toEqual(differently);

    const well = await bodyOf<WellView>(await client.get(`/api/wells/${second.id}`));
    await bodyOf(await client.put(`/api/wells/${well.id}`, { ...well, wellCode: 'A-3' }));
    // Its own rows are unchanged; the full journal is not.
    expect(await refusal(difference)).toEqual(differently);
    await bodyOf(await client.put(`/api/wells/${well.id}`, { ...well, version: well.version + 1 }));
    expect(await fileOf(client, difference)).toBe(text);
  });

  it('reverses a voucher that no longer exists', async () => {
    const { client } = await makeBooks();
    const first = await make(client, { layout: 'netsuite' });
    const [row] = (
      await env.DB.prepare('select * from journal_export where id = ?')
        .bind(first.id)
        .all<Record<string, unknown>>()
    ).results;
    // Simulates an export with a voucher that the journal no longer has.
    const vouchers = JSON.parse(String(row!.vouchers)) as unknown[];
    vouchers.push({
      voucher: 'ARO-D-20200131',
      date: '2020-01-31',
      description: 'ARO depreciation for 2020-01',
      digest: '0'.repeat(64),
      accounts: [
        ['6810', '100', '500'],
        ['1890', '100', '-500'],
      ],
    });
    const changed = { ...row, id: crypto.randomUUID(), number: 2, vouchers: JSON.stringify(vouchers) };
    const names = Object.keys(changed);
    await env.DB.prepare(
      `insert into journal_export (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    )
      .bind(...Object.values(changed))
      .run();
    expect((await changes(client, 'netsuite')).changes.gone).toEqual(['ARO-D-20200131']);
    const difference = await make(client, { layout: 'netsuite', difference: true });
    expect(READERS.netsuite(await fileOf(client, difference))).toEqual([
      { voucher: 'ARO-D-20200131-3', date: '2020-01-31', account: '6810 : 100', cents: -500 },
      { voucher: 'ARO-D-20200131-3', date: '2020-01-31', account: '1890 : 100', cents: 500 },
    ]);
  });

  it('rejects a difference without an earlier export, and too many lines for the target, and records neither', async () => {
    const { client } = await makeBooks();
    const none = await client.post('/api/journal-exports', { ...DATES, difference: true });
    expect([none.status, (await none.json<{ message: string }>()).message]).toEqual([
      400,
      'These dates haven’t been exported in this layout before.',
    ]);
    const cost = {
      layerType: 'initial',
      discountRate: '8',
      inflationRate: '2',
      pAndACost: '1000',
      wellLifespan: 9,
    };
    for (let index = 0; index < 151; index += 1) await addWell(client, { wellCode: `M-${index}` });
    await client.post('/api/aro-layers/calculate-all', {
      ...cost,
      scope: 'all',
      calculationDate: '2020-03-01',
    });
    const long = await client.post('/api/journal-exports', { ...DATES, layout: 'xero' });
    expect([long.status, (await long.json<{ message: string }>()).message]).toEqual([
      400,
      'Xero accepts at most 300 lines per file. Choose one line per account or a shorter date range.',
    ]);
    expect(await (await client.get('/api/journal-exports')).json()).toEqual([]);
    expect(await make(client, { layout: 'xero', lines: 'summary' })).toMatchObject({ number: 1 });
  });

  it('rejects the slower of two concurrent exports, which would have the same number', async () => {
    const { client, company } = await makeBooks();
    const input = { ...DATES, layout: 'netsuite', lines: 'detail', difference: false } as const;
    const ctx = contextInterrupted(client, company.id, async () => {
      await make(client, { layout: 'netsuite' });
    });
    const rows = await readTogether(db, exportReads({ ...ctx, db }, input));
    await expect(exportJournal(ctx, input, rows)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Someone else is exporting these dates. Try again.',
    });
    expect(await (await client.get('/api/journal-exports')).json()).toMatchObject([{ number: 1 }]);
  });

  it('is immutable, and visible to its company only', async () => {
    const { client, company } = await makeBooks();
    const made = await make(client);
    for (const statement of ['update journal_export set sha256 = 1', 'delete from journal_export']) {
      await expect(env.DB.prepare(`${statement} where id = ?`).bind(made.id).run()).rejects.toThrow(
        'what was exported never changes',
      );
    }
    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    expect(await make(viewer)).toMatchObject({ number: 2, userId: viewer.userId });
    const { client: other } = await signInToNewCompany();
    expect(await (await other.get('/api/journal-exports')).json()).toEqual([]);
    expect((await other.get(`/api/journal-exports/${made.id}/file`)).status).toBe(404);
  });
});

/** Checks that a ledger with these lines agrees with the journal by day and account, whatever the voucher names. */
async function expectWhole(
  client: SignedIn,
  lines: { date: string; account: string; cents: number }[],
): Promise<void> {
  const add = (sums: Map<string, number>, key: string, cents: number) =>
    sums.set(key, (sums.get(key) ?? 0) + cents);
  const has = new Map<string, number>();
  for (const { date, account, cents } of lines) add(has, `${date} ${account.replace(/ : |-/, ' ')}`, cents);
  const wanted = new Map<string, number>();
  for (const { voucherDate, mainAccount, subAccount, netValue } of await journal(client))
    add(wanted, `${voucherDate} ${mainAccount} ${subAccount}`, Number(parseCents(netValue)));
  const known = (sums: Map<string, number>) =>
    Object.fromEntries([...sums].filter(([, cents]) => cents !== 0).sort());
  expect(known(has)).toEqual(known(wanted));
}
