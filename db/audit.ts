import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './client';

export type AuditEntry = {
  /** The id, or an SQL expression evaluated when the row is written. */
  userId: string | SQL;
  companyId: string | SQL | null;
  /** `entity.verb-in-past-tense`, e.g. `well.created`. */
  action: string;
  entityType: string;
  /** The id, or an SQL expression evaluated when the row is written. */
  entityId: string | SQL;
  /** Plain values, or an SQL expression that returns them as JSON when the row is written. */
  oldValues?: unknown;
  newValues?: unknown;
  /** Origin of the request. Not stored for an erased user. */
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: string;
  /** API token that made the change. Null for a user or the system. */
  tokenId?: string | null;
};

/**
 * The audit row of a change in the same batch. It is written only if the change just before it modified a row, so nothing is logged that
 * didn't happen. An audit row that must read the old values precedes its change instead, and states in `onlyIf` what the change will
 * find. Returns an unexecuted statement.
 */
export function auditInsert(db: Database, entry: AuditEntry, onlyIf: SQL = sql`changes() > 0`) {
  return auditEach(db, entry, sql`where ${onlyIf}`);
}

/**
 * One audit row for each row that a change in the same batch will find. It precedes the change. Returns an unexecuted statement.
 * @param rows `from … where …`; the entry's values may read their columns
 */
export function auditEach(db: Database, entry: AuditEntry, rows: SQL) {
  return db.run(sql`
    insert into audit_log (user_id, company_id, action, entity_type, entity_id, old_values, new_values, ip_address, user_agent, created_at, token_id)
    select ${entry.userId}, ${entry.companyId}, ${entry.action}, ${entry.entityType}, ${entry.entityId},
           ${jsonValue(entry.oldValues)}, ${jsonValue(entry.newValues)}, ${trace(entry, entry.ipAddress)}, ${trace(entry, entry.userAgent)}, ${entry.createdAt}, ${entry.tokenId ?? null}
    ${rows}`);
}

/** Stored only for an existing user who isn't anonymized. An anonymized user may still sign in, or have a file being processed. */
function trace({ userId }: AuditEntry, value: string | null): SQL | null {
  if (value === null) return null;
  return sql`iif(exists (select 1 from user doer where doer.id = ${userId} and doer.anonymized_at is null), ${value}, null)`;
}

function jsonValue(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  return value instanceof Object && 'queryChunks' in value ? value : JSON.stringify(value);
}
