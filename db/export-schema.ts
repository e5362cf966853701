import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { VoucherState } from '~/domain/books/ledger-files/export-changes';
import { LAYOUT_NAMES, LINE_CHOICES } from '~/domain/books/ledger-files/layouts';
import { calendarDate, cents, instant, json } from './columns';

/** Every journal file made for another ledger. Never changed; triggers refuse it (migration 0017). */
export const journalExport = sqliteTable(
  'journal_export',
  {
    id: text('id').primaryKey(),
    company: integer('company').notNull(),
    beginDate: calendarDate('begin_date').notNull(),
    endDate: calendarDate('end_date').notNull(),
    layout: text('layout', { enum: LAYOUT_NAMES }).notNull(),
    /** Sequence number among exports of the same dates in the same layout, starting at 1. */
    number: integer('number').notNull(),
    lines: text('lines', { enum: LINE_CHOICES }).notNull(),
    /** The earlier export to which this file is the difference. Null when the file has everything. */
    since: text('since'),
    fileRows: integer('file_rows').notNull(),
    /** Total debits of the file. The credits are equal. */
    totalCents: cents('total_cents').notNull(),
    sha256: text('sha256').notNull(),
    /** The last posting at the time of the export. */
    throughPosting: integer('through_posting').notNull(),
    /** All vouchers of the dates at the time of the export, even those not in the file. */
    vouchers: json<VoucherState[]>('vouchers').notNull(),
    userId: text('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('journal_export_number_unique').on(t.company, t.beginDate, t.endDate, t.layout, t.number),
    index('journal_export_company').on(t.company, t.createdAt),
    check('journal_export_lines', sql`${t.lines} in ('detail', 'summary')`),
  ],
);
