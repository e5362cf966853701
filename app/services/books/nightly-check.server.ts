import { sql } from 'drizzle-orm';
import type { RequestContext } from '~/services/platform/context.server';
import { sendJobs } from '~/services/platform/send-jobs.server';
import { checkBooks } from './check-books.server';

/** Queues one books check for each company that has postings. */
export async function startNightlyChecks(ctx: RequestContext): Promise<void> {
  const companies = await ctx.db.all<{ id: string }>(sql`
    select id from company where deleted_at is null and exists (select 1 from posting where company = ledger_id)`);
  await sendJobs(
    ctx,
    companies.map(({ id }) => ({ kind: 'books-check', companyId: id })),
  );
}

/** Checks a company's books and stores the number of differences. /readyz counts the companies that have any. */
export async function checkNightly(ctx: RequestContext, { companyId }: { companyId: string }): Promise<void> {
  const { differences } = await checkBooks({ db: ctx.db, companyId });
  await ctx.db.run(sql`
    insert into books_check (company, checked_at, differences)
    select ledger_id, ${ctx.now.toISOString()}, ${differences.length} from company where id = ${companyId} and deleted_at is null
    on conflict (company) do update set checked_at = excluded.checked_at, differences = excluded.differences`);
}
