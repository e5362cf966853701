import { type SQL, sql } from 'drizzle-orm';
import {
  codeOfKind,
  DISCLOSURE_CHANGES,
  type DisclosureColumn,
  kindsIn,
  kindsOfDisclosure,
  type MovementKind,
  type RollforwardColumn,
} from '~/domain/books/movement-kinds';

/** SQL condition that the movement `m` is of one of these kinds. */
export function isOfKind(kinds: readonly MovementKind[]): SQL {
  return sql.raw(kinds.length > 0 ? `m.kind in (${kinds.map(codeOfKind).join(', ')})` : '0');
}

const isOfColumn = (column: RollforwardColumn): SQL => isOfKind(kindsIn(column));

const sumWhere = (condition: SQL): SQL => sql`coalesce(sum(iif(${condition}, m.liability, 0)), 0)`;

/**
 * Columns of a rollforward as SQL sums, in cents, over movements `m` of postings `p` within its dates. They add up to `all`,
 * with reductions subtracted. Increases other than accretion are additions. Decreases and settlements are reductions, as a
 * positive amount. Accretion keeps its sign. A reversal is negative, in the column of what it reverses. `opening` belongs to
 * the beginning balance, and its reversal to the reductions.
 * Source: ASC 410-20-50-1(c); the rule of the rollforward's columns.
 */
export const movementSums = {
  opening: sumWhere(sql`${isOfColumn('beginning')} and p.kind <> 'reversal'`),
  additions: sumWhere(sql`${isOfColumn('change')} and (m.liability > 0) <> (p.kind = 'reversal')`),
  accretion: sumWhere(isOfColumn('accretion')),
  reductions: sql`-${sumWhere(
    sql`${isOfColumn('change')} and (m.liability < 0) <> (p.kind = 'reversal') or ${isOfColumn('reduction')} or ${isOfColumn('beginning')} and p.kind = 'reversal'`,
  )}`,
  all: sql`coalesce(sum(m.liability), 0)`,
};

/**
 * Columns of a disclosure as SQL sums, like `movementSums`, but over movements of one kind: each kind in its column,
 * including its reversals. A column without kinds is zero.
 */
export const disclosureSums = Object.fromEntries(
  DISCLOSURE_CHANGES.map((column) => [
    column,
    sql`iif(${isOfKind(kindsOfDisclosure(column))}, ${movementSums.all}, 0)`,
  ]),
) as Record<DisclosureColumn, SQL>;
