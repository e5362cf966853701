import { type SQL, sql } from 'drizzle-orm';
import { codesWhere } from '~/domain/books/movement-kinds';

const isOf = (column: Parameters<Parameters<typeof codesWhere>[0]>[0]['column']): SQL =>
  sql.raw(`m.kind in (${codesWhere((rule) => rule.column === column).join(', ')})`);

const sumWhere = (condition: SQL): SQL => sql`coalesce(sum(iif(${condition}, m.liability, 0)), 0)`;

/**
 * The columns of a rollforward as SQL sums over movements `m` of postings `p` within its dates, in cents; they add up to
 * `all`, reductions subtracted. `opening` belongs to the beginning balance.
 * Source: as `sumEvents`, which says the same of a well's movements one by one.
 */
export const movementSums = {
  opening: sumWhere(sql`${isOf('beginning')} and p.kind <> 'reversal'`),
  additions: sumWhere(sql`${isOf('change')} and (m.liability > 0) <> (p.kind = 'reversal')`),
  accretion: sumWhere(isOf('accretion')),
  reductions: sql`-${sumWhere(
    sql`${isOf('change')} and (m.liability < 0) <> (p.kind = 'reversal') or ${isOf('settled')} or ${isOf('beginning')} and p.kind = 'reversal'`,
  )}`,
  all: sql`coalesce(sum(m.liability), 0)`,
};
