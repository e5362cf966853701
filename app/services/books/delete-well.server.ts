import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { jsonObject } from '#db/json-array';
import { aroLayer, well } from '#db/schema';
import { wholeNumber } from '#db/whole-number';
import { AppError } from '~/errors';
import type { DeletionPreview } from '~/schemas/books/posting';
import { auditOfEach, type Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import { expectThat } from '~/services/platform/expect.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import { ledgerIdOf } from './ledger-number.server';
import { post, postUntilCurrent } from './post.server';
import { CONCURRENT_UPDATE } from './post-statements.server';
import { requireReviewed, toReviewedPreview } from './reviewed-act.server';
import { isUnreversed, m, p } from './unreversed.server';
import { beginAct, booksReads, requireBookedWell } from './well-books.server';

const CLOSED = 'This well has amounts in closed periods. Settle, sell or reverse it instead.';
/** Between the two dates, the amount is in the ledger and the trial balance, but reports by well would no longer show it. */
const REVERSED_LATE =
  'A posting on this well was reversed on a later date, so reports for the dates in between need the well. Reverse the well’s remaining postings instead.';

/** An audit row is one value, which D1 limits to 2 MB; a movement takes 300 bytes. The ledger keeps all of them. */
const MOVEMENTS_IN_AUDIT = 4_000;

/**
 * Everything booked on wells: each of their layers `l` with its movements `m` and their postings `p`. Nothing on a layer is older
 * than the act that recognized it.
 */
function bookedOn(scope: Pick<CompanyScope, 'companyId'>, isOfWells: SQL): SQL {
  return sql`layer l
    cross join posting p on p.company = l.company and p.well in (0, l.well)
      and p.id >= (select act from posting where id = l.recognized_by)
    cross join movement m on m.posting = p.id and m.layer = l.id
    where ${isOfWells} and +l.company = ${ledgerIdOf(scope)}`;
}

/** Movements on a well: how many are in closed periods, were reversed on a later date, and still count. */
export type MovementCounts = { well: number; closed: number; late: number; counts: number };

/**
 * Query for one MovementCounts per well that ever had anything booked. Closed or late movements rule out deleting the well, by any path.
 * @param wells subquery for their ledger ids
 */
export function movementCountsQuery(scope: Pick<CompanyScope, 'companyId'>, wells: SQL): SQL {
  return sql`
    select l.well, count(*) filter (where p.day <= (select closed_through from company where id = ${scope.companyId})) as closed,
      count(*) filter (where p.day <> (select o.day from posting o where o.id = p.reverses)) as late,
      count(*) filter (where p.kind <> 'reversal' and ${isUnreversed}) as counts
    from ${bookedOn(scope, sql`l.well in (${wells})`)} group by l.well`;
}

/** Unexecuted reads for a deletion: everything booked on the well. */
export function deletionReads(scope: CompanyScope, wellId: string) {
  const number = sql`select ledger_id from well where id = ${wellId} and company_id = ${scope.companyId}`;
  return {
    ...booksReads(scope, eq(well.id, wellId), sql`1`),
    traces: scope.db.all<MovementCounts>(movementCountsQuery(scope, number)),
  };
}

type DeletionRows = RowsOf<ReturnType<typeof deletionReads>>;

/**
 * Deletes a well: reverses everything posted on it, each movement on its own date, and hides the well and its layers. Its code
 * becomes available again. The audit log keeps what the well had; if the ledger is very long, only its beginning.
 *
 * @param rows result of deletionReads
 * @param reviewed digest from the preview, if one was reviewed
 * @throws AppError not-found; conflict when any of its dates is in a closed period, when something on it was reversed on a later
 * date, which a reversal on the original date can't undo, or when other users keep changing the well
 */
export async function deleteWell(
  ctx: CompanyAdminContext,
  wellId: string,
  rows: DeletionRows,
  reviewed?: string,
): Promise<void> {
  const readAgain = () => readTogether(ctx.db, deletionReads(ctx, wellId));
  await postUntilCurrent(rows, readAgain, async (rows) => {
    const { act, bookedWell } = planDeletion(rows);
    await requireReviewed(reviewed, { act, wells: [bookedWell] });
    const { keepTrace, hide } = hideWells(ctx, eq(well.id, wellId));
    await post(ctx, act, {
      source: 'user',
      // A deletion only reverses, so settings don't matter.
      settings: null,
      input: { wellId, deleted: true },
      wells: [{ wellId: bookedWell.ledgerId, lastPostingId: bookedWell.lastPostingId }],
      audit: null,
      first: [keepTrace],
      last: [hide, expectThat(ctx, sql`changes() = 1`, CONCURRENT_UPDATE)],
    });
  });
}

/**
 * Hides wells of the company everywhere. `keepTrace` writes an audit row per well with everything it had; `hide` runs after the
 * transaction's reversals. Hiding increments the well's version, so a concurrent act based on the old version is abandoned.
 */
export function hideWells(
  ctx: CompanyAdminContext,
  condition: SQL,
): { keepTrace: Statement; hide: Statement } {
  const target = and(condition, eq(well.companyId, ctx.companyId), isNull(well.deletedAt));
  const movements = bookedOn(ctx, sql`l.well = ${well.ledgerId}`);
  const item = jsonObject({ ...getTableColumns(m), day: p.day });
  const deletedData = sql`json_object(
    'well', ${jsonObject(getTableColumns(well))},
    'layers', (select json_group_array(${jsonObject(getTableColumns(aroLayer))}) from ${aroLayer} where ${aroLayer.well} = ${well.ledgerId}),
    'movements', (
      select json_group_array(json(item)) from (
        select ${item} as item from ${movements} order by m.posting, m.layer limit ${wholeNumber(MOVEMENTS_IN_AUDIT)})),
    'movementCount', (select count(*) from ${movements}))`;
  return {
    keepTrace: auditOfEach(
      ctx,
      { action: 'well.deleted', entityType: 'well', entityId: sql`${well.id}`, oldValues: deletedData },
      sql`from ${well} where ${target}`,
    ),
    hide: ctx.db
      .update(well)
      .set({ deletedAt: ctx.now.toISOString(), version: sql`${well.version} + 1` })
      .where(target),
  };
}

/** Previews what `deleteWell` would reverse. @throws as deleteWell */
export async function previewDeletion(rows: DeletionRows): Promise<DeletionPreview> {
  const { act, bookedWell } = planDeletion(rows);
  return { ...(await toReviewedPreview(act, [bookedWell])), layers: bookedWell.layers.length };
}

function planDeletion(rows: DeletionRows) {
  const bookedWell = requireBookedWell(rows);
  const [trace] = rows.traces;
  if (trace && trace.closed > 0) throw new AppError('conflict', CLOSED);
  if (trace && trace.late > 0) throw new AppError('conflict', REVERSED_LATE);
  const act = beginAct(rows.companies[0]!);
  const byId = new Map(bookedWell.layers.map((layer) => [layer.id, layer]));
  for (const posting of bookedWell.later.toSorted((a, b) => b.id - a.id)) {
    for (const movement of posting.movements) {
      act.reverse(byId.get(movement.layerId)!, movement, { day: posting.day, posting });
    }
  }
  return { act: act.finish(), bookedWell };
}
