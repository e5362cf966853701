import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { jsonObject } from '#db/json-array';
import { aroLayer, movement, posting, well } from '#db/schema';
import { wholeNumber } from '#db/whole-number';
import { AppError } from '~/errors';
import type { ActPreview } from '~/schemas/books/posting';
import { audit } from '~/services/platform/commit.server';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import { expectThat } from '~/services/platform/expect.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import { toActPreview } from './act-preview.server';
import { ledgerIdOf } from './ledger-number.server';
import { post, postUntilCurrent } from './post.server';
import { OVERTAKEN } from './post-statements.server';
import { beginAct, booksReads, toBookedWells } from './well-books.server';

const CLOSED = 'This well has amounts in closed periods. Settle, sell or reverse it instead.';
/** Between the two days its amount stays in the ledger and in the trial balance, where reports by well would no longer show it. */
const REVERSED_LATE =
  'Something on this well was reversed on a later day than it was posted on, so the reports of the days between need the well. Reverse what is left of it instead.';

/** An audit row is one value, of which D1 takes 2 MB: a movement takes three hundred bytes. The ledger has all of them. */
const MOVEMENTS_IN_AUDIT = 4_000;

/** What a deletion begins with: everything that is booked on the well. Statements not yet run. */
export function deletionReads(scope: CompanyScope, wellId: string) {
  const number = sql`(select ledger_id from well where id = ${wellId} and company_id = ${scope.companyId})`;
  return {
    ...booksReads(scope, eq(well.id, wellId), sql`1`),
    kept: scope.db.all<{ closed: number; late: number }>(sql`
      select count(*) filter (where p.day <= (select closed_through from company where ledger_id = p.company)) as closed,
        count(*) filter (where p.day <> (select o.day from posting o where o.id = p.reverses)) as late
      from posting p
      where p.company = ${ledgerIdOf(scope)} and p.well in (0, ${number})
        and exists (
          select 1 from layer l cross join movement m on m.posting = p.id and m.layer = l.id where l.well = ${number})`),
  };
}

type DeletionRows = RowsOf<ReturnType<typeof deletionReads>>;

/**
 * Deletes a well: reverses everything posted on it, each movement at its own date, and hides the well and its layers. Its
 * code is free again. The audit log keeps what the well had, of a very long ledger its beginning.
 *
 * @param rows what deletionReads read
 * @throws AppError not-found; conflict when any of its dates is closed, when something of it was reversed on a later day, which
 * no reversal on its own day can undo, or when others keep changing the well
 */
export async function deleteWell(
  ctx: CompanyAdminContext,
  wellId: string,
  rows: DeletionRows,
): Promise<void> {
  const readAgain = () => readTogether(ctx.db, deletionReads(ctx, wellId));
  await postUntilCurrent(rows, readAgain, async (rows) => {
    const { act, booked } = planDeletion(rows);
    const target = and(eq(well.id, wellId), eq(well.companyId, ctx.companyId), isNull(well.deletedAt));
    const layers = sql`from ${aroLayer} where ${aroLayer.well} = ${booked.ledgerId}`;
    const movements = sql`
      from ${movement} join ${posting} on ${posting.id} = ${movement.posting}
      where ${posting.company} = ${ledgerIdOf(ctx)} and ${posting.well} in (0, ${booked.ledgerId})
        and ${movement.layer} in (select ${aroLayer.id} ${layers})`;
    const item = jsonObject({ ...getTableColumns(movement), day: posting.day });
    const lost = sql`(select json_object(
      'well', ${jsonObject(getTableColumns(well))},
      'layers', (select json_group_array(${jsonObject(getTableColumns(aroLayer))}) ${layers}),
      'movements', (
        select json_group_array(json(item)) from (
          select ${item} as item ${movements} order by ${movement.posting}, ${movement.layer} limit ${wholeNumber(MOVEMENTS_IN_AUDIT)})),
      'movementCount', (select count(*) ${movements})
    ) from ${well} where ${target})`;
    await post(ctx, act, {
      source: 'user',
      // It only takes back.
      settings: null,
      input: { wellId, deleted: true },
      wells: [{ wellId: booked.ledgerId, lastPostingId: booked.lastPostingId }],
      audit: null,
      first: [
        audit(
          ctx,
          { action: 'well.deleted', entityType: 'well', entityId: wellId, oldValues: lost },
          sql`exists (select 1 from ${well} where ${target})`,
        ),
      ],
      last: [
        ctx.db.update(well).set({ deletedAt: ctx.now.toISOString() }).where(target),
        expectThat(ctx, sql`changes() = 1`, OVERTAKEN),
      ],
    });
  });
}

/** What `deleteWell` would reverse, without doing it. @throws as deleteWell */
export function previewDeletion(rows: DeletionRows): ActPreview & { layers: number } {
  const { act, booked } = planDeletion(rows);
  return { ...toActPreview(act, [booked]), layers: booked.layers.length };
}

function planDeletion(rows: DeletionRows) {
  const [booked] = toBookedWells(rows);
  if (!booked) throw new AppError('not-found', 'Well not found');
  const { closed, late } = rows.kept[0]!;
  if (closed > 0) throw new AppError('conflict', CLOSED);
  if (late > 0) throw new AppError('conflict', REVERSED_LATE);
  const act = beginAct(rows.companies[0]!);
  const byId = new Map(booked.layers.map((layer) => [layer.id, layer]));
  for (const posting of booked.later.toSorted((a, b) => b.id - a.id)) {
    for (const movement of posting.movements) {
      act.reverse(byId.get(movement.layerId)!, movement, { day: posting.day, posting });
    }
  }
  return { act: act.finish(), booked };
}
