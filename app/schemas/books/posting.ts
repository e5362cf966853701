import { z } from 'zod';
import {
  MOVEMENT_KINDS,
  type MovementKind,
  POSTING_KINDS,
  POSTING_SOURCES,
} from '~/domain/books/movement-kinds';
import { PersonView } from '~/schemas/people/people-views';
import { count, date, id, instant, moneyText } from '~/schemas/platform/answer';
import { flag } from '~/schemas/platform/flag';
import { pageLimit } from '~/schemas/platform/limit';
import { optionalDate, requiredLines } from '~/schemas/platform/text';
import { onlyWell, WELL_STATUSES } from '~/schemas/wells/well';

/** Signed amounts: decreases are negative. `asset` is cost plus accumulated depreciation. */
const amounts = { liability: moneyText, asset: moneyText, cash: moneyText, result: moneyText };
const kindOfMovement = z.enum(Object.keys(MOVEMENT_KINDS) as [MovementKind, ...MovementKind[]]);

const MovementView = z.object({
  kind: kindOfMovement,
  aroLayerId: id.nullable().meta({ description: 'Null for a layer in a preview' }),
  layerNumber: z.int().min(1),
  well: z.object({ id, wellCode: z.string(), wellName: z.string(), field: z.string() }),
  ...amounts,
  arcCost: moneyText,
  arcAccumulated: moneyText,
});

/** Contents of one posting, booked or previewed. */
const posted = {
  kind: z.enum(POSTING_KINDS),
  effectiveOn: date,
  reversesId: id.nullable(),
  movements: z.array(MovementView),
  movementCount: count.meta({ description: 'Total number of movements; long lists are paged' }),
  totals: z.object(amounts),
};

/** A booked movement, with the derivation of its amount. */
export const BookedMovementView = MovementView.extend({
  formula: z.array(z.string()).meta({
    description:
      'How the amount follows from its figures, line by line; empty for balances brought in and for reversals',
  }),
});
export type BookedMovementView = z.infer<typeof BookedMovementView>;

/** Number within the company. The API and the screens identify postings by it. */
const postingNumber = id.meta({
  description: 'Its number: a company’s postings are 1, 2, 3 … in the order in which they were written',
});

export const PostingNumbersView = z.object({
  postings: count,
  last: count.meta({ description: 'The number of the newest posting; 0 without one' }),
  missing: count.meta({ description: 'How many numbers up to the last no posting has' }),
  gaps: z
    .array(z.object({ from: id, through: id }))
    .meta({ description: 'The first ten runs of missing numbers' }),
});
export type PostingNumbersView = z.infer<typeof PostingNumbersView>;

const pluggedState = z.object({ wellStatus: z.enum(WELL_STATUSES), pluggedOn: date.nullable() });
const interest = z.string().meta({ description: 'Percent of the whole well, with two to eight decimals' });

const PostingTermsView = z.object({
  settledTo: z
    .enum(['settlement', 'disposal', 'pool'])
    .meta({ description: 'Where the difference of money and liability goes' }),
  retiredTo: z
    .enum(['settlement', 'disposal', 'pool', 'accumulated'])
    .meta({ description: 'Where the asset that leaves goes' }),
  well: z
    .object({ before: pluggedState, after: pluggedState })
    .nullable()
    .meta({ description: 'What a final settlement changed of its well; otherwise null' }),
  interest: z
    .object({ before: interest, after: interest })
    .optional()
    .meta({ description: 'What a sale changed of the working interest' }),
});
export type PostingTermsView = z.infer<typeof PostingTermsView>;

export const PostingView = z.object({
  id: postingNumber,
  actId: id.meta({ description: 'The first posting of the same act' }),
  also: z.array(id).meta({ description: 'The other postings of the same act' }),
  ...posted,
  movements: z.array(BookedMovementView),
  method: z
    .enum(['simple', 'effective', 'straight-line', 'units-of-production'])
    .nullable()
    .meta({ description: 'For accretion and depreciation; otherwise null' }),
  terms: PostingTermsView.nullable().meta({
    description: 'What a settlement or a sale was booked under; null for other postings',
  }),
  source: z.enum(POSTING_SOURCES),
  memo: z.string().nullable(),
  reference: z.string().nullable(),
  reversedById: id.nullable().meta({ description: 'The last reversal, if all of it is reversed' }),
  reversals: z.array(id).meta({ description: 'Postings that reverse part of it' }),
  createdAt: instant,
  userId: z.string(),
  user: PersonView.nullable().meta({ description: 'Null for the system and for deleted users' }),
  nextCursor: z.string().nullable().meta({ description: 'Cursor of the next page of movements, or null' }),
});
export type PostingView = z.infer<typeof PostingView>;

/** Liability of the affected layers, before and after. */
const carried = { before: moneyText, after: moneyText };
export const PlannedMovementView = MovementView.extend(carried);
export type PlannedMovementView = z.infer<typeof PlannedMovementView>;
const plannedTotals = z.object({ ...amounts, ...carried });

/** Preview of an act's postings, to the cent. Nothing is saved. */
export const ActPreview = z.object({
  postings: z.array(z.object({ ...posted, movements: z.array(PlannedMovementView), totals: plannedTotals })),
  totals: plannedTotals,
  months: z.array(z.string()).meta({ description: 'The months it touches, `YYYY-MM`, oldest first' }),
  unpostedThrough: date.nullable().meta({
    description:
      'The last month-end through which accretion of these wells is not posted yet and would be part of what is posted on a later day; null if none is',
  }),
  reasonNeeded: z.string().nullable().meta({
    description: 'Why it cannot be posted without a reason, or a memo, of its own; null where it can',
  }),
});
export type ActPreview = z.infer<typeof ActPreview>;

/** Schema of `reviewed` in a preview. */
export const reviewedText = z
  .string()
  .meta({ description: 'To be sent along, so that nothing else is posted than was shown' });

/** Preview of an act's postings, with the `reviewed` value to send back. */
export const ReviewedPreview = ActPreview.extend({ reviewed: reviewedText });
export type ReviewedPreview = z.infer<typeof ReviewedPreview>;

/** Preview of the postings from a change of settings. */
export const SettingsPreview = ReviewedPreview.extend({
  assetsBelowZero: z
    .array(z.object({ wellId: z.string(), wellCode: z.string(), net: moneyText }))
    .meta({ description: 'Wells whose net asset retirement cost the catch-up leaves below zero' }),
});
export type SettingsPreview = z.infer<typeof SettingsPreview>;

/** Preview of the reversals from deleting a well. */
export const DeletionPreview = ReviewedPreview.extend({ layers: count });
export type DeletionPreview = z.infer<typeof DeletionPreview>;

/** Preview of a reversal. */
export const ReversalPreview = ActPreview.extend({
  wells: count.meta({ description: 'Wells whose amounts are reversed' }),
  ofClosedMonths: z
    .object({
      postings: count,
      result: moneyText.meta({
        description:
          'What it adds to the profit or loss of the open month; expense that is taken back is positive',
      }),
    })
    .meta({ description: 'Those that reverse postings of closed months, on an open day' }),
  act: z
    .object({
      postings: count.meta({
        description: 'Postings of the act or upload, without the reversals among them',
      }),
      reversedPostings: count.meta({ description: 'Those of them that are reversed already' }),
      reversedWells: count.meta({
        description: 'Wells left out: what was posted on them is reversed already',
      }),
      redated: count.meta({ description: 'Postings that are reversed on a later day than their own' }),
    })
    .nullable()
    .meta({ description: 'With `wholeAct` or `wholeUpload`; otherwise null' }),
  reviewed: reviewedText,
});
export type ReversalPreview = z.infer<typeof ReversalPreview>;

export const PostingQuery = z.object({
  wellId: z.string().max(100).optional(),
  /** Only postings of one act. */
  actId: z
    .string()
    .regex(/^\d{1,15}$/, 'Unknown act')
    .optional(),
  kind: z.enum([...POSTING_KINDS, ''], 'Unknown kind of posting').optional(),
  from: optionalDate,
  to: optionalDate,
  limit: pageLimit(500).default(100),
  cursor: z.string().max(1000).optional(),
});
export type PostingQuery = z.infer<typeof PostingQuery>;

/** Cursor for a posting's movements, and the only well to show, if any. */
export const PostingPageQuery = z.object({
  wellId: z.string().max(100).optional(),
  cursor: z.string().max(1000).optional(),
});
export type PostingPageQuery = z.infer<typeof PostingPageQuery>;

export const ReversalInput = z.object({
  reason: requiredLines('A reason is required', 500),
  date: optionalDate,
  wellId: onlyWell,
  includeLater: flag().meta({ description: 'Also what was booked later on the same wells' }),
  wholeAct: flag().meta({ description: 'All postings of the same act, not this one alone' }),
  wholeUpload: flag().meta({
    description: 'All that the upload posted which this posting is of, in however many acts',
  }),
});
export type ReversalInput = z.infer<typeof ReversalInput>;
