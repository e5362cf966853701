import { z } from 'zod';
import { JOURNAL_COLUMNS, type JournalColumn } from '~/domain/books/journal';
import { MATURITY_YEARS } from '~/domain/books/maturities';
import {
  MOVEMENT_KINDS,
  type MovementKind,
  POSTING_KINDS,
  POSTING_SOURCES,
} from '~/domain/books/movement-kinds';
import { PersonView } from '~/schemas/people/people-views';
import { count, date, id, instant, moneyText } from '~/schemas/platform/answer';

const group = z.string().meta({ description: '`Total`, the field, or the well code' });
const wellId = id.nullable().meta({ description: 'For a row of one well; otherwise null' });

/** Decreases are negative: beginning plus the columns equals ending, and so does current plus non-current. */
export const DisclosureView = z.object({
  group,
  wellId,
  beginning: moneyText,
  opening: moneyText.meta({ description: 'Opening balances dated within the period' }),
  incurred: moneyText,
  acquired: moneyText,
  revisions: moneyText,
  accretion: moneyText,
  settled: moneyText,
  divested: moneyText,
  ending: moneyText,
  current: moneyText.meta({
    description: 'Liability of wells that are due within 12 months, overdue or Plugged',
  }),
  nonCurrent: moneyText,
});
export type DisclosureView = z.infer<typeof DisclosureView>;

const disclosureAmounts = DisclosureView.omit({ group: true, wellId: true }).shape;

export const ComparativeDisclosureView = z.object({
  is: z.enum(['period', 'between']).meta({
    description: 'A period, or the days between it and the period before, where they don’t meet',
  }),
  beginDate: date,
  endDate: date,
  ...disclosureAmounts,
  booksBegin: date.nullable().meta({
    description:
      'The first day of the books, when that is after the column begins; what came before isn’t in them',
  }),
  asClosed: z.array(z.object({ closedAt: instant, ...disclosureAmounts })).meta({
    description:
      'What the newest closes of the column’s last day had, where it differs from the books now, oldest first. Empty unless the day was reopened',
  }),
});
export type ComparativeDisclosureView = z.infer<typeof ComparativeDisclosureView>;

/**
 * Each row foots, for cost and for accumulated depreciation. Accumulated depreciation is negative, and so are
 * reductions of cost.
 */
export const ArcRollforwardView = z.object({
  group,
  wellId,
  beginningCost: moneyText,
  additions: moneyText.meta({ description: 'Incurred and acquired' }),
  revisions: moneyText,
  retired: moneyText.meta({ description: 'Written off at final settlements' }),
  divested: moneyText,
  endingCost: moneyText,
  beginningAccumulated: moneyText,
  depreciation: moneyText,
  accumulatedRetired: moneyText.meta({ description: 'Amounts on assets that were retired or divested' }),
  endingAccumulated: moneyText,
  endingNet: moneyText,
});
export type ArcRollforwardView = z.infer<typeof ArcRollforwardView>;

export const MaturityView = z.object({
  group,
  wellId,
  year: z.literal(MATURITY_YEARS).meta({
    description:
      'Twelve-month span from the date; the first includes overdue amounts, the last everything after',
  }),
  undiscounted: moneyText,
  discounted: moneyText,
});
export type MaturityView = z.infer<typeof MaturityView>;

/** Debit balances are positive. Debits and credits are both positive. */
export const TrialBalanceView = z.object({
  group,
  wellId,
  mainAccount: z.string().meta({ description: 'Blank for opening balances, which make no journal entry' }),
  subAccount: z.string(),
  name: z.string(),
  beginning: moneyText,
  debits: moneyText,
  credits: moneyText,
  ending: moneyText,
});
export type TrialBalanceView = z.infer<typeof TrialBalanceView>;

/** A layer's balances at the end of a day; accumulated depreciation is negative. */
export const LayerBalanceView = z.object({
  wellId: id,
  wellCode: z.string(),
  field: z.string(),
  aroLayerId: id,
  layerNumber: z.int().min(1),
  liability: moneyText,
  arcCost: moneyText,
  arcAccumulated: moneyText,
  arcNet: moneyText,
});
export type LayerBalanceView = z.infer<typeof LayerBalanceView>;

/** A posting, with its total effect; accumulated depreciation is negative, and so are decreases. */
export const PostingRegisterView = z.object({
  postingId: id.meta({
    description: 'A company’s postings are numbered 1, 2, 3 … in the order in which they were written',
  }),
  actId: id.meta({ description: 'Postings of one act have the same' }),
  effectiveOn: date,
  kind: z.enum(POSTING_KINDS),
  source: z.enum(POSTING_SOURCES),
  wellCode: z.string().meta({ description: 'Blank for several wells' }),
  wellId: z
    .string()
    .nullable()
    .meta({ description: 'Null for several wells, and where the well was deleted' }),
  movements: count,
  liability: moneyText,
  arcCost: moneyText,
  arcAccumulated: moneyText,
  cash: moneyText,
  result: moneyText.meta({ description: 'Effect on profit or loss; expenses and losses are negative' }),
  memo: z.string().nullable(),
  reference: z.string().nullable(),
  reversesId: id.nullable().meta({ description: 'The posting that it reverses' }),
  reversesOn: date.nullable().meta({
    description: 'The date of that posting; an earlier one means that it corrects an earlier period',
  }),
  reversedBy: z
    .string()
    .meta({ description: 'Postings that reverse it or parts of it, with spaces between them' }),
  enteredAt: instant,
  enteredBy: z.string(),
  afterClose: z.enum(['yes', '']).meta({
    description: '`yes` if its month had been closed before it was entered, and was reopened for it',
  }),
  approvedAt: instant.nullable().meta({
    description: 'When someone first approved the close of a month with it in it; null until then',
  }),
  approvedBy: z.string().nullable(),
  evidence: count.meta({ description: 'Files and notes on it' }),
});
export type PostingRegisterView = z.infer<typeof PostingRegisterView>;

/** A movement of a well, with the well's balances after it. */
export const WellLedgerView = z.object({
  postingId: id,
  kind: z.enum(Object.keys(MOVEMENT_KINDS) as [MovementKind, ...MovementKind[]]),
  postingKind: z.enum(POSTING_KINDS),
  effectiveOn: date,
  aroLayerId: id,
  layerNumber: count,
  liability: moneyText,
  asset: moneyText.meta({ description: 'Cost and accumulated depreciation' }),
  cash: moneyText,
  result: moneyText.meta({ description: 'Effect on profit or loss; expenses and losses are negative' }),
  pool: moneyText.meta({ description: 'What is added to the full-cost pool; what is taken out is negative' }),
  interestSold: z.string().nullable().meta({
    description: 'Percent of the whole well that the posting sells; null unless it is a sale',
  }),
  liabilityBalance: moneyText.meta({ description: 'All of the well’s layers, after the movement' }),
  arcCost: moneyText.meta({ description: 'The well’s balance after the movement, as are the next two' }),
  arcAccumulated: moneyText,
  arcNet: moneyText,
  memo: z.string().nullable(),
  reference: z.string().nullable(),
  isReversed: z.boolean().meta({ description: 'Whether a later posting reverses it' }),
  userId: z.string(),
  user: PersonView.nullable().meta({ description: 'Null for the system and for deleted users' }),
  createdAt: instant,
});
export type WellLedgerView = z.infer<typeof WellLedgerView>;

/** Every column is text, blank if neither the event nor the company's settings supply a value. */
export const JournalRowView = z.object(
  Object.fromEntries(JOURNAL_COLUMNS.map((column) => [column, z.string()])) as Record<
    JournalColumn,
    z.ZodString
  >,
);

/** The journal as shown on screen. Debits and credits are both positive, and equal. */
export const JournalPageView = z.object({
  rows: z
    .array(JournalRowView.extend({ wellId: id.nullable().meta({ description: 'Null for a deleted well' }) }))
    .meta({ description: 'The first 500' }),
  rowCount: count,
  voucherCount: count,
  debits: moneyText,
  credits: moneyText,
  accounts: z
    .array(z.object({ account: z.string(), name: z.string(), debits: moneyText, credits: moneyText }))
    .meta({ description: 'Totals of all rows, by main and sub account' }),
});
export type JournalPageView = z.infer<typeof JournalPageView>;

/** A well's rollforward: beginning + additions + accretion - reductions = ending. */
export const RollforwardView = z.object({
  wellId: id.nullable().meta({ description: 'Null in total and by field' }),
  wellCode: z.string(),
  wellName: z.string(),
  field: z.string(),
  beginningBalance: moneyText,
  additions: moneyText,
  accretion: moneyText,
  reductions: moneyText,
  endingBalance: moneyText,
});
export type RollforwardView = z.infer<typeof RollforwardView>;
