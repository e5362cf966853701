import { sql } from 'drizzle-orm';
import { parseRows } from '#db/json-array';
import {
  addDisclosureRow,
  type DisclosureRow,
  type DisclosureSums,
  type DisclosureTotals,
  disclosureRow,
  noDisclosureSums,
  noDisclosureTotals,
} from '~/domain/books/disclosure';
import { maturityYear } from '~/domain/books/maturities';
import { DISCLOSURE_CHANGES } from '~/domain/books/movement-kinds';
import { type Cents, formatCents } from '~/domain/money/money';
import { DISCLOSURE_LINE_IDS, type DisclosureAmounts } from '~/domain/reports/comparative-disclosure';
import type { DisclosureView } from '~/schemas/reports/report-views';
import type { CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import {
  enteredThrough,
  isLastDay,
  layerSumsQuery,
  parseLayerSums,
  type ReportDays,
  type ReportTerms,
  reportReads,
  requireTieOut,
} from './layer-sums.server';
import { disclosureSums, movementSums } from './movement-sums.server';
import {
  createWellMaturities,
  type MaturityColumns,
  maturityColumns,
  pluggedQuery,
} from './well-maturity.server';

/** Data for a disclosure. Returns unexecuted statements. */
export function disclosureReads(scope: CompanyScope, { beginDate, endDate, throughPosting }: ReportDays) {
  const { all } = movementSums;
  const isEntered = enteredThrough(sql`p.id`, throughPosting);
  return {
    parts: layerSumsQuery(
      scope,
      [...maturityColumns(endDate, throughPosting), sql`l.current_aro_cents`],
      [
        {
          where: sql`p.day < ${beginDate} and ${isEntered}`,
          sums: [all, ...DISCLOSURE_CHANGES.map(() => sql`0`), all],
        },
        {
          where: sql`p.day between ${beginDate} and ${endDate} and ${isEntered}`,
          isByKind: true,
          sums: [sql`0`, ...DISCLOSURE_CHANGES.map((column) => disclosureSums[column]), all],
        },
      ],
    ),
    plugged: pluggedQuery(scope),
    ...reportReads(scope, throughPosting),
  };
}

/**
 * The disclosure of the company's wells between two dates, inclusive: in total (always one row), by field, or by well, with
 * every well that has movements through the end date. The current portion is as of the end date. Deleted wells are left out,
 * because everything on them is reversed on its own date. A field limits the disclosure to its wells.
 * @param query as passed to disclosureReads
 * @throws Error when a well doesn't tie out: the figures are wrong, and no report may be issued
 * Source: every balance is the sum of dated movements; ASC 410-20-50-1(c).
 */
export function toDisclosure(
  { endDate, throughPosting, by, field: onlyField }: ReportTerms,
  { parts, plugged, wells, last }: RowsOf<ReturnType<typeof disclosureReads>>,
): DisclosureView[] {
  const isUpToDate = throughPosting === undefined && isLastDay(last, endDate);
  const maturities = createWellMaturities(plugged, endDate);
  const sumsOf = new Map<number, WellSums>();
  for (const layer of parseLayerSums<[...MaturityColumns, ...Cents[]]>(parts)) {
    const [well, number, calculated, years, retires, isReversed, ...sums] = layer;
    maturities.addLayer([well, number, calculated, years, retires, isReversed]);
    sumsOf.set(well, addLayer(sumsOf.get(well) ?? { ...noDisclosureSums(), carriedCents: 0 }, sums));
  }
  const rows: DisclosureView[] = [];
  const groups = new Map<string, DisclosureTotals>(by === 'total' ? [['Total', noDisclosureTotals()]] : []);
  for (const { number, id, wellCode, field } of parseRows(wells)) {
    const sums = sumsOf.get(number);
    if (!sums || (onlyField && field !== onlyField)) continue;
    const isCurrent = maturityYear(maturities.getMaturity(number), endDate) === 1;
    const row = requireTieOut('disclosure', () =>
      disclosureRow(sums, isUpToDate ? sums.carriedCents : null, isCurrent),
    );
    if (by === 'well') {
      rows.push(toView(wellCode, id, row));
      continue;
    }
    const group = by === 'total' ? 'Total' : field;
    const totals = groups.get(group) ?? noDisclosureTotals();
    addDisclosureRow(totals, row);
    groups.set(group, totals);
  }
  for (const group of [...groups.keys()].sort()) rows.push(toView(group, null, groups.get(group)!));
  return rows;
}

/** The disclosure of all wells, amounts only. @throws Error as toDisclosure */
export function disclosureTotal(
  days: ReportDays,
  rows: RowsOf<ReturnType<typeof disclosureReads>>,
): DisclosureAmounts {
  const [total] = toDisclosure({ ...days, by: 'total' }, rows);
  return Object.fromEntries(DISCLOSURE_LINE_IDS.map((line) => [line, total![line]])) as DisclosureAmounts;
}

type WellSums = DisclosureSums & { carriedCents: Cents };

function addLayer(well: WellSums, sums: Cents[]): WellSums {
  const [carried, before, ...columns] = sums as [Cents, Cents, ...Cents[]];
  well.carriedCents += carried;
  well.beforeCents += before;
  for (const [index, column] of DISCLOSURE_CHANGES.entries()) well.within[column] += columns[index]!;
  well.throughEndCents += columns[DISCLOSURE_CHANGES.length]!;
  return well;
}

function toView(group: string, wellId: string | null, row: DisclosureRow | DisclosureTotals): DisclosureView {
  const view = { group, wellId } as DisclosureView;
  for (const column of DISCLOSURE_LINE_IDS) view[column] = formatCents(row[column]);
  return view;
}
