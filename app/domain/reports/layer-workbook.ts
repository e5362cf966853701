import type { AccretionMethod } from '~/domain/books/accretion';
import { MEASUREMENT_NAMES, METHOD_NAMES, OPENING_CHANGE } from '~/domain/books/layer-labels';
import { ticksOfLife } from '~/domain/books/life';
import { rateReason } from '~/domain/books/rate-reason';
import type { RateSource } from '~/domain/books/revision';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { TICKS_PER_YEAR } from '~/domain/calendar/month-scale';
import { amountCell, type TableColumn, type TableSheet, tableSheet } from '~/domain/files/workbook';

/** A layer as the API returns it. */
export type WorkbookLayer = {
  id: string;
  wellId: string;
  layerNumber: number;
  layerType: 'initial' | 'additional';
  measurement: 'change' | 'increment' | 'remeasure' | null;
  /** Source of derived rates; null for rates that were entered. */
  ratesFrom: RateSource | null;
  reason: string | null;
  exactRate: string;
  effectiveInflationRate: string;
  pAndACost: string;
  /** Estimate that a change was measured against; null for the first layer. */
  previousEstimate: string | null;
  wellLifespan: number;
  retirementDate: CalendarDate | null;
  calculationDate: CalendarDate;
  aroValue: string;
  currentAroValue: string;
  /** Difference between the opening balance and the value at recognition. */
  openingChange: string;
  status: 'current' | 'historical';
  isReversed: boolean;
  well: { wellCode: string; wellName: string; field: string };
};

/** An accretion record as the API returns it. */
export type WorkbookAccretion = {
  aroLayerId: string;
  postingId: string;
  periodStart: CalendarDate;
  periodEnd: CalendarDate;
  beginningAro: string;
  accretionExpense: string;
  endingAro: string;
  method: AccretionMethod;
  /** In years, with twelve decimals. */
  timeYears: string;
  aroLayer: { layerNumber: number };
};

export type Heading = readonly string[];

export const text = (value: string | number) => ({ text: String(value) });

type LayersSheet = {
  name: string;
  heading: Heading;
  layers: readonly WorkbookLayer[];
  /** Range with the accretion of a layer, by layer id. If omitted, accretion is included in the last column. */
  accretionOf?: (layerId: string) => string | null;
};

/**
 * Builds a sheet of layers: the present value of each is a formula over its cost, time and rates. The Other column
 * holds the rest of the ledger value (an amount carried before a remeasurement, a limit, an imported value); later
 * changes are in the columns after the current value.
 * @param layers in any order
 * Source: as `presentValue` and `measureLayer`; ASC 410-20-55-13.
 */
export function layersSheet({ name, heading, layers, accretionOf }: LayersSheet): TableSheet {
  const columns: TableColumn<WorkbookLayer>[] = [
    { id: 'well', header: 'Well Code', cell: ({ well }) => text(well.wellCode) },
    { id: 'name', header: 'Well Name', width: 24, cell: ({ well }) => text(well.wellName) },
    { id: 'field', header: 'Field', cell: ({ well }) => text(well.field) },
    {
      id: 'layer',
      header: 'Layer',
      width: 8,
      cell: ({ layerNumber }) => ({ figure: String(layerNumber), format: 'number' }),
    },
    {
      id: 'date',
      header: 'Calculation Date',
      cell: ({ calculationDate }) => ({ date: calculationDate }),
    },
    { id: 'cost', header: 'P&A Cost', cell: ({ pAndACost }) => amountCell(pAndACost) },
    {
      id: 'previous',
      header: 'Previous Estimate',
      cell: (layer) => amountCell(measuredFrom(layer)),
    },
    { id: 'years', header: 'Years', cell: yearsCell },
    {
      id: 'inflation',
      header: 'Inflation Rate',
      cell: ({ effectiveInflationRate }) => ({ figure: effectiveInflationRate, format: 'percent' }),
    },
    {
      id: 'discount',
      header: 'Discount Rate',
      cell: ({ exactRate }) => ({ figure: exactRate, format: 'percent' }),
    },
    {
      id: 'presentValue',
      header: 'Present Value',
      addsUp: true,
      cell: (_layer, { here }) => ({
        formula: `=ROUND((${here('cost')}-${here('previous')})*(1+${here('inflation')})^${here('years')}/(1+${here('discount')})^${here('years')},2)`,
        format: 'amount',
      }),
    },
    {
      id: 'value',
      header: 'Layer Value per Ledger',
      width: 22,
      addsUp: true,
      cell: ({ aroValue }) => amountCell(aroValue),
    },
    {
      id: 'other',
      header: 'Other',
      addsUp: true,
      cell: (_layer, { here }) => difference(here('value'), here('presentValue')),
    },
    {
      id: 'current',
      header: 'Current Value',
      addsUp: true,
      cell: ({ currentAroValue }) => amountCell(currentAroValue),
    },
    ...sinceColumns({ accretionOf, isOpened: layers.some(({ openingChange }) => openingChange !== '0.00') }),
    ...TERMS,
  ];
  return tableSheet({ name, heading, columns, rows: layers });
}

/** Context for a layer's figures, which explains the Other column, and why the layer counts or not. */
const TERMS: TableColumn<WorkbookLayer>[] = [
  {
    id: 'measured',
    header: 'Measured As',
    width: 20,
    cell: ({ layerType, measurement }) =>
      text(layerType === 'initial' ? 'Initial' : MEASUREMENT_NAMES[measurement ?? 'change']),
  },
  {
    id: 'retirement',
    header: 'Retirement Date',
    cell: ({ retirementDate }) => (retirementDate ? { date: retirementDate } : null),
  },
  {
    id: 'ratesFrom',
    header: 'Rates',
    width: 30,
    cell: ({ ratesFrom }) =>
      text(ratesFrom === 'table' ? 'The company’s rate table' : rateReason(ratesFrom, null)),
  },
  { id: 'reason', header: 'Reason', width: 40, cell: ({ reason }) => text(reason ?? '') },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, isReversed }) =>
      text(isReversed ? 'Reversed' : status === 'current' ? 'Current' : 'Historical'),
  },
];

/** Changes in each layer since recognition. The last column is the remainder, so every row ties. */
function sinceColumns({
  accretionOf,
  isOpened,
}: Pick<LayersSheet, 'accretionOf'> & { isOpened: boolean }): TableColumn<WorkbookLayer>[] {
  const componentColumns: TableColumn<WorkbookLayer>[] = [];
  if (isOpened) {
    componentColumns.push({
      id: 'opening',
      header: OPENING_CHANGE,
      width: 28,
      addsUp: true,
      cell: ({ openingChange }) => amountCell(openingChange),
    });
  }
  if (accretionOf) {
    componentColumns.push({
      id: 'accreted',
      header: 'Accreted',
      addsUp: true,
      cell: ({ id }) => {
        const cells = accretionOf(id);
        return cells === null ? amountCell('0.00') : { formula: `=ROUND(SUM(${cells}),2)`, format: 'amount' };
      },
    });
  }
  return [
    ...componentColumns,
    {
      id: 'since',
      header: accretionOf ? 'Settled, Sold, Reversed' : 'Accreted, Settled, Sold',
      width: 22,
      addsUp: true,
      cell: (_layer, { here }) =>
        difference(here('current'), ['value', ...componentColumns.map(({ id }) => id)].map(here).join('-')),
    },
  ];
}

/** Formula for a difference, rounded to cents. */
export function difference(from: string, subtracted: string) {
  return { formula: `=ROUND(${from}-${subtracted},2)`, format: 'amount' } as const;
}

/** Life in years: whole years, or months and partial months as a fraction of a year. */
function yearsCell({ calculationDate, wellLifespan, retirementDate }: WorkbookLayer) {
  if (!retirementDate) return { figure: String(wellLifespan), format: 'number' } as const;
  const ticks = ticksOfLife({ calculationDate, wellLifespanYears: wellLifespan, retirementDate });
  return { formula: `=${ticks}/${TICKS_PER_YEAR}`, format: 'number' } as const;
}

/** Estimate that a change was measured from; zero for a layer measured by its own cost. */
function measuredFrom({ layerType, measurement, previousEstimate }: WorkbookLayer): string {
  const isChange = layerType === 'additional' && (measurement ?? 'change') === 'change';
  return (isChange && previousEstimate) || '0.00';
}

/**
 * Builds a sheet of accretion records: each expense is a formula over its beginning balance, the layer's rate and the
 * time.
 * @param records in sheet order
 * @param wellByLayer well codes by layer; omit if all records are for the same well
 * Source: as `accretionExpense`; ASC 410-20-35-5.
 */
export function accretionSheet(
  records: readonly WorkbookAccretion[],
  rateByLayer: ReadonlyMap<string, string>,
  heading: Heading,
  wellByLayer?: ReadonlyMap<string, string>,
): TableSheet {
  const columns: TableColumn<WorkbookAccretion>[] = [
    ...(wellByLayer ? [wellColumn(wellByLayer)] : []),
    {
      id: 'layer',
      header: 'Layer',
      width: 8,
      cell: ({ aroLayer }) => ({ figure: String(aroLayer.layerNumber), format: 'number' }),
    },
    { id: 'date', header: 'Period End', cell: ({ periodEnd }) => ({ date: periodEnd }) },
    { id: 'base', header: 'Beginning', cell: ({ beginningAro }) => amountCell(beginningAro) },
    {
      id: 'rate',
      header: 'Discount Rate',
      cell: ({ aroLayerId }) => ({ figure: rateByLayer.get(aroLayerId) ?? '0', format: 'percent' }),
    },
    {
      id: 'years',
      header: 'Years',
      cell: ({ timeYears }) => ({
        // The exact fraction: twelve decimals are too few for the largest balances.
        formula: `=${Math.round(Number(timeYears) * TICKS_PER_YEAR)}/${TICKS_PER_YEAR}`,
        format: 'number',
      }),
    },
    {
      id: 'expense',
      header: 'Accretion',
      addsUp: true,
      cell: ({ method }, { here }) => ({
        formula:
          method === 'simple'
            ? `=ROUND(${here('base')}*${here('rate')}*${here('years')},2)`
            : `=ROUND(${here('base')}*((1+${here('rate')})^${here('years')}-1),2)`,
        format: 'amount',
      }),
    },
    {
      id: 'ending',
      header: 'Ending',
      cell: (_record, { here }) => ({
        formula: `=ROUND(${here('base')}+${here('expense')},2)`,
        format: 'amount',
      }),
    },
    {
      id: 'ledger',
      header: 'Accretion per Ledger',
      width: 20,
      addsUp: true,
      cell: ({ accretionExpense }) => amountCell(accretionExpense),
    },
    {
      id: 'difference',
      header: 'Difference',
      addsUp: true,
      cell: (_record, { here }) => difference(here('expense'), here('ledger')),
    },
    { id: 'start', header: 'Period Start', cell: ({ periodStart }) => ({ date: periodStart }) },
    { id: 'method', header: 'Method', width: 12, cell: ({ method }) => text(METHOD_NAMES[method]) },
    {
      id: 'posting',
      header: 'Posting',
      width: 10,
      cell: ({ postingId }) => ({ figure: postingId, format: 'number' }),
    },
  ];
  return tableSheet({ name: 'Accretion', heading, columns, rows: records });
}

function wellColumn(wellByLayer: ReadonlyMap<string, string>): TableColumn<WorkbookAccretion> {
  return {
    id: 'well',
    header: 'Well Code',
    cell: ({ aroLayerId }) => text(wellByLayer.get(aroLayerId) ?? ''),
  };
}

/** Oldest first. */
export function byPeriod(a: WorkbookAccretion, b: WorkbookAccretion): number {
  return a.periodEnd < b.periodEnd ? -1 : 1;
}
