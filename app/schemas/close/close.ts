import { z } from 'zod';
import { APPROVALS } from '~/domain/books/close';
import { POSTING_KINDS } from '~/domain/books/movement-kinds';
import { accountNumber, TIE_OUTS } from '~/domain/books/tie-out';
import { parseMoney } from '~/domain/money/money';
import { PeriodView } from '~/schemas/books/period';
import { PersonView } from '~/schemas/people/people-views';
import { count, date, id, instant, moneyText } from '~/schemas/platform/answer';
import { line, lines } from '~/schemas/platform/text';

/** Items of the close checklist, in working order. */
const CHECKLIST = [
  'accretion',
  'depreciation',
  'revisions',
  'settlements',
  'worklist',
  'books-check',
  'tie-out',
  'evidence',
] as const;
export type ChecklistItem = (typeof CHECKLIST)[number];

/** Done, required before the close, worth a look, or nothing to do. */
const CHECK_STATES = ['done', 'todo', 'look', 'none'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

const MAX_EXPLANATION = 500;
const MAX_ACCOUNTS = 1000;

/** Optional note on a sign-off. */
const note = lines('Must be text', 1000)
  .nullish()
  .transform((text) => text || null);

export const PrepareInput = z.object({
  /** `reviewed` of the month as the user saw it: if the figures change, they need another review. */
  reviewed: z.string().max(100).optional(),
  note,
});
export type PrepareInput = z.infer<typeof PrepareInput>;

export const ApproveInput = z.object({
  /** Preparation that the user reviewed: a newer one needs another review. */
  preparation: id,
  note,
});
export type ApproveInput = z.infer<typeof ApproveInput>;

const balance = z
  .union([z.string(), z.number()], 'Balance must be an amount')
  .nullable()
  .transform((given, context) => {
    if (given === null || given === '') return null;
    const parsed = parseMoney(given);
    if (parsed.ok) return parsed.cents;
    context.addIssue({
      code: 'custom',
      message:
        parsed.reason === 'too-precise'
          ? 'Balance can have at most two decimals'
          : 'Balance must be an amount such as -1250.00',
    });
    return z.NEVER;
  });

const explanation = lines('Explanation must be text', MAX_EXPLANATION)
  .nullish()
  .transform((text) => text || null);

/** General ledger balances, debits positive. Omitted accounts are unchanged; a null balance removes the entry. */
export const TieOutInput = z.object({
  accounts: z
    .array(
      z.object({
        mainAccount: line('Main account is required', 100).min(1, 'Main account is required'),
        subAccount: line('Subaccount must be text', 100).default(''),
        balance,
        explanation,
        /** Values when the user started editing: if anyone has changed them since, nothing is saved. */
        before: z.object({ balance, explanation }).optional(),
      }),
      'Accounts must be a list',
    )
    .min(1, 'Enter at least one balance')
    .max(MAX_ACCOUNTS, `Must have at most ${MAX_ACCOUNTS} accounts`)
    .refine(
      (given) => new Set(given.map(accountNumber)).size === given.length,
      'Each account must appear once',
    ),
});
export type TieOutInput = z.infer<typeof TieOutInput>;

const signature = z.object({
  id,
  note: z.string().nullable(),
  userId: z.string(),
  user: PersonView.nullable().meta({ description: 'Null for deleted users' }),
  createdAt: instant,
});

export const TieOutView = z.object({
  mainAccount: z.string(),
  subAccount: z.string(),
  name: z.string(),
  own: moneyText.meta({ description: 'Balance in these books at the end of the month; debits positive' }),
  ledger: moneyText.nullable().meta({ description: 'Balance in the general ledger, as entered' }),
  difference: moneyText.nullable().meta({ description: 'General ledger less these books' }),
  explanation: z.string().nullable(),
  explainedDifference: moneyText
    .nullable()
    .meta({ description: 'Difference that the explanation was about, if it is another now' }),
  state: z.enum(['open', 'tied', 'explained', 'unexplained']),
});
export type TieOutView = z.infer<typeof TieOutView>;

export const KeptReportView = z.object({
  id,
  name: z.enum(['rollforward', 'disclosure', 'arc-rollforward', 'trial-balance', 'journal']),
  fileName: z.string(),
  beginDate: date,
  endDate: date,
  sizeBytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  closedAt: instant,
});
export type KeptReportView = z.infer<typeof KeptReportView>;

export const CloseView = PeriodView.extend({
  begin: date,
  approval: z.enum(APPROVALS),
  tieOut: z.enum(TIE_OUTS),
  blockers: z.array(z.string()).meta({
    description: 'What prevents the close, sign-off and tie-out included; the books are checked besides',
  }),
  checklist: z.array(
    z.object({
      item: z.enum(CHECKLIST),
      state: z.enum(CHECK_STATES),
      texts: z.array(z.string()),
      amount: moneyText.nullable().meta({ description: 'What was posted for it in the month' }),
    }),
  ),
  figures: z
    .array(
      z.object({
        mainAccount: z.string(),
        subAccount: z.string(),
        name: z.string(),
        before: moneyText.meta({ description: 'Balance at the end of the month before' }),
        ending: moneyText.meta({ description: 'Balance at the end of the month' }),
        change: moneyText.meta({ description: 'Change in the month' }),
        changeBefore: moneyText.meta({ description: 'Change in the month before' }),
      }),
    )
    .meta({ description: 'By account; debits positive' }),
  reviewed: z.string().meta({
    description: 'What a preparation is signed on. Sent along with one: 409 if a figure has changed since',
  }),
  unsupported: z
    .array(
      z.object({
        postingId: id,
        kind: z.enum(POSTING_KINDS),
        effectiveOn: date,
        amount: moneyText.meta({
          description:
            'Its change in the liability, or its cost or proceeds if they are more: the absolute amounts of its wells, added up',
        }),
        wellId: id.meta({ description: 'Of its wells the first' }),
        wellCode: z.string(),
        wellCount: z.number().int().meta({ description: 'How many wells it moves' }),
      }),
    )
    .meta({
      description:
        'Revisions, settlements and sales through the month above the company’s `fileAbove` that have no file; the first 50',
    }),
  movers: z
    .array(z.object({ wellId: id, wellCode: z.string(), field: z.string(), change: moneyText }))
    .meta({ description: 'The wells whose liability changed most in the month, other than by accretion' }),
  accounts: z.array(TieOutView).meta({ description: 'The tie-out of the balance sheet accounts' }),
  signOff: z.object({
    prepared: signature.nullable(),
    approved: signature.nullable(),
    withdrawn: z
      .object({
        isReopened: z.boolean().meta({ description: 'The month was reopened since' }),
        hasNewPostings: z
          .boolean()
          .meta({ description: 'Something was posted on a day through the month since' }),
        changes: z.array(
          z.object({ what: z.string(), was: z.string().nullable(), is: z.string().nullable() }),
        ),
      })
      .nullable()
      .meta({ description: 'Why the sign-off no longer counts; null while it does' }),
  }),
  signOffs: z
    .array(signature.extend({ action: z.enum(['prepared', 'approved']) }))
    .meta({ description: 'Every sign-off of the month, newest first' }),
  reports: z.array(KeptReportView).meta({ description: 'What its closes kept, newest close first' }),
});
export type CloseView = z.infer<typeof CloseView>;
