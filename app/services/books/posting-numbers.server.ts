import { sql } from 'drizzle-orm';
import { wholeNumber } from '#db/whole-number';
import type { PostingNumbersView } from '~/schemas/books/posting';
import type { CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { ledgerIdOf } from './ledger-number.server';

/** Maximum number of gaps listed. */
const MAX_NAMED_GAPS = 10;

/** Unexecuted read for the check of a company's posting numbers. Uses a single index. */
export function postingNumbersReads(scope: CompanyScope) {
  return {
    numbers: scope.db.all<{ postings: number; last: number; gaps: string }>(sql`
      with numbered(before, number) as materialized (
        select lag(number, 1, 0) over (order by number), number from posting where company = ${ledgerIdOf(scope)})
      select count(*) as postings, coalesce(max(number), 0) as last, (
        select json_group_array(json_object('from', cast(before + 1 as text), 'through', cast(number - 1 as text))) from (
          select before, number from numbered where number > before + 1 order by number limit ${wholeNumber(MAX_NAMED_GAPS)})) as gaps
      from numbered`),
  };
}

/** A company's posting count, its last posting number, and the numbers missing before it. */
export function toPostingNumbers({
  numbers,
}: RowsOf<ReturnType<typeof postingNumbersReads>>): PostingNumbersView {
  const { postings, last, gaps } = numbers[0]!;
  return { postings, last, missing: last - postings, gaps: JSON.parse(gaps) as PostingNumbersView['gaps'] };
}
