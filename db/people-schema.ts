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
    /** The code folded for comparison, so "Abc" and "ABC" can't both exist. */
    codeKey: text('code_key').notNull(),
    description: text('description'),
    customFieldTemplates: json<CustomFieldTemplate[]>('custom_field_templates').notNull().default([]),
    accretionMethod: text('accretion_method', { enum: ['simple', 'effective'] })
      .notNull()
      .default('simple'),
    /** Order in which a settlement relieves layers. */
    settlementOrder: text('settlement_order', { enum: SETTLEMENT_ORDERS }).notNull().default('proportion'),
    /** Treatment of the difference between relief and cost: gain or loss, or full-cost pool. */
    settlementDifference: text('settlement_difference', { enum: SETTLEMENT_DIFFERENCES })
      .notNull()
      .default('result'),
    /** How the asset retirement cost is expensed. */
    depreciation: text('depreciation', { enum: DEPRECIATIONS }).notNull().default('none'),
    /** Start of depreciation. Null while there is none. */
    depreciationFrom: calendarDate('depreciation_from'),
    /** Rates for a downward revision of an estimate when none are given. */
    downwardRate: text('downward_rate', { enum: DOWNWARD_RATES }).notNull().default('average'),
    /** Basis that a change in estimate compares the new estimate with. */
    changeBasis: text('change_basis', { enum: CHANGE_BASES }).notNull().default('stated'),
    /** Sign-off policy: none, or two people before a close. */
    approval: text('approval', { enum: APPROVALS }).notNull().default('none'),
    /** Month-end mode: the job posts, or only prepares a draft for a user to review and post. */
    monthEnd: text('month_end', { enum: MONTH_ENDS }).notNull().default('posts'),
    /** Tie-out policy: optional, or a close requires every account tied out and every difference explained. */
    tieOut: text('tie_out', { enum: TIE_OUTS }).notNull().default('optional'),
    /** Change in the liability above which a user's act requires a reason, and a posting a file. Null when never required. */
    reasonAboveCents: cents('reason_above_cents'),
    fileAboveCents: cents('file_above_cents'),
    /** The month, 1 to 12, in which its fiscal year ends. */
    fiscalYearEnd: integer('fiscal_year_end').notNull().default(12),
    /** Overrides of domain/books/journal's DEFAULT_JOURNAL_SETTINGS. */
    journalSettings: json<Record<string, string>>('journal_settings').notNull().default({}),
    /** Accounts of individual fields, where they differ from the company's. */
    fieldAccounts: json<FieldAccounts[]>('field_accounts').notNull().default([]),
    version: integer('version').notNull().default(1),
    /** The company's number in the ledger. A trigger assigns it when an insert doesn't. */
    ledgerId: integer('ledger_id').notNull().default(0),
    /** No movement takes effect on or before this day. Null while no period is closed. */
    closedThrough: calendarDate('closed_through'),
    /** When the company was deleted. The ledger keeps what was posted and reversed. Nothing else shows it. */
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
    /** The user's id everywhere else. It doesn't come from the identity provider. */
    id: text('id').primaryKey(),
    /** The identity provider. Null until the first sign-in since the provider became part of the identity. */
    issuer: text('issuer'),
    /** The `sub` that identifies the user at this provider only. Null together with the issuer, in which case the id is the `sub`. */
    subject: text('subject'),
    email: text('email').notNull(),
    /** True when the provider says the address belongs to the user. Others may have the same address, unverified. */
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

/** A program's credential. Valid for one company, as long as the user who created it is an admin there. */
export const apiToken = sqliteTable(
  'api_token',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** Creator. No foreign key, as for the company, because the row outlives both. */
    userId: text('user_id').notNull(),
    name: text('name').notNull(),
    scope: text('scope', { enum: ['read', 'write'] }).notNull(),
    /** SHA-256 of the secret, hex. */
    secretHash: text('secret_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Accurate to ten minutes. Null while unused. */
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
 * A membership waiting for the user who signs in with this address, verified by the identity provider. Rows are deleted with the company
 * or the user, and some time after they expire.
 */
export const invitation = sqliteTable(
  'invitation',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => company.id, { onDelete: 'cascade' }),
    /** Trimmed and in lower case, like users' addresses. */
    email: text('email').notNull(),
    role: text('role', { enum: ['viewer', 'admin'] }).notNull(),
    /** The system administrator who created it. No foreign key, because the row outlives the account. */
    invitedBy: text('invited_by').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    acceptedAt: instant('accepted_at'),
    /** The user who signed in with the address. */
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
  // Unique indexes treat nulls as distinct, so preferences without a company have their own index.
  (t) => [
    uniqueIndex('user_preference_unique').on(t.userId, t.preferenceKey).where(sql`company_id is null`),
    uniqueIndex('user_preference_company_unique')
      .on(t.userId, t.preferenceKey, t.companyId)
      .where(sql`company_id is not null`),
  ],
);

/** Ended sessions. KV may serve a deleted record for another minute, but this table ends the session immediately. */
export const revokedSession = sqliteTable('revoked_session', {
  /** SHA-256 of the session id, hex. Or `person:` and the hash of the user's id, for all their sessions until then. */
  sessionHash: text('session_hash').primaryKey(),
  /** When the session would have expired, after which the row can be deleted. */
  expiresAt: instant('expires_at').notNull(),
});
