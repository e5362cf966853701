import { z } from 'zod';
import type { CustomFieldValue } from '~/domain/wells/custom-field';
import { pageLimit } from '~/schemas/platform/limit';
import { optionalDate, requiredDate, requiredText, soughtText } from '~/schemas/platform/text';
import { workingInterests } from './working-interest';

export const WELL_STATUSES = ['Active', 'Inactive', 'Plugged'] as const;
export type WellStatus = (typeof WELL_STATUSES)[number];

/** All values of one well together, with their names. */
export const MAX_CUSTOM_FIELDS_TEXT = 50_000;

/** Values by field name. They are checked against the company's fields, which a schema cannot know. */
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
    'Custom fields can’t exceed 50,000 characters together',
  );

export const RETIRES_TOO_EARLY = 'Retirement date must be after the active date';

/** Such a well could have no layer: an initial one is dated its active date, and runs to its retirement. */
export function retiresTooEarly({
  activeDate,
  retirementDate,
}: {
  activeDate: string;
  retirementDate?: string | null;
}): boolean {
  return retirementDate != null && retirementDate <= activeDate;
}

/** What a person gives to create or replace a well. */
export const WellInput = z
  .object({
    wellCode: requiredText('Well code is required', 100),
    wellName: requiredText('Well name is required', 200),
    wellStatus: z.enum(WELL_STATUSES, 'Well status must be Active, Inactive or Plugged'),
    field: requiredText('Field is required', 100),
    activeDate: requiredDate('Active date is required'),
    /** Counts with the status Plugged only; absent, null and blank are the same. */
    pluggedOn: optionalDate.optional(),
    /** When it is to be plugged; null and blank for none, absent to keep what it has. */
    retirementDate: optionalDate.optional(),
    /** All of them, each from a day on; absent to keep what it has. Without any the company owns the whole well. */
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
 * The one well that an act is limited to; absent or null for all. Blank is refused: a script whose variable is empty must not
 * post or reverse for every well.
 */
export const onlyWell = z
  .string()
  .trim()
  .min(1, 'Enter a well ID, or leave it out for all wells')
  .max(100)
  .nullish()
  .meta({ description: 'Only this well; all wells if absent or null' });

export const WELL_SORTS = ['wellCode', 'wellName', 'wellStatus', 'field', 'activeDate'] as const;
export type WellSort = (typeof WELL_SORTS)[number];
/** Before a custom field's name: the order by its values. */
export const CUSTOM_FIELD_SORT = 'custom.';
export const BAD_WELL_SORT = `Sort must be one of ${WELL_SORTS.join(', ')}, or ${CUSTOM_FIELD_SORT} and the name of a custom field, with - for descending`;

export const MAX_PAGE_SIZE = 5000;

/** Search parameters that narrow, order and page a list of wells. Blank ones count as absent. */
export const WellQuery = z.object({
  search: soughtText().optional(),
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
  search: soughtText().optional(),
  limit: pageLimit(500).default(50),
});
export type FieldQuery = z.infer<typeof FieldQuery>;

function isCustomFieldValue(value: unknown): value is CustomFieldValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
