import { and, eq, gte, lt, sql } from 'drizzle-orm';
import { auditLog, user } from '#db/schema';
import { addDays } from '~/domain/calendar/calendar-date';
import { AppError } from '~/errors';
import type { AuditQuery } from '~/schemas/audit/audit';
import type { AuditView, PersonView } from '~/schemas/platform/views';
import { personColumns, personName, toPerson } from '~/services/people/person.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import { after, orderBy, readSort } from '~/services/platform/keyset.server';
import { decodeCursor, type Page, toPage } from '~/services/platform/page.server';

/**
 * The company's audit log in the order asked for, else newest first. By who or what, each one's newest come first.
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
  const order = auditOrder(query);
  // The page's ids are found first: what a row keeps of before and after can be large, and is read of the page alone.
  const page = ctx.db
    .select({ id: auditLog.id })
    .from(auditLog)
    .leftJoin(user, eq(user.id, auditLog.userId))
    .where(
      and(
        eq(auditLog.companyId, ctx.companyId),
        order.after,
        query.action ? eq(auditLog.action, query.action) : undefined,
        query.entityType ? eq(auditLog.entityType, query.entityType) : undefined,
        query.entityId ? eq(auditLog.entityId, query.entityId) : undefined,
        query.userId ? eq(auditLog.userId, query.userId) : undefined,
        // Instants are text that begins with its day.
        query.from ? gte(auditLog.createdAt, query.from) : undefined,
        query.to ? lt(auditLog.createdAt, addDays(query.to, 1)) : undefined,
      ),
    )
    .orderBy(...order.orderBy)
    .limit(query.limit + 1);
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
      sortValue: sql<string | number>`${order.by}`.as('sort_value'),
    })
    .from(auditLog)
    .leftJoin(user, eq(user.id, auditLog.userId))
    .where(and(eq(auditLog.companyId, ctx.companyId), sql`${auditLog.id} in ${page}`))
    .orderBy(...order.orderBy);
}

/** Who did it, by the name that the screen shows. */
const shownName = sql`(case when ${auditLog.userId} = 'system' then 'System' else coalesce(${personName}, 'Former user') end collate nocase)`;

/** Ids grow with time, and an index has each company's in order. */
function auditOrder({ sort = '-createdAt', cursor }: AuditQuery) {
  const { key, descending } = readSort(sort);
  const [value, id] = cursor ? decodePosition(cursor) : [];
  if (key === 'createdAt') {
    const comparison = descending ? sql`<` : sql`>`;
    return {
      by: auditLog.id,
      orderBy: [sql`${auditLog.id} ${descending ? sql`desc` : sql`asc`}`],
      after: id === undefined ? undefined : sql`${auditLog.id} ${comparison} ${id}`,
    };
  }
  const order = {
    by: key === 'user' ? shownName : sql`${auditLog.action}`,
    // The newest first, whichever way the rest goes.
    unique: [descending ? sql`${auditLog.id}` : sql`-${auditLog.id}`],
    descending,
  };
  return {
    by: order.by,
    orderBy: orderBy(order),
    after: value === undefined ? undefined : after(order, value, [descending ? id! : -id!]),
  };
}

function decodePosition(cursor: string): [value: string | number, id: number] {
  const [value, id] = decodeCursor(cursor);
  if (!/^\d{1,15}$/.test(id)) throw new AppError('invalid', 'The cursor is not valid');
  return [value, Number(id)];
}

function toAuditPage(rows: Awaited<ReturnType<typeof rowsQuery>>, limit: number): Page<AuditView> {
  return toPage(rows, limit, {
    view: ({ personId, personName, personEmail, sortValue, ...row }) => ({
      ...row,
      user: toPerson({ personId, personName, personEmail }),
    }),
    cursor: (last) => [last.sortValue, String(last.id)],
  });
}
