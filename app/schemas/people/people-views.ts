import { z } from 'zod';
import { ACCRETION_METHODS } from '~/domain/books/accretion';
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
import { date, id, instant, moneyText, version } from '~/schemas/platform/answer';

export const PersonView = z.object({ id, name: z.string(), email: z.string() });
export type PersonView = z.infer<typeof PersonView>;

export const MemberView = z.object({
  userId: id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  emailVerified: z.boolean(),
  role: z.enum(['viewer', 'admin']),
  createdAt: instant,
});
export type MemberView = z.infer<typeof MemberView>;

export const CompanySettingsView = z.object({
  accretionMethod: z.enum(ACCRETION_METHODS),
  depreciation: z.enum(DEPRECIATIONS).meta({
    description: 'Depreciation method for asset retirement cost; `none` if depreciation is kept elsewhere',
  }),
  depreciationFrom: date
    .nullable()
    .meta({ description: 'First date of depreciation in these books; null if there is none' }),
  settlementOrder: z.enum(SETTLEMENT_ORDERS).meta({
    description: 'Order in which a settlement relieves layers: all in proportion, or oldest first',
  }),
  settlementDifference: z.enum(SETTLEMENT_DIFFERENCES).meta({
    description: 'Account for the difference between relief and cost: gain or loss, or the full-cost pool',
  }),
  fieldAccounts: z
    .array(
      z.object({
        field: z.string(),
        ...(Object.fromEntries(ACCOUNT_SETTINGS.map((name) => [name, z.string().optional()])) as Record<
          AccountSetting,
          z.ZodOptional<z.ZodString>
        >),
      }),
    )
    .meta({ description: 'Fields that have their own accounts' }),
  downwardRate: z.enum(DOWNWARD_RATES).meta({
    description:
      'Default rates for a decrease: the average of the well’s layers, or the rates of its newest layers',
  }),
  changeBasis: z.enum(CHANGE_BASES).meta({
    description:
      'Baseline for a change in estimate: the previous estimate as stated, or at the prices of the calculation date',
  }),
  reasonAbove: moneyText.nullable().meta({
    description:
      'Change in the liability, cost or proceeds above which a revision, settlement or sale requires a reason; null if none does',
  }),
  fileAbove: moneyText.nullable().meta({
    description:
      'Change in the liability, cost or proceeds above which a calculation, settlement or sale requires a file before its month closes; null if none does',
  }),
  approval: z.enum(APPROVALS).meta({
    description:
      'Whether a close requires two users: with `second-person`, the preparer can’t approve the month',
  }),
  monthEnd: z.enum(MONTH_ENDS).meta({
    description: 'Whether the month-end job posts, or prepares a draft for a user to review and post',
  }),
  tieOut: z.enum(TIE_OUTS).meta({
    description: 'Whether a close requires every account tied out and every difference explained',
  }),
  fiscalYearEnd: z.int().min(1).max(12).meta({ description: 'Last month of the fiscal year: 6 for June' }),
  journal: z.object(
    Object.fromEntries(Object.keys(DEFAULT_JOURNAL_SETTINGS).map((name) => [name, z.string()])) as Record<
      keyof JournalSettings,
      z.ZodString
    >,
  ),
  version,
});
export type CompanySettingsView = z.infer<typeof CompanySettingsView>;
