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
  missing: z.array(z.string()).meta({ description: 'Reasons the month can’t be closed yet' }),
  warnings: z.array(z.string()).meta({
    description:
      'Warnings that don’t prevent the close; only for the requested month or the next month to close',
  }),
});
export type PeriodView = z.infer<typeof PeriodView>;

export const PeriodsView = z.object({
  closedThrough: date.nullable(),
  approval: z.enum(APPROVALS).meta({ description: 'Whether a close requires sign-off by two users' }),
  tieOut: z.enum(TIE_OUTS).meta({ description: 'Whether a close requires every account to be tied out' }),
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
    .meta({ description: 'Closes and reopenings, newest first' }),
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
    .meta({ description: 'Wells with a negative liability: a warning, not an error' }),
});
export type BooksCheckView = z.infer<typeof BooksCheckView>;
