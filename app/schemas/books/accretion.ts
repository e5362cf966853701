import { z } from 'zod';
import { pageLimit } from '~/schemas/platform/limit';
import { ReviewQuery } from '~/schemas/platform/preview';
import { sortBy } from '~/schemas/platform/sort';
import { requiredDate, searchText } from '~/schemas/platform/text';
import { MAX_PAGE_SIZE, onlyWell } from '~/schemas/wells/well';

const PERIOD_TYPE = 'Period type must be monthly, quarterly or annually';

/** Input to post accretion, or to preview a posting. */
export const AccretionInput = z.object({
  periodType: z
    .string(PERIOD_TYPE)
    .trim()
    .toLowerCase()
    .pipe(z.enum(['monthly', 'quarterly', 'annually'], PERIOD_TYPE)),
  periodEnd: requiredDate('Period end date is required'),
  wellId: onlyWell,
  eachPeriod: z
    .boolean('eachPeriod must be true or false')
    .optional()
    .meta({ description: 'If true, posts separate records for each missed period end up to this one' }),
});
export type AccretionInput = z.infer<typeof AccretionInput>;

function flag(name: string) {
  return z
    .enum(['true', 'false', ''], `${name} must be true or false`)
    .optional()
    .transform((text) => text === 'true');
}

/** `rows=true` also returns the layers, for review before posting. A blank well counts as absent, as in other queries. */
export const AccretionPreviewQuery = AccretionInput.extend({
  wellId: z
    .string()
    .trim()
    .max(100)
    .optional()
    .transform((id) => id || null),
  rows: flag('rows'),
  eachPeriod: flag('eachPeriod'),
});

const limit = pageLimit(MAX_PAGE_SIZE).optional();

/** With `limit`, the response has one page of the posted records; otherwise all of them. */
export const AccretionPostingQuery = ReviewQuery.extend({ limit });

export const ACCRETION_SORTS = [
  'wellCode',
  'layerNumber',
  'beginningAro',
  'discountRate',
  'accretionExpense',
  'endingAro',
] as const;
export type AccretionSort = (typeof ACCRETION_SORTS)[number];

/** Search parameters to filter, sort and page a list of accretion records. Blank ones count as absent. */
export const AccretionQuery = z.object({
  periodEnd: z.union([z.literal(''), requiredDate('Must be a valid date (YYYY-MM-DD)')]).optional(),
  wellId: z.string().max(100).optional(),
  search: searchText().optional(),
  field: z.string().max(100).optional(),
  catchUp: z
    .enum(['', 'true', 'false'], 'catchUp must be true or false')
    .optional()
    .meta({ description: 'If `true`, returns only records that cover more than one month' }),
  /** Sorts the records of each period; the newest period always comes first. */
  sort: sortBy(ACCRETION_SORTS).optional(),
  limit,
  cursor: z.string().max(1000).optional(),
});
export type AccretionQuery = z.infer<typeof AccretionQuery>;
