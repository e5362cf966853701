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
    description: 'Vouchers with rows added since, or with rows that differ now',
  }),
  gone: vouchers,
});

export const JournalExportView = z.object({
  id,
  beginDate: date,
  endDate: date,
  layout: z.enum(LAYOUT_NAMES),
  lines: z.enum(LINE_CHOICES),
  number: count.meta({ description: 'Sequence number among exports with the same dates and layout, from 1' }),
  since: id
    .nullable()
    .meta({ description: 'ID of the export that the file is the difference from; null for a full file' }),
  rows: count,
  total: moneyText.meta({ description: 'Total debits of the file, which equal its credits' }),
  sha256: z.string().meta({ description: 'SHA-256 of the file, in hexadecimal' }),
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
