import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { EVIDENCE_SUBJECTS } from '~/domain/books/evidence';
import type { SignedFigure } from '~/domain/books/sign-off';
import { calendarDate, cents, instant, json } from './columns';

/** Who prepared a month for its close, and who approved that. Append-only; what withdraws one is found by its figures. */
export const closeSignOff = sqliteTable(
  'close_sign_off',
  {
    id: integer('id').primaryKey(),
    company: integer('company').notNull(),
    /** YYYY-MM */
    month: text('month').notNull(),
    action: text('action', { enum: ['prepared', 'approved'] }).notNull(),
    /** Of an approval: the preparation it approves. */
    preparation: integer('preparation'),
    /** Of a preparation: the month's figures as they were, and the last posting through the month. */
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

/** What the general ledger has on an account at the end of a month, and why that is not what these books have. */
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
    /** What these books had on the account when it was explained, in cents; null without an explanation, and for older ones. */
    ownCents: text('own_cents'),
    userId: text('user_id').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company, t.month, t.mainAccount, t.subAccount] })],
);

/** A report as it was when a close kept it. The file is in R2, by company and SHA-256. Never changed. */
export const closeReport = sqliteTable(
  'close_report',
  {
    company: integer('company').notNull(),
    /** The close: an event of the company's periods. */
    event: integer('event').notNull(),
    name: text('name').notNull(),
    beginDate: calendarDate('begin_date').notNull(),
    endDate: calendarDate('end_date').notNull(),
    /** Of the file as it is downloaded. */
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company, t.event, t.name] })],
);

/**
 * A file or a note that supports a well, a posting, an act or the close of a month. Only its removal changes it, and never while
 * what it supports is in a closed period; triggers refuse anything else (migration 0022). A file's bytes are those of the
 * upload, and go some time after the removal.
 */
export const evidence = sqliteTable(
  'evidence',
  {
    id: integer('id').primaryKey(),
    company: integer('company').notNull(),
    subject: text('subject', { enum: EVIDENCE_SUBJECTS }).notNull(),
    /** The well's number in the ledger, the posting's, that of the act's first posting, or the month as in 202609. */
    subjectNumber: integer('subject_number').notNull(),
    /** Of a file: the upload it came by, and what was found in it. */
    fileId: text('file_id'),
    fileName: text('file_name'),
    contentType: text('content_type'),
    sizeBytes: integer('size_bytes'),
    sha256: text('sha256'),
    /** Of a note. */
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
