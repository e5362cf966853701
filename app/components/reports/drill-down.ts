import type { LinkProps } from '@remix-run/react';
import {
  type ArcCause,
  type DisclosureColumn,
  kindsOfArcCause,
  kindsOfDisclosure,
  kindsOfRollforward,
  type MovementKind,
} from '~/domain/books/movement-kinds';
import { addDays } from '~/domain/calendar/calendar-date';
import { balanceDay } from '~/domain/reports/report-columns';
import type { useDialogAddress } from '~/hooks/use-address';
import { type LedgerFilter, wellAddress } from '~/hooks/well-address';
import type { ReportDates, ReportFilters } from './report-state';
import { isSubtotal, type SheetColumn, type SheetKind, type SheetRow, type SheetTable } from './sheets';

type Ways = {
  dates: ReportDates;
  cut: ReportFilters;
  /** Link to another step of the same report. */
  stepTo: (changes: Partial<ReportFilters>) => LinkProps;
  linkTo: ReturnType<typeof useDialogAddress>['linkTo'];
};

/**
 * Adds drill-down links to a table's amounts and names: from the total to fields, from a field to its wells, from a well to the
 * movements in its ledger.
 */
export function withDrillDown(kind: SheetKind, table: SheetTable, ways: Ways): SheetTable {
  const linkOf = (column: SheetColumn) => (row: SheetRow) => linkFrom(kind, column, row, ways);
  return {
    ...table,
    columns: table.columns.map((column) => ({ ...column, link: linkOf(column) })),
  };
}

function linkFrom(kind: SheetKind, column: SheetColumn, row: SheetRow, ways: Ways): LinkProps | undefined {
  if (isSubtotal(row)) return undefined;
  // A period of the comparison opens as the disclosure by field for that period.
  if (column.days) return ways.linkTo(kind, { ...column.days, by: 'field' }, { isStep: true });
  if (kind === 'balances') return fromLayer(column, row, ways);
  if (kind === 'postings') {
    if (column.id === 'of') return row.wellId ? { to: wellAddress(String(row.wellId)) } : undefined;
    const isWay = column.isAmount || column.id === 'postingId';
    return isWay ? ways.linkTo('posting', { posting: String(row.postingId) }) : undefined;
  }
  if (!column.isAmount && column.id !== 'group') return undefined;
  const { cut, stepTo } = ways;
  const chosen = {
    span: cut.span || String(row.span ?? ''),
    account: cut.account || (kind === 'trial-balance' ? String(row.name ?? '') : ''),
  };
  if (cut.by === 'total') return stepTo({ by: 'field', ...chosen });
  if (cut.by === 'field') return stepTo({ by: 'well', field: String(row.group), ...chosen });
  if (typeof row.wellId !== 'string') return undefined;
  return { to: wellAddress(row.wellId, column.isAmount ? movementsBehind(kind, column.id, ways.dates) : {}) };
}

/** Ledger filter for the movements that make up a well's amount in a column. */
export function movementsBehind(
  kind: SheetKind,
  column: string,
  { beginDate, endDate }: ReportDates,
): LedgerFilter {
  const day = balanceDay(kind, column);
  if (day === 'begin') {
    const to = addDays(beginDate, -1);
    // Rollforwards count opening balances dated within the period as part of the beginning balance.
    return kind.endsWith('-rollforward') ? { to, openingsTo: endDate } : { to };
  }
  if (day === 'end') return { to: endDate };
  return { from: beginDate, to: endDate, kind: kindsBehind(kind, column).join(',') };
}

/** Movement kinds that make up a column for the period; empty when all kinds do. */
function kindsBehind(kind: SheetKind, column: string): readonly MovementKind[] {
  if (kind === 'disclosure') return kindsOfDisclosure(column as DisclosureColumn);
  if (kind === 'arc-rollforward') {
    const { posted, reversed } = kindsOfArcCause(column as ArcCause);
    return [...new Set([...posted, ...reversed])];
  }
  if (kind === 'aro-rollforward')
    return kindsOfRollforward(column as 'additions' | 'accretion' | 'reductions');
  return [];
}

function fromLayer(column: SheetColumn, row: SheetRow, { dates, linkTo }: Ways): LinkProps | undefined {
  const wellId = String(row.wellId);
  if (column.id === 'field') return undefined;
  if (column.id === 'wellCode') return { to: wellAddress(wellId, { to: dates.endDate }) };
  if (column.id === 'layerNumber') {
    return {
      ...linkTo('layer', { layerId: String(row.aroLayerId) }),
      'aria-label': `History of ${row.wellCode}, Layer ${row.layerNumber}`,
    };
  }
  return { to: wellAddress(wellId, { to: dates.endDate, layer: String(row.layerNumber) }) };
}
