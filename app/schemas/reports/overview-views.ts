import { z } from 'zod';
import { ACCRETION_METHODS } from '~/domain/books/accretion';
import { CatchUpToReview, WorklistCounts } from '~/schemas/books/worklist';
import { count, date, moneyText } from '~/schemas/platform/answer';

/** The overview of a company's books. */
export const OverviewView = z.object({
  totalWells: count.meta({ description: 'Number of wells with a layer' }),
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
        description: 'Positive; negative if reversals of earlier reductions are larger',
      }),
      endingBalance: moneyText,
      change: moneyText.meta({ description: 'Ending balance minus beginning balance' }),
    })
    .meta({ description: 'Rollforward for the current year' }),
  postedThrough: date
    .nullable()
    .meta({ description: 'Last posted period end; null before the first posting' }),
  fields: z
    .array(z.object({ field: z.string(), wells: count, currentAro: moneyText }))
    .meta({ description: 'Fields by liability, largest first' }),
  forecast: z
    .object({
      method: z.enum(ACCRETION_METHODS),
      firstPeriodEnd: date,
      lastPeriodEnd: date.nullable().meta({ description: 'Null when no accretion remains' }),
      twelveMonths: moneyText.meta({
        description: 'Accretion over twelve months from the month of the first posting, excluding catch-up',
      }),
      total: moneyText,
      atRetirement: moneyText.meta({ description: 'Total liability plus remaining accretion' }),
      years: z.array(
        z.object({
          year: z.int().meta({ description: 'Fiscal year, named for the calendar year in which it ends' }),
          accretion: moneyText,
          liability: moneyText.meta({
            description:
              'Liability at the end of the year. A well’s liability drops out when the well retires',
          }),
        }),
      ),
    })
    .meta({ description: 'Remaining month-end accretion, starting after `postedThrough`' }),
});
export type OverviewView = z.infer<typeof OverviewView>;
