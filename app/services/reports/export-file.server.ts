import { fixedColumnsOf, type JournalRow, journalSettingsOf } from '~/domain/books/journal';
import {
  createDifference,
  type JournalEntry,
  type VoucherNow,
  type VoucherState,
} from '~/domain/books/ledger-files/export-changes';
import { type LayoutName, LEDGER_LAYOUTS, type LineChoice } from '~/domain/books/ledger-files/layouts';
import { parseCents } from '~/domain/money/money';
import type { CompanyContext } from '~/services/platform/context.server';
import { openDigest } from '~/services/platform/digest.server';
import { fileTermsOf, getPostedEntries, type JournalRows } from './journal.server';
import { journalLines, ledgerFileTexts } from './ledger-file.server';
import { readVoucherStates } from './voucher-states.server';

/** What a file of the journal has in it. */
export type FilePlan = {
  layout: LayoutName;
  lines: LineChoice;
  /** The last posting that counts. */
  through: number;
  /** What a ledger that has an earlier export lacks; null for everything. */
  difference: ReturnType<typeof createDifference> | null;
};

type Batches = AsyncIterable<JournalEntry[]>;

/** The journal through a posting, in the order that the layout needs. */
export function plannedEntries(
  ctx: CompanyContext,
  rows: JournalRows,
  { layout, through }: Pick<FilePlan, 'layout' | 'through'>,
): Batches {
  return getPostedEntries(ctx, rows, { order: layout === 'standard' ? 'wells' : 'vouchers', through });
}

/** What every voucher is, and what of it an export had that ended with the posting `since`. */
export async function readStates(
  ctx: CompanyContext,
  rows: JournalRows,
  plan: Pick<FilePlan, 'layout' | 'through'>,
  since: number | null,
): Promise<VoucherNow[]> {
  const states = readVoucherStates(since);
  for await (const _ of states.watch(plannedEntries(ctx, rows, plan)));
  return states.end();
}

/** The difference to an export, by what its vouchers were and are. */
export function differenceTo(
  { vouchers, through }: { vouchers: readonly VoucherState[]; through: number },
  now: readonly VoucherNow[],
  { number, rows }: { number: number; rows: JournalRows },
): ReturnType<typeof createDifference> {
  const { code, journalSettings } = rows.companies[0]!;
  const fixed = fixedColumnsOf(journalSettingsOf(journalSettings));
  const heading = { company: code, detailCompany: code, ...fixed };
  return createDifference(vouchers, now, { through, number, heading });
}

/** The text of the file, in pieces. */
export function plannedTexts(
  rows: JournalRows,
  plan: FilePlan,
  entries: Batches,
): AsyncGenerator<string, void, undefined> {
  return ledgerFileTexts(LEDGER_LAYOUTS[plan.layout], plannedLines(plan, entries), fileTermsOf(rows));
}

function plannedLines({ difference, lines }: FilePlan, entries: Batches): AsyncIterable<JournalRow[]> {
  async function* chosen() {
    for await (const batch of entries) {
      yield batch.flatMap((entry) => (difference ? difference.of(entry) : entry.rows));
    }
    if (difference) yield difference.rest();
  }
  return journalLines(chosen(), lines);
}

/** How many rows the file has, what its debits add up to, and the SHA-256 of its text. */
export async function measureFile(
  rows: JournalRows,
  plan: FilePlan,
  entries: Batches,
): Promise<{ rows: number; cents: bigint; sha256: string }> {
  let count = 0;
  let cents = 0n;
  async function* counted() {
    for await (const batch of plannedLines(plan, entries)) {
      count += batch.length;
      for (const { netValue } of batch) if (!netValue.startsWith('-')) cents += parseCents(netValue);
      yield batch;
    }
  }
  const digest = openDigest();
  const texts = ledgerFileTexts(LEDGER_LAYOUTS[plan.layout], counted(), fileTermsOf(rows));
  for await (const text of texts) await digest.add(text);
  return { rows: count, cents, sha256: await digest.end() };
}
