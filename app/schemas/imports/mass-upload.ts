import { z } from 'zod';
import { ACCRETION_METHODS } from '~/domain/books/accretion';
import { ADDITIONAL_COSTS } from '~/domain/books/uploaded-layer';
import { MAX_CSV_COLUMNS } from '~/domain/files/well-csv';
import { count, date, id, instant, moneyText } from '~/schemas/platform/answer';
import { pageLimit } from '~/schemas/platform/limit';
import { line, requiredDate, requiredText } from '~/schemas/platform/text';
import { ImportMappingInput } from './import-mapping';

/** Maximum file size, in bytes. */
export const MAX_UPLOAD_BYTES = 5_242_880;

const skipPosted = z.boolean('skipPosted must be true or false').nullish().meta({
  description:
    'Whether to skip rows whose layers are already posted, including their well data. Otherwise an upload adds another layer or refuses the row',
});

/** Input to import wells from an uploaded file. */
export const MassUploadInput = z.object({
  uploadURL: requiredText('Upload URL is required', 2000),
  asOf: requiredDate('As-of date is required')
    .nullish()
    .meta({ description: 'Date of the opening balances. Defaults to the last month-end before today' }),
  additionalCost: z.enum(ADDITIONAL_COSTS, 'Additional cost must be added or total').nullish().meta({
    description:
      'Meaning of the P&A cost in additional layers without a measurement: the added cost or the revised total',
  }),
  skipPosted,
  reviewed: z.string('Reviewed must be text').max(200).nullish().meta({
    description:
      '`reviewed` from the first check or preview of these rows. Rows for wells that have changed or been posted on since are refused. Uploads with the same value belong to one review',
  }),
  mapping: ImportMappingInput.nullish().meta({
    description: 'How to read a file with its own titles. Not needed for files with the template’s columns',
  }),
  /** File name, so users recognize the upload. */
  fileName: line('File name must be text', 255).nullish(),
});
export type MassUploadInput = z.infer<typeof MassUploadInput>;

const DEFAULT_UPLOADS_SHOWN = 20;

/** Search parameters for a company's uploads. */
export const MassUploadQuery = z.object({
  limit: pageLimit(500).default(DEFAULT_UPLOADS_SHOWN),
  cursor: z.string().max(1000).optional(),
});
export type MassUploadQuery = z.infer<typeof MassUploadQuery>;

export const MassUploadError = z.object({
  row: z.int().min(2).meta({ description: 'Spreadsheet row number (the header is row 1)' }),
  wellCode: z.string(),
  wellId: id.nullish().meta({ description: 'ID of the well with this code, if any' }),
  error: z.string(),
});
export type MassUploadError = z.infer<typeof MassUploadError>;

export const CatchUpView = z.object({
  layers: count,
  from: date.meta({ description: 'Earliest date that any of the layers accretes from' }),
  through: date.meta({ description: 'Last month-end before the upload' }),
  amount: moneyText,
});
export type CatchUpView = z.infer<typeof CatchUpView>;

const skippedCount = count
  .optional()
  .meta({ description: 'Number of rows skipped because they are already posted; omitted if there are none' });

const MassUploadResults = z.object({
  totalProcessed: count,
  successful: count,
  failed: count,
  skipped: skippedCount,
  errors: z.array(MassUploadError),
  catchUp: CatchUpView.optional().meta({
    description:
      'Catch-up accretion on layers without a current value, booked by the next posting under the company’s method',
  }),
});

export type MassUploadResults = z.infer<typeof MassUploadResults>;

/** Response of POST /api/wells/mass-upload if the upload finishes while the request waits. */
export const MassUploadAnswer = z.object({
  success: z.boolean().meta({ description: 'True if no row failed' }),
  message: z.string(),
  results: MassUploadResults,
});
export type MassUploadAnswer = z.infer<typeof MassUploadAnswer>;

/** Response if it doesn't. */
export const MassUploadAccepted = z.object({ jobId: id });

const MassUploadStatus = z.enum(['queued', 'processing', 'done', 'failed']);
export type MassUploadStatus = z.infer<typeof MassUploadStatus>;

/** An upload in the list of uploads. */
export const MassUploadSummary = z.object({
  jobId: id,
  status: MassUploadStatus,
  fileName: z.string().nullable(),
  asOf: date,
  progress: z.object({
    processed: count.meta({ description: 'Number of rows processed so far' }),
    total: count.nullable().meta({ description: 'Null until the file has been read' }),
    successful: count,
    failed: count,
    skipped: skippedCount,
  }),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type MassUploadSummary = z.infer<typeof MassUploadSummary>;

/** Response of GET /api/wells/mass-upload/{jobId}: the upload, with the parts of MassUploadAnswer known so far. */
export const MassUploadView = MassUploadSummary.extend({
  ...MassUploadAnswer.partial().shape,
  posted: z
    .object({
      postingId: id.meta({
        description: 'Number of the first posting. Reverse it with `wholeUpload` to reverse all of them',
      }),
      effectiveOn: date.meta({ description: 'Latest date of the postings' }),
      isReversed: z.boolean().meta({ description: 'True if nothing is left to reverse' }),
    })
    .optional()
    .meta({ description: 'Postings of the upload, once it has finished' }),
  addedWells: z
    .object({ total: count, left: count.meta({ description: 'Number of wells not deleted since' }) })
    .optional()
    .meta({ description: 'Wells that the upload added, once it has finished' }),
});
export type MassUploadView = z.infer<typeof MassUploadView>;

/** Maximum rows per check: all rows of a well must be in the same check. */
export const MAX_CHECKED_ROWS = 1_000;

/** Rows to check the way an upload would, in an upload's own columns. */
export const RowCheckInput = z.object({
  titles: z.array(z.string().max(200), 'Titles must be a list').max(MAX_CSV_COLUMNS),
  rows: z
    .array(
      z.object({
        row: z.int().min(1).max(1_048_576),
        cells: z.array(z.string().max(200_000), 'Cells must be a list').max(MAX_CSV_COLUMNS),
      }),
      'Rows must be a list',
    )
    .max(MAX_CHECKED_ROWS, `At most ${MAX_CHECKED_ROWS} rows at a time`),
  asOf: requiredDate('As-of date is required').nullish(),
  additionalCost: z.enum(ADDITIONAL_COSTS, 'Additional cost must be added or total').nullish(),
  existing: z.enum(['refuse', 'update'], 'Existing must be refuse or update').nullish().meta({
    description:
      'How to treat a row without an initial layer for an existing well: refuse it, or update the well from the well’s first row. Default: `refuse`',
  }),
  skipPosted,
  wellsInBooks: z.boolean('wellsInBooks must be true or false').nullish().meta({
    description:
      'Whether rows may leave name, status, field and active date blank. `filled` then returns the values from the books, which an upload requires',
  }),
});
export type RowCheckInput = z.infer<typeof RowCheckInput>;

const CheckedGroup = z.object({
  field: z.string(),
  wellStatus: z.string(),
  wells: count.meta({ description: 'Number of new wells' }),
  layers: count,
  openings: count.meta({ description: 'Number of layers with an opening balance' }),
  liability: moneyText,
  arcCost: moneyText,
  arcAccumulated: moneyText,
});

/** Changes that a row would make to a well. */
const WellUpdateView = z.object({
  row: z.int(),
  wellCode: z.string(),
  version: z.int().meta({
    description: 'Version of the well. An upload changes the well only if the row has this as `wellVersion`',
  }),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  addsInitialLayer: z
    .boolean()
    .meta({ description: 'True if the well has no layer and the row adds its initial layer' }),
});
export type WellUpdateView = z.infer<typeof WellUpdateView>;

/** Values from the books for the cells that a row leaves blank. */
const FilledRowView = z.object({
  row: z.int(),
  wellName: z.string(),
  wellStatus: z.string(),
  field: z.string(),
  activeDate: date,
});
export type FilledRowView = z.infer<typeof FilledRowView>;

const RepeatedLayerView = z.object({
  row: z.int(),
  wellCode: z.string(),
  layerNumber: count.meta({ description: 'Number of the existing layer' }),
  postedAt: instant,
  fileName: z
    .string()
    .nullable()
    .meta({ description: 'File name of the upload that posted the layer, or null' }),
  isRefused: z.boolean().meta({
    description:
      'True if an upload refuses the row, for example for a second initial layer; false if it adds another layer',
  }),
});
export type RepeatedLayerView = z.infer<typeof RepeatedLayerView>;

const reviewed = z
  .string()
  .meta({ description: 'Token that identifies the state of the books. Send it with the upload' });

/** Preview of uploading the rows. */
export const RowCheckView = z.object({
  errors: z.array(z.object({ row: z.int(), wellCode: z.string(), error: z.string() })),
  groups: z
    .array(CheckedGroup)
    .meta({ description: 'Wells and layers that would be added, by field and status' }),
  catchUp: CatchUpView.nullable(),
  updates: z.array(WellUpdateView).meta({ description: 'Changes to existing wells' }),
  unchanged: z.array(z.int()).meta({
    description:
      'Numbers of rows without a layer whose wells already have these values. An upload refuses them',
  }),
  repeated: z.array(RepeatedLayerView).meta({
    description:
      'Rows whose wells have an unreversed layer with the same calculation date, cost and amount. An upload skips them with `skipPosted`; otherwise it adds or refuses them',
  }),
  filled: z.array(FilledRowView).meta({
    description: 'With `wellsInBooks`: values from the books for rows that leave some blank',
  }),
  pluggingAccretion: moneyText.meta({
    description: 'Accretion posted or reversed because rows change whether wells are plugged',
  }),
  reviewed,
});
export type RowCheckView = z.infer<typeof RowCheckView>;

/** Maximum codes per request, which keeps the body below 1 MB. */
export const MAX_PREVIEWED_CODES = 2_000;

/** Wells of a file's additional layers, sent before the file itself. */
export const UploadPreviewInput = z.object({
  wellCodes: z
    .array(z.string().max(200), 'Well codes must be a list')
    .max(MAX_PREVIEWED_CODES, `At most ${MAX_PREVIEWED_CODES} well codes at a time`),
});
export type UploadPreviewInput = z.infer<typeof UploadPreviewInput>;

/** Data from the books for previewing a file. */
export const UploadPreviewView = z.object({
  closedThrough: date.nullable(),
  accretionMethod: z.enum(ACCRETION_METHODS),
  wells: z
    .array(z.object({ wellCode: z.string(), totalEstimate: moneyText }))
    .meta({ description: 'Wells with a layer, and their total estimate net of settlements and sales' }),
  reviewed,
});
export type UploadPreviewView = z.infer<typeof UploadPreviewView>;

/** The failed rows as in the original file, to correct and upload again. */
export const RejectedRowsView = z.object({
  header: z.array(z.string()),
  rows: z.array(z.object({ row: z.int(), error: z.string(), cells: z.array(z.string()) })),
});
export type RejectedRowsView = z.infer<typeof RejectedRowsView>;
