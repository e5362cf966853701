import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { APPROVALS, MONTH_ENDS } from '~/domain/books/close';
import { DEPRECIATIONS } from '~/domain/books/depreciation';
import type { FieldAccounts } from '~/domain/books/journal';
import { SETTLEMENT_DIFFERENCES } from '~/domain/books/posting-terms';
import { CHANGE_BASES } from '~/domain/books/price-level';
import { DOWNWARD_RATES } from '~/domain/books/revision';
import { SETTLEMENT_ORDERS } from '~/domain/books/settlement';
import { TIE_OUTS } from '~/domain/books/tie-out';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { calendarDate, cents, instant, json, timestamps } from './columns';

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
    /** What a change in estimate compares the new estimate with. */
    changeBasis: text('change_basis', { enum: CHANGE_BASES }).notNull().default('stated'),
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
