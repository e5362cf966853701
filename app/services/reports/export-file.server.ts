import { fixedColumnsOf, type JournalRow, journalSettingsOf } from '~/domain/books/journal';
import {
  type CurrentVoucher,
  createDifference,
  type JournalEntry,
  type VoucherState,
} from '~/domain/books/ledger-files/export-changes';
import { type LayoutName, LEDGER_LAYOUTS, type LineChoice } from '~/domain/books/ledger-files/layouts';
import { parseCents } from '~/domain/money/money';
import type { CompanyContext } from '~/services/platform/context.server';
import { openDigest } from '~/services/platform/digest.server';
import { fileTermsOf, getPostedEntries, type JournalRows } from './journal.server';
import { journalLines, ledgerFileTexts } from './ledger-file.server';
import { readVoucherStates } from './voucher-states.server';

/** Contents of a journal file. */
export type FilePlan = {
  layout: LayoutName;
  lines: LineChoice;
  /** The last posting included. */
  through: number;
  /** Limits the file to what a ledger with an earlier export lacks; null for everything. */
  difference: ReturnType<typeof createDifference> | null;
};

type Batches = AsyncIterable<JournalEntry[]>;

/** Journal entries through a posting, in the order that the layout requires. */
export function plannedEntries(
  ctx: CompanyContext,
  rows: JournalRows,
  { layout, through }: Pick<FilePlan, 'layout' | 'through'>,
): Batches {
  return getPostedEntries(ctx, rows, { order: layout === 'standard' ? 'wells' : 'vouchers', through });
}

/** State of every voucher now, and of the part that an export through posting `since` had. */
export async function readStates(
  ctx: CompanyContext,
  rows: JournalRows,
  plan: Pick<FilePlan, 'layout' | 'through'>,
  since: number | null,
): Promise<CurrentVoucher[]> {
  const states = readVoucherStates(since);
  for await (const _ of states.watch(plannedEntries(ctx, rows, plan)));
  return states.end();
}

/** Difference to an export, from the earlier and current states of its vouchers. */
export function differenceTo(
  { vouchers, through }: { vouchers: readonly VoucherState[]; through: number },
  now: readonly CurrentVoucher[],
  { number, rows }: { number: number; rows: JournalRows },
): ReturnType<typeof createDifference> {
  const { code, journalSettings } = rows.companies[0]!;
  const fixed = fixedColumnsOf(journalSettingsOf(journalSettings));
  const heading = { company: code, detailCompany: code, ...fixed };
  return createDifference(vouchers, now, { through, number, heading });
}

/** Text of the file, in chunks. */
export function plannedTexts(
  rows: JournalRows,
  plan: FilePlan,
  entries: Batches,
): AsyncGenerator<string, void, undefined> {
  return ledgerFileTexts(LEDGER_LAYOUTS[plan.layout], plannedLines(plan, entries), fileTermsOf(rows));
}

function plannedLines({ difference, lines }: FilePlan, entries: Batches): AsyncIterable<JournalRow[]> {
  async function* selectRows() {
    for await (const batch of entries) {
      yield batch.flatMap((entry) => (difference ? difference.rowsFor(entry) : entry.rows));
    }
    if (difference) yield difference.remainingRows();
  }
  return journalLines(selectRows(), lines);
}

/** Row count of the file, total debits in cents, and SHA-256 of its text. */
export async function measureFile(
  rows: JournalRows,
  plan: FilePlan,
  entries: Batches,
): Promise<{ rows: number; cents: bigint; sha256: string }> {
  let count = 0;
  let cents = 0n;
  async function* countLines() {
    for await (const batch of plannedLines(plan, entries)) {
      count += batch.length;
      for (const { netValue } of batch) if (!netValue.startsWith('-')) cents += parseCents(netValue);
      yield batch;
    }
  }
  const digest = openDigest();
  const texts = ledgerFileTexts(LEDGER_LAYOUTS[plan.layout], countLines(), fileTermsOf(rows));
  for await (const text of texts) await digest.add(text);
  return { rows: count, cents, sha256: await digest.end() };
}
