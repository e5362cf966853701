import { z } from 'zod';
import { LAYOUT_NAMES, LINE_CHOICES } from '~/domain/books/ledger-files/layouts';
import { PersonView } from '~/schemas/people/people-views';
import { count, date, id, instant, moneyText } from '~/schemas/platform/answer';
import { flag } from '~/schemas/platform/flag';
import { pageLimit } from '~/schemas/platform/limit';
import { areInOrder, days, journalFile } from './report';

const MAX_PAGE = 200;

/** Number of a company's exports to return, newest first. */
export const JournalExportsQuery = z.object({ limit: pageLimit(MAX_PAGE).default(50) });
export type JournalExportsQuery = z.infer<typeof JournalExportsQuery>;

/** Dates and layout of an export. */
export const ExportChangesQuery = z
  .object({ ...days, layout: journalFile.layout })
  .refine(areInOrder.check, areInOrder.otherwise);
export type ExportChangesQuery = z.infer<typeof ExportChangesQuery>;

export const JournalExportInput = z
  .object({
    ...days,
    ...journalFile,
    /** Only what is missing from a ledger that has the last export of these dates. */
    difference: flag('Difference must be true or false'),
  })
  .refine(areInOrder.check, areInOrder.otherwise);
export type JournalExportInput = z.infer<typeof JournalExportInput>;

const vouchers = z.array(z.string());

const ExportChangesView = z.object({
  new: vouchers,
  changed: vouchers.meta({
    description: 'With rows that came since, or with rows that read differently today',
  }),
  gone: vouchers,
});

export const JournalExportView = z.object({
  id,
  beginDate: date,
  endDate: date,
  layout: z.enum(LAYOUT_NAMES),
  lines: z.enum(LINE_CHOICES),
  number: count.meta({ description: '1 for the first of these dates in this layout' }),
  since: id
    .nullable()
    .meta({ description: 'The export that it is the difference to; null for a whole file' }),
  rows: count,
  total: moneyText.meta({ description: 'The debits of the file, which its credits equal' }),
  sha256: z.string().meta({ description: 'Of the file, in hexadecimal digits' }),
  userId: z.string(),
  user: PersonView.nullable(),
  createdAt: instant,
});
export type JournalExportView = z.infer<typeof JournalExportView>;

/** Changes since the last export of the same dates in the same layout; without one, everything is new. */
export const SinceLastExportView = z.object({
  last: JournalExportView.nullable(),
  changes: ExportChangesView,
});
export type SinceLastExportView = z.infer<typeof SinceLastExportView>;

/** A new export, with the changes since the previous one. */
export const NewJournalExportView = JournalExportView.extend({ changes: ExportChangesView });
export type NewJournalExportView = z.infer<typeof NewJournalExportView>;
