import { sql } from 'drizzle-orm';
import { CsvFileError } from '~/csv-records';
import { readWellCsvHeader, type WellCsvHeader } from '~/domain/files/well-csv';
import { createRowMapper } from '~/domain/imports/map-rows';
import type { ImportMapping } from '~/domain/imports/mapping';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import type { ReviewPoint } from './review-point.server';

const COLUMNS_CHANGED =
  'The company’s custom fields changed, so the file’s columns no longer match. The import stopped. Check the columns, then upload the remaining rows.';

export type FileColumns = { titles: readonly string[]; mapping: ImportMapping | null };

/** Columns of a file, given the company's custom fields. */
export function columnsOf(
  { titles, mapping }: FileColumns,
  customFields: readonly CustomFieldTemplate[],
): WellCsvHeader {
  return mapping
    ? createRowMapper(mapping, titles, customFields).header
    : readWellCsvHeader(titles, customFields);
}

/**
 * The company's custom fields at the review, or else at the start of the upload, if they have changed since.
 * Returns an unexecuted query.
 */
export function fieldsBeforeQuery(
  { db, companyId }: CompanyAdminContext,
  { massUploadId, reviewed }: { massUploadId: string; reviewed: ReviewPoint | null },
) {
  const startEntry = sql`(
    select id from audit_log
    where company_id = ${companyId} and entity_type = 'mass_upload' and entity_id = ${massUploadId}
      and action = 'mass_upload.started')`;
  return db.all<{ fields: string }>(sql`
    select old_values ->> '$.customFieldTemplates' as fields from audit_log
    where company_id = ${companyId} and entity_type = 'company' and entity_id = ${companyId}
      and action = 'custom_fields.updated' and id > ${reviewed?.auditRow ?? startEntry}
    order by id limit 1`);
}

/**
 * @param before rows from fieldsBeforeQuery
 * @throws CsvFileError when a column changed meaning, so its values would be dropped or go to another field
 */
export function requireSameColumns(
  file: FileColumns,
  [previous]: { fields: string }[],
  customFields: readonly CustomFieldTemplate[],
): void {
  if (!previous) return;
  const positionKeys = ({ positions, customFields }: WellCsvHeader) => [
    ...Object.entries(positions).map(([column, position]) => `${position} ${column}`),
    ...customFields.map(({ fieldName, position }) => `${position} custom ${fieldName}`),
  ];
  const currentKeys = new Set(positionKeys(columnsOf(file, customFields)));
  const isSame = positionKeys(columnsOf(file, JSON.parse(previous.fields))).every((key) =>
    currentKeys.has(key),
  );
  if (!isSame) throw new CsvFileError(COLUMNS_CHANGED);
}
