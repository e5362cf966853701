import { type SQL, sql } from 'drizzle-orm';
import { bulkRows } from '#db/bulk-rows';
import { well } from '#db/schema';
import { formatInterest, type InterestChange } from '~/domain/books/working-interest';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';

/** A well's interests as JSON text, for readInterests; a column for queries of wells. */
export const storedInterests = sql<string>`(
  select json_group_array(json_array(i.from_day, i.percent_e8) order by i.from_day)
  from working_interest i where i.well = ${well.ledgerId}
    and i.company = (select ledger_id from company where id = ${well.companyId}))`;

/** A well's interests as the API returns them; a column for queries of wells. */
export const interestsColumn = sql<ReturnType<typeof readInterests>>`${storedInterests}`.mapWith(
  readInterests,
);

/** Parses `storedInterests`, oldest first. Percentages are text with two to eight decimals: 75% is "75.00". */
export function readInterests(stored: string): { from: CalendarDate; percent: string }[] {
  return (JSON.parse(stored) as [CalendarDate, number][]).map(([from, percent]) => ({
    from,
    percent: formatInterest(percent),
  }));
}

/**
 * Replaces a well's interests in the transaction that adds or changes the well.
 * @param version the well's version after that change; if it doesn't match, the interests aren't changed
 */
export function replaceInterests(
  ctx: CompanyAdminContext,
  wellId: string,
  interests: readonly InterestChange[],
  version: number,
): Statement[] {
  const ledgerId: SQL = sql`(select ledger_id from well where id = ${wellId} and company_id = ${ctx.companyId}
    and version = ${version} and deleted_at is null)`;
  const company = sql`(select ledger_id from company where id = ${ctx.companyId})`;
  const { column, chunks } = bulkRows(interests, {
    from: ({ from }) => from,
    percent: ({ percent }) => percent,
    posting: ({ posting }) => posting,
  });
  return [
    ctx.db.run(sql`delete from working_interest where company = ${company} and well = ${ledgerId}`),
    ...chunks.map(({ from }) =>
      ctx.db.run(sql`
        insert into working_interest (company, well, from_day, percent_e8, posting)
        select ${company}, ${ledgerId}, ${column.from}, ${column.percent}, ${column.posting}
        from ${from} where ${ledgerId} is not null`),
    ),
  ];
}
