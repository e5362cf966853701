import { z } from 'zod';
import { LAYOUT_NAMES, LINE_CHOICES } from '~/domain/books/ledger-files/layouts';
import { MATURITY_YEARS } from '~/domain/books/maturities';
import { MOVEMENT_KINDS } from '~/domain/books/movement-kinds';
import { isSupportedDate } from '~/domain/calendar/calendar-date';
import { COMPARED_YEARS, type ComparedYears } from '~/domain/reports/comparative-disclosure';
import { REPORT_GROUPS } from '~/domain/reports/report-columns';
import { listFormat } from '~/schemas/platform/list-format';
import { optionalDate, requiredDate } from '~/schemas/platform/text';

const BOTH_DATES = 'Please select both begin and end dates';

export const days = { beginDate: requiredDate(BOTH_DATES), endDate: requiredDate(BOTH_DATES) };

export const areInOrder = {
  // An invalid date has its own message.
  check: ({ beginDate, endDate }: { beginDate: string; endDate: string }) =>
    !isSupportedDate(beginDate) || !isSupportedDate(endDate) || beginDate < endDate,
  otherwise: { path: ['beginDate'], message: 'Begin date must be before end date' },
};

/** Period of a report, both dates included. */
export const ReportQuery = z.object(days).refine(areInOrder.check, areInOrder.otherwise);
export type ReportQuery = z.infer<typeof ReportQuery>;

const reportGroup = z.enum(REPORT_GROUPS, 'Group must be total, field or well');

/** Wells that a report covers, and how it groups them. */
const grouping = {
  by: reportGroup.default('total'),
  /** Only wells in this field; blank for all. */
  field: z.string().trim().max(200).optional(),
};

export const DisclosureQuery = z
  .object({ ...days, ...grouping, format: listFormat })
  .refine(areInOrder.check, areInOrder.otherwise);
export type DisclosureQuery = z.infer<typeof DisclosureQuery>;

/** Number of earlier years to show next to the period. */
export const ComparativeQuery = z
  .object({
    ...days,
    years: z
      .enum(COMPARED_YEARS.map(String), 'Years must be 1 or 2')
      .default('1')
      .transform((text) => Number(text) as ComparedYears),
    format: listFormat,
  })
  .refine(areInOrder.check, areInOrder.otherwise);
export type ComparativeQuery = z.infer<typeof ComparativeQuery>;

/** Day of a report: everything dated on or before it counts. */
export const AsOfQuery = z.object({ asOf: requiredDate('Please select a date'), format: listFormat });
export type AsOfQuery = z.infer<typeof AsOfQuery>;

/** By field or by well, `year` selects one twelve-month span, or everything after the last. */
export const MaturityQuery = AsOfQuery.extend({
  ...grouping,
  year: z.enum([...MATURITY_YEARS.map(String), ''], 'Year must be 1 to 5, or after').optional(),
});
export type MaturityQuery = z.infer<typeof MaturityQuery>;

const isMovementKind = (text: string) => text === '' || Object.hasOwn(MOVEMENT_KINDS, text);

/** Filters for the movements in a well's ledger. Blank ones count as absent. */
export const WellLedgerQuery = z.object({
  from: optionalDate,
  to: optionalDate,
  /** Includes opening balances through this day, even after `to`. */
  openingsTo: optionalDate,
  /** One kind, or several separated by commas. */
  kind: z
    .string()
    .refine((text) => text.split(',').every(isMovementKind), 'Unknown kind of movement')
    .optional(),
  /** Layer number. */
  layer: z.preprocess(
    (input) => (input === '' ? undefined : input),
    z.coerce.number('Layer must be a number').int('Layer must be a whole number').min(1).optional(),
  ),
  format: listFormat,
});
export type WellLedgerQuery = z.infer<typeof WellLedgerQuery>;

/** The rollforward, by well unless another grouping is requested. */
export const RollforwardQuery = z
  .object({ ...days, ...grouping, by: reportGroup.default('well'), format: listFormat })
  .refine(areInOrder.check, areInOrder.otherwise);
export type RollforwardQuery = z.infer<typeof RollforwardQuery>;

/** File format of the journal. */
export const journalFile = {
  layout: z
    .enum([...LAYOUT_NAMES, ''], `Layout must be ${LAYOUT_NAMES.join(', ')}`)
    .optional()
    .transform((given) => given || 'standard'),
  lines: z
    .enum([...LINE_CHOICES, ''], 'Lines must be detail or summary')
    .optional()
    .transform((given) => given || 'detail'),
};

/** The journal as shown on screen. */
export const JournalPageQuery = z.object(days).refine(areInOrder.check, areInOrder.otherwise);

export const JournalQuery = z
  .object({ ...days, ...journalFile, format: listFormat })
  .refine(areInOrder.check, areInOrder.otherwise);

/** Postings in the register: all, or only those entered after a close of their month. */
export const REGISTER_CHOICES = ['', 'after-close'] as const;

export const PostingRegisterQuery = z
  .object({
    ...days,
    only: z.enum(REGISTER_CHOICES, 'Only must be after-close').optional(),
    format: listFormat,
  })
  .refine(areInOrder.check, areInOrder.otherwise);
export type PostingRegisterQuery = z.infer<typeof PostingRegisterQuery>;

/** `account` is the account's name in the trial balance. */
export const TrialBalanceQuery = z
  .object({ ...days, ...grouping, account: z.string().trim().max(100).optional(), format: listFormat })
  .refine(areInOrder.check, areInOrder.otherwise);
export type TrialBalanceQuery = z.infer<typeof TrialBalanceQuery>;
