import { and, eq, gte, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { apiToken, auditLog, invitation, user, well } from '#db/schema';
import { addDays } from '~/domain/calendar/calendar-date';
import type { AuditQuery } from '~/schemas/audit/audit';
import type { AuditView } from '~/schemas/audit/audit-views';
import type { PersonView } from '~/schemas/people/people-views';
import { numberOfPosting, parseLedgerNumber, postingOf } from '~/services/books/ledger-number.server';
import { displayedName, personColumns, personNameOf, toPerson } from '~/services/people/person.server';
import type { CompanyContext, UserContext } from '~/services/platform/context.server';
import { afterCursor, type ListOrder, orderBy, readSort } from '~/services/platform/keyset.server';
import { type Page, toPage } from '~/services/platform/page.server';

/**
 * The company's audit log in the requested order, newest first by default. Sorted by user or action, the newest rows of
 * each come first. IP addresses, browsers and invited email addresses are personal data that only company admins see.
 * @throws AppError invalid for a bad cursor
 */
export async function listAudit(ctx: CompanyContext, query: AuditQuery): Promise<Page<AuditView>> {
  return withoutTraces(ctx, toAuditPage(await rowsQuery(ctx, ctx.companyId, query), query));
}

function withoutTraces({ role }: CompanyContext, page: Page<AuditView>): Page<AuditView> {
  if (role === 'admin') return page;
  const items = page.items.map((entry) => ({
    ...entry,
    ipAddress: null,
    userAgent: null,
    // For an invitation, this may be the email address of someone who never signed in.
    concerned: entry.entityType === 'invitation' ? null : entry.concerned,
  }));
  return { ...page, items };
}

/**
 * Audit entries that belong to no company: accounts, roles and ended sessions. For system administrators.
 * @throws AppError invalid for a bad cursor
 */
export async function listSystemAudit(ctx: UserContext, query: AuditQuery): Promise<Page<AuditView>> {
  return toAuditPage(await rowsQuery(ctx, null, query), query);
}

export type AuditPage = {
  entries: AuditView[];
  nextCursor: string | null;
  /** Filter options: every value in the company's log. Users that no longer exist are named by id. */
  actions: string[];
  entityTypes: string[];
  people: Pick<PersonView, 'id' | 'name'>[];
  /** The well selected in the filter, deleted or not; null without that filter. */
  well: { id: string; wellCode: string; wellName: string } | null;
};

/** First page of the audit log with its filter options, in one D1 round trip. */
export async function getAuditPage(ctx: CompanyContext, query: AuditQuery): Promise<AuditPage> {
  const [rows, kinds, people, wells] = await ctx.db.batch([
    rowsQuery(ctx, ctx.companyId, query),
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
    ctx.db
      .select({ id: well.id, wellCode: well.wellCode, wellName: well.wellName })
      .from(well)
      .where(and(eq(well.companyId, ctx.companyId), eq(well.id, query.wellId ?? ''))),
  ]);
  const names = new Map(people.map((row) => [row.personId, row.personName]));
  const { items, nextCursor } = withoutTraces(ctx, toAuditPage(rows, query));
  return {
    entries: items,
    nextCursor,
    actions: distinct(kinds.map(({ action }) => action)),
    entityTypes: distinct(kinds.map(({ entityType }) => entityType)),
    people: distinct(kinds.map(({ userId }) => userId))
      .map((id) => ({ id, name: names.get(id) ?? id }))
      .sort((a, b) => a.name.localeCompare(b.name)),
    well: wells[0] ?? null,
  };
}

function distinct(values: string[]): string[] {
  return [...new Set(values)].sort();
}

/** Cuts a page short when its rows hold large deleted values, up to 1.2 MB each: a Worker has 128 MB of memory. */
const PAGE_CHARACTERS = 5_000_000;

/** @param companyId company whose entries to read; null for entries that belong to no company */
function rowsQuery({ db }: Pick<UserContext, 'db'>, companyId: string | null, query: AuditQuery) {
  const scope = companyId === null ? isNull(auditLog.companyId) : eq(auditLog.companyId, companyId);
  const order = auditOrder(query);
  // Selects the page's ids first: the values in a row can be large, so they are read for this page only.
  const page = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .leftJoin(user, eq(user.id, auditLog.userId))
    .where(
      and(
        scope,
        afterCursor(order, query.cursor),
        query.action ? eq(auditLog.action, query.action) : undefined,
        query.entityType ? eq(auditLog.entityType, query.entityType) : undefined,
        query.entityId ? isEntity(companyId, query.entityId) : undefined,
        query.wellId ? isAboutWell(companyId, query.wellId) : undefined,
        query.userId ? eq(auditLog.userId, query.userId) : undefined,
        // Timestamps are text that starts with the date.
        query.from ? gte(auditLog.createdAt, query.from) : undefined,
        query.to ? lt(auditLog.createdAt, addDays(query.to, 1)) : undefined,
      ),
    )
    .orderBy(...orderBy(order))
    .limit(query.limit + 1);
  const length = sql`coalesce(length(${auditLog.oldValues}), 0) + coalesce(length(${auditLog.newValues}), 0)`;
  const orderByText = sql.join(orderBy(order), sql`, `);
  // The first row is returned in full whatever its size. Rows beyond the limit are returned without their values.
  const isBeyond = sql`sum(${length}) over (order by ${orderByText}) - (${length}) >= ${PAGE_CHARACTERS}`;
  const unlessOverLimit = (values: typeof auditLog.oldValues | typeof auditLog.newValues) =>
    sql`iif(${isBeyond}, null, ${values})`.mapWith(values);
  return db
    .select({
      id: auditLog.id,
      createdAt: auditLog.createdAt,
      userId: auditLog.userId,
      companyId: auditLog.companyId,
      action: auditLog.action,
      entityType: auditLog.entityType,
      entityId: entityName.as('name_of_entity'),
      oldValues: unlessOverLimit(auditLog.oldValues).as('old_within'),
      newValues: unlessOverLimit(auditLog.newValues).as('new_within'),
      isBeyond: sql<number>`${isBeyond}`.as('is_beyond'),
      ipAddress: auditLog.ipAddress,
      userAgent: auditLog.userAgent,
      ...personColumns,
      tokenId: auditLog.tokenId,
      tokenName: sql<string | null>`${apiToken.name}`.as('name_of_token'),
      wellId: sql<string | null>`${well.id}`.as('id_of_well'),
      wellCode: sql<string | null>`${well.wellCode}`.as('code_of_well'),
      concerned: concerned.as('concerned'),
      sortValue: sql<string | number>`${order[0]!.by}`.as('sort_value'),
    })
    .from(auditLog)
    .leftJoin(user, eq(user.id, auditLog.userId))
    .leftJoin(apiToken, and(eq(apiToken.id, auditLog.tokenId), eq(apiToken.companyId, auditLog.companyId)))
    .leftJoin(well, isSubjectWell)
    .where(and(scope, sql`${auditLog.id} in ${page}`))
    .orderBy(...orderBy(order));
}

/** An entry stores a posting's id; users know a posting by its number in the company. */
const entityName = sql<string>`iif(${auditLog.entityType} = 'posting',
  coalesce(${numberOfPosting(sql`cast(${auditLog.entityId} as integer)`)}, ${auditLog.entityId}), ${auditLog.entityId})`;

function isEntity(companyId: string | null, name: string): SQL | undefined {
  const number = parseLedgerNumber(name);
  const isExactMatch = and(eq(auditLog.entityId, name), ne(auditLog.entityType, 'posting'));
  if (companyId === null || number === null) return isExactMatch;
  const id = sql`cast(${postingOf({ companyId }, number)} as text)`;
  return or(isExactMatch, and(eq(auditLog.entityType, 'posting'), sql`${auditLog.entityId} = ${id}`));
}

/**
 * Name or email address of the person whose account, membership or invitation an entry is about, or the evidence's file
 * name or note. The entry itself has only ids: names and addresses can be erased, and file names and notes are in the
 * evidence's own row, removed or not.
 */
const concerned = sql<string | null>`case ${auditLog.entityType}
  when 'user' then ${nameOf(sql`${auditLog.entityId}`)}
  when 'user_company' then ${nameOf(sql`coalesce(
    json_extract(${auditLog.newValues}, '$.userId'), json_extract(${auditLog.oldValues}, '$.userId'))`)}
  when 'invitation' then coalesce(
    (select ${invitation.email} from ${invitation} where ${invitation.id} = ${auditLog.entityId}),
    ${nameOf(sql`json_extract(${auditLog.newValues}, '$.userId')`)})
  when 'evidence' then (
    select coalesce(e.file_name, e.note) from evidence e
    where e.id = cast(${auditLog.entityId} as integer)
      and e.company = (select ledger_id from company where id = ${auditLog.companyId})) end`;

function nameOf(userId: SQL): SQL {
  const person = alias(user, 'concerned_person');
  return sql`(select ${personNameOf(person)} from ${user} as ${person} where ${person.id} = ${userId})`;
}

/**
 * The well that an entry is about: its own entity, or the one well of its layer, its posting, or the subject of its
 * evidence. Leaves out deleted wells, which have no page.
 */
const isSubjectWell = and(
  eq(well.companyId, auditLog.companyId),
  isNull(well.deletedAt),
  sql`${well.id} = case ${auditLog.entityType}
    when 'well' then ${auditLog.entityId}
    when 'aro_layer' then (
      select owner.id from layer cross join well owner on owner.ledger_id = layer.well
      where layer.id = cast(${auditLog.entityId} as integer))
    when 'posting' then (
      select owner.id from posting cross join well owner on owner.ledger_id = posting.well
      where posting.id = cast(${auditLog.entityId} as integer))
    when 'evidence' then (
      select owner.id from evidence e left join posting on e.subject = 'posting' and posting.id = e.subject_number
        cross join well owner on owner.ledger_id = iif(e.subject = 'well', e.subject_number, posting.well)
      where e.id = cast(${auditLog.entityId} as integer)) end`,
);

/**
 * Entries about a well: the well itself, its layers, every posting that moved one of them, including those for many wells
 * and those of an upload, and the evidence for all of these. An act of several postings is identified by its first.
 */
function isAboutWell(companyId: string | null, wellId: string): SQL {
  const layers = sql`
    select layer.id from well cross join layer on layer.well = well.ledger_id
    where well.id = ${wellId} and well.company_id = ${companyId}`;
  const postings = sql`
    select p.id, p.act from well cross join posting p cross join layer cross join movement m
    where well.id = ${wellId} and well.company_id = ${companyId} and layer.well = well.ledger_id
      and p.company = (select ledger_id from company where id = ${companyId}) and p.well in (0, well.ledger_id) and m.posting = p.id and m.layer = layer.id`;
  // An upload has one entry per chunk, identified by the chunk's first row, as in the input of what it posted.
  const chunks = sql`
    select json_extract(input, '$.massUploadId') as upload, json_extract(input, '$.firstRow') as first_row from posting
    where source = 'import' and id in (select id from (${postings}))`;
  const evidence = sql`
    select e.id from well cross join evidence e
    where well.id = ${wellId} and well.company_id = ${companyId}
      and e.company = (select ledger_id from company where id = ${companyId})
      and (e.subject = 'well' and e.subject_number = well.ledger_id
        or e.subject = 'posting' and e.subject_number in (select id from (${postings}))
        or e.subject = 'act' and e.subject_number in (select act from (${postings})))`;
  // A reversal's entry has the id of the posting it reverses, which may have moved other wells as well.
  const reversals = sql`select created_at from posting where kind = 'reversal' and id in (select id from (${postings}))`;
  return sql`(${auditLog.entityType} = 'well' and ${auditLog.entityId} = ${wellId}
    or ${auditLog.entityType} = 'aro_layer' and ${auditLog.entityId} in (select cast(id as text) from (${layers}))
    or ${auditLog.entityType} = 'posting' and ${auditLog.entityId} in (
      select cast(id as text) from (${postings}) union select cast(act as text) from (${postings}))
      and (${auditLog.action} <> 'posting.reversed' or ${auditLog.createdAt} in (${reversals}))
    or ${auditLog.entityType} = 'evidence' and ${auditLog.entityId} in (select cast(id as text) from (${evidence}))
    or ${auditLog.entityType} = 'mass_upload' and ${auditLog.entityId} in (select upload from (${chunks}))
      and ${auditLog.action} = 'mass_upload.posted'
      and (${auditLog.entityId}, json_extract(${auditLog.newValues}, '$.firstRow')) in (${chunks}))`;
}

/** Sorts by the user name that the screen shows. */
const byDisplayName = sql`${displayedName(auditLog.userId)} collate nocase`;

/** Sorting by time uses the id: ids increase over time, and an index has each company's in order. */
function auditOrder({ sort = '-createdAt' }: AuditQuery): ListOrder {
  const { key, descending } = readSort(sort);
  if (key === 'createdAt') return [{ by: auditLog.id, descending }];
  const sortExpression = key === 'user' ? byDisplayName : auditLog.action;
  return [
    { by: sortExpression, descending },
    { by: auditLog.id, descending: true },
  ];
}

function toAuditPage(rows: Awaited<ReturnType<typeof rowsQuery>>, query: AuditQuery): Page<AuditView> {
  const isById = auditOrder(query).length === 1;
  const overflowIndex = rows.findIndex((row) => row.isBeyond);
  const [visibleRows, limit] =
    overflowIndex < 0 ? [rows, query.limit] : [rows.slice(0, overflowIndex + 1), overflowIndex];
  return toPage(visibleRows, limit, {
    view: ({
      isBeyond,
      personId,
      personName,
      personEmail,
      sortValue,
      wellId,
      wellCode,
      tokenId,
      tokenName,
      ...row
    }) => ({
      ...row,
      token: tokenId === null ? null : { id: tokenId, name: tokenName ?? '' },
      well: wellId !== null && wellCode !== null ? { id: wellId, wellCode } : null,
      user: toPerson({ personId, personName, personEmail }),
    }),
    cursor: (last) => (isById ? [last.id] : [last.sortValue, last.id]),
  });
}
