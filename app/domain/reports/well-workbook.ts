import { type CalendarDate, utcDay } from '~/domain/calendar/calendar-date';
import { amountCell, type TableColumn, tableSheet, type WorkbookSheet } from '~/domain/files/workbook';
import {
  accretionSheet,
  byPeriod,
  difference,
  type Heading,
  layersSheet,
  text,
  type WorkbookAccretion,
  type WorkbookLayer,
} from './layer-workbook';

/** A movement in a well's ledger as the API returns it. */
export type WorkbookMovement = {
  effectiveOn: CalendarDate;
  postingId: string;
  /** Display name, as on screen; a reversal is named after the movement it reverses. */
  kind: string;
  layerNumber: number;
  liability: string;
  asset: string;
  cash: string;
  result: string;
  liabilityBalance: string;
  arcNet: string;
  memo: string | null;
  by: string;
  createdAt: string;
};

/** Builds a sheet of movements: each balance adds a movement to the one before. @param movements oldest first, all of the well's */
function ledgerSheet(movements: readonly WorkbookMovement[], heading: Heading): WorkbookSheet {
  const runningBalance = (id: string, sourceId: string) => (_row: WorkbookMovement, refs: Refs) => {
    const above = refs.above(id);
    const terms = above === null ? refs.here(sourceId) : `${above}+${refs.here(sourceId)}`;
    return { formula: `=ROUND(${terms},2)`, format: 'amount' } as const;
  };
  const columns: TableColumn<WorkbookMovement>[] = [
    { id: 'date', header: 'Effective', cell: ({ effectiveOn }) => ({ date: effectiveOn }) },
    {
      id: 'posting',
      header: 'Posting',
      width: 10,
      cell: ({ postingId }) => ({ figure: postingId, format: 'number' }),
    },
    { id: 'kind', header: 'Movement', width: 22, cell: ({ kind }) => text(kind) },
    {
      id: 'layer',
      header: 'Layer',
      width: 8,
      cell: ({ layerNumber }) => ({ figure: String(layerNumber), format: 'number' }),
    },
    { id: 'liability', header: 'Liability', addsUp: true, cell: (row) => amountCell(row.liability) },
    { id: 'asset', header: 'Asset', addsUp: true, cell: (row) => amountCell(row.asset) },
    { id: 'cash', header: 'Cash', addsUp: true, cell: (row) => amountCell(row.cash) },
    { id: 'result', header: 'Income Effect', addsUp: true, cell: (row) => amountCell(row.result) },
    {
      id: 'liabilityBalance',
      header: 'Liability Balance',
      width: 18,
      cell: runningBalance('liabilityBalance', 'liability'),
    },
    { id: 'assetBalance', header: 'Asset Balance', width: 18, cell: runningBalance('assetBalance', 'asset') },
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
    { id: 'by', header: 'By', width: 22, cell: ({ by }) => text(by) },
    {
      id: 'posted',
      header: 'Posted On (UTC)',
      cell: ({ createdAt }) => ({ date: utcDay(createdAt) }),
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

/** Builds a well's layers, accretion and movements, so a reader can recompute all of its figures. */
export function wellWorkbook({ heading, layers, accretions, movements }: WellWorkbook): WorkbookSheet[] {
  const rateByLayer = new Map(layers.map(({ id, exactRate }) => [id, exactRate]));
  const ordered = accretions.toSorted(
    (a, b) => a.aroLayer.layerNumber - b.aroLayer.layerNumber || byPeriod(a, b),
  );
  return [
    layersSheet({ name: 'Layers', heading, layers }),
    accretionSheet(ordered, rateByLayer, heading),
    ledgerSheet(movements, heading),
  ];
}
