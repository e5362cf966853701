import { eq, sql } from 'drizzle-orm';
import { parseRows, selectAsText } from '#db/json-array';
import { aroLayer, user, well } from '#db/schema';
import { kindOfCode } from '~/domain/books/movement-kinds';
import { addedToPool, resultOf } from '~/domain/books/offset';
import type { PostingTerms } from '~/domain/books/posting-terms';
import { formatInterest } from '~/domain/books/working-interest';
import { type Cents, formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { WellLedgerQuery } from '~/schemas/reports/report';
import type { WellLedgerView } from '~/schemas/reports/report-views';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import { isUnreversed, m, p } from '~/services/books/unreversed.server';
import { personColumns, toPerson } from '~/services/people/person.server';
import type { CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { isListed } from '~/services/wells/well.server';

/** Columns of a file, in order. */
export const WELL_LEDGER_COLUMNS = [
  'effectiveOn',
  'postingId',
  'postingKind',
  'kind',
  'layerNumber',
  'liability',
  'asset',
  'cash',
  'result',
  'liabilityBalance',
  'arcCost',
  'arcAccumulated',
  'arcNet',
  'memo',
  'user',
  'createdAt',
] as const;

/** Data for a well's ledger: the well, and its movements with their postings. Returns unexecuted statements. */
export function wellLedgerReads(scope: CompanyScope, wellId: string) {
  const { db } = scope;
  const isWell = sql`${eq(well.id, wellId)} and ${isListed(scope)}`;
  return {
    wells: db.select({ wellCode: well.wellCode }).from(well).where(isWell),
    movements: selectAsText(
      db,
      db
        .select({
          posting: sql<number>`${p.number}`.as('posting_number'),
          postingKind: p.kind,
          day: p.day,
          memo: p.memo,
          reference: p.reference,
          userId: p.userId,
          createdAt: sql<string>`${p.createdAt}`.as('posted_at'),
          terms: sql<string | null>`${p.terms}`.as('terms'),
          kind: m.kind,
          layer: sql<number>`${aroLayer.id}`.as('layer_id'),
          layerNumber: aroLayer.layerNumber,
          isUnreversed: sql<0 | 1>`${isUnreversed}`.as('is_unreversed'),
          liabilityCents: m.liability,
          arcCostCents: sql<Cents>`${m.arcCost}`.as('cost_cents'),
          arcAccumulatedCents: sql<Cents>`${m.arcAccumulated}`.as('accumulated_cents'),
          cashCents: m.cash,
          ...personColumns,
        })
        .from(well)
        .crossJoin(p)
        .crossJoin(aroLayer)
        .crossJoin(m)
        .leftJoin(user, eq(user.id, p.userId))
        .where(
          sql`${isWell} and ${p.company} = ${ledgerIdOf(scope)} and ${p.well} in (0, ${well.ledgerId})
            and ${aroLayer.well} = ${well.ledgerId} and ${m.posting} = ${p.id} and ${m.layer} = ${aroLayer.id}`,
        )
        // The unary plus keeps SQLite from using the index by day, which would scan all of the company's postings.
        .orderBy(sql`+${p.day}`, p.id, aroLayer.layerNumber, m.kind),
    ),
  };
}

/**
 * Every movement of a well, oldest first, with the well's balances after it: liability, and asset retirement cost with its
 * accumulated depreciation. Reversals are separate movements. Filters hide movements but don't change the balances.
 * @param rows from wellLedgerReads
 * @throws AppError not-found, also for a well of another company or a deleted one
 */
export function toWellLedger(
  { from, to, openingsTo, kind, layer }: Partial<WellLedgerQuery>,
  { wells, movements }: RowsOf<ReturnType<typeof wellLedgerReads>>,
): WellLedgerView[] {
  if (wells.length === 0) throw new AppError('not-found', 'Well not found');
  const isInOpening = ({ kind, postingKind, effectiveOn }: WellLedgerView) =>
    openingsTo && kind === 'opening' && postingKind !== 'reversal' && effectiveOn <= openingsTo;
  return withBalances(parseRows(movements)).filter(
    (row) =>
      (!from || row.effectiveOn >= from) &&
      (!to || row.effectiveOn <= to || isInOpening(row)) &&
      (!kind || kind.split(',').includes(row.kind)) &&
      (!layer || row.layerNumber === layer),
  );
}

type MovementRow = NonNullable<RowsOf<ReturnType<typeof wellLedgerReads>>['movements'][number]['row']>;

function withBalances(rows: MovementRow[]): WellLedgerView[] {
  const balance = { liability: 0, arcCost: 0, arcAccumulated: 0 };
  return rows.map((row) => {
    balance.liability += row.liabilityCents;
    balance.arcCost += row.arcCostCents;
    balance.arcAccumulated += row.arcAccumulatedCents;
    const kind = kindOfCode(row.kind);
    const terms = row.terms === null ? null : (JSON.parse(row.terms) as PostingTerms);
    return {
      postingId: String(row.posting),
      kind,
      postingKind: row.postingKind,
      effectiveOn: row.day,
      aroLayerId: String(row.layer),
      layerNumber: row.layerNumber,
      liability: formatCents(row.liabilityCents),
      asset: formatCents(row.arcCostCents + row.arcAccumulatedCents),
      cash: formatCents(row.cashCents),
      result: formatCents(resultOf(kind, row, terms)),
      pool: formatCents(addedToPool(kind, row, terms)),
      interestSold: row.postingKind === 'sale' ? interestSoldBy(terms) : null,
      liabilityBalance: formatCents(balance.liability),
      arcCost: formatCents(balance.arcCost),
      arcAccumulated: formatCents(balance.arcAccumulated),
      arcNet: formatCents(balance.arcCost + balance.arcAccumulated),
      memo: row.memo,
      reference: row.reference,
      isReversed: row.isUnreversed === 0,
      userId: row.userId,
      user: toPerson(row),
      createdAt: row.createdAt,
    };
  });
}

function interestSoldBy(terms: PostingTerms | null): string | null {
  return terms?.interest ? formatInterest(terms.interest.before - terms.interest.after) : null;
}
