import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ImportMapping } from '~/domain/imports/mapping';
import type { CustomFieldValue } from '~/domain/wells/custom-field';
import { calendarDate, cents, instant, json, timestamps } from './columns';
import { company } from './people-schema';

// biome-ignore lint/performance/noBarrelFile: drizzle reads one schema, and these tables have files of their own
export { closeReport, closeSignOff, evidence, tieOutBalance } from './close-schema';
export { journalExport } from './export-schema';
export {
  aroLayer,
  booksCheck,
  depletionRate,
  movement,
  periodEvent,
  posting,
  rateTable,
  seal,
  workingInterest,
} from './ledger-schema';
export {
  apiToken,
  company,
  invitation,
  revokedSession,
  user,
  userCompany,
  userPreference,
} from './people-schema';

export const well = sqliteTable(
  'well',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => company.id),
    wellCode: text('well_code').notNull(),
    /** The code folded for comparison and sorting: SQLite's own folding knows ASCII only, wells know Ø. */
    wellCodeKey: text('well_code_key').notNull(),
    wellName: text('well_name').notNull(),
    /** Folded code and name on separate lines: what a search looks into. */
    searchKey: text('search_key').notNull(),
    wellStatus: text('well_status', { enum: ['Active', 'Inactive', 'Plugged'] }).notNull(),
    field: text('field').notNull(),
    activeDate: calendarDate('active_date').notNull(),
    customFields: json<Record<string, CustomFieldValue>>('custom_fields').notNull().default({}),
    version: integer('version').notNull().default(1),
    /** The number by which the ledger knows it; a trigger gives it one where an insert does not. */
    ledgerId: integer('ledger_id').notNull().default(0),
    /** The last day it accretes, of a Plugged well; null where nobody knows it, and then it accretes nothing. */
    pluggedOn: calendarDate('plugged_on'),
    /** Whether it was Plugged when it came into the books: then it accretes nothing, not even through that day. */
    arrivedPlugged: integer('arrived_plugged', { mode: 'boolean' }).notNull().default(false),
    /** The day it is to be plugged, which later layers take unless they say otherwise; null where nobody named one. */
    retirementDate: calendarDate('retirement_date'),
    /** When it was deleted and all that was posted on it reversed; nothing shows it from then on. */
    deletedAt: instant('deleted_at'),
    ...timestamps,
  },
  (t) => [
    uniqueIndex('well_company_code_unique').on(t.companyId, t.wellCodeKey).where(sql`deleted_at is null`),
    uniqueIndex('well_ledger_id_unique').on(t.ledgerId),
    index('well_company_field').on(t.companyId, t.field, t.wellCodeKey).where(sql`deleted_at is null`),
    // What a posting leaves out, without a look at every well.
    index('well_company_plugged').on(t.companyId, t.id).where(sql`well_status = 'Plugged'`),
    check('well_status', sql`${t.wellStatus} in ('Active', 'Inactive', 'Plugged')`),
  ],
);

/** Append-only (triggers refuse updates and deletes) and without foreign keys: it outlives what it tells of. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    companyId: text('company_id'),
    action: text('action').notNull(),
    entityType: text('entity_type').notNull(),
    entityId: text('entity_id').notNull(),
    oldValues: json<unknown>('old_values'),
    newValues: json<unknown>('new_values'),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    /** The API token by which the person's doing was done; null where the person did it. */
    tokenId: text('token_id'),
  },
  (t) => [
    index('audit_log_company').on(t.companyId, t.id),
    index('audit_log_entity').on(t.companyId, t.entityType, t.entityId),
  ],
);

/** Requests processed under an Idempotency-Key, claimed in the transaction of their change. */
export const idempotencyKey = sqliteTable(
  'idempotency_key',
  {
    userId: text('user_id').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of method, path, company and body, hex. */
    requestHash: text('request_hash').notNull(),
    responseStatus: integer('response_status'),
    responseBody: text('response_body'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
);

/** A CSV file that a person put into R2 through a signed address. The row is what makes the address single-use. */
export const uploadedFile = sqliteTable(
  'uploaded_file',
  {
    /** Also the name of the object in R2, below `uploads/` and the company's id. */
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => company.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    /** Null until the whole file is stored. */
    sizeBytes: integer('size_bytes'),
    createdAt: instant('created_at').notNull(),
    /** When the object was deleted from R2, 30 days after it came at the earliest. */
    removedAt: instant('removed_at'),
  },
  (t) => [
    index('uploaded_file_company').on(t.companyId),
    index('uploaded_file_lifetime').on(t.createdAt).where(sql`removed_at is null`),
  ],
);

/** One file of wells on its way into the master list. Counters move only together with the rows that they count. */
export const massUpload = sqliteTable(
  'mass_upload',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => company.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    fileId: text('file_id').notNull(),
    fileName: text('file_name'),
    /** The day of the balances that it brings in. */
    asOf: calendarDate('as_of').notNull(),
    /** What the cost of an additional layer means where its row does not say. */
    additionalCost: text('additional_cost', { enum: ['added', 'total'] }),
    /** Whether rows whose layers are posted already are left out, rather than posted as further layers or refused. */
    skipPosted: integer('skip_posted', { mode: 'boolean' }).notNull().default(false),
    /** Where the books were when its rows were reviewed, as the review answered it; null without one. */
    reviewed: text('reviewed'),
    /** How its own titles and formats are read; null where it has the columns of the template. */
    mapping: json<ImportMapping>('mapping'),
    status: text('status', { enum: ['queued', 'processing', 'done', 'failed'] }).notNull(),
    /** Column titles as the file has them; null until it was read once. */
    header: json<string[]>('header'),
    /** Data rows in the file, blank ones not counted; null until it was read once. */
    totalRows: integer('total_rows'),
    /** How many of them are decided: the cursor that a redelivered message goes on from. */
    processedRows: integer('processed_rows').notNull().default(0),
    successfulRows: integer('successful_rows').notNull().default(0),
    failedRows: integer('failed_rows').notNull().default(0),
    /** Of the successful ones, those that were left out because their layers are posted already. */
    skippedRows: integer('skipped_rows').notNull().default(0),
    /** How many of its layers have accretion to catch up with, from when, and how much through the month-end before it. */
    catchUpLayers: integer('catch_up_layers').notNull().default(0),
    catchUpFrom: calendarDate('catch_up_from'),
    catchUpCents: cents('catch_up_cents').notNull().default(0),
    /** Why the file as a whole was refused or given up. */
    failure: text('failure'),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    uniqueIndex('mass_upload_file_unique').on(t.fileId),
    index('mass_upload_company').on(t.companyId, t.createdAt),
    check('mass_upload_status', sql`${t.status} in ('queued', 'processing', 'done', 'failed')`),
    check('mass_upload_counts', sql`${t.successfulRows} + ${t.failedRows} = ${t.processedRows}`),
  ],
);

/** A failed row as the file had it, so that it can be downloaded and corrected. */
export const massUploadRejection = sqliteTable(
  'mass_upload_rejection',
  {
    massUploadId: text('mass_upload_id')
      .notNull()
      .references(() => massUpload.id, { onDelete: 'cascade' }),
    companyId: text('company_id')
      .notNull()
      .references(() => company.id, { onDelete: 'cascade' }),
    /** As a spreadsheet numbers it: the header is row 1. */
    row: integer('row').notNull(),
    wellCode: text('well_code').notNull(),
    error: text('error').notNull(),
    cells: json<string[]>('cells').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.massUploadId, t.row] }),
    index('mass_upload_rejection_company').on(t.companyId),
  ],
);

/** How a company reads a kind of file, by a name that its people gave. */
export const importProfile = sqliteTable(
  'import_profile',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => company.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The name folded for comparison. */
    nameKey: text('name_key').notNull(),
    mapping: json<ImportMapping>('mapping').notNull(),
    version: integer('version').notNull().default(1),
    ...timestamps,
  },
  (t) => [uniqueIndex('import_profile_name_unique').on(t.companyId, t.nameKey)],
);

/** The month-end of one company: what the cron trigger posted for it. Also the cursor of a posting that was interrupted. */
export const monthEndRun = sqliteTable(
  'month_end_run',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => company.id, { onDelete: 'cascade' }),
    periodEnd: calendarDate('period_end').notNull(),
    status: text('status', { enum: ['running', 'done', 'skipped', 'failed'] }).notNull(),
    /** Layers up to this id are posted; null before the first page. */
    afterLayer: integer('after_layer'),
    pages: integer('pages').notNull().default(0),
    layers: integer('layers').notNull().default(0),
    totalAccretionCents: integer('total_accretion_cents').notNull().default(0),
    totalDepreciationCents: integer('total_depreciation_cents').notNull().default(0),
    /** Of its layers, those whose record covers more than one month, with their accretion, and who has looked at them. */
    catchUpLayers: integer('catch_up_layers').notNull().default(0),
    catchUpCents: integer('catch_up_cents').notNull().default(0),
    reviewedAt: instant('reviewed_at'),
    reviewedBy: text('reviewed_by'),
    /** Whether it posted nothing: its layers and amounts are a draft, which a person reviews and posts. */
    isDraft: integer('is_draft', { mode: 'boolean' }).notNull().default(false),
    /** Why it was skipped or failed. */
    reason: text('reason'),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.periodEnd] }),
    index('month_end_run_running').on(t.companyId, t.periodEnd).where(sql`status = 'running'`),
    check('month_end_run_status', sql`${t.status} in ('running', 'done', 'skipped', 'failed')`),
  ],
);
