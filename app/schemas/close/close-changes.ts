import { z } from 'zod';
import { PersonView } from '~/schemas/people/people-views';
import { count, instant, moneyText } from '~/schemas/platform/answer';
import { optionalDate } from '~/schemas/platform/text';
import { DisclosureView, PostingRegisterView } from '~/schemas/reports/report-views';

/** Earlier begin date for the figures, such as the start of the year. */
export const CloseChangesQuery = z.object({ beginDate: optionalDate });
export type CloseChangesQuery = z.infer<typeof CloseChangesQuery>;

const who = { userId: z.string(), user: PersonView.nullable() };

const CloseFiguresView = z.object({
  at: instant,
  closedBy: z
    .object(who)
    .nullable()
    .meta({ description: 'Null for the current books, while the month is open' }),
  ...DisclosureView.omit({ group: true, wellId: true }).shape,
  arcCost: moneyText.meta({ description: 'Asset retirement cost at the end of the month' }),
  arcAccumulated: moneyText,
  arcNet: moneyText,
});
export type CloseFiguresView = z.infer<typeof CloseFiguresView>;

export const CloseChangesView = z.object({
  before: CloseFiguresView.meta({ description: 'Figures at a close' }),
  after: CloseFiguresView.meta({ description: 'Figures at the next close, or now while the month is open' }),
  reopened: z.object({ at: instant, ...who, reason: z.string().nullable() }).nullable(),
  count: count.meta({
    description: 'Number of postings entered in between and dated through the end of the month',
  }),
  sums: z.object({ liability: moneyText, arcCost: moneyText, arcAccumulated: moneyText }).meta({
    description: 'Totals of these postings: the balances before plus these equal the balances after',
  }),
  postings: z.array(PostingRegisterView).meta({ description: 'First 500 of these postings, by date' }),
});
export type CloseChangesView = z.infer<typeof CloseChangesView>;
