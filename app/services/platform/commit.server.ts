import { type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { type AuditEntry, auditEach, auditInsert } from '#db/audit';
import { isUniqueViolation } from '#db/client';
import { AppError } from '~/errors';
import { actorId, type RequestContext } from './context.server';

export type Statement = BatchItem<'sqlite'>;

/**
 * Runs the statements of one change in a single transaction: all or nothing. Claims the request's Idempotency-Key in the
 * same transaction, so a replay can't apply the change twice.
 *
 * @returns the result of each statement
 * @throws AppError conflict when another request is using the same key
 */
export async function commit(ctx: RequestContext, statements: Statement[]): Promise<unknown[]> {
  const claim = ctx.idempotency?.state === 'free' ? ctx.idempotency : null;
  const batch: Statement[] = claim
    ? [
        ctx.db.run(sql`
          insert into idempotency_key (user_id, key, request_hash, created_at)
          values (${actorId(ctx)}, ${claim.key}, ${claim.requestHash}, ${ctx.now.toISOString()})`),
        ...statements,
      ]
    : statements;
  try {
    const results: unknown[] = await ctx.db.batch(batch as [Statement, ...Statement[]]);
    if (!claim) return results;
    claim.state = 'claimed';
    return results.slice(1);
  } catch (error) {
    if (claim && isUniqueViolation(error, 'idempotency_key.')) {
      claim.state = 'taken';
      // The user sees this only if the other request was rejected meanwhile and changed nothing.
      throw new AppError('conflict', 'The same request was already in progress and was rejected. Try again.');
    }
    throw error;
  }
}

type OwnAuditEntry = Pick<AuditEntry, 'action' | 'entityType' | 'entityId' | 'oldValues' | 'newValues'> & {
  companyId?: string | SQL | null;
  userId?: string | SQL;
};

/** The audit row of a change (see auditInsert). The actor, time and client come from the context. */
export function audit(ctx: RequestContext & { companyId?: string }, entry: OwnAuditEntry, onlyIf?: SQL) {
  return auditInsert(ctx.db, withContext(ctx, entry), onlyIf);
}

/** The audit rows of a change to several rows (see auditEach). The actor, time and client come from the context. */
export function auditOfEach(ctx: RequestContext & { companyId?: string }, entry: OwnAuditEntry, rows: SQL) {
  return auditEach(ctx.db, withContext(ctx, entry), rows);
}

function withContext(ctx: RequestContext & { companyId?: string }, entry: OwnAuditEntry): AuditEntry {
  return {
    companyId: ctx.companyId ?? null,
    userId: actorId(ctx),
    ...entry,
    ipAddress: ctx.request.ip,
    userAgent: ctx.request.userAgent,
    createdAt: ctx.now.toISOString(),
    tokenId: ctx.actor.kind === 'token' ? ctx.actor.token.id : null,
  };
}

/** Number of rows changed by the statement that returned this batch result. */
export function rowsChanged(result: unknown): number {
  return (result as D1Result).meta.changes;
}
