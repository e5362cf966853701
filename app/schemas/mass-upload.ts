import { z } from 'zod';
import type { CalendarDate } from '~/domain/calendar-date';
import { requiredDate, requiredText } from './text';

/** A file has at most so many bytes. */
export const MAX_UPLOAD_BYTES = 5_242_880;

/** What a person gives to have an uploaded file's wells written. */
export const MassUploadInput = z.object({
  uploadURL: requiredText('Upload URL is required', 2000),
  /** Up to when imported balances are accreted; the last month-end before today unless given. */
  asOf: requiredDate('As-of date is required').nullish(),
  /** The file's name, for people to recognise the upload by. */
  fileName: z.string().trim().max(255, 'Must have at most 255 characters').nullish(),
});
export type MassUploadInput = z.infer<typeof MassUploadInput>;

export type MassUploadError = { row: number; wellCode: string; error: string };

export type MassUploadResults = {
  totalProcessed: number;
  successful: number;
  failed: number;
  errors: MassUploadError[];
};

/** What POST /api/wells/mass-upload answers when the upload is done within its wait. */
export type MassUploadAnswer = { success: boolean; message: string; results: MassUploadResults };

export type MassUploadStatus = 'queued' | 'processing' | 'done' | 'failed';

/** An upload as its list shows it. */
export type MassUploadSummary = {
  jobId: string;
  status: MassUploadStatus;
  fileName: string | null;
  asOf: CalendarDate;
  /** Rows decided so far, and in all (null until the file was read once). */
  progress: { processed: number; total: number | null; successful: number; failed: number };
  createdAt: string;
  finishedAt: string | null;
};

/** What GET /api/wells/mass-upload/{jobId} answers: of the answer's parts those that are known by then. */
export type MassUploadView = MassUploadSummary & Partial<MassUploadAnswer>;

/** The refused rows as the file had them, to be mended and uploaded again. */
export type RejectedRowsView = { header: string[]; rows: { row: number; error: string; cells: string[] }[] };
