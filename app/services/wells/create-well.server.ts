import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { company, well } from '#db/schema';
import { type CalendarDate, utcDay } from '~/domain/calendar/calendar-date';
import { dateBounds, requireOpenDate } from '~/domain/calendar/open-dates';
import type { WellInput } from '~/schemas/wells/well';
import type { WellView } from '~/schemas/wells/well-views';
import { type CompanyRows, settingsChanging } from '~/services/people/change-company.server';
import { audit, commit } from '~/services/platform/commit.server';
import type { CompanyAdminContext, CompanyContext } from '~/services/platform/context.server';
import { wellQuery } from './well.server';
import {
  checkedCustomFields,
  enteredInterests,
  wellColumns,
  withCheckedFields,
  withDuplicateCodeCheck,
} from './well-input.server';
import { replaceInterests } from './working-interest.server';

/**
 * Adds a well to the company's master list. A well that is already plugged gets its plugging date from the input, otherwise
 * today (UTC).
 * @param rows result of companyReads
 * @throws AppError invalid when a custom field's value is rejected, or for a plugging date after the end of next month;
 * conflict when the code exists, ignoring case, or when the company's custom fields are being changed
 */
export async function createWell(
  ctx: CompanyAdminContext,
  input: WellInput,
  rows: CompanyRows,
): Promise<WellView> {
  const now = ctx.now.toISOString();
  const id = crypto.randomUUID();
  const checkedFields = checkedCustomFields(rows.company, input.customFields ?? {});
  const pluggedOn = firstPluggedDay(ctx, input);
  const values = {
    ...wellColumns({ ...input, pluggedOn }),
    id,
    companyId: ctx.companyId,
    customFields: JSON.stringify(checkedFields.values),
    version: 1,
    ledgerId: sql`(select coalesce(max(ledger_id), 0) + 1 from well)`,
    // The well's balance was accreted elsewhere before it was added, so it accretes nothing here.
    arrivedPlugged: input.wellStatus === 'Plugged' ? 1 : 0,
    retirementDate: input.retirementDate ?? null,
    deletedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  const [inserted, ...otherResults] = await withDuplicateCodeCheck(input.wellCode, () =>
    commit(ctx, [
      ctx.db
        .insert(well)
        // Inserts nothing if the company has changed since the values were checked against it.
        .select(ctx.db.select(asSelection(values)).from(company).where(checkedFields.areFieldsUnchanged))
        .returning({ id: well.id }),
      audit(ctx, {
        action: 'well.created',
        entityType: 'well',
        entityId: id,
        newValues: withCheckedFields({ ...input, pluggedOn: pluggedOn ?? undefined }, checkedFields.values),
      }),
      ...replaceInterests(ctx, id, enteredInterests(input.workingInterests), 1),
      wellQuery(ctx, id),
    ]),
  );
  if (Array.isArray(inserted) && inserted.length === 0) throw settingsChanging();
  return firstRow<WellView>(otherResults.at(-1));
}

/** Plugging date of a new well, which has no movements yet; null unless it is plugged. */
function firstPluggedDay({ now }: CompanyContext, { wellStatus, pluggedOn }: WellInput): CalendarDate | null {
  if (wellStatus !== 'Plugged') return null;
  const day = pluggedOn || utcDay(now);
  requireOpenDate(day, 'pluggedOn', dateBounds(now, null));
  return day;
}

/** A row's values in the order of the table's columns, as `insert … select` requires. */
function asSelection(values: Record<keyof typeof well.$inferSelect, unknown>) {
  const entries = Object.entries(getTableColumns(well)) as [keyof typeof values, Column][];
  return Object.fromEntries(
    entries.map(([key, column]) => [key, sql`${values[key]}`.as(column.name)]),
  ) as Record<keyof typeof values, SQL.Aliased>;
}

function firstRow<T>(rows: unknown): T {
  return (rows as T[])[0]!;
}
