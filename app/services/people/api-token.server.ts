import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { apiToken, company, user, userCompany } from '#db/schema';
import { addDays, utcDay } from '~/domain/calendar/calendar-date';
import { AppError } from '~/errors';
import {
  type ApiTokenInput,
  type ApiTokenView,
  MAX_TOKEN_DAYS,
  type NewApiTokenView,
} from '~/schemas/people/api-token';
import { toHex } from '~/services/platform/bytes.server';
import { audit, auditOfEach, commit, rowsChanged } from '~/services/platform/commit.server';
import {
  type ActingToken,
  actorId,
  type CompanyAdminContext,
  type RequestContext,
  requireOwnCompany,
} from '~/services/platform/context.server';
import { sha256Hex } from '~/services/platform/digest.server';
import type { CollectedReads } from '~/services/platform/reads.server';
import { logSecurity } from '~/services/platform/security-log.server';
import { personColumns, toPerson } from './person.server';

/** Identifies tokens in logs and to secret scanners. */
const PREFIX = 'aro_';
const TOKEN = /^aro_[0-9a-f]{64}$/;
/** Minimum interval between updates of a token's last use. */
const LAST_USED_INTERVAL_MS = 10 * 60_000;
/** Limit of active tokens per company. */
const MAX_ACTIVE = 50;

type Lookup = Pick<RequestContext, 'db' | 'now' | 'request'> & {
  /** Lets the last use be written after the response is sent. */
  waitUntil: (promise: Promise<unknown>) => void;
};

/**
 * Looks up a token's user, company and scope in the current state of D1. A token ends after its last day, when it is
 * revoked, and when the user who created it is no longer an admin of the company. One D1 round trip.
 * @param reads declared by the request for the same round trip
 * @returns null for an invalid token, with the reason in the security log
 */
export async function findActingToken(
  { db, now, request, waitUntil }: Lookup,
  text: string,
  reads: CollectedReads,
): Promise<ActingToken | null> {
  if (!TOKEN.test(text)) {
    logSecurity({ request }, 'token.refused', { reason: 'malformed' });
    return null;
  }
  const hash = await sha256Hex(text);
  const at = now.toISOString();
  const ifValid = (column: SQL) => sql<string>`(
    select ${column} from api_token t
      join company c on c.id = t.company_id and c.deleted_at is null
      join user u on u.id = t.user_id and not u.is_deleted
      join user_company m on m.user_id = t.user_id and m.company_id = t.company_id and m.role = 'admin'
    where t.secret_hash = ${hash} and t.revoked_at is null and t.expires_at > ${at})`;
  const declaredReads = await reads.take(
    { db, now },
    { tokenHash: hash, userId: ifValid(sql`t.user_id`), companyId: ifValid(sql`t.company_id`) },
  );
  const [tokenRows, ...rows] = await db.batch([
    db
      .select({
        id: apiToken.id,
        userId: apiToken.userId,
        companyId: apiToken.companyId,
        scope: apiToken.scope,
        lastUsedAt: apiToken.lastUsedAt,
        revokedAt: apiToken.revokedAt,
        expiresAt: apiToken.expiresAt,
        isGood: sql<number>`${ifValid(sql`t.id`)} is not null`.as('is_good'),
      })
      .from(apiToken)
      .where(eq(apiToken.secretHash, hash)),
    ...declaredReads.statements,
  ]);
  declaredReads.deliver(rows);
  const [token] = tokenRows;
  if (!token?.isGood) {
    const details = { tokenId: token?.id ?? null, reason: token ? reasonOf(token, at) : 'unknown' };
    logSecurity({ request }, 'token.refused', details);
    return null;
  }
  const { id, userId, companyId, scope, lastUsedAt } = token;
  const limit = new Date(now.getTime() - LAST_USED_INTERVAL_MS).toISOString();
  if (lastUsedAt === null || lastUsedAt < limit) {
    const isOwnToken = and(eq(apiToken.companyId, companyId), eq(apiToken.id, id));
    waitUntil(db.update(apiToken).set({ lastUsedAt: at }).where(isOwnToken));
  }
  return { id, userId, companyId, scope };
}

function reasonOf(token: { revokedAt: string | null; expiresAt: string }, at: string): string {
  if (token.revokedAt !== null) return 'revoked';
  return token.expiresAt <= at ? 'expired' : 'creator is not a company admin';
}

function tokensQuery({ db }: Pick<RequestContext, 'db'>) {
  return db
    .select({
      id: apiToken.id,
      name: apiToken.name,
      scope: apiToken.scope,
      userId: apiToken.userId,
      madeAt: sql<string>`${apiToken.createdAt}`.as('made_at'),
      expiresAt: apiToken.expiresAt,
      lastUsedAt: apiToken.lastUsedAt,
      revokedAt: apiToken.revokedAt,
      ...personColumns,
    })
    .from(apiToken)
    .leftJoin(user, eq(user.id, apiToken.userId));
}

type TokenRow = Awaited<ReturnType<typeof tokensQuery>>[number];

function toView({ now }: Pick<RequestContext, 'now'>, { madeAt, ...row }: TokenRow): ApiTokenView {
  const { personId, personName, personEmail, ...tokenFields } = row;
  const isExpired = row.expiresAt <= now.toISOString();
  return {
    ...tokenFields,
    state: row.revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'active',
    user: toPerson({ personId, personName, personEmail }),
    createdAt: madeAt,
  };
}

/**
 * The company's tokens, newest first, including expired and revoked ones.
 * @throws AppError not-found for a company other than the selected one
 */
export async function listApiTokens(ctx: CompanyAdminContext, companyId: string): Promise<ApiTokenView[]> {
  requireOwnCompany(ctx, companyId);
  const rows = await tokensQuery(ctx)
    .where(eq(apiToken.companyId, ctx.companyId))
    .orderBy(desc(apiToken.createdAt), apiToken.id);
  return rows.map((row) => toView(ctx, row));
}

/**
 * Creates a token. Only the hash of its secret is stored, so the token can't be read again.
 * @throws AppError not-found as listApiTokens; invalid for a last day in the past or too far ahead; conflict for too many
 * tokens
 */
export async function createApiToken(
  ctx: CompanyAdminContext,
  companyId: string,
  { name, scope, expiresOn }: ApiTokenInput,
): Promise<NewApiTokenView> {
  requireOwnCompany(ctx, companyId);
  const today = utcDay(ctx.now);
  if (expiresOn < today) throw toExpiryError('The last day can’t be in the past');
  if (expiresOn > addDays(today, MAX_TOKEN_DAYS))
    throw toExpiryError(`The last day can be at most ${MAX_TOKEN_DAYS} days from now`);
  const token = PREFIX + toHex(crypto.getRandomValues(new Uint8Array(32)));
  const id = crypto.randomUUID();
  const secretHash = await sha256Hex(token);
  const at = ctx.now.toISOString();
  const expiresAt = `${addDays(expiresOn, 1)}T00:00:00.000Z`;
  const results = await commit(ctx, [
    ctx.db.run(sql`
      insert into api_token (id, company_id, user_id, name, scope, secret_hash, created_at, expires_at)
      select ${id}, ${ctx.companyId}, ${actorId(ctx)}, ${name}, ${scope}, ${secretHash}, ${at}, ${expiresAt}
      where (select count(*) from api_token
        where company_id = ${ctx.companyId} and revoked_at is null and expires_at > ${at}) < ${MAX_ACTIVE}`),
    audit(ctx, {
      action: 'api_token.created',
      entityType: 'api_token',
      entityId: id,
      newValues: { name, scope, expiresAt },
    }),
    tokensQuery(ctx).where(and(eq(apiToken.companyId, ctx.companyId), eq(apiToken.id, id))),
  ]);
  const [createdToken] = results.at(-1) as TokenRow[];
  if (!createdToken) {
    throw new AppError(
      'conflict',
      `A company can have at most ${MAX_ACTIVE} tokens. Revoke one you no longer use.`,
    );
  }
  logSecurity(ctx, 'api-token.changed', { tokenId: id, scope, by: 'made' });
  return { ...toView(ctx, createdToken), token };
}

/**
 * Revokes a token permanently, starting with its next request. Idempotent.
 * @throws AppError not-found as listApiTokens, and for a token of another company
 */
export async function revokeApiToken(ctx: CompanyAdminContext, companyId: string, id: string): Promise<void> {
  requireOwnCompany(ctx, companyId);
  const isOwnToken = and(eq(apiToken.companyId, ctx.companyId), eq(apiToken.id, id));
  const [revoked, , tokenRows] = await commit(ctx, [
    ctx.db
      .update(apiToken)
      .set({ revokedAt: ctx.now.toISOString() })
      .where(and(isOwnToken, isNull(apiToken.revokedAt))),
    audit(ctx, { ...REVOKED, entityId: id }),
    ctx.db.select({ scope: apiToken.scope }).from(apiToken).where(isOwnToken),
  ]);
  const [token] = tokenRows as { scope: string }[];
  if (!token) throw new AppError('not-found', 'Token not found');
  if (rowsChanged(revoked) > 0) {
    logSecurity(ctx, 'api-token.changed', { tokenId: id, scope: token.scope, by: 'revoked' });
  }
}

const REVOKED = {
  action: 'api_token.revoked',
  entityType: 'api_token',
  oldValues: { isRevoked: false },
  newValues: { isRevoked: true },
};

/**
 * Revokes the tokens of users who are no longer admins of the token's company. Runs in the transaction of the change that
 * causes this, after it. Users who become admins again create new tokens.
 * @param condition SQL condition that limits the tokens to check
 */
export function revokeFormerAdminTokens(ctx: RequestContext, condition: SQL | undefined) {
  const orphans = and(
    condition,
    isNull(apiToken.revokedAt),
    sql`not exists (
      select 1 from ${userCompany} m
        join ${company} c on c.id = m.company_id and c.deleted_at is null
        join ${user} u on u.id = m.user_id and not u.is_deleted
      where m.user_id = ${apiToken.userId} and m.company_id = ${apiToken.companyId} and m.role = 'admin')`,
  );
  return [
    auditOfEach(
      ctx,
      { ...REVOKED, companyId: sql`${apiToken.companyId}`, entityId: sql`${apiToken.id}` },
      sql`from ${apiToken} where ${orphans} order by ${apiToken.id}`,
    ),
    ctx.db.update(apiToken).set({ revokedAt: ctx.now.toISOString() }).where(orphans),
  ];
}

function toExpiryError(message: string): AppError {
  return new AppError('invalid', message, 'expiresOn');
}
