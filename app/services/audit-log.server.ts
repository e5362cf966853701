import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { auditLog, user } from '#db/schema';
import { addDays } from '~/domain/calendar-date';
import { AppError } from '~/errors';
import type { AuditQuery } from '~/schemas/audit';
import type { AuditView, PersonView } from '~/schemas/views';
import type { CompanyAdminContext } from './context.server';
import { decodeCursor, type Page, toPage } from './page.server';
import { personColumns, toPerson } from './person.server';

/**
 * The company's audit log, newest first.
 * @throws AppError invalid for a cursor that is none
 */
export async function listAudit(ctx: CompanyAdminContext, query: AuditQuery): Promise<Page<AuditView>> {
  return toAuditPage(await rowsQuery(ctx, query), query.limit);
}

export type AuditPage = {
  entries: AuditView[];
  nextCursor: string | null;
  /** What the filters offer: everything that occurs in the company's log. People who are gone have an id for a name. */
  actions: string[];
  entityTypes: string[];
  people: Pick<PersonView, 'id' | 'name'>[];
};

/** First page of the audit log and its filters' choices: what its screen needs, in one D1 round trip. */
export async function getAuditPage(ctx: CompanyAdminContext, query: AuditQuery): Promise<AuditPage> {
  const [rows, kinds, people] = await ctx.db.batch([
    rowsQuery(ctx, query),
    ctx.db
      .selectDistinct({ action: auditLog.action, entityType: auditLog.entityType, userId: auditLog.userId })
      .from(auditLog)
      .where(eq(auditLog.companyId, ctx.companyId)),
    ctx.db
      .select(personColumns)
      .from(user)
      .where(
        sql`${user.id} in (select distinct ${auditLog.userId} from ${auditLog} where ${auditLog.companyId} = ${ctx.companyId})`,
      ),
  ]);
  const names = new Map(people.map((row) => [row.personId, row.personName]));
  const { items, nextCursor } = toAuditPage(rows, query.limit);
  return {
    entries: items,
    nextCursor,
    actions: distinct(kinds.map(({ action }) => action)),
    entityTypes: distinct(kinds.map(({ entityType }) => entityType)),
    people: distinct(kinds.map(({ userId }) => userId))
      .map((id) => ({ id, name: names.get(id) ?? id }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  };
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts)].sort();
}

function rowsQuery(ctx: CompanyAdminContext, query: AuditQuery) {
  return ctx.db
    .select({
      id: auditLog.id,
      createdAt: auditLog.createdAt,
      userId: auditLog.userId,
      action: auditLog.action,
      entityType: auditLog.entityType,
      entityId: auditLog.entityId,
      oldValues: auditLog.oldValues,
      newValues: auditLog.newValues,
      ipAddress: auditLog.ipAddress,
      userAgent: auditLog.userAgent,
      ...personColumns,
    })
    .from(auditLog)
    .leftJoin(user, eq(user.id, auditLog.userId))
    .where(
      and(
        eq(auditLog.companyId, ctx.companyId),
        query.cursor ? lt(auditLog.id, decodePosition(query.cursor)) : undefined,
        query.action ? eq(auditLog.action, query.action) : undefined,
        query.entityType ? eq(auditLog.entityType, query.entityType) : undefined,
        query.entityId ? eq(auditLog.entityId, query.entityId) : undefined,
        query.userId ? eq(auditLog.userId, query.userId) : undefined,
        // Instants are text that begins with its day.
        query.from ? gte(auditLog.createdAt, query.from) : undefined,
        query.to ? lt(auditLog.createdAt, addDays(query.to, 1)) : undefined,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(query.limit + 1);
}

function decodePosition(cursor: string): number {
  const [id] = decodeCursor(cursor);
  if (typeof id !== 'number') throw new AppError('invalid', 'The cursor is not valid');
  return id;
}

function toAuditPage(rows: Awaited<ReturnType<typeof rowsQuery>>, limit: number): Page<AuditView> {
  return toPage(rows, limit, {
    view: ({ personId, personName, personEmail, ...row }) => ({
      ...row,
      user: toPerson({ personId, personName, personEmail }),
    }),
    cursor: (last) => [last.id, ''],
  });
}
