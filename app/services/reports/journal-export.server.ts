import { and, desc, eq, sql } from 'drizzle-orm';
import { isUniqueViolation } from '#db/client';
import { journalExport, user } from '#db/schema';
import { changesSince, isUnchanged, type VoucherState } from '~/domain/books/ledger-files/export-changes';
import { formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type {
  ExportChangesQuery,
  JournalExportInput,
  JournalExportsQuery,
  JournalExportView,
  NewJournalExportView,
  SinceLastExportView,
} from '~/schemas/reports/journal-export';
import { ledgerIdOf, newestPosting } from '~/services/books/ledger-number.server';
import { personColumns, toPerson } from '~/services/people/person.server';
import { audit, commit } from '~/services/platform/commit.server';
import { actorId, type CompanyContext, type CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import {
  differenceTo,
  type FilePlan,
  measureFile,
  plannedEntries,
  plannedTexts,
  readStates,
} from './export-file.server';
import { journalReads } from './journal.server';
import { readVoucherStates } from './voucher-states.server';

/** D1 values are limited to 2 MB. */
const MAX_VOUCHERS_CHARACTERS = 1_500_000;

const columns = {
  id: journalExport.id,
  beginDate: journalExport.beginDate,
  endDate: journalExport.endDate,
  layout: journalExport.layout,
  lines: journalExport.lines,
  number: journalExport.number,
  since: journalExport.since,
  rows: journalExport.fileRows,
  totalCents: journalExport.totalCents,
  sha256: journalExport.sha256,
  through: journalExport.throughPosting,
  userId: journalExport.userId,
  exportedAt: sql<string>`${journalExport.createdAt}`.as('exported_at'),
};

function exportsQuery({ db }: Pick<CompanyScope, 'db'>) {
  return db
    .select({ ...columns, ...personColumns })
    .from(journalExport)
    .leftJoin(user, eq(user.id, journalExport.userId));
}

type ExportRow = Awaited<ReturnType<typeof exportsQuery>>[number];

function ofCompany(scope: CompanyScope) {
  return sql`${journalExport.company} = ${ledgerIdOf(scope)}`;
}

function toView({ through: _, totalCents, exportedAt, ...row }: ExportRow): JournalExportView {
  const { personId, personName, personEmail, ...exportFields } = row;
  const person = toPerson({ personId, personName, personEmail });
  return { ...exportFields, total: formatCents(totalCents), user: person, createdAt: exportedAt };
}

/** The company's exports, newest first. Returns an unexecuted query. */
export function journalExportsQuery(scope: CompanyScope, { limit }: JournalExportsQuery) {
  return exportsQuery(scope)
    .where(ofCompany(scope))
    .orderBy(desc(journalExport.createdAt), desc(journalExport.number))
    .limit(limit);
}

/** Exports as the API returns them. @param rows from journalExportsQuery */
export function listJournalExports(rows: ExportRow[]): JournalExportView[] {
  return rows.map(toView);
}

/** Data for an export: the journal for the dates, and the last export of those dates. Returns unexecuted statements. */
export function exportReads(scope: CompanyScope, input: ExportChangesQuery) {
  const isSameExport = and(
    ofCompany(scope),
    eq(journalExport.beginDate, input.beginDate),
    eq(journalExport.endDate, input.endDate),
    eq(journalExport.layout, input.layout),
  );
  return {
    ...journalReads(scope, input),
    newest: scope.db.all<{ id: number }>(sql`select ${newestPosting(scope)} as id`),
    last: exportsQuery(scope).where(isSameExport).orderBy(desc(journalExport.number)).limit(1),
    had: scope.db
      .select({ vouchers: journalExport.vouchers })
      .from(journalExport)
      .where(isSameExport)
      .orderBy(desc(journalExport.number))
      .limit(1),
  };
}

type ExportRows = RowsOf<ReturnType<typeof exportReads>>;

/**
 * Vouchers that are new, changed or gone since the last export of the same dates in the same layout.
 * @param rows from exportReads
 */
export async function changesSinceLastExport(
  ctx: CompanyContext,
  { layout }: ExportChangesQuery,
  rows: ExportRows,
): Promise<SinceLastExportView> {
  const [last] = rows.last;
  const plan = { layout, through: rows.newest[0]!.id };
  const now = await readStates(ctx, rows, plan, last?.through ?? null);
  return { last: last ? toView(last) : null, changes: changesSince(rows.had[0]?.vouchers ?? [], now) };
}

/**
 * Generates a journal file and records the SHA-256 of its text and the state of every voucher, so the next export of the
 * same dates can report changes. The file itself is downloaded afterward (getExportFile).
 *
 * @param rows from exportReads
 * @throws AppError invalid for a difference without an earlier export, and for more vouchers or a larger total than one
 * export can store; conflict for a difference that would be empty, and for a concurrent export of the same dates;
 * DomainError for more lines than the target accepts
 */
export async function exportJournal(
  ctx: CompanyContext,
  input: JournalExportInput,
  rows: ExportRows,
): Promise<NewJournalExportView> {
  const [last] = rows.last;
  const previousVouchers: VoucherState[] = rows.had[0]?.vouchers ?? [];
  const { layout, lines } = input;
  const number = (last?.number ?? 0) + 1;
  const plan: FilePlan = { layout, lines, through: rows.newest[0]!.id, difference: null };
  if (input.difference) {
    if (!last) throw new AppError('invalid', 'These dates haven’t been exported in this layout before.');
    const now = await readStates(ctx, rows, plan, last.through);
    if (isUnchanged(changesSince(previousVouchers, now))) {
      throw toNothingNewError();
    }
    plan.difference = differenceTo({ vouchers: previousVouchers, through: last.through }, now, {
      number,
      rows,
    });
  }
  const states = readVoucherStates(last?.through ?? null);
  const file = await measureFile(rows, plan, states.watch(plannedEntries(ctx, rows, plan)));
  // The changes may not show in this layout, such as a name when each account has a single line.
  if (input.difference && file.rows === 0) throw toNothingNewError();
  const now = await states.end();
  const vouchers = now.map(({ earlier: _, ...state }) => state);
  if (JSON.stringify(vouchers).length > MAX_VOUCHERS_CHARACTERS) {
    throw new AppError('invalid', 'These dates have too many vouchers for one export. Choose fewer days.');
  }
  const totalCents = Number(file.cents);
  if (!Number.isSafeInteger(totalCents)) {
    throw new AppError('invalid', 'The total of these dates is too large for one export. Choose fewer days.');
  }
  const id = crypto.randomUUID();
  const { beginDate, endDate } = input;
  const since = input.difference ? last!.id : null;
  const exportFacts = { beginDate, endDate, layout, lines, number, since, sha256: file.sha256 };
  try {
    const results = await commit(ctx, [
      ctx.db.insert(journalExport).values({
        ...exportFacts,
        id,
        company: ledgerIdOf(ctx),
        fileRows: file.rows,
        totalCents,
        throughPosting: plan.through,
        vouchers,
        userId: actorId(ctx),
        createdAt: ctx.now.toISOString(),
      }),
      audit(ctx, {
        action: 'journal.exported',
        entityType: 'journal_export',
        entityId: id,
        newValues: { ...exportFacts, rows: file.rows, total: formatCents(file.cents) },
      }),
      exportsQuery(ctx).where(and(ofCompany(ctx), eq(journalExport.id, id))),
    ]);
    const [createdRow] = results.at(-1) as ExportRow[];
    return { ...toView(createdRow!), changes: changesSince(previousVouchers, now) };
  } catch (error) {
    if (!isUniqueViolation(error, 'journal_export.')) throw error;
    throw new AppError('conflict', 'Someone else is exporting these dates. Try again.');
  }
}

function toNothingNewError(): AppError {
  return new AppError('conflict', 'Nothing new since the last export of these dates.');
}

/** An export, the export that it is a difference to, and the journal of its dates. Returns unexecuted statements. */
export function exportFileReads(scope: CompanyScope, id: string) {
  const isRequestedExport = sql`company = ${ledgerIdOf(scope)} and id = ${id}`;
  return {
    ...journalReads(scope, {
      beginDate: sql`(select begin_date from journal_export where ${isRequestedExport})`,
      endDate: sql`(select end_date from journal_export where ${isRequestedExport})`,
    }),
    exports: exportsQuery(scope).where(and(ofCompany(scope), eq(journalExport.id, id))),
    since: scope.db
      .select({ vouchers: journalExport.vouchers, through: journalExport.throughPosting })
      .from(journalExport)
      .where(
        and(
          ofCompany(scope),
          sql`${journalExport.id} = (select since from journal_export where ${isRequestedExport})`,
        ),
      ),
  };
}

const READS_DIFFERENTLY =
  'Accounts, well codes, names or layout settings changed after this export, so its file can’t be recreated. Export these dates again, in full or only the changes.';

/**
 * Regenerates the file of an export, byte for byte. Postings never change, but accounts and codes do. A file whose SHA-256
 * differs from the recorded one is refused, because it would be mistaken for what the other ledger has.
 * @param rows from exportFileReads
 * @throws AppError not-found; conflict when the journal no longer produces the same file
 */
export async function getExportFile(
  ctx: CompanyContext,
  rows: RowsOf<ReturnType<typeof exportFileReads>>,
): Promise<{ journalExport: JournalExportView; texts: AsyncGenerator<string, void, undefined> }> {
  const [journalExport] = rows.exports;
  if (!journalExport) throw new AppError('not-found', 'Export not found');
  const [since] = rows.since;
  const now = since ? await readStates(ctx, rows, journalExport, since.through) : [];
  // A difference keeps state about the rows it has reversed, so each pass needs its own.
  const plan = (): FilePlan => ({
    ...journalExport,
    difference: since ? differenceTo(since, now, { number: journalExport.number, rows }) : null,
  });
  const { sha256 } = await measureFile(rows, plan(), plannedEntries(ctx, rows, journalExport));
  if (sha256 !== journalExport.sha256) throw new AppError('conflict', READS_DIFFERENTLY);
  return {
    journalExport: toView(journalExport),
    texts: plannedTexts(rows, plan(), plannedEntries(ctx, rows, journalExport)),
  };
}
