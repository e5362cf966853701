import { z } from 'zod';
import { APPROVALS, MONTH_ENDS } from '~/domain/books/close';
import { DEPRECIATIONS } from '~/domain/books/depreciation';
import {
  ACCOUNT_SETTINGS,
  type AccountSetting,
  DEFAULT_JOURNAL_SETTINGS,
  type JournalSettings,
} from '~/domain/books/journal';
import { SETTLEMENT_DIFFERENCES } from '~/domain/books/posting-terms';
import { CHANGE_BASES } from '~/domain/books/price-level';
import { DOWNWARD_RATES } from '~/domain/books/revision';
import { SETTLEMENT_ORDERS } from '~/domain/books/settlement';
import { TIE_OUTS } from '~/domain/books/tie-out';
import { isSupportedDate, MAX_DATE, MIN_DATE } from '~/domain/calendar/calendar-date';
import { money } from '~/schemas/platform/figures';
import { line } from '~/schemas/platform/text';
import { accretionMethod } from './company';

const MAX_TEXT = 100;
const DATES: readonly string[] = ['accrualReversalDate', 'cashDate'] satisfies (keyof JournalSettings)[];

/** Text for the ledger, on one line. */
const text = line('Must be text', MAX_TEXT);

const date = text.refine(
  (given) => given === '' || isSupportedDate(given),
  `Must be a valid date (YYYY-MM-DD) between ${MIN_DATE} and ${MAX_DATE}`,
);

const journal = Object.fromEntries(
  Object.keys(DEFAULT_JOURNAL_SETTINGS).map((name) => [
    name,
    (DATES.includes(name) ? date : text).optional(),
  ]),
) as Record<keyof JournalSettings, z.ZodOptional<typeof text>>;

const amount = money({ required: 'Amount is required', min: 0, belowMin: 'Amount can’t be negative' });

/** An amount in cents, or null for no requirement. If absent, the setting is unchanged. */
const amountAbove = z
  .unknown()
  .transform((given, context) => {
    if (given === undefined) return undefined;
    if (given === null || given === '') return null;
    const { data, error } = amount.safeParse(given);
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
    return data ?? z.NEVER;
  })
  .optional();

const MAX_FIELDS = 500;

/** Accounts by field, each field once. A blank account defaults to the company's. */
const fieldAccounts = z
  .array(
    z.object({
      field: text.refine((given) => given !== '', 'Field is required'),
      ...(Object.fromEntries(ACCOUNT_SETTINGS.map((name) => [name, text.optional()])) as Record<
        AccountSetting,
        z.ZodOptional<typeof text>
      >),
    }),
    'Field accounts must be a list',
  )
  .max(MAX_FIELDS, `Must have at most ${MAX_FIELDS} fields`)
  .refine(
    (given) => new Set(given.map(({ field }) => field)).size === given.length,
    'List each field only once',
  );

/** A company admin's input to change settings; omitted ones are unchanged. A blank account resets it to the default. */
export const CompanySettingsInput = z.object({
  accretionMethod: accretionMethod.optional(),
  depreciation: z
    .enum(DEPRECIATIONS, 'Depreciation must be none, straight-line or units-of-production')
    .nullish(),
  depreciationFrom: date.transform((given) => given || null).nullish(),
  settlementOrder: z.enum(SETTLEMENT_ORDERS, 'Settlement order must be proportion or oldest').nullish(),
  settlementDifference: z
    .enum(SETTLEMENT_DIFFERENCES, 'Settlement difference must be result or pool')
    .nullish(),
  /** All fields with their own accounts; omitted fields lose theirs. */
  fieldAccounts: fieldAccounts.nullish(),
  downwardRate: z.enum(DOWNWARD_RATES, 'Downward rate must be average or newest').nullish(),
  changeBasis: z.enum(CHANGE_BASES, 'Change basis must be stated or repriced').nullish(),
  /** Unlike in the other settings, null is a value: no amount is large enough to require a reason or a file. */
  reasonAbove: amountAbove,
  fileAbove: amountAbove,
  approval: z.enum(APPROVALS, 'Approval must be none or second-person').nullish(),
  monthEnd: z.enum(MONTH_ENDS, 'Month-end must be posts or prepares').nullish(),
  tieOut: z.enum(TIE_OUTS, 'Tie-out must be optional or required').nullish(),
  fiscalYearEnd: z
    .int('Fiscal year end must be a month from 1 to 12')
    .min(1, 'Fiscal year end must be a month from 1 to 12')
    .max(12, 'Fiscal year end must be a month from 1 to 12')
    .nullish(),
  journal: z.object(journal, 'Journal settings must be an object').optional(),
});
export type CompanySettingsInput = z.infer<typeof CompanySettingsInput>;
