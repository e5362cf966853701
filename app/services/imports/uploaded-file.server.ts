import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { company, evidence, uploadedFile } from '#db/schema';
import { MS_PER_DAY } from '~/domain/calendar/calendar-date';
import {
  EVIDENCE_HEAD_BYTES,
  type EvidenceType,
  evidenceTypeOfHeader,
  headProblem,
  MAX_EVIDENCE_BYTES,
  NOT_EVIDENCE,
} from '~/domain/files/evidence-file';
import { binaryFileKind, SIGNATURE_BYTES } from '~/domain/files/file-signature';
import { AppError } from '~/errors';
import { MAX_UPLOAD_BYTES } from '~/schemas/imports/mass-upload';
import type { UploadPurpose } from '~/schemas/imports/upload';
import { audit, auditOfEach, commit, rowsChanged } from '~/services/platform/commit.server';
import { actorId, type CompanyAdminContext, type RequestContext } from '~/services/platform/context.server';
import { checkHeaders, type FileRules, type IncomingFile, streamToR2 } from './receive-file.server';
import { readUploadToken } from './upload-address.server';

const PREFIX = 'uploads/';
/** The last one is what browsers on Windows with Excel send for a .csv file. */
const CSV_TYPES = ['text/csv', 'application/csv', 'application/vnd.ms-excel'];
/** Also the reach of D1's Time Travel. */
const LIFETIME_DAYS = 30;
/** R2 deletes at most 1,000 objects per call. */
const FILES_AT_A_TIME = 500;

const RULES: Record<UploadPurpose, FileRules> = {
  wells: {
    maxBytes: MAX_UPLOAD_BYTES,
    typeOf: (contentType) => {
      const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
      if (CSV_TYPES.includes(type)) return 'text/csv';
      throw new AppError('unsupported-media-type', 'Only CSV files can be uploaded (Content-Type: text/csv)');
    },
    headBytes: SIGNATURE_BYTES,
    headProblem: (_, head) => {
      const kind = binaryFileKind(head);
      return kind === null
        ? null
        : `This is ${kind}, not a CSV file. In your spreadsheet, save it as CSV UTF-8, then upload the new file.`;
    },
  },
  evidence: {
    maxBytes: MAX_EVIDENCE_BYTES,
    typeOf: (contentType) => {
      const type = evidenceTypeOfHeader(contentType);
      if (type !== null) return type;
      throw new AppError('unsupported-media-type', NOT_EVIDENCE);
    },
    headBytes: EVIDENCE_HEAD_BYTES,
    headProblem: (type, head) => headProblem(type as EvidenceType, head),
  },
};

/** A file's key in R2. Everything under a company's prefix belongs to that company. */
export function uploadKey(companyId: string, fileId: string): string {
  return `${PREFIX}${companyId}/${fileId}`;
}

/**
 * Streams a file to R2 at the address issued for it. The first attempt uses up the address, whatever its outcome. A file
 * that is incomplete, or isn't of the type that the address accepts, isn't kept.
 *
 * @param token last segment of the upload address
 * @throws AppError forbidden (readUploadToken); unsupported-media-type, by Content-Type or by the file's first bytes;
 * too-large over 5 MB, or 25 MB for evidence; conflict for an address that was used; invalid for an empty file, or one that
 * doesn't match its Content-Length
 */
export async function storeUpload(
  ctx: CompanyAdminContext,
  token: string,
  file: IncomingFile,
): Promise<void> {
  const { purpose, fileId } = await readUploadToken(ctx, token);
  const rules = RULES[purpose];
  // A file refused for its headers doesn't use up the address.
  const accepted = checkHeaders(file, rules);
  await claimAddress(ctx, fileId);
  const key = uploadKey(ctx.companyId, fileId);
  const sizeBytes = await streamToR2(ctx, key, accepted, rules).catch(async (error: unknown) => {
    // If this fails too, the nightly cleanup finds the object by its row.
    await ctx.env.UPLOADS.delete(key).catch(() => undefined);
    throw error;
  });
  // If this fails, the file stays for the nightly cleanup: the write may have succeeded and only the response been lost.
  await commit(ctx, [
    ctx.db
      .update(uploadedFile)
      .set({ sizeBytes })
      .where(and(eq(uploadedFile.id, fileId), eq(uploadedFile.companyId, ctx.companyId))),
    audit(ctx, {
      action: 'file.uploaded',
      entityType: 'uploaded_file',
      entityId: fileId,
      newValues: { sizeBytes },
    }),
  ]);
}

/** Not through `commit`: the Idempotency-Key is claimed once the file is stored, not when it starts to arrive. */
async function claimAddress(ctx: CompanyAdminContext, fileId: string): Promise<void> {
  const inserted = await ctx.db
    .insert(uploadedFile)
    .values({
      id: fileId,
      companyId: ctx.companyId,
      userId: actorId(ctx),
      createdAt: ctx.now.toISOString(),
    })
    .onConflictDoNothing();
  if (rowsChanged(inserted) === 0) {
    throw new AppError('conflict', 'The upload link was already used. Upload the file again.');
  }
}

/**
 * Deletes files received more than 30 days ago. Evidence is deleted 30 days after it was removed or its company was deleted.
 * Works from database rows only: an object unknown to this database may belong to the database it replaced. Idempotent. The
 * next run continues an interrupted one.
 */
export async function removeOldUploads(ctx: RequestContext): Promise<void> {
  const now = ctx.now.toISOString();
  const cutoff = new Date(ctx.now.getTime() - LIFETIME_DAYS * MS_PER_DAY).toISOString();
  for (;;) {
    const files = await ctx.db
      .select({ id: uploadedFile.id, companyId: uploadedFile.companyId })
      .from(uploadedFile)
      .where(and(isNull(uploadedFile.removedAt), lt(uploadedFile.createdAt, cutoff), isUnneededSince(cutoff)))
      .orderBy(uploadedFile.createdAt)
      .limit(FILES_AT_A_TIME);
    if (files.length === 0) break;
    await ctx.env.UPLOADS.delete(files.map(({ id, companyId }) => uploadKey(companyId, id)));
    const isInBatch = sql`${uploadedFile.removedAt} is null
      and ${uploadedFile.id} in (select value from json_each(${JSON.stringify(files.map(({ id }) => id))}))`;
    await commit(ctx, [
      auditOfEach(
        ctx,
        {
          companyId: sql`${uploadedFile.companyId}`,
          action: 'file.removed',
          entityType: 'uploaded_file',
          entityId: sql`${uploadedFile.id}`,
          newValues: { removedAt: now },
        },
        sql`from ${uploadedFile} where ${isInBatch}`,
      ),
      ctx.db.update(uploadedFile).set({ removedAt: now }).where(isInBatch),
    ]);
  }
}

/** A Time Travel restore brings back rows that were removed later, so their files must still exist. */
const isUnneededSince = (cutoff: string) => sql`(
  not exists (select 1 from ${evidence} e where e.file_id = ${uploadedFile.id} and (e.removed_at is null or e.removed_at >= ${cutoff}))
  or exists (select 1 from ${company} c where c.id = ${uploadedFile.companyId} and c.deleted_at < ${cutoff}))`;
