import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { CustomFieldTemplate, CustomFieldValue } from '~/domain/wells/custom-field';
import { calendarDate, cents, instant, json, rateBp } from './columns';

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
    /** Overrides of domain/books/journal's DEFAULT_JOURNAL_SETTINGS. */
    journalSettings: json<Record<string, string>>('journal_settings').notNull().default({}),
    version: integer('version').notNull().default(1),
    ...timestamps,
  },
  (t) => [
    uniqueIndex('company_code_key_unique').on(t.codeKey),
    check('company_accretion_method', sql`${t.accretionMethod} in ('simple', 'effective')`),
  ],
);

export const user = sqliteTable(
  'user',
  {
    /** The identity provider's `sub`. */
    id: text('id').primaryKey(),
    email: text('email').notNull(),
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
    uniqueIndex('user_email_unique').on(t.email),
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
    ...timestamps,
  },
  (t) => [
    uniqueIndex('well_company_code_unique').on(t.companyId, t.wellCodeKey),
    index('well_company_field').on(t.companyId, t.field, t.wellCodeKey),
    // What a posting leaves out, without a look at every well.
    index('well_company_plugged').on(t.companyId, t.id).where(sql`well_status = 'Plugged'`),
    check('well_status', sql`${t.wellStatus} in ('Active', 'Inactive', 'Plugged')`),
  ],
);

export const aroLayer = sqliteTable(
  'aro_layer',
  {
    id: text('id').primaryKey(),
    /** Repeats the well's company, so that every query over layers is scoped without a join. */
    companyId: text('company_id')
      .notNull()
      .references(() => company.id),
    wellId: text('well_id')
      .notNull()
      .references(() => well.id, { onDelete: 'cascade' }),
    layerNumber: integer('layer_number').notNull(),
    layerType: text('layer_type', { enum: ['initial', 'additional'] }).notNull(),
    /** How an additional layer's cost was measured; null for the initial layer. */
    measurement: text('measurement', { enum: ['change', 'increment', 'remeasure'] }),
    discountRateBp: rateBp('discount_rate_bp').notNull(),
    inflationRateBp: rateBp('inflation_rate_bp').notNull(),
    pAndACostCents: cents('p_and_a_cost_cents').notNull(),
    /** The well's total estimated cost once this layer is counted. */
    totalEstimateCents: cents('total_estimate_cents').notNull(),
    wellLifespanYears: integer('well_lifespan_years').notNull(),
    calculationDate: calendarDate('calculation_date').notNull(),
    aroValueCents: cents('aro_value_cents').notNull(),
    currentAroCents: cents('current_aro_cents').notNull(),
    /** Period end of the newest accretion record, or null: spares a search through the records. */
    accretedThrough: calendarDate('accreted_through'),
    ...timestamps,
  },
  (t) => [
    // Also keeps the initial layer single, for that one has number 1.
    uniqueIndex('aro_layer_number_unique').on(t.wellId, t.layerNumber),
    index('aro_layer_company_date').on(t.companyId, t.calculationDate),
    // The pages of a month-end.
    index('aro_layer_company_id').on(t.companyId, t.id),
    check(
      'aro_layer_type',
      sql`(${t.layerType} = 'initial' and ${t.measurement} is null) or (${t.layerType} = 'additional' and ${t.measurement} in ('change', 'increment', 'remeasure'))`,
    ),
    check(
      'aro_layer_number',
      sql`${t.layerNumber} >= 1 and (${t.layerNumber} = 1) = (${t.layerType} = 'initial')`,
    ),
    check(
      'aro_layer_rates',
      sql`${t.discountRateBp} between 1 and 99999 and ${t.inflationRateBp} between 0 and 99999`,
    ),
    check(
      'aro_layer_cost',
      sql`${t.pAndACostCents} between 1 and 999999999999 and ${t.totalEstimateCents} between 1 and 999999999999`,
    ),
    check(
      'aro_layer_value',
      sql`abs(${t.aroValueCents}) <= 999999999999 and abs(${t.currentAroCents}) <= 999999999999`,
    ),
    check('aro_layer_lifespan', sql`${t.wellLifespanYears} between 1 and 200`),
  ],
);

export const accretionRecord = sqliteTable(
  'accretion_record',
  {
    /** An integer, for there are many: 100,000 layers make 1.2 million records a year. */
    id: integer('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => company.id),
    aroLayerId: text('aro_layer_id')
      .notNull()
      .references(() => aroLayer.id, { onDelete: 'cascade' }),
    /** Shared by all records of one posting; the audit row's entity id. */
    postingId: text('posting_id').notNull(),
    periodType: text('period_type', { enum: ['monthly', 'quarterly', 'annually'] }).notNull(),
    periodStart: calendarDate('period_start').notNull(),
    periodEnd: calendarDate('period_end').notNull(),
    beginningAroCents: cents('beginning_aro_cents').notNull(),
    discountRateBp: rateBp('discount_rate_bp').notNull(),
    accretionExpenseCents: cents('accretion_expense_cents').notNull(),
    endingAroCents: cents('ending_aro_cents').notNull(),
    method: text('method', { enum: ['simple', 'effective'] }).notNull(),
    /** The time in years is this exact fraction, so that an auditor can recompute the expense. */
    timeNumerator: integer('time_numerator').notNull(),
    timeDenominator: integer('time_denominator').notNull(),
    source: text('source', { enum: ['user', 'month-end', 'import'] }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('accretion_record_layer_period_unique').on(t.aroLayerId, t.periodEnd),
    index('accretion_record_company_period').on(t.companyId, t.periodEnd),
    check(
      'accretion_record_sum',
      sql`${t.beginningAroCents} + ${t.accretionExpenseCents} = ${t.endingAroCents}`,
    ),
    check('accretion_record_period', sql`${t.periodStart} <= ${t.periodEnd}`),
    check('accretion_record_method', sql`${t.method} in ('simple', 'effective')`),
    check('accretion_record_source', sql`${t.source} in ('user', 'month-end', 'import')`),
    check('accretion_record_period_type', sql`${t.periodType} in ('monthly', 'quarterly', 'annually')`),
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
  },
  (t) => [
    index('audit_log_company').on(t.companyId, t.id),
    index('audit_log_entity').on(t.companyId, t.entityType, t.entityId),
  ],
);

/** What went into each calculation, as the person gave it. */
export const calculationInput = sqliteTable(
  'calculation_input',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    companyId: text('company_id').notNull(),
    calculationType: text('calculation_type', { enum: ['aro_layer', 'accretion'] }).notNull(),
    entityId: text('entity_id').notNull(),
    inputParameters: json<unknown>('input_parameters').notNull(),
    calculationDate: calendarDate('calculation_date').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('calculation_input_entity').on(t.companyId, t.entityId)],
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

/** Signed-out sessions: KV forgets a session only after a while, this table at once. */
export const revokedSession = sqliteTable('revoked_session', {
  /** SHA-256 of the session id, hex. */
  sessionHash: text('session_hash').primaryKey(),
  /** When the session would have ended by itself and the row may go. */
  expiresAt: instant('expires_at').notNull(),
});

/** Requests already carried out under an Idempotency-Key, claimed in the transaction of their change. */
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
    /** Up to when imported balances are accreted. */
    asOf: calendarDate('as_of').notNull(),
    status: text('status', { enum: ['queued', 'processing', 'done', 'failed'] }).notNull(),
    /** Column titles as the file has them; null until it was read once. */
    header: json<string[]>('header'),
    /** Data rows in the file, blank ones not counted; null until it was read once. */
    totalRows: integer('total_rows'),
    /** How many of them are decided: the cursor that a redelivered message goes on from. */
    processedRows: integer('processed_rows').notNull().default(0),
    successfulRows: integer('successful_rows').notNull().default(0),
    failedRows: integer('failed_rows').notNull().default(0),
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

/** A row that was refused, as the file had it, so that it can be handed back to be mended. */
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
    afterLayerId: text('after_layer_id'),
    pages: integer('pages').notNull().default(0),
    layers: integer('layers').notNull().default(0),
    totalAccretionCents: integer('total_accretion_cents').notNull().default(0),
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
