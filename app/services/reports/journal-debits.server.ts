import { type SQL, sql } from 'drizzle-orm';
import { wholeNumber } from '#db/whole-number';
import { codesWhere } from '~/domain/books/movement-kinds';
import { WHOLE_INTEREST } from '~/domain/books/working-interest';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import {
  hasRecordedInterests,
  interestBeforeMovement,
  soldInterestsTable,
} from '~/services/books/recorded-interests.server';
import type { CompanyScope } from '~/services/platform/context.server';

/**
 * SQL value: sum of a movement's journal rows, each positive. Like `amountsByAccount`: every amount on its own account, and
 * their offset on one other account. Only while depreciation is kept elsewhere does an act credit the asset's offset to
 * accumulated depreciation, where it cancels what the movement has there.
 */
const journalTotal = sql`abs(m.liability) + abs(m.arc_cost) + abs(m.cash)
  + iif(m.kind in ${codesWhere(({ isByTerms }) => isByTerms)} and p.terms ->> '$.retiredTo' = 'accumulated',
    abs(m.arc_cost) + abs(m.cash - m.liability),
    abs(m.arc_accumulated) + abs(m.arc_cost + m.arc_accumulated + m.cash - m.liability))`;

/**
 * SQL value: the journal's debits at each working interest below 100%, largest interest first, as JSON pairs of percent (in
 * 1e-8) and cents. The journal's gross values depend on them. At 100%, gross equals net. An entry sums to zero, so its debits
 * are half of its rows.
 * @param isIncluded condition on the postings `p`
 * Source: `journalRows`; the random books compare both.
 */
export function debitsByInterest(scope: CompanyScope, isIncluded: SQL): SQL<string> {
  return sql<string>`(
    with ${soldInterestsTable(scope)}
    select json_group_array(json_array(x.percent, cast(x.cents as text)) order by x.percent desc) from (
      select ${interestBeforeMovement} as percent, sum(${journalTotal}) / 2 as cents
      from posting p cross join movement m on m.posting = p.id cross join layer l on l.id = m.layer
      where p.company = ${ledgerIdOf(scope)} and ${isIncluded} and m.kind in ${codesWhere(({ voucher }) => voucher !== null)}
        and ${hasRecordedInterests(scope)}
      group by percent) x
    where x.percent < ${wholeNumber(WHOLE_INTEREST)})`;
}
