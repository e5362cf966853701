import { type SQL, sql } from 'drizzle-orm';
import { well } from '#db/schema';
import { CsvFileError } from '~/csv-records';
import { type CalendarDate, isSupportedDate } from '~/domain/calendar/calendar-date';
import { AppError } from '~/errors';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import { uploadOf } from '~/services/books/upload-acts.server';
import type { CompanyScope } from '~/services/platform/context.server';
import { sha256Hex } from '~/services/platform/digest.server';
import { isListed } from '~/services/wells/well.server';
import type { RowSettings } from './decide-rows.server';

const SETTINGS_CHANGED =
  'The company’s settings changed after you reviewed the file, so the import stopped. Review the file again.';

/** Error for a row whose well has changed since the review. */
export const CHANGED_SINCE_REVIEW =
  'This well changed or had postings after you reviewed the file. The row wasn’t imported. Choose the file again to review it.';

/** Position of the books when rows were reviewed. */
export type ReviewPoint = {
  /** The serialized text, shared by the uploads of one review. */
  text: string;
  /** Number of the company's newest posting at the time, and id of its newest audit row. */
  posting: number;
  auditRow: number;
  /** Date of the review, also the plugging date for rows that don't give one. */
  day: CalendarDate;
  settings: string;
};

/** Position of the books, read before anything else that a review shows. Returns an unexecuted query. */
export function reviewPointQuery(scope: CompanyScope) {
  return scope.db.all<{ posting: number; auditRow: number }>(sql`
    select (select coalesce(max(number), 0) from posting where company = ${ledgerIdOf(scope)}) as posting,
      (select coalesce(max(id), 0) from audit_log where company_id = ${scope.companyId}) as "auditRow"`);
}

/** Serializes the position of the books as a short text that an upload sends back. Unique for each review. */
export async function formatReviewPoint(
  [point]: { posting: number; auditRow: number }[],
  company: PostingSettings,
  today: CalendarDate,
): Promise<string> {
  const { posting, auditRow } = point!;
  return [posting, auditRow, today, await digestSettings(company), crypto.randomUUID()].join('.');
}

/** @throws AppError invalid for a text that no review returned */
export function parseReviewPoint(text: string): ReviewPoint {
  const match = /^(\d{1,15})\.(\d{1,15})\.(\d{4}-\d{2}-\d{2})\.([\da-f]{16})\.[\da-f-]{36}$/.exec(text);
  const [, posting, auditRow, day, settings] = match ?? [];
  if (!posting || !auditRow || !day || !settings || !isSupportedDate(day)) {
    throw invalidReviewError();
  }
  return { text, posting: Number(posting), auditRow: Number(auditRow), day, settings };
}

/** Error for a `reviewed` value that no review returned, or that is dated after today. */
export function invalidReviewError(): AppError {
  return new AppError('invalid', 'Reviewed must be a value returned by a check or preview', 'reviewed');
}

type PostingSettings = Pick<RowSettings, 'method' | 'depreciation' | 'depreciationFrom' | 'depletionRates'>;

/** Digest of the settings that determine what rows post. */
async function digestSettings({
  method,
  depreciation,
  depreciationFrom,
  depletionRates,
}: PostingSettings): Promise<string> {
  const text = JSON.stringify([method, depreciation, depreciationFrom, depletionRates]);
  return (await sha256Hex(text)).slice(0, 16);
}

/** @throws CsvFileError when the company's settings changed since the review, if there was one */
export async function requireReviewedSettings(
  point: ReviewPoint | null,
  company: PostingSettings,
): Promise<void> {
  if (point && point.settings !== (await digestSettings(company))) throw new CsvFileError(SETTINGS_CHANGED);
}

/**
 * Wells named by rows that were changed or posted on since the review, except by uploads of the same review.
 * Returns an unexecuted query, with no rows without a review.
 */
export function changedSinceReviewQuery(scope: CompanyScope, point: ReviewPoint | null, isNamed: SQL) {
  if (!point) return scope.db.all<{ ledgerId: number }>(sql`select 0 as "ledgerId" where false`);
  const { companyId } = scope;
  const isFromThisReview = (upload: SQL) => sql`coalesce(${upload} in (
    select id from mass_upload where company_id = ${companyId} and reviewed = ${point.text}), false)`;
  return scope.db.all<{ ledgerId: number }>(sql`
    select ${well.ledgerId} as "ledgerId" from ${well} where ${isListed(scope)} and ${isNamed} and (
      exists (
        select 1 from layer l join posting p on p.id = l.last_posting join posting a on a.id = p.act
        where l.well = ${well.ledgerId} and p.number > ${point.posting} and not ${isFromThisReview(uploadOf('a'))})
      or exists (
        select 1 from audit_log e
        where e.company_id = ${companyId} and e.entity_type = 'well' and e.entity_id = ${well.id}
          and e.id > ${point.auditRow} and e.action = 'well.updated'
          and not ${isFromThisReview(sql`e.new_values ->> '$.massUploadId'`)}))`);
}
