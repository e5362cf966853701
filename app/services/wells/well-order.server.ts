import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { company, well } from '#db/schema';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { foldText } from '~/domain/wells/fold-text';
import { AppError } from '~/errors';
import { BAD_WELL_SORT, CUSTOM_FIELD_SORT, type WellQuery, type WellSort } from '~/schemas/wells/well';
import type { CompanyScope } from '~/services/platform/context.server';
import { inOneDirection, type ListOrder, readSort } from '~/services/platform/keyset.server';
import { type Page, toPage } from '~/services/platform/page.server';
import type { RowsOf } from '~/services/platform/reads.server';

const sortColumns = {
  wellCode: well.wellCodeKey,
  wellName: sql`${well.wellName} collate nocase`,
  wellStatus: well.wellStatus,
  field: well.field,
  activeDate: well.activeDate,
} satisfies Record<WellSort, unknown>;

function readWellSort({ sort = 'wellCode' }: WellQuery) {
  const { key, descending } = readSort<string>(sort);
  const customField = key.startsWith(CUSTOM_FIELD_SORT) ? key.slice(CUSTOM_FIELD_SORT.length) : null;
  return { key: key as WellSort, customField, descending };
}

/** Number of characters of a text that count for sorting: cursors are used in URLs, and a custom field's text can be a page long. */
const SORTED_CHARACTERS = 100;

/**
 * A well's value of a custom field; null if it has none. Values from before the field's type changed sort as in SQLite:
 * numbers (with true and false as 1 and 0), then text.
 */
function customFieldValue(fieldName: string): SQL {
  const value = sql`json_extract(${well.customFields}, ${`$."${fieldName}"`})`;
  const text = sql`nullif(substr(${value}, 1, ${SORTED_CHARACTERS}), '')`;
  return sql`case typeof(${value}) when 'text' then ${text} else ${value} end collate nocase`;
}

/**
 * Sort order of a list of wells. The code is unique within the company, so it makes any other order total. Wells without a
 * value of the custom field come last in either direction, as in a spreadsheet.
 */
export function wellOrder(query: WellQuery): ListOrder {
  const { key, customField, descending } = readWellSort(query);
  return customField === null
    ? inOneDirection(descending, [sortColumns[key], well.wellCodeKey])
    : [{ by: customFieldValue(customField), descending, nullsLast: true }, { by: well.wellCodeKey }];
}

/** The value that a list is sorted by, to select with each row: a page's cursor needs it. */
export function sortValue(query: WellQuery) {
  return sql<string | number | null>`${wellOrder(query)[0]!.by}`.as('sort_value');
}

/** Makes a page of rows that were read with their `sortValue`. */
export function toWellPage<Row extends { wellCode: string; sortValue: string | number | null }>(
  rows: Row[],
  query: WellQuery,
): Page<Omit<Row, 'sortValue'>> {
  const isByCode = wellOrder(query).length === 1;
  return toPage(rows, query.limit, {
    view: ({ sortValue, ...row }) => row,
    cursor: ({ sortValue, wellCode }) => (isByCode ? [foldText(wellCode)] : [sortValue, foldText(wellCode)]),
  });
}

/** Data to validate a sort by custom field; reads no rows for any other sort. Returns unexecuted statements. */
export function wellListReads({ db, companyId }: CompanyScope, query: WellQuery) {
  const isNeeded = readWellSort(query).customField !== null;
  return {
    company: db
      .select({ customFieldTemplates: company.customFieldTemplates })
      .from(company)
      .where(isNeeded ? and(eq(company.id, companyId), isNull(company.deletedAt)) : sql`0`),
  };
}

export type WellListRows = RowsOf<ReturnType<typeof wellListReads>>;

/** True when the sort is by one of the wells' own columns, or by a custom field that the company has. */
export function isKnownSort(query: WellQuery, templates: readonly CustomFieldTemplate[]): boolean {
  const { customField } = readWellSort(query);
  return customField === null || templates.some(({ fieldName }) => fieldName === customField);
}

/** @throws AppError invalid for a sort by a custom field that the company doesn't have */
export function requireKnownSort(query: WellQuery, rows: WellListRows): void {
  if (isKnownSort(query, rows.company[0]?.customFieldTemplates ?? [])) return;
  throw new AppError('invalid', BAD_WELL_SORT, 'sort');
}
