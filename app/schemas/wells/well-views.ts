import { z } from 'zod';
import { CUSTOM_FIELD_TYPES } from '~/domain/wells/custom-field';
import { count, date, id, instant, version } from '~/schemas/platform/answer';
import { WELL_STATUSES } from './well';

export const wellName = {
  id,
  wellCode: z.string(),
  wellName: z.string(),
  field: z.string(),
};

export const wellState = { ...wellName, wellStatus: z.enum(WELL_STATUSES), activeDate: date };

export const WellSummary = z.object({
  id,
  companyId: id,
  wellCode: z.string(),
  wellName: z.string(),
  wellStatus: z.enum(WELL_STATUSES),
  field: z.string(),
  activeDate: date,
  pluggedOn: date.nullable().meta({ description: 'Last day that the well accretes; null unless Plugged' }),
  retirementDate: date
    .nullable()
    .meta({ description: 'Default for layers without a lifespan or retirement date; null if there is none' }),
  version,
  createdAt: instant,
  updatedAt: instant,
});
export type WellSummary = z.infer<typeof WellSummary>;

export const WellView = WellSummary.extend({
  workingInterests: z
    .array(z.object({ from: date, percent: z.string() }))
    .meta({ description: 'The company’s interest in percent, by effective date; 100 if the list is empty' }),
  customFields: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .meta({ description: 'Custom field values by field name' }),
});
export type WellView = z.infer<typeof WellView>;

export const CustomFieldTemplateView = z.object({
  id,
  fieldName: z.string(),
  displayName: z.string(),
  fieldType: z.enum(CUSTOM_FIELD_TYPES),
  required: z.boolean(),
  options: z.array(z.string()).optional(),
  validation: z
    .object({
      minLength: count,
      maxLength: count,
      min: z.number(),
      max: z.number(),
      pattern: z.string(),
    })
    .partial()
    .optional(),
  helpText: z.string().optional(),
  order: count,
});
