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
  aroLayerId: id.nullable().meta({ description: 'Null for a layer that doesn’t exist yet, in a preview' }),
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
    description: 'Derivation of the amount, line by line; empty for opening balances and reversals',
  }),
});
export type BookedMovementView = z.infer<typeof BookedMovementView>;

/** Number within the company. The API and the screens identify postings by it. */
const postingNumber = id.meta({
  description: 'Posting number. A company’s postings are numbered 1, 2, 3 … in the order they were written',
});

export const PostingNumbersView = z.object({
  postings: count,
  last: count.meta({ description: 'Number of the newest posting; 0 if there is none' }),
  missing: count.meta({ description: 'Count of numbers up to `last` that have no posting' }),
  gaps: z
    .array(z.object({ from: id, through: id }))
    .meta({ description: 'First ten ranges of missing numbers' }),
});
export type PostingNumbersView = z.infer<typeof PostingNumbersView>;

const pluggedState = z.object({ wellStatus: z.enum(WELL_STATUSES), pluggedOn: date.nullable() });
const interest = z.string().meta({ description: 'Percentage of the whole well, with two to eight decimals' });

const PostingTermsView = z.object({
  settledTo: z
    .enum(['settlement', 'disposal', 'pool'])
    .meta({ description: 'Account for the difference between cash and liability' }),
  retiredTo: z
    .enum(['settlement', 'disposal', 'pool', 'accumulated'])
    .meta({ description: 'Account for the derecognized asset' }),
  well: z
    .object({ before: pluggedState, after: pluggedState })
    .nullable()
    .meta({ description: 'Status of the well before and after a final settlement; otherwise null' }),
  interest: z
    .object({ before: interest, after: interest })
    .optional()
    .meta({ description: 'Working interest before and after a sale' }),
});
export type PostingTermsView = z.infer<typeof PostingTermsView>;

export const PostingView = z.object({
  id: postingNumber,
  actId: id.meta({ description: 'Number of the act’s first posting, which identifies the act' }),
  also: z.array(id).meta({ description: 'Numbers of the act’s other postings' }),
  ...posted,
  movements: z.array(BookedMovementView),
  method: z
    .enum(['simple', 'effective', 'straight-line', 'units-of-production'])
    .nullable()
    .meta({ description: 'Method of accretion or depreciation; null for other postings' }),
  terms: PostingTermsView.nullable().meta({
    description: 'Terms of a settlement or sale; null for other postings',
  }),
  source: z.enum(POSTING_SOURCES),
  memo: z.string().nullable(),
  reference: z.string().nullable(),
  reversedById: id
    .nullable()
    .meta({ description: 'Number of the last reversal if fully reversed; otherwise null' }),
  reversals: z.array(id).meta({ description: 'Numbers of the postings that reverse it in full or in part' }),
  createdAt: instant,
  userId: z.string(),
  user: PersonView.nullable().meta({ description: 'Null for the system and for deleted users' }),
  nextCursor: z
    .string()
    .nullable()
    .meta({ description: 'Cursor for the next page of movements; null on the last page' }),
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
  months: z.array(z.string()).meta({ description: 'Months of the postings, as `YYYY-MM`, oldest first' }),
  unpostedThrough: date.nullable().meta({
    description:
      'Last unposted month-end whose accretion would be included in a posting on a later date; null if there is none',
  }),
  reasonNeeded: z.string().nullable().meta({
    description: 'Message that explains why a reason or memo is required; null if none is',
  }),
});
export type ActPreview = z.infer<typeof ActPreview>;

/** Schema of `reviewed` in a preview. */
export const reviewedText = z.string().meta({
  description:
    'Token that identifies the previewed state. Send it as `?reviewed=` to post exactly this or get 409',
});

/** Preview of an act's postings, with the `reviewed` value to send back. */
export const ReviewedPreview = ActPreview.extend({ reviewed: reviewedText });
export type ReviewedPreview = z.infer<typeof ReviewedPreview>;

/** Preview of the postings from a change of settings. */
export const SettingsPreview = ReviewedPreview.extend({
  assetsBelowZero: z
    .array(z.object({ wellId: z.string(), wellCode: z.string(), net: moneyText }))
    .meta({ description: 'Wells whose net asset retirement cost would be negative after the catch-up' }),
});
export type SettingsPreview = z.infer<typeof SettingsPreview>;

/** Preview of the reversals from deleting a well. */
export const DeletionPreview = ReviewedPreview.extend({ layers: count });
export type DeletionPreview = z.infer<typeof DeletionPreview>;

/** Preview of a reversal. */
export const ReversalPreview = ActPreview.extend({
  wells: count.meta({ description: 'Number of wells whose amounts would be reversed' }),
  ofClosedMonths: z
    .object({
      postings: count,
      result: moneyText.meta({
        description: 'Effect on profit or loss of the open month; reversed expense is positive',
      }),
    })
    .meta({ description: 'Reversals of postings in closed months, dated on an open day' }),
  act: z
    .object({
      postings: count.meta({
        description: 'Number of postings of the act or upload, excluding reversals',
      }),
      reversedPostings: count.meta({ description: 'Number of these postings already reversed' }),
      reversedWells: count.meta({
        description: 'Number of wells left out because their amounts are already reversed',
      }),
      redated: count.meta({ description: 'Number of postings reversed on a later date than their own' }),
    })
    .nullable()
    .meta({ description: 'Set with `wholeAct` or `wholeUpload`; otherwise null' }),
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
  includeLater: flag().meta({ description: 'Also reverse later postings on the same wells' }),
  wholeAct: flag().meta({ description: 'Reverse all postings of the act' }),
  wholeUpload: flag().meta({
    description: 'Reverse everything that the posting’s upload posted, across all of its acts',
  }),
});
export type ReversalInput = z.infer<typeof ReversalInput>;
