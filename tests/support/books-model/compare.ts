import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { grossOf } from '~/domain/books/working-interest';
import type { AccretionView, AroSummary, LayerView } from '~/schemas/books/layer-views';
import type { BooksCheckView } from '~/schemas/books/period';
import type {
  ArcRollforwardView,
  DisclosureView,
  LayerBalanceView,
  RollforwardView,
  TrialBalanceView,
} from '~/schemas/reports/report-views';
import { debitsByInterest } from '~/services/reports/journal-debits.server';
import { type Client, db } from '../worker';
import type { Day } from './arithmetic';
import { accretedOf, type Books, balancesOf, liveWells } from './books';
import {
  accretionRecords,
  arcRollforward,
  balances,
  disclosure,
  journal,
  layerFacts,
  money,
  type Range,
  rollforward,
  summary,
  trialBalance,
  withoutZeros,
} from './reports';

/** Compares the product's lists and reports with the model. */

type Reader = { client: Client };

async function read<T>(client: Client, path: string): Promise<T> {
  const response = await client.get(path);
  const text = await response.text();
  expect(response.status, `${path}: ${text}`).toBe(200);
  return JSON.parse(text);
}

type Comparison = (books: Books, client: Client, range: Range) => Promise<void>;

/** Number of reports compared after a step, in addition to the check of the books. */
const AT_A_TIME = 2;

const datesOf = ({ begin, end }: Range) => `beginDate=${begin}&endDate=${end}`;

/** Comparisons of one report each with the model's sums, to the cent. */
const REPORTS: Comparison[] = [
  async (books, client) => {
    const layers = await read<LayerView[]>(client, '/api/aro-layers');
    expect(factsOf(layers)).toEqual(layerFacts(books));
  },
  async (books, client, range) => {
    const rows = await read<RollforwardView[]>(client, `/api/reports/aro-rollforward?${datesOf(range)}`);
    const actual = rows.map(({ wellCode, wellId: _, wellName: __, field: ___, ...amounts }) => [
      wellCode,
      amounts,
    ]);
    expect(Object.fromEntries(actual)).toEqual(rollforward(books, range));
  },
  async (books, client, range) => {
    type Entries = Record<string, string>[];
    const entries = await read<Entries>(client, `/api/reports/journal-entries?${datesOf(range)}`);
    expect(journalSums(entries)).toEqual(journal(books, range));
  },
  async (books, client, range) => {
    const path = `/api/reports/disclosure?${datesOf(range)}&by=well`;
    expect(byGroup(await read<DisclosureView[]>(client, path))).toEqual(disclosure(books, range));
  },
  async (books, client) => {
    expect(await read<AroSummary>(client, '/api/reports/aro-summary')).toEqual(summary(books));
  },
  async (books, client, range) => {
    const accounts = await read<TrialBalanceView[]>(client, `/api/reports/trial-balance?${datesOf(range)}`);
    const actual = accounts
      .map(({ mainAccount, beginning, debits, credits, ending }) => ({
        mainAccount,
        amounts: [beginning, debits, credits, ending],
      }))
      .filter(({ amounts }) => amounts.some((amount) => amount !== '0.00'))
      .map(({ mainAccount, amounts }) => [mainAccount, amounts.join(' ')]);
    expect(Object.fromEntries(actual)).toEqual(trialBalance(books, range));
  },
  async (books, client, range) => {
    const path = `/api/reports/arc-rollforward?${datesOf(range)}&by=well`;
    expect(byGroup(await read<ArcRollforwardView[]>(client, path))).toEqual(arcRollforward(books, range));
  },
  async (books, client, { end }) => {
    const layers = await read<LayerBalanceView[]>(client, `/api/reports/balances?asOf=${end}`);
    const actual = layers.map(({ wellCode, layerNumber, liability, arcCost, arcAccumulated, arcNet }) => [
      `${wellCode} L${layerNumber}`,
      `${liability} ${arcCost} ${arcAccumulated} ${arcNet}`,
    ]);
    expect(Object.fromEntries(actual)).toEqual(balances(books, end));
  },
];

/**
 * Runs the books check and compares some of the reports, taking turns from step to step. The reports read the ledger, which is compared
 * in full after each step, and `compareAll` compares them all.
 */
export async function compareSome(
  books: Books,
  { client }: Reader,
  range: Range,
  offset: number,
): Promise<void> {
  const reports = REPORTS.map((_, index) => REPORTS[(offset * AT_A_TIME + index) % REPORTS.length]!);
  await compare(books, client, range, reports.slice(0, AT_A_TIME));
}

async function compare(books: Books, client: Client, range: Range, reports: Comparison[]): Promise<void> {
  const check = async () => {
    expect((await read<BooksCheckView>(client, '/api/books/check')).differences).toEqual([]);
  };
  await Promise.all([check(), ...reports.map((report) => report(books, client, range))]);
}

/** Rows of single wells by code, without their link ids. */
function byGroup<Row extends { group: string; wellId: string | null }>(rows: Row[]) {
  return Object.fromEntries(rows.map(({ group, wellId: _, ...amounts }) => [group, amounts]));
}

/** Compares everything readable at the end of a sequence. */
export async function compareAll(books: Books, reader: Reader, range: Range): Promise<void> {
  await compare(books, reader.client, range, REPORTS);
  await compareAccretion(books, reader);
  await compareBalances(books, reader, range.end);
}

/**
 * Compares the debits that a sign-off states, which SQL sums by working interest, with the rows of the journal: the owners'
 * shares, gross less net, must agree but for the rounding of each row.
 */
export async function compareDebits({
  client,
  companyId,
}: {
  client: Client;
  companyId: string;
}): Promise<void> {
  const entries = await read<Record<string, string>[]>(
    client,
    '/api/reports/journal-entries?beginDate=1900-01-01&endDate=2199-12-31',
  );
  const cents = (text: string | undefined) => BigInt(text!.replace('.', ''));
  const debits = entries.filter(({ netValue }) => cents(netValue) > 0n);
  const ofOthers = debits.reduce((sum, row) => sum + cents(row.grossValue) - cents(row.netValue), 0n);
  const [row] = await db.all<{ debits: string }>(
    sql`select ${debitsByInterest({ db, companyId }, sql`true`)} as debits`,
  );
  const stated = (JSON.parse(row!.debits) as [number, string][]).map(([percent, text]) => ({
    percent,
    cents: BigInt(text),
  }));
  const statedOfOthers = stated.reduce(
    (sum, { percent, cents }) => sum + grossOf(cents, percent) - cents,
    0n,
  );
  const difference = Number(ofOthers - statedOfOthers);
  expect(Math.abs(difference), `${statedOfOthers} stated, ${ofOthers} in the journal`).toBeLessThanOrEqual(
    debits.length + stated.length,
  );
  if (stated.length === 0) expect(ofOthers).toBe(0n);
}

/** Compares the accretion records, which have more detail per posting than balances. */
async function compareAccretion(books: Books, { client }: Reader): Promise<void> {
  const records = await read<AccretionView[]>(client, '/api/accretion');
  const actual = records.map(
    ({ postingId, aroLayer: { well, layerNumber }, periodEnd, beginningAro, accretionExpense }) =>
      `${postingId} ${well.wellCode} L${layerNumber} ${periodEnd}: ${beginningAro} + ${accretionExpense}`,
  );
  expect(actual.sort()).toEqual(accretionRecords(books));
}

/** Compares the carrying amounts of a well's layers at the end of a day. */
async function compareBalances(books: Books, { client }: Reader, day: Day): Promise<void> {
  const well = liveWells(books).at(-1);
  if (!well) return;
  const layers = await read<LayerView[]>(client, `/api/wells/${well.id}/aro-layers?asOf=${day}`);
  const actual = layers.map(({ layerNumber, currentAroValue, accretion }) => [
    layerNumber,
    currentAroValue,
    accretion,
  ]);
  const expected = books.layers
    .filter(({ wellId }) => wellId === well.id)
    .map((layer) => [
      layer.number,
      money(balancesOf(books, layer, day).cents),
      money(accretedOf(books, layer, day)),
    ]);
  expect(actual, `balances of ${well.code} on ${day}`).toEqual(expected);
}

function factsOf(layers: LayerView[]): ReturnType<typeof layerFacts> {
  const facts = layers.map((layer) => {
    const { layerNumber, layerType, calculationDate, aroValue, currentAroValue, totalEstimate, status } =
      layer;
    const { pAndACost, grossCost, wellLifespan, retirementDate, exactRate, accretion } = layer;
    const accretedThrough = status === 'historical' ? null : layer.accretedThrough;
    return [
      `${layer.well.wellCode} L${layerNumber}`,
      {
        layerNumber,
        layerType,
        calculationDate,
        aroValue,
        currentAroValue,
        accretion,
        totalEstimate,
        pAndACost,
        grossCost,
        wellLifespan,
        retirementDate,
        exactRate,
        status,
        accretedThrough,
      },
    ] as const;
  });
  return Object.fromEntries(facts);
}

/** The journal's rows summed by day, well and main account, net and gross. Each voucher must balance. */
function journalSums(entries: Record<string, string>[]): Record<string, string> {
  const sums = new Map<string, bigint>();
  const vouchers = new Map<string, bigint>();
  const add = (to: Map<string, bigint>, key: string, amount: string) =>
    to.set(key, (to.get(key) ?? 0n) + BigInt(amount.replace('.', '')));
  for (const { journalDate, well, mainAccount, netValue, grossValue, voucherNumber } of entries) {
    const key = `${journalDate} ${well} ${mainAccount}`;
    add(sums, key, netValue!);
    add(sums, `${key} gross`, grossValue!);
    add(vouchers, voucherNumber!, netValue!);
  }
  expect(withoutZeros(vouchers), 'vouchers that do not balance').toEqual({});
  return withoutZeros(sums);
}
