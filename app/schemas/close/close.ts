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
      'List each account only once',
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
  own: moneyText.meta({ description: 'Balance in these books at the end of the month; debits are positive' }),
  ledger: moneyText
    .nullable()
    .meta({ description: 'Balance in the general ledger, as entered; null if none was' }),
  difference: moneyText.nullable().meta({
    description:
      'General ledger balance minus the balance in these books; null without a general ledger balance',
  }),
  explanation: z.string().nullable(),
  explainedDifference: moneyText.nullable().meta({
    description: 'Difference at the time of the explanation, if it has changed since; otherwise null',
  }),
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
    description:
      'Reasons the month can’t be closed yet, including sign-off and tie-out. The close also checks the books',
  }),
  checklist: z.array(
    z.object({
      item: z.enum(CHECKLIST),
      state: z.enum(CHECK_STATES),
      texts: z.array(z.string()),
      amount: moneyText
        .nullable()
        .meta({ description: 'Amount posted for the item in the month; null if not applicable' }),
    }),
  ),
  figures: z
    .array(
      z.object({
        mainAccount: z.string(),
        subAccount: z.string(),
        name: z.string(),
        before: moneyText.meta({ description: 'Balance at the end of the prior month' }),
        ending: moneyText.meta({ description: 'Balance at the end of the month' }),
        change: moneyText.meta({ description: 'Change in the month' }),
        changeBefore: moneyText.meta({ description: 'Change in the prior month' }),
      }),
    )
    .meta({ description: 'Figures by account; debits are positive' }),
  reviewed: z.string().meta({
    description:
      'Token that identifies the figures. Send it with a preparation to get 409 if a figure has changed since',
  }),
  unsupported: z
    .array(
      z.object({
        postingId: id,
        kind: z.enum(POSTING_KINDS),
        effectiveOn: date,
        amount: moneyText.meta({
          description:
            'Change in the liability, or cost or proceeds if larger: the sum of its wells’ absolute amounts',
        }),
        wellId: id.meta({ description: 'ID of its first well' }),
        wellCode: z.string(),
        wellCount: z.number().int().meta({ description: 'Number of its wells' }),
      }),
    )
    .meta({
      description:
        'First 50 calculations, settlements and sales through the month that exceed the company’s `fileAbove` and have no file',
    }),
  movers: z
    .array(z.object({ wellId: id, wellCode: z.string(), field: z.string(), change: moneyText }))
    .meta({ description: 'Wells with the largest changes in liability in the month, excluding accretion' }),
  accounts: z.array(TieOutView).meta({ description: 'Tie-out of the balance sheet accounts' }),
  signOff: z.object({
    prepared: signature.nullable(),
    approved: signature.nullable(),
    withdrawn: z
      .object({
        isReopened: z
          .boolean()
          .meta({ description: 'True if the month or an earlier one was reopened after the preparation' }),
        reopened: z.enum(['month', 'earlier-month']).nullable().meta({
          description:
            'What was reopened after the preparation: this month, or only earlier ones; null if nothing was',
        }),
        hasNewPostings: z.boolean().meta({
          description:
            'True if postings dated through the end of the month were entered after the preparation',
        }),
        changes: z.array(
          z.object({ what: z.string(), was: z.string().nullable(), is: z.string().nullable() }),
        ),
      })
      .nullable()
      .meta({ description: 'Why the sign-off is no longer valid; null while it is valid' }),
  }),
  signOffs: z
    .array(signature.extend({ action: z.enum(['prepared', 'approved']) }))
    .meta({ description: 'Sign-offs of the month, newest first' }),
  reports: z
    .array(KeptReportView)
    .meta({ description: 'Reports saved by closes that include the month, newest close first' }),
});
export type CloseView = z.infer<typeof CloseView>;
