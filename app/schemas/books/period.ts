import { z } from 'zod';
import { APPROVALS } from '~/domain/books/close';
import { TIE_OUTS } from '~/domain/books/tie-out';
import { PersonView } from '~/schemas/people/people-views';
import { count, date, id, instant, moneyText } from '~/schemas/platform/answer';
import { requiredDate, requiredLines } from '~/schemas/platform/text';

export const CloseInput = z.object({ through: requiredDate('A month-end is required') });
export type CloseInput = z.infer<typeof CloseInput>;

export const ReopenInput = z.object({
  from: requiredDate('The first day of a month is required'),
  reason: requiredLines('A reason is required', 500),
});
export type ReopenInput = z.infer<typeof ReopenInput>;

export const PeriodsQuery = z.object({
  /** Month to return warnings for; defaults to the next month to close. */
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Must be a month (YYYY-MM)')
    .optional(),
});

export const PeriodView = z.object({
  month: z.string().regex(/^\d{4}-\d{2}$/),
  end: date,
  state: z.enum(['open', 'closed']),
  closable: z.boolean(),
  missing: z.array(z.string()).meta({ description: 'What prevents the close' }),
  warnings: z
    .array(z.string())
    .meta({ description: 'Warnings, which don’t prevent the close; of the month that was asked for alone' }),
});
export type PeriodView = z.infer<typeof PeriodView>;

export const PeriodsView = z.object({
  closedThrough: date.nullable(),
  approval: z.enum(APPROVALS).meta({ description: 'Whether a close needs the sign-off of two people' }),
  tieOut: z.enum(TIE_OUTS).meta({ description: 'Whether a close needs every account tied out' }),
  periods: z.array(PeriodView).meta({ description: 'Newest first' }),
  history: z
    .array(
      z.object({
        action: z.enum(['closed', 'reopened']),
        through: date.nullable(),
        reason: z.string().nullable(),
        userId: z.string(),
        user: PersonView.nullable(),
        createdAt: instant,
      }),
    )
    .meta({ description: 'Every close and reopening, newest first' }),
});
export type PeriodsView = z.infer<typeof PeriodsView>;

export const BooksCheckView = z.object({
  ok: z.boolean(),
  checked: z.object({ layers: count, movements: count, postings: count }),
  differences: z.array(
    z.object({ what: z.string(), id: z.string(), expected: z.string(), found: z.string() }),
  ),
  negativeWells: z
    .array(z.object({ wellId: id, wellCode: z.string(), liability: moneyText }))
    .meta({ description: 'Wells with a liability below zero. Worth a look, but not an error' }),
});
export type BooksCheckView = z.infer<typeof BooksCheckView>;
