import { and, type Column, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { isUniqueViolation } from '#db/client';
import { jsonObject, parseRows, readJsonArray, selectAsText } from '#db/json-array';
import { company, well } from '#db/schema';
import { formatInterest, type InterestChange } from '~/domain/books/working-interest';
import { type CalendarDate, utcDay } from '~/domain/calendar/calendar-date';
import { lastEffectiveDate, tooLateMessage } from '~/domain/calendar/open-dates';
import { type CustomFieldValue, createCustomFieldCheck } from '~/domain/wells/custom-field';
import { foldText } from '~/domain/wells/fold-text';
import { AppError } from '~/errors';
import { compileSavedPattern } from '~/schemas/wells/pattern';
import type { FieldQuery, WellInput, WellQuery } from '~/schemas/wells/well';
import type { WellSummary, WellView } from '~/schemas/wells/well-views';
import { NO_INTEREST } from '~/schemas/wells/working-interest';
import type { CompanyRows } from '~/services/people/change-company.server';
import { audit, commit } from '~/services/platform/commit.server';
import type { CompanyAdminContext, CompanyContext, CompanyScope } from '~/services/platform/context.server';
import { afterCursor, encodeCursor, orderBy } from '~/services/platform/keyset.server';
import { allPages, type Page } from '~/services/platform/page.server';
import type { RowsOf } from '~/services/platform/reads.server';
import {
  isKnownSort,
  requireKnownSort,
  sortValue,
  toWellPage,
  type WellListRows,
  wellOrder,
} from './well-order.server';
import { interestsColumn, readInterests, replaceInterests, storedInterests } from './working-interest.server';

/** The columns of a well that calls answer: not its search and comparison keys. */
export const summaryColumns = {
  id: well.id,
  companyId: well.companyId,
  wellCode: well.wellCode,
  wellName: well.wellName,
  wellStatus: well.wellStatus,
  field: well.field,
  activeDate: well.activeDate,
  pluggedOn: well.pluggedOn,
  retirementDate: well.retirementDate,
  version: well.version,
  createdAt: well.createdAt,
  updatedAt: well.updatedAt,
};
const viewColumns = {
  ...summaryColumns,
  workingInterests: interestsColumn.as('working_interests'),
  customFields: well.customFields,
};

/**
 * The company's wells in the order asked for, without custom fields. All of them, unless `limit` pages them.
 * @param rows what wellListReads read
 * @throws AppError invalid for an unknown custom field or a bad cursor
 */
export async function listWells(
  ctx: CompanyContext,
  query: WellQuery,
  rows: WellListRows,
): Promise<Page<WellSummary>> {
  requireKnownSort(query, rows);
  return toWellPage(await pageQuery(ctx, query, summaryColumns), query);
}

/** As listWells without a limit, as the text of the JSON array to answer. */
export async function listAllWellsAsJson(
  ctx: CompanyContext,
  query: WellQuery,
  rows: WellListRows,
): Promise<string> {
  requireKnownSort(query, rows);
  const order = wellOrder(query);
  const place = sql.join(
    order.map(({ by }) => sql`${by}`),
    sql`, `,
  );
  return readJsonArray(ctx.db, (last) => {
    const cursor = last === null ? query.cursor : encodeCursor(JSON.parse(last));
    return sql`
      select ${jsonObject(summaryColumns)} as item, json_array(${place}) as place from ${well}
      where ${and(wellFilter(ctx, query), afterCursor(order, cursor))} order by ${sql.join(orderBy(order), sql`, `)}`;
  });
}

/** The fields that the company's wells are in, sorted; a statement not yet run. */
export function fieldsQuery(scope: CompanyScope) {
  return scope.db.selectDistinct({ field: well.field }).from(well).where(isListed(scope)).orderBy(well.field);
}

/**
 * The names of the fields that the company's wells are in, sorted.
 * @param query a search is a plain, case-insensitive substring of the name
 */
export async function listFields(ctx: CompanyContext, { search, limit }: FieldQuery): Promise<string[]> {
  const rows = await fieldsQuery(ctx);
  const sought = foldText(search ?? '');
  return rows
    .map(({ field }) => field)
    .filter((field) => foldText(field).includes(sought))
    .slice(0, limit);
}

/** As listWells, with custom fields. */
export async function listWellsWithCustomFields(
  ctx: CompanyContext,
  query: WellQuery,
  rows: WellListRows,
): Promise<Page<WellView>> {
  requireKnownSort(query, rows);
  return toWellPage(await pageQuery(ctx, query, viewColumns), query);
}

/** Custom fields take up to 50,000 characters a well, so these are 10 MB at most. */
const WELLS_AT_A_TIME = 200;

/**
 * As listWellsWithCustomFields without a limit, page after page: a large company's would not fit into memory.
 * @throws AppError as listWells
 */
export function listAllWellsWithCustomFields(
  ctx: CompanyContext,
  query: WellQuery,
  rows: WellListRows,
): AsyncGenerator<WellView[]> {
  return allPages(
    ({ cursor }) => listWellsWithCustomFields(ctx, { ...query, limit: WELLS_AT_A_TIME, cursor }, rows),
    query.cursor,
  );
}

/** Custom fields are 50,000 characters of up to three bytes: 1.5 of the 2 MB that D1 hands over in a value. */
const WELLS_PER_TEXT = 10;

/** First page, counts and choices of the wells list: what its screen needs. Statements not yet run. */
export function wellsPageReads(scope: CompanyScope, query: WellQuery) {
  const { db, companyId } = scope;
  return {
    wells: selectAsText(
      db,
      pageQuery(scope, query, {
        ...viewColumns,
        workingInterests: storedInterests.as('working_interests'),
      }),
      WELLS_PER_TEXT,
    ),
    counts: db
      .select({
        total: sql<number>`count(*)`,
        matching: sql<number>`count(*) filter (where ${wellFilter(scope, query)})`,
        fields: sql`json_group_array(distinct ${well.field} order by ${well.field})`.mapWith(
          (names: string) => JSON.parse(names) as string[],
        ),
      })
      .from(well)
      .where(isListed(scope)),
    company: db
      .select({ templates: company.customFieldTemplates })
      .from(company)
      .where(eq(company.id, companyId)),
  };
}

/**
 * What wellsPageReads read, as the screen has it. An address may still name a custom field that was deleted. No well has a value of it,
 * so the list is then by code; see `isKnownSort`.
 */
export function toWellsPage(query: WellQuery, rows: RowsOf<ReturnType<typeof wellsPageReads>>) {
  const customFieldTemplates = rows.company[0]?.templates ?? [];
  // The next page must follow the order that this one has.
  const listed = isKnownSort(query, customFieldTemplates) ? query : { ...query, sort: undefined };
  const { items, nextCursor } = toWellPage(parseRows(rows.wells), listed);
  const [counts] = rows.counts;
  return {
    wells: items.map((one) => ({ ...one, workingInterests: readInterests(one.workingInterests) })),
    nextCursor,
    total: counts?.total ?? 0,
    matching: counts?.matching ?? 0,
    fields: counts?.fields ?? [],
    customFieldTemplates,
  };
}

/** @throws AppError not-found, also for a well of another company */
export async function getWell(ctx: CompanyContext, wellId: string): Promise<WellView> {
  return requireWell(await wellQuery(ctx, wellId));
}

/** One well of the company; a statement not yet run. */
export function wellQuery(ctx: CompanyContext, wellId: string) {
  return ctx.db
    .select(viewColumns)
    .from(well)
    .where(and(eq(well.id, wellId), isListed(ctx)));
}

/** What wellQuery read. @throws AppError not-found */
export function requireWell([row]: WellView[]): WellView {
  if (!row) throw new AppError('not-found', 'Well not found');
  return row;
}

/**
 * Adds a well to the company's master list. One that is plugged already has its day from the input, else today (UTC).
 * @param rows what companyReads read
 * @throws AppError invalid when a custom field's value is refused, or for a plugging date after the end of next month;
 * conflict when the code exists, in whatever case, or when the company's custom fields are being changed
 */
export async function createWell(
  ctx: CompanyAdminContext,
  input: WellInput,
  rows: CompanyRows,
): Promise<WellView> {
  const now = ctx.now.toISOString();
  const id = crypto.randomUUID();
  const checked = checkedCustomFields(rows.company, input.customFields ?? {});
  const pluggedOn = firstPluggedDay(ctx, input);
  const values = {
    ...wellColumns({ ...input, pluggedOn }),
    id,
    companyId: ctx.companyId,
    customFields: JSON.stringify(checked.values),
    version: 1,
    ledgerId: sql`(select coalesce(max(ledger_id), 0) + 1 from well)`,
    // Its balance was brought up to date elsewhere, so it accretes nothing here.
    arrivedPlugged: input.wellStatus === 'Plugged' ? 1 : 0,
    retirementDate: input.retirementDate ?? null,
    deletedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  const [inserted, ...rest] = await refusingDuplicateCode(input.wellCode, () =>
    commit(ctx, [
      ctx.db
        .insert(well)
        // Selecting from the company inserts nothing when it is no longer the one that the values were checked against.
        .select(ctx.db.select(asSelection(values)).from(company).where(checked.isStillSo))
        .returning({ id: well.id }),
      audit(ctx, {
        action: 'well.created',
        entityType: 'well',
        entityId: id,
        newValues: withCheckedFields({ ...input, pluggedOn: pluggedOn ?? undefined }, checked.values),
      }),
      ...replaceInterests(ctx, id, byHand(input.workingInterests), 1),
      wellQuery(ctx, id),
    ]),
  );
  if (Array.isArray(inserted) && inserted.length === 0) throw customFieldsChanged();
  return firstRow<WellView>(rest.at(-1));
}

/**
 * Interests that a person entered.
 * @param known those the well has: a sale may have left nothing, and then that stays
 * @throws AppError invalid for an interest of zero that no sale left
 */
export function byHand(
  interests: WellInput['workingInterests'] = [],
  known: readonly InterestChange[] = [],
): InterestChange[] {
  return interests.map(({ from, percent }, index) => {
    const isLeft = known.some((one) => one.from === from && one.percent === percent);
    if (percent > 0 || isLeft) return { from, percent, posting: null };
    throw new AppError('invalid', NO_INTEREST, `workingInterests.${index}.percent`);
  });
}

/** The plugging day of a new well, which has no movements yet; null unless it is plugged. */
function firstPluggedDay({ now }: CompanyContext, { wellStatus, pluggedOn }: WellInput): CalendarDate | null {
  if (wellStatus !== 'Plugged') return null;
  const today = utcDay(now);
  const last = lastEffectiveDate(today);
  const day = pluggedOn || today;
  if (day > last) throw new AppError('invalid', tooLateMessage(last), 'pluggedOn');
  return day;
}

/**
 * Checks values against the company's custom fields.
 * @param company the company as companyQuery read it
 * @returns what to store, and the condition that the company's fields are still the same
 * @throws AppError invalid, with messages by `customFields.` and the field's name
 */
export function checkedCustomFields([row]: CompanyRows['company'], given: Record<string, unknown>) {
  const check = createCustomFieldCheck(row?.customFieldTemplates ?? [], {
    compilePattern: compileSavedPattern,
  });
  const { values, errors } = check(given);
  const [first] = Object.values(errors);
  if (first) {
    const fields = Object.entries(errors).map(([name, messages]) => [`customFields.${name}`, messages]);
    throw new AppError('invalid', first[0]!, Object.fromEntries(fields));
  }
  return {
    values,
    isStillSo: and(
      eq(company.id, row?.id ?? ''),
      isNull(company.deletedAt),
      eq(company.version, row?.version ?? -1),
    ),
  };
}

/** For a write whose custom fields were checked against a version that is no longer current. */
export function customFieldsChanged(): AppError {
  return new AppError(
    'conflict',
    'Company settings are being updated. Nothing was saved. Try again in a moment.',
  );
}

/** The input as the audit log keeps it: with the custom fields as they are stored, where any were given. */
export function withCheckedFields(
  { workingInterests, ...input }: WellInput,
  values: Record<string, CustomFieldValue> | undefined,
) {
  return {
    ...input,
    ...(workingInterests && {
      workingInterests: workingInterests.map(({ from, percent }) => ({
        from,
        percent: formatInterest(percent),
      })),
    }),
    ...(input.customFields && { customFields: values }),
  };
}

/** A row's values in the order of the table's columns, as `insert … select` takes them. */
function asSelection(values: Record<keyof typeof well.$inferSelect, unknown>) {
  const entries = Object.entries(getTableColumns(well)) as [keyof typeof values, Column][];
  return Object.fromEntries(
    entries.map(([key, column]) => [key, sql`${values[key]}`.as(column.name)]),
  ) as Record<keyof typeof values, SQL.Aliased>;
}

/** The company's wells, without those that are deleted: the condition that every query of wells needs. */
export function isListed({ companyId }: Pick<CompanyScope, 'companyId'>): SQL | undefined {
  return and(eq(well.companyId, companyId), isNull(well.deletedAt));
}

/** The filter of a list of the company's wells. Search is a plain, case-insensitive substring of code or name. */
export function wellFilter(
  ctx: Pick<CompanyScope, 'companyId'>,
  query: Pick<WellQuery, 'search' | 'status' | 'field'>,
): SQL | undefined {
  return and(
    isListed(ctx),
    query.search ? sql`instr(${well.searchKey}, ${foldText(query.search)}) > 0` : undefined,
    query.status ? eq(well.wellStatus, query.status) : undefined,
    query.field ? eq(well.field, query.field) : undefined,
  );
}

/**
 * The stored columns of what a person gave, with the keys derived from it. Custom fields are left out, because they must
 * be checked first.
 * @param input with the plugging day that follows from its status and from what is posted, not just the one given
 */
export function wellColumns({
  customFields: _,
  workingInterests: __,
  pluggedOn = null,
  ...input
}: WellInput) {
  return {
    ...input,
    pluggedOn,
    wellCodeKey: foldText(input.wellCode),
    searchKey: `${foldText(input.wellCode)}\n${foldText(input.wellName)}`,
  };
}

function pageQuery<Columns extends typeof summaryColumns>(
  ctx: CompanyScope,
  query: WellQuery,
  columns: Columns,
) {
  const order = wellOrder(query);
  return ctx.db
    .select({ ...columns, sortValue: sortValue(query) })
    .from(well)
    .where(and(wellFilter(ctx, query), afterCursor(order, query.cursor)))
    .orderBy(...orderBy(order))
    .limit(query.limit ? query.limit + 1 : -1);
}

/** Runs a write and reports a code that another well of the company has. @throws AppError conflict */
export async function refusingDuplicateCode<T>(wellCode: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'well.well_code_key')) throw error;
    throw new AppError('conflict', `Well code "${wellCode}" already exists`, 'wellCode');
  }
}

function firstRow<T>(rows: unknown): T {
  return (rows as T[])[0]!;
}
