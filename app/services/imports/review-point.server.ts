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

const OTHER_SETTINGS =
  'The company’s settings changed after the file was reviewed, so no more of it is imported. Review it again.';

/** Why a row is refused whose well is no longer as it was reviewed. */
export const MOVED_ON =
  'Something was posted on this well, or it changed, after you reviewed the file. Nothing of the row was imported. Choose the file again to review it.';

/** Where the books were when rows were reviewed. */
export type ReviewPoint = {
  /** The text itself, which the uploads of one review share. */
  text: string;
  /** The number of the company's newest posting then, and the id of its newest audit row. */
  posting: number;
  auditRow: number;
  /** The day it was, which is the plugging day of rows that name none. */
  day: CalendarDate;
  settings: string;
};

/** What a review begins with, read before anything that it shows; a statement not yet run. */
export function reviewPointQuery(scope: CompanyScope) {
  return scope.db.all<{ posting: number; auditRow: number }>(sql`
    select (select coalesce(max(number), 0) from posting where company = ${ledgerIdOf(scope)}) as posting,
      (select coalesce(max(id), 0) from audit_log where company_id = ${scope.companyId}) as "auditRow"`);
}

/** The review as one short text, which an upload of what was reviewed gives back. No two are the same. */
export async function toReviewed(
  [point]: { posting: number; auditRow: number }[],
  company: SettingsOfRows,
  today: CalendarDate,
): Promise<string> {
  const { posting, auditRow } = point!;
  return [posting, auditRow, today, await settingsOf(company), crypto.randomUUID()].join('.');
}

/** @throws AppError invalid for a text that no review gave */
export function toReviewPoint(text: string): ReviewPoint {
  const found = /^(\d{1,15})\.(\d{1,15})\.(\d{4}-\d{2}-\d{2})\.([\da-f]{16})\.[\da-f-]{36}$/.exec(text);
  const [, posting, auditRow, day, settings] = found ?? [];
  if (!posting || !auditRow || !day || !settings || !isSupportedDate(day)) {
    throw noReview();
  }
  return { text, posting: Number(posting), auditRow: Number(auditRow), day, settings };
}

export function noReview(): AppError {
  return new AppError('invalid', 'Reviewed must be what a check or a preview returned', 'reviewed');
}

type SettingsOfRows = Pick<RowSettings, 'method' | 'depreciation' | 'depreciationFrom' | 'depletionRates'>;

/** The settings that decide what rows post. */
async function settingsOf({
  method,
  depreciation,
  depreciationFrom,
  depletionRates,
}: SettingsOfRows): Promise<string> {
  const text = JSON.stringify([method, depreciation, depreciationFrom, depletionRates]);
  return (await sha256Hex(text)).slice(0, 16);
}

/** @throws CsvFileError where the company has other settings than it had in the review, if there was one */
export async function requireReviewedSettings(
  point: ReviewPoint | null,
  company: SettingsOfRows,
): Promise<void> {
  if (point && point.settings !== (await settingsOf(company))) throw new CsvFileError(OTHER_SETTINGS);
}

/**
 * The wells, of those that rows name, on which something was posted since the review, or which changed; but not by the uploads of
 * this review. A statement not yet run; none without a review.
 */
export function movedOnQuery(scope: CompanyScope, point: ReviewPoint | null, isNamed: SQL) {
  if (!point) return scope.db.all<{ ledgerId: number }>(sql`select 0 as "ledgerId" where false`);
  const { companyId } = scope;
  const isOwn = (upload: SQL) => sql`coalesce(${upload} in (
    select id from mass_upload where company_id = ${companyId} and reviewed = ${point.text}), false)`;
  return scope.db.all<{ ledgerId: number }>(sql`
    select ${well.ledgerId} as "ledgerId" from ${well} where ${isListed(scope)} and ${isNamed} and (
      exists (
        select 1 from layer l join posting p on p.id = l.last_posting join posting a on a.id = p.act
        where l.well = ${well.ledgerId} and p.number > ${point.posting} and not ${isOwn(uploadOf('a'))})
      or exists (
        select 1 from audit_log e
        where e.company_id = ${companyId} and e.entity_type = 'well' and e.entity_id = ${well.id}
          and e.id > ${point.auditRow} and e.action = 'well.updated'
          and not ${isOwn(sql`e.new_values ->> '$.massUploadId'`)}))`);
}
