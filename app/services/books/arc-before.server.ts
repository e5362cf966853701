import { type SQL, sql } from 'drizzle-orm';
import type { ArcEvent } from '~/domain/books/arc-history';
import { codesWhere, kindOfCode, MOVEMENT_KINDS } from '~/domain/books/movement-kinds';
import type { CompanyScope } from '~/services/platform/context.server';
import { ledgerIdOf } from './ledger-number.server';
import { isUnreversed } from './unreversed.server';
import type { BookedWell } from './well-books.server';

type ArcRow = {
  well: number;
  layerId: number;
  day: string;
  kind: number;
  units: 0 | 1;
  arcCostCents: number;
  arcAccumulatedCents: number;
};

const RECOGNITIONS = sql.raw(codesWhere(({ isRecognition }) => isRecognition).join(', '));

/**
 * Query for the unreversed asset movements on wells before a posting, oldest first. Covers only wells where that posting or a
 * later one changed the asset beyond accretion and depreciation. Unexecuted.
 * @param wells a condition on wells
 */
export function arcBeforeQuery(scope: CompanyScope, postingId: SQL, wells: SQL | undefined) {
  const company = ledgerIdOf(scope);
  // Charges by units of production set the base for later charges under another method.
  const hasUnits = sql`p.method = 'units-of-production' and (
    select depreciation from company where ledger_id = p.company) <> 'units-of-production'`;
  return scope.db.all<ArcRow>(sql`
    with changed(well) as materialized (
      select distinct l.well from posting p cross join movement m on m.posting = p.id cross join layer l on l.id = m.layer
      where p.id >= ${postingId} and p.company = ${company} and (p.kind not in ('accretion', 'depreciation', 'reversal') or ${hasUnits})
        and l.well in (select ledger_id from well where company_id = ${scope.companyId} and ${wells}))
    select l.well, m.layer as "layerId", p.day, m.kind, p.method is 'units-of-production' as units,
      m.arc_cost as "arcCostCents", m.arc_accumulated as "arcAccumulatedCents"
    from changed cross join layer l on l.well = changed.well
    cross join posting p on p.company = ${company} and p.well in (0, l.well)
    cross join movement m on m.posting = p.id and m.layer = l.id
    where p.id < ${postingId} and p.kind <> 'reversal'
      and (m.arc_cost <> 0 or m.arc_accumulated <> 0 or m.kind in (${RECOGNITIONS}, ${MOVEMENT_KINDS.depreciated.code}))
      and ${isUnreversed}
    order by p.id, m.layer`);
}

/** Adds the events from `arcBeforeQuery` to their wells. */
export function withArcBefore<Well extends BookedWell>(
  wells: readonly Well[],
  rows: readonly ArcRow[],
): (Well & { arcBefore: ArcEvent[] })[] {
  const byWell = Map.groupBy(rows, ({ well }) => well);
  return wells.map((well) => ({
    ...well,
    arcBefore: (byWell.get(well.ledgerId) ?? []).map(({ kind, units, well: _, ...row }) => ({
      ...row,
      kind: kindOfCode(kind),
      isUnitsOfProduction: units === 1,
    })),
  }));
}
