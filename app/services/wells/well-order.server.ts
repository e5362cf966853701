import { type SQL, sql } from 'drizzle-orm';
import { well } from '#db/schema';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { AppError } from '~/errors';
import { BAD_WELL_SORT, CUSTOM_FIELD_SORT, type WellQuery, type WellSort } from '~/schemas/wells/well';
import { type CompanyRow, companyQuery } from '~/services/people/change-company.server';
import type { CompanyContext } from '~/services/platform/context.server';
import { foldText } from '~/services/platform/fold-text.server';
import { readSort } from '~/services/platform/keyset.server';
import { decodeCursor, type Page, toPage } from '~/services/platform/page.server';

const sortColumns = {
  wellCode: sql`${well.wellCodeKey}`,
  wellName: sql`${well.wellName} collate nocase`,
  wellStatus: sql`${well.wellStatus}`,
  field: sql`${well.field}`,
  activeDate: sql`${well.activeDate}`,
} satisfies Record<WellSort, SQL>;

type Order = { by: SQL; descending: boolean } & (
  | { key: WellSort; customField: null }
  | { key: null; customField: string }
);

function orderOf({ sort = 'wellCode' }: WellQuery): Order {
  const { key, descending } = readSort<string>(sort);
  if (!key.startsWith(CUSTOM_FIELD_SORT)) {
    return { key: key as WellSort, customField: null, by: sortColumns[key as WellSort], descending };
  }
  const customField = key.slice(CUSTOM_FIELD_SORT.length);
  return { key: null, customField, by: customFieldValue(customField), descending };
}

/** So much of a text counts for the order: cursors travel in addresses, and a custom field's text can be a page long. */
const SORTED_CHARACTERS = 100;

/**
 * A well's value of a custom field; null where it has none. Values kept from before a field changed its type stand as
 * SQLite orders them: numbers (and true and false as 1 and 0), then text.
 */
function customFieldValue(fieldName: string): SQL {
  const value = sql`json_extract(${well.customFields}, ${`$."${fieldName}"`})`;
  const text = sql`nullif(substr(${value}, 1, ${SORTED_CHARACTERS}), '')`;
  return sql`case typeof(${value}) when 'text' then ${text} else ${value} end collate nocase`;
}

/** What the order goes by, to be selected with each row: a page's cursor needs it. */
export function sortValue(query: WellQuery) {
  return sql<string | number | null>`${orderOf(query).by}`.as('sort_value');
}

/**
 * The order of a list of wells. The code is unique within the company, so that an order by anything else becomes a total
 * one with it. Wells without a value of the custom field come last whichever way the list goes, as in a spreadsheet.
 */
export function wellOrder(query: WellQuery): SQL[] {
  const { customField, by, descending } = orderOf(query);
  const direction = descending ? sql`desc` : sql`asc`;
  return customField === null
    ? [sql`${by} ${direction}`, sql`${well.wellCodeKey} ${direction}`]
    : [sql`${by} is null`, sql`${by} ${direction}`, sql`${well.wellCodeKey}`];
}

/**
 * What comes after the query's cursor, in the order of `wellOrder`.
 * @throws AppError invalid for a cursor that is none
 */
export function afterCursor(query: WellQuery): SQL | undefined {
  if (!query.cursor) return undefined;
  const { key, customField, by, descending } = orderOf(query);
  const [value, code] = decodeCursor(query.cursor);
  const beyond = descending ? sql`<` : sql`>`;
  if (key === 'wellCode') return sql`${well.wellCodeKey} ${beyond} ${code}`;
  if (customField === null) return sql`(${by}, ${well.wellCodeKey}) ${beyond} (${value}, ${code})`;
  if (value === NO_VALUE) return sql`(${by} is null and ${well.wellCodeKey} > ${code})`;
  return sql`(${by} is null or ${by} ${beyond} ${value} or (${by} = ${value} and ${well.wellCodeKey} > ${code}))`;
}

/** Stands in a cursor for no value: blank text is never stored as one. */
const NO_VALUE = '';

/** The page that rows with their `sortValue` make. */
export function toWellPage<Row extends { wellCode: string; sortValue: string | number | null }>(
  rows: Row[],
  query: WellQuery,
): Page<Omit<Row, 'sortValue'>> {
  return toPage(rows, query.limit, {
    view: ({ sortValue, ...row }) => row,
    cursor: (last) => [last.sortValue ?? NO_VALUE, foldText(last.wellCode)],
  });
}

/** Whether the order is one that only some companies have: then `requireKnownSort` needs to know the company. */
export function sortsByCustomField(query: WellQuery): boolean {
  return orderOf(query).customField !== null;
}

/** Whether the order is one of the wells' own, or by a custom field that is among the company's. */
export function isKnownSort(query: WellQuery, templates: readonly CustomFieldTemplate[]): boolean {
  const { customField } = orderOf(query);
  return customField === null || templates.some(({ fieldName }) => fieldName === customField);
}

/**
 * Refuses an order by a custom field that the company has not.
 * @param found the company as companyQuery found it a moment ago; read here unless given
 * @throws AppError invalid
 */
export async function requireKnownSort(
  ctx: CompanyContext,
  query: WellQuery,
  found?: CompanyRow[],
): Promise<void> {
  if (!sortsByCustomField(query)) return;
  const [row] = found ?? (await companyQuery(ctx));
  if (row && isKnownSort(query, row.customFieldTemplates)) return;
  throw new AppError('invalid', BAD_WELL_SORT, { sort: [BAD_WELL_SORT] });
}
