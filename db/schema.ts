import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { APPROVALS, MONTH_ENDS } from '~/domain/books/close';
import { DEPRECIATIONS } from '~/domain/books/depreciation';
import type { FieldAccounts } from '~/domain/books/journal';
import { DOWNWARD_RATES } from '~/domain/books/revision';
import { SETTLEMENT_DIFFERENCES, SETTLEMENT_ORDERS } from '~/domain/books/settlement';
import { TIE_OUTS } from '~/domain/books/tie-out';
import type { ImportMapping } from '~/domain/imports/mapping';
import type { CustomFieldTemplate, CustomFieldValue } from '~/domain/wells/custom-field';
import { calendarDate, cents, instant, json } from './columns';

// biome-ignore lint/performance/noBarrelFile: drizzle reads one schema, and the ledger's tables have files of their own
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

const timestamps = {
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
};

export const company = sqliteTable(
  'company',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    code: text('code').notNull(),
    /** The code folded for comparison, so that "Abc" and "ABC" cannot both exist. */
    codeKey: text('code_key').notNull(),
    description: text('description'),
    customFieldTemplates: json<CustomFieldTemplate[]>('custom_field_templates').notNull().default([]),
    accretionMethod: text('accretion_method', { enum: ['simple', 'effective'] })
      .notNull()
      .default('simple'),
    /** Which layers a settlement relieves first. */
    settlementOrder: text('settlement_order', { enum: SETTLEMENT_ORDERS }).notNull().default('proportion'),
    /** Whether the difference between relief and cost is profit or loss, or goes to the full-cost pool. */
    settlementDifference: text('settlement_difference', { enum: SETTLEMENT_DIFFERENCES })
      .notNull()
      .default('result'),
    /** How the asset retirement cost becomes expense. */
    depreciation: text('depreciation', { enum: DEPRECIATIONS }).notNull().default('none'),
    /** From when it does; null while it does not. */
    depreciationFrom: calendarDate('depreciation_from'),
    /** The rates that a decrease of an estimate takes where none are given. */
    downwardRate: text('downward_rate', { enum: DOWNWARD_RATES }).notNull().default('average'),
    /** Whether a close needs the sign-off of two people. */
    approval: text('approval', { enum: APPROVALS }).notNull().default('none'),
    /** Whether the month-end job posts, or only prepares what a person reviews and posts. */
    monthEnd: text('month_end', { enum: MONTH_ENDS }).notNull().default('posts'),
    /** Whether a close needs every account tied out, and every difference explained. */
    tieOut: text('tie_out', { enum: TIE_OUTS }).notNull().default('optional'),
    /** The change of the liability above which a person's act needs a reason, and a posting a file; null where none does. */
    reasonAboveCents: cents('reason_above_cents'),
    fileAboveCents: cents('file_above_cents'),
    /** The month, 1 to 12, that its fiscal year ends with. */
    fiscalYearEnd: integer('fiscal_year_end').notNull().default(12),
    /** Overrides of domain/books/journal's DEFAULT_JOURNAL_SETTINGS. */
    journalSettings: json<Record<string, string>>('journal_settings').notNull().default({}),
    /** Accounts of single fields, where they differ from the company's. */
    fieldAccounts: json<FieldAccounts[]>('field_accounts').notNull().default([]),
    version: integer('version').notNull().default(1),
    /** The number by which the ledger knows it; a trigger gives it one where an insert does not. */
    ledgerId: integer('ledger_id').notNull().default(0),
    /** No movement takes effect on this day or before; null while no period is closed. */
    closedThrough: calendarDate('closed_through'),
    /** When it was deleted: the ledger keeps what was posted and reversed, nothing else shows it. */
    deletedAt: instant('deleted_at'),
    ...timestamps,
  },
  (t) => [
    uniqueIndex('company_code_key_unique').on(t.codeKey).where(sql`deleted_at is null`),
    uniqueIndex('company_ledger_id_unique').on(t.ledgerId),
    check('company_accretion_method', sql`${t.accretionMethod} in ('simple', 'effective')`),
  ],
);

export const user = sqliteTable(
  'user',
  {
    /** What everything else knows the person by. It does not come from the identity provider. */
    id: text('id').primaryKey(),
    /** The identity provider; null until the first sign-in since the provider became part of the identity. */
    issuer: text('issuer'),
    /** The `sub` by which this provider, and no other, knows the person. Null with the issuer: then it is the id. */
    subject: text('subject'),
    email: text('email').notNull(),
    /** Whether the provider says that the address is the person's. Others may have the same address, unverified. */
    emailVerified: integer('email_verified', { mode: 'boolean' }).notNull().default(false),
    firstName: text('first_name'),
    lastName: text('last_name'),
    profileImageUrl: text('profile_image_url'),
    selectedCompanyId: text('selected_company_id').references(() => company.id, { onDelete: 'set null' }),
    isAdmin: integer('is_admin', { mode: 'boolean' }).notNull().default(false),
    isDeleted: integer('is_deleted', { mode: 'boolean' }).notNull().default(false),
    deletedAt: instant('deleted_at'),
    anonymizedAt: instant('anonymized_at'),
    ...timestamps,
  },
  (t) => [
    uniqueIndex('user_identity_unique').on(t.issuer, t.subject),
    uniqueIndex('user_verified_email_unique').on(t.email).where(sql`email_verified`),
    index('user_email').on(t.email, t.id),
    index('user_selected_company').on(t.selectedCompanyId),
  ],
);

export const userCompany = sqliteTable(
  'user_company',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    companyId: text('company_id')
      .notNull()
      .references(() => company.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['viewer', 'admin'] })
      .notNull()
      .default('viewer'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('user_company_unique').on(t.userId, t.companyId),
    index('user_company_company').on(t.companyId),
    check('user_company_role', sql`${t.role} in ('viewer', 'admin')`),
  ],
);

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

/** What a program signs in with: good for one company, as long as the person who made it is an admin there. */
export const apiToken = sqliteTable(
  'api_token',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** Who made it. Without a foreign key, like the company: the row outlives what it tells of. */
    userId: text('user_id').notNull(),
    name: text('name').notNull(),
    scope: text('scope', { enum: ['read', 'write'] }).notNull(),
    /** SHA-256 of the secret, hex. */
    secretHash: text('secret_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** To ten minutes; null while it was not used. */
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    uniqueIndex('api_token_secret_unique').on(t.secretHash),
    index('api_token_company').on(t.companyId, t.createdAt),
    index('api_token_user').on(t.userId),
    check('api_token_scope', sql`${t.scope} in ('read', 'write')`),
  ],
);

/**
 * A membership that waits for the user who signs in with this address, verified by the identity provider. Rows go
 * when the company or the person is erased, and some time after they have expired.
 */
export const invitation = sqliteTable(
  'invitation',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => company.id, { onDelete: 'cascade' }),
    /** Trimmed and in lower case, as users' addresses are. */
    email: text('email').notNull(),
    role: text('role', { enum: ['viewer', 'admin'] }).notNull(),
    /** The system administrator who made it. Without a foreign key: the row outlives the account. */
    invitedBy: text('invited_by').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    acceptedAt: instant('accepted_at'),
    /** Who signed in with the address. */
    acceptedBy: text('accepted_by'),
  },
  (t) => [
    index('invitation_email').on(t.email),
    index('invitation_company').on(t.companyId),
    index('invitation_accepted_by').on(t.acceptedBy),
    check('invitation_role', sql`${t.role} in ('viewer', 'admin')`),
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

export const userPreference = sqliteTable(
  'user_preference',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    companyId: text('company_id').references(() => company.id, { onDelete: 'cascade' }),
    preferenceKey: text('preference_key').notNull(),
    preferenceValue: json<unknown>('preference_value').notNull(),
    ...timestamps,
  },
  // Unique indexes take nulls for different, so the preferences that belong to no company have an index of their own.
  (t) => [
    uniqueIndex('user_preference_unique').on(t.userId, t.preferenceKey).where(sql`company_id is null`),
    uniqueIndex('user_preference_company_unique')
      .on(t.userId, t.preferenceKey, t.companyId)
      .where(sql`company_id is not null`),
  ],
);

/** Ended sessions. A deleted KV record may still be served for a minute; this table refuses it immediately. */
export const revokedSession = sqliteTable('revoked_session', {
  /** SHA-256 of the session id, hex; or `person:` and that of the user's id, for all their sessions until then. */
  sessionHash: text('session_hash').primaryKey(),
  /** When the session would have expired and the row may go. */
  expiresAt: instant('expires_at').notNull(),
});

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
    /** When the object was deleted from R2, 30 days after it came. */
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
