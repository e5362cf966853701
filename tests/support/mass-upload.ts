import { env } from 'cloudflare:workers';
import { WELL_CSV_COLUMNS, type WellCsvColumn } from '~/domain/files/well-csv';
import type { RowCheckView } from '~/schemas/imports/mass-upload';
import { createJobContext } from '~/server/job-context.server';
import { processMassUpload } from '~/services/imports/process-mass-upload.server';
import { uploadKey } from '~/services/imports/uploaded-file.server';
import type { RequestContext } from '~/services/platform/context.server';
import type { SignedIn } from './worker';

export type MassUploadJob = { companyId: string; massUploadId: string };

/** Fields of an upload that tests check. */
export type UploadState = {
  status: string;
  total_rows: number | null;
  processed_rows: number;
  successful_rows: number;
  failed_rows: number;
  failure: string | null;
};

export type Rejected = { row: number; wellCode: string; error: string };

/** Cells by column; columns that no row uses are left out of the file. */
export type CsvRow = Partial<Record<WellCsvColumn, string>> & Record<string, string>;

/** A well as given in a row, except for the code. */
export const WELL_ROW: CsvRow = {
  wellName: 'Well',
  wellStatus: 'Active',
  field: 'OSELVAR',
  activeDate: '2019-07-01',
};

/** A layer worth 27,070.90, as given in a row. */
export const LAYER_ROW: CsvRow = {
  layerType: 'initial',
  discountRate: '8',
  inflationRate: '2.5',
  pAndACost: '100000',
  wellLifespan: '25',
  calculationDate: '2020-01-01',
};

/** A file with these rows: the template's columns in its order, then all others. */
export function csvOf(rows: CsvRow[]): string {
  const given = new Set(rows.flatMap((row) => Object.keys(row)));
  const ours: readonly string[] = WELL_CSV_COLUMNS;
  const columns = [...ours.filter((column) => given.delete(column)), ...given];
  const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = rows.map((row) => columns.map((column) => quoted(row[column] ?? '')).join(','));
  return [columns.join(','), ...lines, ''].join('\r\n');
}

/** Result of checking rows before upload. */
export async function checkRows(
  client: SignedIn,
  rows: CsvRow[],
  more: object = { existing: 'update' },
): Promise<RowCheckView> {
  const titles = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row, index) => ({
    row: index + 2,
    cells: titles.map((title) => row[title] ?? ''),
  }));
  const response = await client.post('/api/wells/mass-upload/check', { titles, rows: lines, ...more });
  if (response.status !== 200) throw new Error(`The rows were not checked: ${response.status}`);
  return response.json<RowCheckView>();
}

let serial = 0;

/** The user's choices for a file's rows. */
export type UploadTerms = {
  asOf?: string;
  additionalCost?: 'added' | 'total';
  skipPosted?: boolean;
  reviewed?: string;
};

/** A file in R2 and its queued upload, as left by the requests, but without a message in the queue. */
export async function queueUpload(
  client: SignedIn,
  companyId: string,
  content: string | Uint8Array,
  { asOf = '2025-12-31', additionalCost, skipPosted = false, reviewed }: UploadTerms = {},
): Promise<MassUploadJob> {
  serial += 1;
  const job = { companyId, massUploadId: crypto.randomUUID() };
  const fileId = crypto.randomUUID();
  await env.UPLOADS.put(uploadKey(companyId, fileId), content);
  await env.DB.prepare(
    `insert into mass_upload (id, company_id, user_id, file_id, file_name, as_of, additional_cost, skip_posted, reviewed, status, ip_address,
       user_agent, created_at)
     values (?, ?, ?, ?, 'wells.csv', ?, ?, ?, ?, 'queued', '192.0.2.7', 'Test browser', ?)`,
  )
    .bind(
      job.massUploadId,
      companyId,
      client.userId,
      fileId,
      asOf,
      additionalCost ?? null,
      Number(skipPosted),
      reviewed ?? null,
      `2026-01-15T08:00:00.${String(serial).padStart(3, '0')}Z`,
    )
    .run();
  return job;
}

/** Context of a message. In tests, messages arrive a minute after their uploads. */
export function messageContext(bindings: Env = env): RequestContext {
  return createJobContext(bindings, { id: 'message', now: new Date('2026-01-15T08:01:00.000Z') });
}

/** Delivers the upload's message once. */
export function deliver(job: MassUploadJob, rowsAtATime?: number, maxChunks?: number): Promise<void> {
  return processMassUpload(messageContext(), job, { rowsAtATime, maxChunks });
}

/** Delivers an upload while something else happens between reading the books and writing to them. */
export async function deliverInterrupted(
  job: MassUploadJob,
  meanwhile: () => Promise<unknown>,
  { times = 1, reads = 1, rowsAtATime }: { times?: number; reads?: number; rowsAtATime?: number } = {},
): Promise<void> {
  // The upload's turn takes one batch. Each chunk takes one batch to read, or two if it has decreases, and one to write.
  const firstWrite = 1 + reads + 1;
  const context = messageContext();
  let batches = 0;
  let left = times;
  const batch: typeof context.db.batch = async (statements) => {
    batches += 1;
    // After a write that lost the race, the same number of reads and another write follow.
    if (left > 0 && batches >= firstWrite && (batches - firstWrite) % (reads + 1) === 0) {
      left -= 1;
      await meanwhile();
    }
    return context.db.batch(statements);
  };
  const db = Object.create(context.db, { batch: { value: batch } });
  await processMassUpload({ ...context, db }, job, { rowsAtATime });
}

export async function stateOf({ massUploadId }: MassUploadJob): Promise<UploadState> {
  const state = await env.DB.prepare(
    `select status, total_rows, processed_rows, successful_rows, failed_rows, failure from mass_upload where id = ?`,
  )
    .bind(massUploadId)
    .first<UploadState>();
  if (!state) throw new Error('There is no such upload');
  return state;
}

export async function rejectedBy({ massUploadId }: MassUploadJob): Promise<Rejected[]> {
  const { results } = await env.DB.prepare(
    `select row, well_code as wellCode, error from mass_upload_rejection where mass_upload_id = ? order by row`,
  )
    .bind(massUploadId)
    .all<Rejected>();
  return results;
}

/** Uploads a file: queued, delivered once. */
export async function upload(
  client: SignedIn,
  companyId: string,
  content: CsvRow[] | string | Uint8Array,
  { rowsAtATime, ...terms }: UploadTerms & { rowsAtATime?: number } = {},
) {
  const file = Array.isArray(content) ? csvOf(content) : content;
  const job = await queueUpload(client, companyId, file, terms);
  await deliver(job, rowsAtATime);
  return { job, ...(await stateOf(job)), rejected: await rejectedBy(job) };
}
