import { z } from 'zod';
import { MAX_CSV_COLUMNS } from '~/domain/files/well-csv';
import { instant, id as uuid } from '~/schemas/platform/answer';
import { lines, requiredText } from '~/schemas/platform/text';

const MAX_ROW = 1_000_000;

const format = z
  .object({
    dateOrder: z.enum(['mdy', 'dmy'], 'Date order must be mdy or dmy'),
    epoch: z.enum(['1900', '1904'], 'Epoch must be 1900 or 1904'),
    yearDay: z.enum(['start', 'middle', 'end'], 'Year day must be start, middle or end'),
    shortYears: z.enum(['1900', '1930', '2000'], 'Short years must be 1900, 1930 or 2000').meta({
      description: 'First year of the 100 years that two-digit years refer to',
    }),
    decimal: z.enum(['point', 'comma'], 'Decimal must be point or comma'),
    rate: z.enum(['percent', 'fraction'], 'Rate must be percent or fraction'),
    dash: z.enum(['blank', 'zero'], 'Dash must be blank or zero'),
    sign: z.enum(['kept', 'turned'], 'Sign must be kept or turned'),
    cents: z.enum(['rounded', 'refused'], 'Cents must be rounded or refused'),
  })
  .partial();

const words = z
  .record(z.string().max(200), lines('Meanings must be text', 200))
  .refine((given) => Object.keys(given).length <= 1_000, 'At most 1,000 words');

const column = z.object(
  {
    title: lines('Titles must be text', 1_000),
    to: z.string('A target must be text').max(100).nullable().meta({
      description: 'Upload column, `custom:` followed by a custom field name, or null to skip the column',
    }),
    format: format.optional().meta({ description: 'How to read ambiguous cells' }),
    words: words
      .optional()
      .meta({ description: 'Meanings of the file’s words, keyed by the word in lowercase' }),
  },
  'A column must be an object',
);

/** How to read a file that has its own titles. */
export const ImportMappingInput = z.object(
  {
    columns: z
      .array(column, 'Columns must be a list')
      .max(MAX_CSV_COLUMNS, `At most ${MAX_CSV_COLUMNS} columns`),
    defaults: z.record(z.string().max(100), lines('Defaults must be text', 10_000)).optional().meta({
      description:
        'Values for blank cells, by target. For `layerType`, `first` makes each well’s first layer initial',
    }),
    fillsFromFirst: z.boolean('fillsFromFirst must be true or false').optional().meta({
      description: 'Whether blank cells in a well’s later rows repeat the first row. Default: true',
    }),
    wellsInBooks: z.boolean('wellsInBooks must be true or false').optional().meta({
      description:
        'Whether all wells are already in the books, so columns for name, status, field and active date aren’t required',
    }),
    headerRow: z
      .int()
      .min(1)
      .max(MAX_ROW)
      .optional()
      .meta({ description: 'Row number of the titles. Default: 1' }),
    skipRows: z
      .array(z.int().min(1).max(MAX_ROW))
      .max(10_000, 'At most 10,000 rows can be left out')
      .optional()
      .meta({ description: 'Row numbers to skip, such as totals' }),
  },
  'A mapping must be an object',
);

/** Input to save a mapping under a name. */
export const ImportProfileInput = z.object({
  name: requiredText('Profile name is required', 100),
  mapping: ImportMappingInput,
});
export type ImportProfileInput = z.infer<typeof ImportProfileInput>;

export const ImportProfileView = z.object({
  id: uuid,
  name: z.string(),
  mapping: ImportMappingInput,
  version: z.int(),
  updatedAt: instant,
});
export type ImportProfileView = z.infer<typeof ImportProfileView>;
