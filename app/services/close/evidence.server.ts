import { and, type SQL, sql } from 'drizzle-orm';
import { isAborted, isUniqueViolation } from '#db/client';
import { uploadedFile } from '#db/schema';
import { wholeNumber } from '#db/whole-number';
import type { EvidenceSubject } from '~/domain/books/evidence';
import type { PostingKind } from '~/domain/books/movement-kinds';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { EvidenceType } from '~/domain/files/evidence-file';
import { AppError } from '~/errors';
import type { EvidenceInput, EvidenceQuery, EvidenceView } from '~/schemas/close/evidence';
import { ledgerIdOf, numberOfPosting, parseLedgerNumber } from '~/services/books/ledger-number.server';
import { fileIdOf, readUploadAddress } from '~/services/imports/upload-address.server';
import { uploadKey } from '~/services/imports/uploaded-file.server';
import { personName, toPerson } from '~/services/people/person.server';
import { requireObject } from '~/services/platform/bucket.server';
import { audit, commit, rowsChanged } from '~/services/platform/commit.server';
import {
  actorId,
  type CompanyAdminContext,
  type CompanyContext,
  type CompanyScope,
} from '~/services/platform/context.server';
import { afterCursor, type ListOrder } from '~/services/platform/keyset.server';
import { type Page, toPage } from '~/services/platform/page.server';
import type { ReadScope, RowsOf } from '~/services/platform/reads.server';
import { type FoundFile, inspectFile } from './evidence-content.server';
import {
  isEvidenceFor,
  isRetained,
  monthText,
  postingToShow,
  subjectNumber,
} from './evidence-subject.server';

const NEWEST_FIRST: ListOrder = [{ by: sql`e.id`, descending: true }];
const KEPT = 'This file supports a closed period. Reopen the period to remove it.';
const NOT_FOUND: Record<EvidenceSubject, string> = {
  well: 'Well not found',
  posting: 'Posting not found',
  act: 'Act not found',
  close: 'Month not found in these books',
};

type EvidenceRow = {
  id: number;
  subject: EvidenceSubject;
  subjectNumber: number;
  wellId: string | null;
  /** For a posting or an act, the posting's number. */
  subjectId: string | null;
  postingId: string | null;
  postingKind: PostingKind | null;
  postingDay: CalendarDate | null;
  note: string | null;
  fileName: string | null;
  contentType: EvidenceType | null;
  sizeBytes: number | null;
  sha256: string | null;
  isKept: 0 | 1;
  userId: string;
  createdAt: string;
  personId: string | null;
  personName: string | null;
  personEmail: string | null;
};

/** The company's evidence that hasn't been removed, newest first. Passes `well` to postingToShow. Returns an unexecuted query. */
function evidenceQuery(scope: CompanyScope, where: SQL, limit: number, well: SQL | null = null) {
  return scope.db.all<EvidenceRow>(sql`
    select e.id, e.subject, e.subject_number as "subjectNumber",
      iif(e.subject = 'well', (select id from well where ledger_id = e.subject_number), null) as "wellId",
      iif(e.subject in ('posting', 'act'), ${numberOfPosting(sql`e.subject_number`)}, null) as "subjectId",
      cast(meant.number as text) as "postingId", meant.kind as "postingKind", meant.day as "postingDay",
      e.note, e.file_name as "fileName", e.content_type as "contentType", e.size_bytes as "sizeBytes", e.sha256,
      ${isRetained} as "isKept", e.user_id as "userId", e.created_at as "createdAt",
      user.id as "personId", ${personName} as "personName", user.email as "personEmail"
    from company c cross join evidence e on e.company = c.ledger_id
      left join posting meant on meant.id = ${postingToShow(well)} left join user on user.id = e.user_id
    where c.id = ${scope.companyId} and e.removed_at is null and ${where}
    order by e.id desc limit ${wholeNumber(limit)}`);
}

function toView(row: EvidenceRow): EvidenceView {
  const { id, subject, subjectNumber, postingId, postingKind, postingDay, note, fileName } = row;
  const { contentType, sizeBytes, sha256, userId, createdAt } = row;
  return {
    id: String(id),
    subject,
    subjectId:
      subject === 'well' ? row.wellId! : subject === 'close' ? monthText(subjectNumber) : row.subjectId!,
    posting: postingId === null ? null : { id: postingId, kind: postingKind!, effectiveOn: postingDay! },
    note,
    file:
      sha256 === null ? null : { name: fileName!, contentType: contentType!, sizeBytes: sizeBytes!, sha256 },
    isKept: row.isKept === 1,
    userId,
    user: toPerson(row),
    createdAt,
  };
}

/** Data for a list of evidence. Returns unexecuted statements. @throws AppError invalid for an invalid cursor */
export function evidenceReads(scope: ReadScope, { limit, cursor, ...subject }: EvidenceQuery) {
  const number = subjectNumber(scope, subject);
  const isListed = and(isEvidenceFor(subject.subject, number), afterCursor(NEWEST_FIRST, cursor))!;
  return {
    subjects: scope.db.all<{ number: number | null }>(sql`select ${number} as number`),
    evidence: evidenceQuery(scope, isListed, limit + 1, subject.subject === 'well' ? number : null),
  };
}

/**
 * The evidence shown with a well, a posting, an act or a month, newest first.
 * @param rows result of evidenceReads
 * @throws AppError not-found when the company has no such subject
 */
export function listEvidence(
  { subject, limit }: EvidenceQuery,
  rows: RowsOf<ReturnType<typeof evidenceReads>>,
): Page<EvidenceView> {
  if (rows.subjects[0]?.number == null) throw new AppError('not-found', NOT_FOUND[subject]);
  return toPage(rows.evidence, limit, { view: toView, cursor: ({ id }) => [id] });
}

/** Data needed to add evidence. Returns unexecuted statements. */
export function addingReads(scope: ReadScope, { uploadURL, ...subject }: EvidenceInput) {
  const fileId = uploadURL === undefined ? null : fileIdOf(uploadURL);
  return {
    subjects: scope.db.all<{ number: number | null }>(sql`select ${subjectNumber(scope, subject)} as number`),
    files: scope.db
      .select({ id: uploadedFile.id })
      .from(uploadedFile)
      .where(isOwnFile(scope, fileId ?? '')),
  };
}

/** SQL condition: the user's own file for this company, fully received and not removed. */
function isOwnFile(
  { companyId, userId }: { companyId: string | SQL; userId: string | SQL },
  fileId: string,
): SQL {
  return sql`${uploadedFile.id} = ${fileId} and ${uploadedFile.companyId} = ${companyId}
    and ${uploadedFile.userId} = ${userId} and ${uploadedFile.sizeBytes} is not null and ${uploadedFile.removedAt} is null`;
}

/**
 * Adds a note or an uploaded file to a well, a posting, an act or the close of a month. Allowed in closed periods too,
 * because it changes no figure.
 *
 * @param rows result of addingReads
 * @throws AppError not-found when the company has no such subject; forbidden, invalid for an upload URL that isn't the
 * user's; unsupported-media-type for a file that isn't what its name says; conflict for a file that was already added
 * Source: evidence is kept with who and when.
 */
export async function addEvidence(
  ctx: CompanyAdminContext,
  input: EvidenceInput,
  origin: string,
  rows: RowsOf<ReturnType<typeof addingReads>>,
): Promise<EvidenceView> {
  const { subject, note = null, uploadURL, fileName = null } = input;
  if (rows.subjects[0]?.number == null) throw new AppError('not-found', NOT_FOUND[subject]);
  const fileId = uploadURL === undefined ? null : await readUploadAddress(ctx, uploadURL, origin, 'evidence');
  if (fileId !== null && rows.files.length === 0) {
    throw new AppError('invalid', 'The file wasn’t fully received. Upload it again.');
  }
  const file = fileId === null ? null : await inspectFile(ctx, uploadKey(ctx.companyId, fileId), fileName!);
  const actor = { companyId: ctx.companyId, userId: actorId(ctx) };
  try {
    const [inserted, , evidenceRows] = await commit(ctx, [
      ctx.db.run(sql`
        insert into evidence (company, subject, subject_number, file_id, file_name, content_type, size_bytes, sha256, note,
          user_id, created_at)
        select ${ledgerIdOf(ctx)}, ${subject}, s.number, ${fileId}, ${fileName}, ${file?.contentType ?? null},
          ${file?.sizeBytes ?? null}, ${file?.sha256 ?? null}, ${note}, ${actorId(ctx)}, ${ctx.now.toISOString()}
        from (select ${subjectNumber(ctx, input)} as number) s
        where s.number is not null
          and ${fileId === null ? sql`1` : sql`exists (select 1 from ${uploadedFile} where ${isOwnFile(actor, fileId)})`}`),
      audit(ctx, {
        action: 'evidence.added',
        entityType: 'evidence',
        entityId: sql`(select cast(max(id) as text) from evidence)`,
        newValues: toAuditValues(input, file),
      }),
      evidenceQuery(ctx, sql`e.id = (select max(id) from evidence)`, 1),
    ]);
    if (rowsChanged(inserted) === 0) throw new AppError('not-found', NOT_FOUND[subject]);
    return toView((evidenceRows as EvidenceRow[])[0]!);
  } catch (error) {
    if (!isUniqueViolation(error, 'evidence.file_id')) throw error;
    throw new AppError('conflict', 'This file was already added. To add it again, upload it again.');
  }
}

/** Values for the audit log, which is kept forever. Leaves out file names and notes, which are in the evidence's own row. */
function toAuditValues({ subject, id }: EvidenceInput, file: FoundFile | null) {
  return { subject, subjectId: id, kind: file ? 'file' : 'note', ...file };
}

/**
 * Removes evidence from lists. Its row remains, with who removed it; a file is deleted with other old uploads.
 *
 * @throws AppError not-found; conflict while what it supports is in a closed period
 * Source: never deleted while what it supports is in a closed period.
 */
export async function removeEvidence(ctx: CompanyAdminContext, id: string): Promise<void> {
  const number = evidenceNumber(id);
  const isTarget = sql`id = ${number} and company = ${ledgerIdOf(ctx)} and removed_at is null`;
  try {
    const [removed] = await commit(ctx, [
      ctx.db.run(sql`
        update evidence set removed_at = ${ctx.now.toISOString()}, removed_by = ${actorId(ctx)} where ${isTarget}`),
      audit(ctx, {
        action: 'evidence.removed',
        entityType: 'evidence',
        entityId: String(number),
        oldValues: sql`(
          select json_object('subject', e.subject, 'kind', iif(e.sha256 is null, 'note', 'file'), 'contentType', e.content_type,
            'sizeBytes', e.size_bytes, 'sha256', e.sha256) from evidence e
          where e.id = ${number} and e.company = ${ledgerIdOf(ctx)})`,
      }),
    ]);
    if (rowsChanged(removed) === 0) throw new AppError('not-found', 'Evidence not found');
  } catch (error) {
    if (isAborted(error, 'evidence: the period is closed')) throw new AppError('conflict', KEPT);
    throw error;
  }
}

/** Parses the evidence number in a URL. @throws AppError not-found if it isn't a number */
function evidenceNumber(text: string): number {
  const number = parseLedgerNumber(text);
  if (number === null) throw new AppError('not-found', 'Evidence not found');
  return number;
}

/** Data needed for a download. Returns an unexecuted statement. */
export function evidenceFileReads(scope: CompanyScope, id: string) {
  return {
    files: scope.db.all<{ fileId: string; name: string; contentType: EvidenceType; sha256: string }>(sql`
      select file_id as "fileId", file_name as name, content_type as "contentType", sha256 from evidence
      where id = ${evidenceNumber(id)} and company = ${ledgerIdOf(scope)} and removed_at is null and sha256 is not null`),
  };
}

/**
 * A file that supports the books, byte for byte as it was added.
 * @param rows result of evidenceFileReads
 * @throws AppError not-found, also when the file is missing from R2
 */
export async function readEvidenceFile(
  ctx: CompanyContext,
  { files: [file] }: RowsOf<ReturnType<typeof evidenceFileReads>>,
): Promise<{
  file: { fileName: string; contentType: string; sha256: string };
  body: ReadableStream<Uint8Array>;
}> {
  if (!file) throw new AppError('not-found', 'Evidence not found');
  const object = await requireObject(ctx, uploadKey(ctx.companyId, file.fileId));
  const { name: fileName, contentType, sha256 } = file;
  return { file: { fileName, contentType, sha256 }, body: object.body };
}
