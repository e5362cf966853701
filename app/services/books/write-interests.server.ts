import { sql } from 'drizzle-orm';
import { bulkRows } from '#db/bulk-rows';
import type { PlannedPosting } from '~/domain/books/planned-postings';
import type { InterestChange } from '~/domain/books/working-interest';
import type { Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import { ledgerIdOf } from './ledger-number.server';
import { writeWells } from './write-wells.server';

/** A change of interest to store: from an existing posting, from one of the same act, or entered by hand. */
export type InterestToKeep = Omit<InterestChange, 'posting'> & {
  posting: number | null | PlannedPosting;
};

/**
 * Replaces wells' interests in the transaction of an act or an upload, and increments the wells' versions like writeWells.
 * @param postings the act's postings, in booking order
 */
export function writeInterests(
  ctx: CompanyAdminContext,
  wells: readonly { ledgerId: number; interests: readonly InterestToKeep[] }[],
  postings: readonly PlannedPosting[] = [],
): Statement[] {
  const company = ledgerIdOf(ctx);
  const wellRows = bulkRows(wells, { well: ({ ledgerId }) => ledgerId });
  const rows = wells.flatMap(({ ledgerId, interests }) =>
    interests.map(({ posting, ...change }) => ({
      ...change,
      ledgerId,
      posting: typeof posting === 'number' ? posting : null,
      // The act's postings are the last ones, so store how many come after this one.
      after: posting && typeof posting === 'object' ? postings.length - 1 - postings.indexOf(posting) : null,
    })),
  );
  const { column, chunks } = bulkRows(rows, {
    well: ({ ledgerId }) => ledgerId,
    from: ({ from }) => from,
    percent: ({ percent }) => percent,
    posting: ({ posting }) => posting,
    after: ({ after }) => after,
  });
  return [
    ...wellRows.chunks.map(({ from }) =>
      ctx.db.run(sql`
        delete from working_interest where company = ${company} and well in (select ${wellRows.column.well} from ${from})`),
    ),
    ...chunks.map(({ from }) =>
      ctx.db.run(sql`
        insert into working_interest (company, well, from_day, percent_e8, posting)
        select ${company}, ${column.well}, ${column.from}, ${column.percent},
          iif(${column.after} is null, ${column.posting}, (select max(id) from posting) - ${column.after})
        from ${from}`),
    ),
    ...writeWells(ctx, wells, {}),
  ];
}
