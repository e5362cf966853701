import { and, type Column, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { isUniqueViolation } from '#db/client';
import { jsonObject, readJsonArray } from '#db/json-array';
import { accretionRecord, aroLayer, company, well } from '#db/schema';
import { type CustomFieldValue, checkCustomFields } from '~/domain/wells/custom-field';
import { AppError } from '~/errors';
import type { WellSummary, WellView } from '~/schemas/platform/views';
import type { WellInput, WellQuery } from '~/schemas/wells/well';
import { type CompanyRow, companyQuery } from '~/services/people/change-company.server';
import { audit, changesOf, commit } from '~/services/platform/commit.server';
import type { CompanyAdminContext, CompanyContext } from '~/services/platform/context.server';
import { foldText } from '~/services/platform/fold-text.server';
import type { Page } from '~/services/platform/page.server';
import { afterCursor, requireKnownSort, sortValue, toWellPage, wellOrder } from './well-order.server';

/** The columns of a well that its views show; search and comparison keys stay inside. */
export const summaryColumns = {
  id: well.id,
  wellCode: well.wellCode,
  wellName: well.wellName,
  wellStatus: well.wellStatus,
  field: well.field,
  activeDate: well.activeDate,
  version: well.version,
  createdAt: well.createdAt,
  updatedAt: well.updatedAt,
};
const viewColumns = { ...summaryColumns, customFields: well.customFields };

/**
 * The company's wells in the order asked for, without custom fields. All of them, unless `limit` pages them.
 * @param found the company as companyQuery found it a moment ago; needed, and read here unless given, for an order by a
 * custom field only
 * @throws AppError invalid for an unknown custom field, or a cursor that is none
 */
export async function listWells(
  ctx: CompanyContext,
  query: WellQuery,
  found?: CompanyRow[],
): Promise<Page<WellSummary>> {
  await requireKnownSort(ctx, query, found);
  return toWellPage(await pageQuery(ctx, query, summaryColumns), query);
}

/** As listWells without a limit, as the text of the JSON array to answer. */
export async function listAllWellsAsJson(
  ctx: CompanyContext,
  query: WellQuery,
  found?: CompanyRow[],
): Promise<string> {
  await requireKnownSort(ctx, query, found);
  return readJsonArray(
    ctx.db,
    (limit, offset) => sql`
      select ${jsonObject(summaryColumns)} as item from ${well} where ${and(wellFilter(ctx, query), afterCursor(query))}
      order by ${sql.join(wellOrder(query), sql`, `)} limit ${limit} offset ${offset}`,
  );
}

/** As listWells, with custom fields. */
export async function listWellsWithCustomFields(
  ctx: CompanyContext,
  query: WellQuery,
  found?: CompanyRow[],
): Promise<Page<WellView>> {
  await requireKnownSort(ctx, query, found);
  return toWellPage(await pageQuery(ctx, query, viewColumns), query);
}

/**
 * First page, counts and choices of the wells list: what its screen needs, in one D1 round trip. An address may still
 * name a custom field that is gone: no well has a value of it, so that its list is the one by code, as `isKnownSort` tells.
 */
export async function getWellsPage(ctx: CompanyContext, query: WellQuery) {
  const [rows, counts, fields, templates] = await ctx.db.batch([
    pageQuery(ctx, query, viewColumns),
    ctx.db
      .select({
        total: sql<number>`count(*)`,
        matching: sql<number>`count(*) filter (where ${wellFilter(ctx, query)})`,
      })
      .from(well)
      .where(eq(well.companyId, ctx.companyId)),
    ctx.db
      .selectDistinct({ field: well.field })
      .from(well)
      .where(eq(well.companyId, ctx.companyId))
      .orderBy(well.field),
    ctx.db
      .select({ templates: company.customFieldTemplates })
      .from(company)
      .where(eq(company.id, ctx.companyId)),
  ]);
  const { items, nextCursor } = toWellPage(rows, query);
  return {
    wells: items,
    nextCursor,
    total: counts[0]?.total ?? 0,
    matching: counts[0]?.matching ?? 0,
    fields: fields.map((row) => row.field),
    customFieldTemplates: templates[0]?.templates ?? [],
  };
}

/** @throws AppError not-found, also for a well of another company */
export async function getWell(ctx: CompanyContext, wellId: string): Promise<WellView> {
  return foundWell(await wellQuery(ctx, wellId));
}

function wellQuery(ctx: CompanyContext, wellId: string) {
  return ctx.db
    .select(viewColumns)
    .from(well)
    .where(and(eq(well.id, wellId), eq(well.companyId, ctx.companyId)));
}

function foundWell([row]: WellView[]): WellView {
  if (!row) throw new AppError('not-found', 'Well not found');
  return row;
}

/**
 * Adds a well to the company's master list.
 * @param found the company as companyQuery found it a moment ago; read here unless given
 * @throws AppError invalid when a custom field's value is refused; conflict when the code exists, in whatever case, or when
 * the company's custom fields change at this moment
 */
export async function createWell(
  ctx: CompanyAdminContext,
  input: WellInput,
  found?: CompanyRow[],
): Promise<WellView> {
  const now = ctx.now.toISOString();
  const id = crypto.randomUUID();
  const checked = await checkedCustomFields(ctx, input.customFields ?? {}, found);
  const values = {
    ...wellColumns(input),
    id,
    companyId: ctx.companyId,
    customFields: JSON.stringify(checked.values),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  const [rows] = await refusingDuplicateCode(input.wellCode, () =>
    commit(ctx, [
      ctx.db
        .insert(well)
        // Selecting from the company inserts nothing when it is not the one that the values were checked against.
        .select(ctx.db.select(asSelection(values)).from(company).where(checked.isStillSo))
        .returning(viewColumns),
      audit(ctx, {
        action: 'well.created',
        entityType: 'well',
        entityId: id,
        newValues: withCheckedFields(input, checked.values),
      }),
    ]),
  );
  if (Array.isArray(rows) && rows.length === 0) throw customFieldsChanged();
  return firstRow<WellView>(rows);
}

/**
 * Replaces a well's data. Without custom fields in the input the well keeps those it has.
 * @param expectedVersion refuse unless the stored version is this one (If-Match); null replaces whatever is there
 * @param found as createWell takes it; needed only with custom fields
 * @throws AppError not-found, stale; invalid when a custom field's value is refused; conflict when the code exists, or when
 * the company's custom fields change at this moment
 */
export async function updateWell(
  ctx: CompanyAdminContext,
  wellId: string,
  input: WellInput,
  expectedVersion: number | null,
  found?: CompanyRow[],
): Promise<WellView> {
  const checked = input.customFields ? await checkedCustomFields(ctx, input.customFields, found) : null;
  const target = and(
    eq(well.id, wellId),
    eq(well.companyId, ctx.companyId),
    expectedVersion === null ? undefined : eq(well.version, expectedVersion),
    checked ? sql`exists (select 1 from ${company} where ${checked.isStillSo})` : undefined,
  );
  const columns = wellColumns(input);
  const [, rows, remaining] = await refusingDuplicateCode(input.wellCode, () =>
    commit(ctx, [
      audit(
        ctx,
        {
          action: 'well.updated',
          entityType: 'well',
          entityId: wellId,
          oldValues: sql`(select ${jsonObject(getTableColumns(well))} from ${well} where ${target})`,
          newValues: withCheckedFields(input, checked?.values),
        },
        sql`exists (select 1 from ${well} where ${target})`,
      ),
      ctx.db
        .update(well)
        .set({
          ...columns,
          ...(checked && { customFields: checked.values }),
          version: sql`${well.version} + 1`,
          updatedAt: ctx.now.toISOString(),
        })
        .where(target)
        .returning(viewColumns),
      wellQuery(ctx, wellId),
    ]),
  );
  if (Array.isArray(rows) && rows.length === 0) {
    const { version } = foundWell(remaining as WellView[]);
    if (expectedVersion === null || version === expectedVersion) throw customFieldsChanged();
    throw new AppError('stale', 'This well was changed by someone else in the meantime. Nothing was saved.');
  }
  return firstRow<WellView>(rows);
}

/**
 * Checks values against the company's custom fields.
 * @returns what to store, and the condition on the company under which the fields are still those
 * @throws AppError invalid, with messages by `customFields.` and the field's name
 */
async function checkedCustomFields(
  ctx: CompanyContext,
  given: Record<string, unknown>,
  found?: CompanyRow[],
) {
  const [row] = found ?? (await companyQuery(ctx));
  const { values, errors } = checkCustomFields(row?.customFieldTemplates ?? [], given);
  const [first] = Object.values(errors);
  if (first) {
    const fields = Object.entries(errors).map(([name, messages]) => [`customFields.${name}`, messages]);
    throw new AppError('invalid', first[0]!, Object.fromEntries(fields));
  }
  return {
    values,
    isStillSo: and(eq(company.id, ctx.companyId), eq(company.version, row?.version ?? -1)),
  };
}

function customFieldsChanged(): AppError {
  return new AppError(
    'conflict',
    'The company’s settings are being changed at this moment. Nothing was saved. Try again.',
  );
}

/** What the audit log tells of the input: the values as stored, where any were given. */
function withCheckedFields(input: WellInput, values: Record<string, CustomFieldValue> | undefined) {
  return input.customFields ? { ...input, customFields: values } : input;
}

/** A row's values in the order of the table's columns, as `insert … select` takes them. */
function asSelection(values: Record<keyof typeof well.$inferSelect, unknown>) {
  const entries = Object.entries(getTableColumns(well)) as [keyof typeof values, Column][];
  return Object.fromEntries(
    entries.map(([key, column]) => [key, sql`${values[key]}`.as(column.name)]),
  ) as Record<keyof typeof values, SQL.Aliased>;
}

/**
 * Deletes a well with its layers and their accretion. What is lost goes into the audit log in the same transaction.
 * @throws AppError not-found
 */
export async function deleteWell(ctx: CompanyAdminContext, wellId: string): Promise<void> {
  const target = and(eq(well.id, wellId), eq(well.companyId, ctx.companyId));
  const layers = sql`from ${aroLayer} where ${aroLayer.wellId} = ${wellId}`;
  const deleted = sql`(select json_object(
    'well', ${jsonObject(getTableColumns(well))},
    'layers', (select json_group_array(${jsonObject(getTableColumns(aroLayer))}) ${layers}),
    'accretionRecords', (select json_group_array(${jsonObject(getTableColumns(accretionRecord))}) from ${accretionRecord}
                         where ${accretionRecord.aroLayerId} in (select ${aroLayer.id} ${layers}))
  ) from ${well} where ${target})`;
  const [, result] = await commit(ctx, [
    audit(
      ctx,
      { action: 'well.deleted', entityType: 'well', entityId: wellId, oldValues: deleted },
      sql`exists (select 1 from ${well} where ${target})`,
    ),
    ctx.db.delete(well).where(target),
  ]);
  if (changesOf(result) === 0) throw new AppError('not-found', 'Well not found');
}

/** What narrows a list of the company's wells. Search is a plain substring of code or name, whatever the case. */
export function wellFilter(
  ctx: CompanyContext,
  query: Pick<WellQuery, 'search' | 'status' | 'field'>,
): SQL | undefined {
  return and(
    eq(well.companyId, ctx.companyId),
    query.search ? sql`instr(${well.searchKey}, ${foldText(query.search)}) > 0` : undefined,
    query.status ? eq(well.wellStatus, query.status) : undefined,
    query.field ? eq(well.field, query.field) : undefined,
  );
}

/** The stored columns of what a person gave, with the keys derived from it; custom fields are to be checked first. */
export function wellColumns({ customFields: _, ...input }: WellInput) {
  return {
    ...input,
    wellCodeKey: foldText(input.wellCode),
    searchKey: `${foldText(input.wellCode)}\n${foldText(input.wellName)}`,
  };
}

function pageQuery<Columns extends typeof summaryColumns>(
  ctx: CompanyContext,
  query: WellQuery,
  columns: Columns,
) {
  return ctx.db
    .select({ ...columns, sortValue: sortValue(query) })
    .from(well)
    .where(and(wellFilter(ctx, query), afterCursor(query)))
    .orderBy(...wellOrder(query))
    .limit(query.limit ? query.limit + 1 : -1);
}

async function refusingDuplicateCode<T>(wellCode: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'well.well_code_key')) throw error;
    const message = `Well code "${wellCode}" already exists`;
    throw new AppError('conflict', message, { wellCode: [message] });
  }
}

function firstRow<T>(rows: unknown): T {
  return (rows as T[])[0]!;
}
