import { z } from 'zod';
import type { CustomFieldValue } from '~/domain/wells/custom-field';
import { pageLimit } from '~/schemas/platform/limit';
import { optionalDate, requiredDate, requiredText, searchText } from '~/schemas/platform/text';
import { workingInterests } from './working-interest';

export const WELL_STATUSES = ['Active', 'Inactive', 'Plugged'] as const;
export type WellStatus = (typeof WELL_STATUSES)[number];

/** Maximum size of one well's values, with their names. */
export const MAX_CUSTOM_FIELDS_TEXT = 50_000;

/** Values by field name. A schema doesn't know the company's fields, so they are validated against those elsewhere. */
const customFields = z
  .custom<Record<string, CustomFieldValue>>(
    (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
    'Custom fields must be an object',
  )
  .check(({ value: values, issues }) => {
    for (const [name, value] of Object.entries(values)) {
      if (!isCustomFieldValue(value)) {
        issues.push({
          code: 'custom',
          path: [name],
          message: 'Must be text, a number, true or false',
          input: value,
        });
      }
    }
  })
  .refine(
    (values) => JSON.stringify(values).length <= MAX_CUSTOM_FIELDS_TEXT,
    'Custom fields can’t exceed 50,000 characters in total',
  );

export const RETIRES_TOO_EARLY = 'Retirement date must be after the active date';

/** Such a well couldn't have a layer: an initial layer is dated on the active date and runs to the retirement date. */
export function retiresTooEarly({
  activeDate,
  retirementDate,
}: {
  activeDate: string;
  retirementDate?: string | null;
}): boolean {
  return retirementDate != null && retirementDate <= activeDate;
}

/** Input to create or replace a well. */
export const WellInput = z
  .object({
    wellCode: requiredText('Well code is required', 100),
    wellName: requiredText('Well name is required', 200),
    wellStatus: z.enum(WELL_STATUSES, 'Well status must be Active, Inactive or Plugged'),
    field: requiredText('Field is required', 100),
    activeDate: requiredDate('Active date is required'),
    /** Used only with the status Plugged; absent, null and blank are the same. */
    pluggedOn: optionalDate.optional(),
    /** Planned plugging date; null or blank for none, absent to keep the current one. */
    retirementDate: optionalDate.optional(),
    /** Complete list with effective dates; absent to keep the current one. If empty, the company owns the whole well. */
    workingInterests: workingInterests.optional(),
    customFields: customFields.optional(),
  })
  .check(({ value, issues }) => {
    if (!retiresTooEarly(value)) return;
    issues.push({
      code: 'custom',
      path: ['retirementDate'],
      message: RETIRES_TOO_EARLY,
      input: value.retirementDate,
    });
  });
export type WellInput = z.infer<typeof WellInput>;

/**
 * The only well that an act applies to; absent or null for all. Blank is refused: a script with an empty variable must
 * not post or reverse for every well.
 */
export const onlyWell = z
  .string()
  .trim()
  .min(1, 'Enter a well ID, or leave it out for all wells')
  .max(100)
  .nullish()
  .meta({ description: 'Limits the request to one well; all wells if omitted or null' });

export const WELL_SORTS = ['wellCode', 'wellName', 'wellStatus', 'field', 'activeDate'] as const;
export type WellSort = (typeof WELL_SORTS)[number];
/** Prefix for sorting by a custom field, followed by its name. */
export const CUSTOM_FIELD_SORT = 'custom.';
export const BAD_WELL_SORT = `Sort must be one of ${WELL_SORTS.join(', ')}, or ${CUSTOM_FIELD_SORT} and the name of a custom field, with - for descending`;

export const MAX_PAGE_SIZE = 5000;

/** Search parameters to filter, sort and page a list of wells. Blank ones count as absent. */
export const WellQuery = z.object({
  search: searchText().optional(),
  status: z.enum([...WELL_STATUSES, ''], 'Status must be Active, Inactive or Plugged').optional(),
  field: z.string().max(100).optional(),
  sort: z
    .string()
    .regex(new RegExp(`^-?(${WELL_SORTS.join('|')}|custom\\.[A-Za-z0-9_]{1,50})$`), BAD_WELL_SORT)
    .optional(),
  limit: pageLimit(MAX_PAGE_SIZE).optional(),
  cursor: z.string().max(2000).optional(),
});
export type WellQuery = z.infer<typeof WellQuery>;

export const FieldQuery = z.object({
  search: searchText().optional(),
  limit: pageLimit(500).default(50),
});
export type FieldQuery = z.infer<typeof FieldQuery>;

function isCustomFieldValue(value: unknown): value is CustomFieldValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
