import { z } from 'zod';
import { ACCRETION_METHODS } from '~/domain/books/accretion';
import { CatchUpToReview, WorklistCounts } from '~/schemas/books/worklist';
import { count, date, moneyText } from '~/schemas/platform/answer';

/** The overview of a company's books. */
export const OverviewView = z.object({
  totalWells: count.meta({ description: 'Wells that have a layer' }),
  totalLayers: count,
  totalCurrentAro: moneyText,
  worklist: WorklistCounts,
  catchUps: z.array(CatchUpToReview).meta({ description: 'Month-end runs that need review, newest first' }),
  rollforward: z
    .object({
      beginDate: date,
      endDate: date.meta({ description: 'Today, or the latest posted date if later' }),
      beginningBalance: moneyText,
      additions: moneyText,
      accretion: moneyText,
      reductions: moneyText.meta({
        description: 'A positive amount; negative where more was reversed of earlier ones',
      }),
      endingBalance: moneyText,
      change: moneyText.meta({ description: 'Ending minus beginning' }),
    })
    .meta({ description: 'Rollforward for the current year' }),
  postedThrough: date
    .nullable()
    .meta({ description: 'The last period end that was posted; null before the first' }),
  fields: z
    .array(z.object({ field: z.string(), wells: count, currentAro: moneyText }))
    .meta({ description: 'The largest liability first' }),
  forecast: z
    .object({
      method: z.enum(ACCRETION_METHODS),
      firstPeriodEnd: date,
      lastPeriodEnd: date.nullable().meta({ description: 'Null when no accretion remains' }),
      twelveMonths: moneyText.meta({
        description: 'What accretes in twelve months from the first posting’s month on',
      }),
      total: moneyText,
      atRetirement: moneyText.meta({ description: 'Total liability plus remaining accretion' }),
      years: z.array(
        z.object({
          year: z.int().meta({ description: 'The company’s fiscal year, by the year it ends in' }),
          accretion: moneyText,
          liability: moneyText.meta({
            description: 'At the end of the year. A well’s liability drops out when it retires',
          }),
        }),
      ),
    })
    .meta({ description: 'Remaining month-end accretion, starting after `postedThrough`' }),
});
export type OverviewView = z.infer<typeof OverviewView>;
