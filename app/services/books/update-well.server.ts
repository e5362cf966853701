import { and, eq, sql } from 'drizzle-orm';
import { well } from '#db/schema';
import type { Act } from '~/domain/books/act';
import { plugOnDay } from '~/domain/books/plugging';
import { type InterestChange, isSameInterest } from '~/domain/books/working-interest';
import { type CalendarDate, utcDay } from '~/domain/calendar/calendar-date';
import { closedMessage, dateBounds, requireOpenDate } from '~/domain/calendar/open-dates';
import { AppError } from '~/errors';
import type { ReviewedPreview } from '~/schemas/books/posting';
import type { WellInput } from '~/schemas/wells/well';
import type { WellView } from '~/schemas/wells/well-views';
import { companyQuery, settingsChanging } from '~/services/people/change-company.server';
import { audit } from '~/services/platform/commit.server';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import { expectThat } from '~/services/platform/expect.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import { requireVersion } from '~/services/platform/version.server';
import { isListed, requireWell, wellQuery } from '~/services/wells/well.server';
import {
  auditedInterests,
  checkedCustomFields,
  enteredInterests,
  wellBefore,
  wellColumns,
  withCheckedFields,
  withDuplicateCodeCheck,
} from '~/services/wells/well-input.server';
import { replaceInterests } from '~/services/wells/working-interest.server';
import { post, postUntilCurrent } from './post.server';
import { CONCURRENT_UPDATE } from './post-statements.server';
import { requireReviewed, toReviewedPreview } from './reviewed-act.server';
import { type BookedWell, beginAct, booksReads, requireBookedWell } from './well-books.server';

const STALE = 'Someone else changed this well while you were editing. Nothing was saved.';

/** Unexecuted reads for a well update: the company's custom fields, and everything booked on the well. */
export function updateReads(scope: CompanyScope, wellId: string) {
  return { ...booksReads(scope, eq(well.id, wellId), sql`1`), company: companyQuery(scope) };
}

type UpdateRows = RowsOf<ReturnType<typeof updateReads>>;

/**
 * Replaces a well's data. If the input has no custom fields, the well keeps its own. When the well becomes Plugged or its
 * plugging date changes, accretion through that date is posted and accretion beyond it is reversed, in the same transaction. A
 * well that becomes Plugged without a date is plugged today.
 *
 * @param expectedVersion refuse unless the stored version is this one (If-Match); null replaces any version
 * @param rows result of updateReads
 * @param reviewed digest from the preview, if one was reviewed
 * @throws AppError not-found, stale; invalid when a custom field's value is refused, or for a date after the end of next month;
 * conflict when the code exists, when the new or previous date is closed, or when other users keep changing the well
 * @throws DomainConflict when bookings after the date prevent it
 */
export async function updateWell(
  ctx: CompanyAdminContext,
  wellId: string,
  input: WellInput,
  expectedVersion: number | null,
  rows: UpdateRows,
  reviewed?: string,
): Promise<WellView> {
  const readAgain = () => readTogether(ctx.db, updateReads(ctx, wellId));
  return postUntilCurrent(rows, readAgain, async (current) => {
    const { act, bookedWell, pluggedOn, changesPlugging, closedThrough, interests } = planUpdate(
      ctx,
      input,
      expectedVersion,
      current,
    );
    await requireReviewed(reviewed, { act, wells: [bookedWell] });
    // Checked against the fields as first read: values meant for those are not saved under others.
    const checkedFields = input.customFields ? checkedCustomFields(rows.company, input.customFields) : null;
    const target = and(
      eq(well.id, wellId),
      isListed(ctx),
      expectedVersion === null ? undefined : eq(well.version, expectedVersion),
      checkedFields
        ? sql`exists (select 1 from company where ${checkedFields.areFieldsUnchanged})`
        : undefined,
    );
    const storedInput = { ...input, pluggedOn };
    const results = await withDuplicateCodeCheck(input.wellCode, () =>
      post(ctx, act, {
        source: 'user',
        settings: current.companies[0]!,
        input: { wellId, pluggedOn },
        // Checked even if there is nothing to post, because that depended on these layers.
        wells: changesPlugging
          ? [{ wellId: bookedWell.ledgerId, lastPostingId: bookedWell.lastPostingId }]
          : [],
        // The update of the well is the act's record.
        audit: null,
        first: [
          // Its status and plugging date are replaced based on those that were read. If a period closes meanwhile, a
          // plugging date or interests in it can't change, even if there is nothing to post.
          expectThat(
            ctx,
            sql`not exists (
              select 1 from ${well} where id = ${wellId} and company_id = ${ctx.companyId} and version <> ${bookedWell.version})
              and (${!changesPlugging && interests === null} or (select closed_through from company where id = ${ctx.companyId}) is ${closedThrough})`,
            CONCURRENT_UPDATE,
          ),
          audit(
            ctx,
            {
              action: 'well.updated',
              entityType: 'well',
              entityId: wellId,
              oldValues: sql`(select ${wellBefore(sql`${JSON.stringify(auditedInterests(bookedWell.interests))}`)} from ${well} where ${target})`,
              newValues: withCheckedFields(storedInput, checkedFields?.values),
            },
            sql`exists (select 1 from ${well} where ${target})`,
          ),
          ctx.db
            .update(well)
            .set({
              ...wellColumns(storedInput),
              ...(checkedFields && { customFields: checkedFields.values }),
              ...(changesPlugging && { arrivedPlugged: false }),
              version: sql`${well.version} + 1`,
              updatedAt: ctx.now.toISOString(),
            })
            .where(target)
            .returning({ id: well.id }),
          // The act's postings are valid only for the well as it is now.
          ...(changesPlugging ? [expectThat(ctx, sql`changes() = 1`, CONCURRENT_UPDATE)] : []),
        ],
        last: [
          ...(interests ? replaceInterests(ctx, wellId, interests, bookedWell.version + 1) : []),
          wellQuery(ctx, wellId),
        ],
      }),
    );
    const savedWell = requireWell(results.at(-1) as WellView[]);
    const [updated] = results[2] as { id: string }[];
    if (updated) return savedWell;
    const { version } = savedWell;
    if (expectedVersion === null || version === expectedVersion) throw settingsChanging();
    throw new AppError('stale', STALE);
  });
}

/** Previews what `updateWell` would post. @throws as updateWell */
export function previewUpdate(
  ctx: CompanyAdminContext,
  input: WellInput,
  expectedVersion: number | null,
  rows: UpdateRows,
): Promise<ReviewedPreview> {
  const { act, bookedWell } = planUpdate(ctx, input, expectedVersion, rows);
  return toReviewedPreview(act, [bookedWell]);
}

function planUpdate(
  ctx: CompanyAdminContext,
  input: WellInput,
  expectedVersion: number | null,
  rows: UpdateRows,
) {
  const bookedWell = requireBookedWell(rows);
  requireVersion(bookedWell, expectedVersion, STALE);
  const { closedThrough } = rows.companies[0]!;
  const act = beginAct(rows.companies[0]!);
  const change = planWellChange(act, bookedWell, input, { now: ctx.now, closedThrough });
  return { act: act.finish(), bookedWell, closedThrough, ...change };
}

/** Effects of a well update besides replacing its data. */
export type WellChange = {
  pluggedOn: CalendarDate | null;
  /** True when the well becomes Plugged, is no longer Plugged, or gets another plugging date. */
  changesPlugging: boolean;
  /** All its interests after the update; null when the input doesn't set them. */
  interests: InterestChange[] | null;
};

/**
 * Plans a well update. Plugging the well, or moving its plugging date, is booked in the act.
 * @param bookedWell the well with everything booked after its plugging date
 * @throws as updateWell
 */
export function planWellChange(
  act: Act,
  bookedWell: BookedWell,
  input: WellInput,
  { now, closedThrough }: { now: Date; closedThrough: CalendarDate | null },
): WellChange {
  const previousPluggedOn = bookedWell.wellStatus === 'Plugged' ? bookedWell.storedPluggedOn : null;
  const pluggedOn = pluggingDayOf(now, input, bookedWell);
  if (pluggedOn !== previousPluggedOn) {
    const closed = previousPluggedOn === null ? null : closedMessage(previousPluggedOn, closedThrough);
    if (closed) throw new AppError('conflict', closed, 'pluggedOn');
    if (pluggedOn !== null) {
      requireOpenDate(pluggedOn, 'pluggedOn', dateBounds(now, closedThrough));
      const later = bookedWell.later.filter(({ day }) => day > pluggedOn);
      plugOnDay(act, { ...bookedWell, later }, pluggedOn);
    }
  }
  const interests = input.workingInterests
    ? changedInterests(
        bookedWell,
        enteredInterests(input.workingInterests, bookedWell.interests),
        closedThrough,
      )
    : null;
  return { pluggedOn, changesPlugging: pluggedOn !== previousPluggedOn, interests };
}

/** The plugging date after the update; null when the well is not Plugged. */
function pluggingDayOf(now: Date, input: WellInput, bookedWell: BookedWell): CalendarDate | null {
  if (input.wellStatus !== 'Plugged') return null;
  if (input.pluggedOn) return input.pluggedOn;
  return bookedWell.wellStatus === 'Plugged' ? bookedWell.storedPluggedOn : utcDay(now);
}

/**
 * A well's interests after a user's change. Unchanged ones keep the sale that recorded them.
 * @throws AppError conflict for a change in a closed period on a well that has layers, or on or before the date of its last sale
 */
function changedInterests(
  { wellCode, interests, layers, soldOn }: BookedWell,
  newInterests: readonly InterestChange[],
  closedThrough: CalendarDate | null,
): InterestChange[] {
  const refuse = (message: string) => new AppError('conflict', message, 'workingInterests');
  const findSame = (changes: readonly InterestChange[], interest: InterestChange) =>
    changes.find((change) => isSameInterest(change, interest));
  const changedEntries = [
    ...interests.filter((interest) => !findSame(newInterests, interest)),
    ...newInterests.filter((interest) => !findSame(interests, interest)),
  ];
  for (const { from } of changedEntries) {
    if (soldOn !== null && from <= soldOn) {
      throw refuse(
        `Well "${wellCode}" was sold on ${soldOn}. Change its interests from a later date, or reverse the sale first.`,
      );
    }
    const closed = layers.length > 0 ? closedMessage(from, closedThrough) : null;
    if (closed) throw refuse(closed);
  }
  return newInterests.map((interest) => findSame(interests, interest) ?? interest);
}
