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

const group = z.string().meta({ description: 'Group of the row: `Total`, the field or the well code' });
const wellId = id.nullable().meta({ description: 'Null unless the row is for one well' });

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
    description: 'Liability of wells due within 12 months, overdue or Plugged',
  }),
  nonCurrent: moneyText,
});
export type DisclosureView = z.infer<typeof DisclosureView>;

const disclosureAmounts = DisclosureView.omit({ group: true, wellId: true }).shape;

export const ComparativeDisclosureView = z.object({
  is: z.enum(['period', 'between']).meta({
    description: '`between` covers the days between a period and the prior period, if there are any',
  }),
  beginDate: date,
  endDate: date,
  ...disclosureAmounts,
  booksBegin: date.nullable().meta({
    description:
      'First day of the books if after the column’s begin date; earlier activity isn’t included. Otherwise null',
  }),
  asClosed: z.array(z.object({ closedAt: instant, ...disclosureAmounts })).meta({
    description:
      'Amounts at the newest closes of the column’s last day that differ from the current amounts, oldest first. Empty unless the day was reopened',
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
  additions: moneyText.meta({ description: 'Costs incurred and acquired' }),
  revisions: moneyText,
  retired: moneyText.meta({ description: 'Cost written off at final settlements' }),
  divested: moneyText,
  endingCost: moneyText,
  beginningAccumulated: moneyText,
  depreciation: moneyText,
  accumulatedRetired: moneyText.meta({
    description: 'Accumulated depreciation on retired or divested assets',
  }),
  endingAccumulated: moneyText,
  endingNet: moneyText,
});
export type ArcRollforwardView = z.infer<typeof ArcRollforwardView>;

export const MaturityView = z.object({
  group,
  wellId,
  year: z.literal(MATURITY_YEARS).meta({
    description:
      'Twelve-month span from the date. The first includes overdue amounts; the last includes all later amounts',
  }),
  undiscounted: moneyText,
  discounted: moneyText,
});
export type MaturityView = z.infer<typeof MaturityView>;

/** Debit balances are positive. Debits and credits are both positive. */
export const TrialBalanceView = z.object({
  group,
  wellId,
  mainAccount: z.string().meta({ description: 'Blank for opening balances, which have no journal entry' }),
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
    description: 'Posting number. A company’s postings are numbered 1, 2, 3 … in the order they were written',
  }),
  actId: id.meta({ description: 'Number of the act’s first posting; the same for all postings of an act' }),
  effectiveOn: date,
  kind: z.enum(POSTING_KINDS),
  source: z.enum(POSTING_SOURCES),
  wellCode: z.string().meta({ description: 'Blank for several wells' }),
  wellId: z.string().nullable().meta({ description: 'Null for several wells, or if the well was deleted' }),
  movements: count,
  liability: moneyText,
  arcCost: moneyText,
  arcAccumulated: moneyText,
  cash: moneyText,
  result: moneyText.meta({ description: 'Effect on profit or loss; expenses and losses are negative' }),
  memo: z.string().nullable(),
  reference: z.string().nullable(),
  reversesId: id
    .nullable()
    .meta({ description: 'Number of the posting it reverses; null if not a reversal' }),
  reversesOn: date.nullable().meta({
    description:
      'Date of the reversed posting; an earlier date means that the reversal corrects an earlier period',
  }),
  reversedBy: z
    .string()
    .meta({ description: 'Numbers of the postings that reverse it in full or in part, separated by spaces' }),
  enteredAt: instant,
  enteredBy: z.string(),
  afterClose: z.enum(['yes', '']).meta({
    description: '`yes` if the posting was entered after its month had been closed and reopened',
  }),
  approvedAt: instant.nullable().meta({
    description: 'Time of the first approval of a month that includes the posting; null if there is none',
  }),
  approvedBy: z.string().nullable(),
  evidence: count.meta({ description: 'Number of its files and notes' }),
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
  asset: moneyText.meta({ description: 'Cost plus accumulated depreciation, which is negative' }),
  cash: moneyText,
  result: moneyText.meta({ description: 'Effect on profit or loss; expenses and losses are negative' }),
  pool: moneyText.meta({ description: 'Amount added to the full-cost pool; negative for a reduction' }),
  interestSold: z.string().nullable().meta({
    description: 'Percentage of the whole well sold; null unless the posting is a sale',
  }),
  liabilityBalance: moneyText.meta({ description: 'Liability of all the well’s layers after the movement' }),
  arcCost: moneyText.meta({
    description: 'Well’s balance after the movement, like `arcAccumulated` and `arcNet`',
  }),
  arcAccumulated: moneyText,
  arcNet: moneyText,
  memo: z.string().nullable(),
  reference: z.string().nullable(),
  isReversed: z.boolean().meta({ description: 'True if a later posting reverses the movement' }),
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
    .meta({ description: 'First 500 rows' }),
  rowCount: count,
  voucherCount: count,
  debits: moneyText,
  credits: moneyText,
  accounts: z
    .array(z.object({ account: z.string(), name: z.string(), debits: moneyText, credits: moneyText }))
    .meta({ description: 'Totals of all rows, by main account and subaccount' }),
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
