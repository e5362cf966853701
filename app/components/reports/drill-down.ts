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

type DrillDown = {
  dates: ReportDates;
  filters: ReportFilters;
  /** Link to another step of the same report. */
  stepLink: (changes: Partial<ReportFilters>) => LinkProps;
  linkTo: ReturnType<typeof useDialogAddress>['linkTo'];
};

/**
 * Adds drill-down links to a table's amounts and names: from the total to fields, from a field to its wells, from a well to the
 * movements in its ledger.
 */
export function withDrillDown(kind: SheetKind, table: SheetTable, drillDown: DrillDown): SheetTable {
  const linkFor = (column: SheetColumn) => (row: SheetRow) => buildLink(kind, column, row, drillDown);
  return {
    ...table,
    columns: table.columns.map((column) => ({ ...column, link: linkFor(column) })),
  };
}

function buildLink(
  kind: SheetKind,
  column: SheetColumn,
  row: SheetRow,
  drillDown: DrillDown,
): LinkProps | undefined {
  if (isSubtotal(row)) return undefined;
  // A period of the comparison opens as the disclosure by field for that period.
  if (column.days) return drillDown.linkTo(kind, { ...column.days, by: 'field' }, { isStep: true });
  if (kind === 'balances') return layerLink(column, row, drillDown);
  if (kind === 'postings') {
    if (column.id === 'of') return row.wellId ? { to: wellAddress(String(row.wellId)) } : undefined;
    const opensPosting = column.isAmount || column.id === 'postingId';
    return opensPosting ? drillDown.linkTo('posting', { posting: String(row.postingId) }) : undefined;
  }
  if (!column.isAmount && column.id !== 'group') return undefined;
  const { filters, stepLink } = drillDown;
  const nextFilters = {
    span: filters.span || String(row.span ?? ''),
    account: filters.account || (kind === 'trial-balance' ? String(row.name ?? '') : ''),
  };
  if (filters.by === 'total') return stepLink({ by: 'field', ...nextFilters });
  if (filters.by === 'field') return stepLink({ by: 'well', field: String(row.group), ...nextFilters });
  if (typeof row.wellId !== 'string') return undefined;
  return {
    to: wellAddress(row.wellId, column.isAmount ? getMovementFilter(kind, column.id, drillDown.dates) : {}),
  };
}

/** Ledger filter for the movements that make up a well's amount in a column. */
export function getMovementFilter(
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
  return { from: beginDate, to: endDate, kind: getMovementKinds(kind, column).join(',') };
}

/** Movement kinds that make up a column for the period; empty when all kinds do. */
function getMovementKinds(kind: SheetKind, column: string): readonly MovementKind[] {
  if (kind === 'disclosure') return kindsOfDisclosure(column as DisclosureColumn);
  if (kind === 'arc-rollforward') {
    const { posted, reversed } = kindsOfArcCause(column as ArcCause);
    return [...new Set([...posted, ...reversed])];
  }
  if (kind === 'aro-rollforward')
    return kindsOfRollforward(column as 'additions' | 'accretion' | 'reductions');
  return [];
}

function layerLink(column: SheetColumn, row: SheetRow, { dates, linkTo }: DrillDown): LinkProps | undefined {
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
