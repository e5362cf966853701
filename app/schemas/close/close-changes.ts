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
  closedBy: z.object(who).nullable().meta({ description: 'Null for the books now, while the month is open' }),
  ...DisclosureView.omit({ group: true, wellId: true }).shape,
  arcCost: moneyText.meta({ description: 'Asset retirement cost at the end of the month' }),
  arcAccumulated: moneyText,
  arcNet: moneyText,
});
export type CloseFiguresView = z.infer<typeof CloseFiguresView>;

export const CloseChangesView = z.object({
  before: CloseFiguresView.meta({ description: 'The month as it was at a close' }),
  after: CloseFiguresView.meta({ description: 'The month at the next close, or now while it is open' }),
  reopened: z.object({ at: instant, ...who, reason: z.string().nullable() }).nullable(),
  count: count.meta({ description: 'Postings entered in between, dated through the end of the month' }),
  sums: z
    .object({ liability: moneyText, arcCost: moneyText, arcAccumulated: moneyText })
    .meta({ description: 'Of all of them: what they add to the balances before makes those after' }),
  postings: z.array(PostingRegisterView).meta({ description: 'The first 500 of them, by date' }),
});
export type CloseChangesView = z.infer<typeof CloseChangesView>;
