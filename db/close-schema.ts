import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { EVIDENCE_SUBJECTS } from '~/domain/books/evidence';
import type { SignedFigure } from '~/domain/books/sign-off';
import { calendarDate, cents, instant, json } from './columns';

/** Preparations and approvals of a month's close. Append-only: withdrawal isn't stored, but found by comparing the figures. */
export const closeSignOff = sqliteTable(
  'close_sign_off',
  {
    id: integer('id').primaryKey(),
    company: integer('company').notNull(),
    /** YYYY-MM */
    month: text('month').notNull(),
    action: text('action', { enum: ['prepared', 'approved'] }).notNull(),
    /** For an approval: the preparation it approves. */
    preparation: integer('preparation'),
    /** For a preparation: the month's figures at that time, and the last posting through the month. */
    figures: json<SignedFigure[]>('figures'),
    throughPosting: integer('through_posting'),
    note: text('note'),
    userId: text('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('close_sign_off_month').on(t.company, t.month),
    check('close_sign_off_action', sql`${t.action} in ('prepared', 'approved')`),
  ],
);

/** General ledger balance of an account at month-end, and the explanation if these books differ. */
export const tieOutBalance = sqliteTable(
  'tie_out_balance',
  {
    company: integer('company').notNull(),
    /** YYYY-MM */
    month: text('month').notNull(),
    mainAccount: text('main_account').notNull(),
    subAccount: text('sub_account').notNull(),
    /** Debits positive. */
    balanceCents: cents('balance_cents').notNull(),
    explanation: text('explanation'),
    /** These books' balance when the difference was explained, in cents. Null without an explanation, and for older ones. */
    ownCents: text('own_cents'),
    userId: text('user_id').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company, t.month, t.mainAccount, t.subAccount] })],
);

/** A report kept at a close. The file is in R2, by company and SHA-256. Never changed. */
export const closeReport = sqliteTable(
  'close_report',
  {
    company: integer('company').notNull(),
    /** The close, as a period event of the company. */
    event: integer('event').notNull(),
    name: text('name').notNull(),
    beginDate: calendarDate('begin_date').notNull(),
    endDate: calendarDate('end_date').notNull(),
    /** Size of the file as downloaded. */
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company, t.event, t.name] })],
);

/**
 * A file or a note that supports a well, a posting, an act or the close of a month. Removal is the only change, and never while the
 * subject is in a closed period. Triggers refuse anything else (migration 0022). A file's bytes belong to its upload, and are deleted
 * some time after the removal.
 */
export const evidence = sqliteTable(
  'evidence',
  {
    id: integer('id').primaryKey(),
    company: integer('company').notNull(),
    subject: text('subject', { enum: EVIDENCE_SUBJECTS }).notNull(),
    /** The well's ledger id, the posting's id, the id of the act's first posting, or the month as in 202609. */
    subjectNumber: integer('subject_number').notNull(),
    /** For a file: the upload it came from, and the properties found in it. */
    fileId: text('file_id'),
    fileName: text('file_name'),
    contentType: text('content_type'),
    sizeBytes: integer('size_bytes'),
    sha256: text('sha256'),
    /** For a note. */
    note: text('note'),
    userId: text('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
    removedAt: instant('removed_at'),
    removedBy: text('removed_by'),
  },
  (t) => [
    uniqueIndex('evidence_file_unique').on(t.fileId),
    index('evidence_subject').on(t.company, t.subject, t.subjectNumber),
    check('evidence_subject_kind', sql`${t.subject} in ('well', 'posting', 'act', 'close')`),
    check('evidence_file_or_note', sql`(${t.note} is null) = (${t.sha256} is not null)`),
  ],
);
