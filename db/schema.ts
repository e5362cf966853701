import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ImportMapping } from '~/domain/imports/mapping';
import type { CustomFieldValue } from '~/domain/wells/custom-field';
import { calendarDate, cents, instant, json, timestamps } from './columns';
import { company } from './people-schema';

// biome-ignore lint/performance/noBarrelFile: drizzle reads one schema, and these tables have their own files
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
    /** The code folded for comparison and sorting. SQLite folds only ASCII, but well codes contain letters like Ø. */
    wellCodeKey: text('well_code_key').notNull(),
    wellName: text('well_name').notNull(),
    /** Folded code and name on separate lines, for searching. */
    searchKey: text('search_key').notNull(),
    wellStatus: text('well_status', { enum: ['Active', 'Inactive', 'Plugged'] }).notNull(),
    field: text('field').notNull(),
    activeDate: calendarDate('active_date').notNull(),
    customFields: json<Record<string, CustomFieldValue>>('custom_fields').notNull().default({}),
    version: integer('version').notNull().default(1),
    /** The well's number in the ledger. A trigger assigns it when an insert doesn't. */
    ledgerId: integer('ledger_id').notNull().default(0),
    /** Last day of accretion of a Plugged well. Null when unknown, and the well then accretes nothing. */
    pluggedOn: calendarDate('plugged_on'),
    /** True when the well was already Plugged when it was added to the books. It then accretes nothing, not even through that day. */
    arrivedPlugged: integer('arrived_plugged', { mode: 'boolean' }).notNull().default(false),
    /** Planned plugging date, used by later layers unless they set their own. Null when none is set. */
    retirementDate: calendarDate('retirement_date'),
    /** When the well was deleted and all its postings reversed. Nothing shows it after that. */
    deletedAt: instant('deleted_at'),
    ...timestamps,
  },
  (t) => [
    uniqueIndex('well_company_code_unique').on(t.companyId, t.wellCodeKey).where(sql`deleted_at is null`),
    uniqueIndex('well_ledger_id_unique').on(t.ledgerId),
    index('well_company_field').on(t.companyId, t.field, t.wellCodeKey).where(sql`deleted_at is null`),
    // Finds the wells that a posting leaves out without reading every well.
    index('well_company_plugged').on(t.companyId, t.id).where(sql`well_status = 'Plugged'`),
    check('well_status', sql`${t.wellStatus} in ('Active', 'Inactive', 'Plugged')`),
  ],
);

/** Append-only (triggers refuse updates and deletes) and without foreign keys, because it outlives its subjects. */
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
    /** The API token that acted for the user. Null when the user acted directly. */
    tokenId: text('token_id'),
  },
  (t) => [
    index('audit_log_company').on(t.companyId, t.id),
    index('audit_log_entity').on(t.companyId, t.entityType, t.entityId),
  ],
);

/** Requests processed under an Idempotency-Key, which is claimed in the same transaction as the change. */
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

/** A file that a user uploaded to R2 through a signed URL. The row makes the URL single-use. */
export const uploadedFile = sqliteTable(
  'uploaded_file',
  {
    /** Also the name of the object in R2, under `uploads/` and the company's id. */
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => company.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    /** Null until the whole file is stored. */
    sizeBytes: integer('size_bytes'),
    createdAt: instant('created_at').notNull(),
    /** When the object was deleted from R2, no earlier than 30 days after upload. */
    removedAt: instant('removed_at'),
  },
  (t) => [
    index('uploaded_file_company').on(t.companyId),
    index('uploaded_file_lifetime').on(t.createdAt).where(sql`removed_at is null`),
  ],
);

/** One file of wells being imported into the master list. Counters change only together with the rows they count. */
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
    /** Date of the imported balances. */
    asOf: calendarDate('as_of').notNull(),
    /** Meaning of an additional layer's cost when its row doesn't specify one. */
    additionalCost: text('additional_cost', { enum: ['added', 'total'] }),
    /** True when rows whose layers are already posted are skipped. Otherwise they are posted as further layers, or refused. */
    skipPosted: integer('skip_posted', { mode: 'boolean' }).notNull().default(false),
    /** State of the books when the rows were reviewed, as the review returned it. Null without a review. */
    reviewed: text('reviewed'),
    /** How the file's own titles and formats are read. Null when it has the template's columns. */
    mapping: json<ImportMapping>('mapping'),
    status: text('status', { enum: ['queued', 'processing', 'done', 'failed'] }).notNull(),
    /** Column titles in the file. Null until it has been read once. */
    header: json<string[]>('header'),
    /** Data rows in the file, not counting blank ones. Null until it has been read once. */
    totalRows: integer('total_rows'),
    /** Rows processed so far: the cursor from which a redelivered message resumes. */
    processedRows: integer('processed_rows').notNull().default(0),
    successfulRows: integer('successful_rows').notNull().default(0),
    failedRows: integer('failed_rows').notNull().default(0),
    /** Successful rows that were skipped because their layers are already posted. */
    skippedRows: integer('skipped_rows').notNull().default(0),
    /** Number of layers with catch-up accretion, its first date, and its amount through the month-end before the upload. */
    catchUpLayers: integer('catch_up_layers').notNull().default(0),
    catchUpFrom: calendarDate('catch_up_from'),
    catchUpCents: cents('catch_up_cents').notNull().default(0),
    /** Why the file as a whole was refused or abandoned. */
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

/** A failed row as it was in the file, so it can be downloaded and corrected. */
export const massUploadRejection = sqliteTable(
  'mass_upload_rejection',
  {
    massUploadId: text('mass_upload_id')
      .notNull()
      .references(() => massUpload.id, { onDelete: 'cascade' }),
    companyId: text('company_id')
      .notNull()
      .references(() => company.id, { onDelete: 'cascade' }),
    /** Row number as in a spreadsheet: the header is row 1. */
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

/** A company's saved mapping for a kind of file, under a name its users chose. */
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

/** A company's month-end: what the cron trigger posted. Also the cursor of an interrupted posting. */
export const monthEndRun = sqliteTable(
  'month_end_run',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => company.id, { onDelete: 'cascade' }),
    periodEnd: calendarDate('period_end').notNull(),
    status: text('status', { enum: ['running', 'done', 'skipped', 'failed'] }).notNull(),
    /** Layers up to this id are posted. Null before the first page. */
    afterLayer: integer('after_layer'),
    pages: integer('pages').notNull().default(0),
    layers: integer('layers').notNull().default(0),
    totalAccretionCents: integer('total_accretion_cents').notNull().default(0),
    totalDepreciationCents: integer('total_depreciation_cents').notNull().default(0),
    /** Layers whose record covers more than one month, with their accretion, and who reviewed them. */
    catchUpLayers: integer('catch_up_layers').notNull().default(0),
    catchUpCents: integer('catch_up_cents').notNull().default(0),
    reviewedAt: instant('reviewed_at'),
    reviewedBy: text('reviewed_by'),
    /** True when nothing was posted: the layers and amounts are a draft for a user to review and post. */
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
