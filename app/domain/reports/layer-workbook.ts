import type { AccretionMethod } from '~/domain/books/accretion';
import { ticksOfLife } from '~/domain/books/life';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { TICKS_PER_YEAR } from '~/domain/calendar/month-scale';
import { amountCell, type TableColumn, tableSheet, type WorkbookSheet } from '~/domain/files/workbook';

/** A layer as calls answer it. */
export type WorkbookLayer = {
  id: string;
  wellId: string;
  layerNumber: number;
  layerType: 'initial' | 'additional';
  measurement: 'change' | 'increment' | 'remeasure' | null;
  exactRate: string;
  effectiveInflationRate: string;
  pAndACost: string;
  totalEstimate: string;
  wellLifespan: number;
  retirementDate: CalendarDate | null;
  calculationDate: CalendarDate;
  aroValue: string;
  currentAroValue: string;
  isReversed: boolean;
  well: { wellCode: string; wellName: string; field: string };
};

/** An accretion record as calls answer it. */
export type WorkbookAccretion = {
  aroLayerId: string;
  periodEnd: CalendarDate;
  beginningAro: string;
  accretionExpense: string;
  endingAro: string;
  method: AccretionMethod;
  /** In years, with twelve decimals. */
  timeYears: string;
  aroLayer: { layerNumber: number };
};

/** A movement of a well's ledger as calls answer it. */
export type WorkbookMovement = {
  effectiveOn: CalendarDate;
  postingId: string;
  kind: string;
  layerNumber: number;
  liability: string;
  asset: string;
  cash: string;
  result: string;
  liabilityBalance: string;
  arcNet: string;
  memo: string | null;
};

type Heading = readonly string[];

const text = (value: string | number) => ({ text: String(value) });

/**
 * Layers as a sheet: the present value of each is a formula over its cost, time and rates. What the ledger holds beside that (what
 * was carried before a remeasurement, a limit, a value brought in) is in the column Other, and what happened since in the last.
 * @param layers in any order; what a well's estimate was before a change is taken from the layers that are among them
 * Source: as `presentValue` and `measureLayer`; ASC 410-20-55-13.
 */
export function layersSheet(layers: readonly WorkbookLayer[], heading: Heading): WorkbookSheet {
  const before = previousEstimates(layers);
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
      cell: (layer) => amountCell(before.get(layer.id) ?? '0.00'),
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
    {
      id: 'since',
      header: 'Accreted, Settled, Sold',
      width: 22,
      addsUp: true,
      cell: (_layer, { here }) => difference(here('current'), here('value')),
    },
  ];
  return tableSheet({ name: 'Layers', heading, columns, rows: layers });
}

function difference(from: string, taken: string) {
  return { formula: `=ROUND(${from}-${taken},2)`, format: 'amount' } as const;
}

/** Whole years, or months and parts of a month as a fraction of a year. */
function yearsCell({ calculationDate, wellLifespan, retirementDate }: WorkbookLayer) {
  if (!retirementDate) return { figure: String(wellLifespan), format: 'number' } as const;
  const ticks = ticksOfLife({ calculationDate, wellLifespanYears: wellLifespan, retirementDate });
  return { formula: `=${ticks}/${TICKS_PER_YEAR}`, format: 'number' } as const;
}

/** By a layer's id, the estimate that its change was measured from; none for a layer measured by its own cost. */
function previousEstimates(layers: readonly WorkbookLayer[]): Map<string, string> {
  const estimates = new Map<string, string>();
  const latest = new Map<string, string>();
  for (const layer of layers.toSorted((a, b) => a.layerNumber - b.layerNumber)) {
    const previous = latest.get(layer.wellId);
    const isChange = layer.layerType === 'additional' && (layer.measurement ?? 'change') === 'change';
    if (isChange && previous !== undefined) estimates.set(layer.id, previous);
    if (!layer.isReversed) latest.set(layer.wellId, layer.totalEstimate);
  }
  return estimates;
}

/**
 * Accretion records as a sheet: each expense is a formula over the balance it started from, the layer's rate and the time.
 * Source: as `accretionExpense`; ASC 410-20-35-5.
 */
function accretionSheet(
  records: readonly WorkbookAccretion[],
  rateOf: ReadonlyMap<string, string>,
  heading: Heading,
): WorkbookSheet {
  const columns: TableColumn<WorkbookAccretion>[] = [
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
      cell: ({ aroLayerId }) => ({ figure: rateOf.get(aroLayerId) ?? '0', format: 'percent' }),
    },
    {
      id: 'years',
      header: 'Years',
      cell: ({ timeYears }) => ({
        // The fraction itself: twelve decimals are too few for the largest balances.
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
  ];
  const ordered = records.toSorted(
    (a, b) => a.aroLayer.layerNumber - b.aroLayer.layerNumber || (a.periodEnd < b.periodEnd ? -1 : 1),
  );
  return tableSheet({ name: 'Accretion', heading, columns, rows: ordered });
}

/** Movements as a sheet: each balance is the one before it and the movement. @param movements oldest first, all of the well's */
function ledgerSheet(movements: readonly WorkbookMovement[], heading: Heading): WorkbookSheet {
  const running = (id: string, of: string) => (_row: WorkbookMovement, refs: Refs) => {
    const above = refs.above(id);
    const terms = above === null ? refs.here(of) : `${above}+${refs.here(of)}`;
    return { formula: `=ROUND(${terms},2)`, format: 'amount' } as const;
  };
  const columns: TableColumn<WorkbookMovement>[] = [
    { id: 'date', header: 'Effective', cell: ({ effectiveOn }) => ({ date: effectiveOn }) },
    { id: 'posting', header: 'Posting', width: 10, cell: ({ postingId }) => text(postingId) },
    { id: 'kind', header: 'Kind', width: 14, cell: ({ kind }) => text(kind) },
    {
      id: 'layer',
      header: 'Layer',
      width: 8,
      cell: ({ layerNumber }) => ({ figure: String(layerNumber), format: 'number' }),
    },
    { id: 'liability', header: 'Liability', addsUp: true, cell: (row) => amountCell(row.liability) },
    { id: 'asset', header: 'Asset', addsUp: true, cell: (row) => amountCell(row.asset) },
    { id: 'cash', header: 'Cash', addsUp: true, cell: (row) => amountCell(row.cash) },
    { id: 'result', header: 'Result', addsUp: true, cell: (row) => amountCell(row.result) },
    {
      id: 'liabilityBalance',
      header: 'Liability Balance',
      width: 18,
      cell: running('liabilityBalance', 'liability'),
    },
    { id: 'assetBalance', header: 'Asset Balance', width: 18, cell: running('assetBalance', 'asset') },
    {
      id: 'ledger',
      header: 'Liability Balance per Ledger',
      width: 26,
      cell: (row) => amountCell(row.liabilityBalance),
    },
    {
      id: 'difference',
      header: 'Difference',
      addsUp: true,
      cell: (_row, { here }) => difference(here('liabilityBalance'), here('ledger')),
    },
    { id: 'memo', header: 'Memo', width: 40, cell: ({ memo }) => text(memo ?? '') },
  ];
  return tableSheet({ name: 'Ledger', heading, columns, rows: movements });
}

type Refs = Parameters<TableColumn<unknown>['cell']>[1];

export type WellWorkbook = {
  heading: Heading;
  layers: readonly WorkbookLayer[];
  accretions: readonly WorkbookAccretion[];
  movements: readonly WorkbookMovement[];
};

/** A well with its layers, its accretion and every movement, so that a reader can recompute it. */
export function wellWorkbook({ heading, layers, accretions, movements }: WellWorkbook): WorkbookSheet[] {
  const rateOf = new Map(layers.map(({ id, exactRate }) => [id, exactRate]));
  return [
    layersSheet(layers, heading),
    accretionSheet(accretions, rateOf, heading),
    ledgerSheet(movements, heading),
  ];
}
