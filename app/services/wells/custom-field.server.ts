import { type SQL, sql } from 'drizzle-orm';
import { well } from '#db/schema';
import { isTemplateColumn } from '~/domain/files/well-csv';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { type CustomFieldDefinition, numberCustomFields, valueMoves } from '~/domain/wells/custom-field-list';
import { AppError, type FieldErrors } from '~/errors';
import type { CustomFieldsInput } from '~/schemas/wells/custom-field';
import {
  type CompanyRow,
  type CompanyRows,
  changeCompany,
  readCompany,
} from '~/services/people/change-company.server';
import { audit, auditOfEach, type Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext, CompanyContext } from '~/services/platform/context.server';

/** A company's custom fields, in order, and the company's version for If-Match. */
export type CustomFieldList = { templates: CustomFieldTemplate[]; version: number };

/** @throws AppError not-found for a company other than the selected one */
export async function getCustomFields(ctx: CompanyContext, companyId: string): Promise<CustomFieldList> {
  const { customFieldTemplates, version } = await readCompany(ctx, companyId);
  return { templates: customFieldTemplates, version };
}

/**
 * Replaces a company's custom fields. Fields are identified by id: renaming one moves the wells' values to the new name,
 * and leaving one out removes them. The audit log keeps removed values, one row per well. When a field's type or rules
 * change, stored values don't change until their well is saved.
 *
 * @param expectedVersion reject unless this is the stored version (If-Match); null replaces any version
 * @param rows result of companyReads
 * @throws AppError not-found, stale, conflict as changeCompany; invalid for a new field named like an upload column
 */
export async function replaceCustomFields(
  ctx: CompanyAdminContext,
  companyId: string,
  { customFieldTemplates }: CustomFieldsInput,
  expectedVersion: number | null,
  rows: CompanyRows,
): Promise<CustomFieldList> {
  const templates = numberCustomFields(customFieldTemplates, ctx.now.getTime());
  const plan = (current: CompanyRow, isCurrent: SQL) => {
    requireNoColumns(current.customFieldTemplates, customFieldTemplates);
    const moves = valueMoves(current.customFieldTemplates, templates);
    return {
      set: { customFieldTemplates: templates },
      extraStatements: [
        ...(moves.size > 0 ? moveFieldValues(ctx, JSON.stringify(Object.fromEntries(moves)), isCurrent) : []),
        // An audit entry stores both lists in full and is never deleted, so skip it if nothing changed.
        ...(JSON.stringify(templates) === JSON.stringify(current.customFieldTemplates)
          ? []
          : [
              audit(
                ctx,
                {
                  action: 'custom_fields.updated',
                  entityType: 'company',
                  entityId: companyId,
                  oldValues: { customFieldTemplates: current.customFieldTemplates },
                  newValues: { customFieldTemplates: templates },
                },
                isCurrent,
              ),
            ]),
      ],
    };
  };
  const updated = await changeCompany(ctx, companyId, expectedVersion, plan, rows);
  return { templates: updated.customFieldTemplates, version: updated.version };
}

/**
 * Rejects new fields named like an upload column: no file could supply their values, and a file of wells with such a field
 * couldn't be uploaded again. A company that already has such a field keeps it, so it can change its other fields.
 * @throws AppError invalid
 */
function requireNoColumns(
  before: readonly CustomFieldTemplate[],
  after: readonly CustomFieldDefinition[],
): void {
  const existingNames = new Set(before.map(({ fieldName }) => fieldName));
  const errors: FieldErrors = {};
  for (const [index, { fieldName }] of after.entries()) {
    if (existingNames.has(fieldName) || !isTemplateColumn(fieldName)) continue;
    errors[`customFieldTemplates.${index}.fieldName`] = [
      `Uploads already have a column named "${fieldName}". Choose another name.`,
    ];
  }
  const [first] = Object.values(errors);
  if (first) throw new AppError('invalid', first[0]!, errors);
}

/**
 * Applies a map from old names to new ones, or to null, to all of the company's wells. Each well's values are read and
 * written in one statement, so two names can be swapped. Increments the well's version, so an edit that still uses the old
 * names is rejected.
 */
function moveFieldValues(ctx: CompanyAdminContext, moves: string, isCurrent: SQL): Statement[] {
  const now = ctx.now.toISOString();
  // Reads values by path, which keeps them as JSON: json_each's own value turns true into 1.
  const movedValues = sql`(
    select json_group_object(coalesce(move.value, field.key), well.custom_fields -> field.fullkey)
    from json_each(well.custom_fields) field left join json_each(${moves}) move on move.key = field.key
    where move.key is null or move.value is not null)`;
  const removedValues = sql`(
    select json_group_object(field.key, well.custom_fields -> field.fullkey)
    from json_each(well.custom_fields) field join json_each(${moves}) move on move.key = field.key
    where move.value is null)`;
  const hasAny = (
    condition: SQL,
  ) => sql`${well.companyId} = ${ctx.companyId} and deleted_at is null and custom_fields <> '{}' and exists (
    select 1 from json_each(well.custom_fields) field join json_each(${moves}) move on move.key = field.key
    where ${condition}) and ${isCurrent}`;
  return [
    auditOfEach(
      ctx,
      {
        action: 'well.custom_fields_removed',
        entityType: 'well',
        entityId: sql`${well.id}`,
        oldValues: sql`json_object('customFields', json(${removedValues}))`,
      },
      sql`from ${well} where ${hasAny(sql`move.value is null`)}`,
    ),
    ctx.db.run(sql`
      update ${well} set custom_fields = ${movedValues}, version = version + 1, updated_at = ${now}
      where ${hasAny(sql`1`)}`),
  ];
}
