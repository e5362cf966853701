import type { WorkbookSheet } from '~/domain/files/workbook';
import {
  accretionSheet,
  byPeriod,
  type Heading,
  layersSheet,
  type WorkbookAccretion,
  type WorkbookLayer,
} from './layer-workbook';

export type DetailWorkbook = {
  heading: Heading;
  /** In sheet order. */
  layers: readonly WorkbookLayer[];
  /** The layers' accretion records, without reversed ones, in any order; null if there are too many for a workbook. */
  accretions: readonly WorkbookAccretion[] | null;
};

/**
 * Builds a list of layers and their accretion: present values and accretion are formulas over their inputs, and a
 * layer's accretion is the sum of its records.
 */
export function detailWorkbook({ heading, layers, accretions }: DetailWorkbook): WorkbookSheet[] {
  const layersInput = { name: 'ARO Detail', heading: [...heading, ...totalsFact(layers)], layers };
  if (accretions === null) return [layersSheet(layersInput)];
  const byLayer = Map.groupBy(accretions, ({ aroLayerId }) => aroLayerId);
  const ranges = new Map<string, { first: number; count: number }>();
  const ordered: WorkbookAccretion[] = [];
  for (const { id } of layers) {
    const records = byLayer.get(id) ?? [];
    if (records.length > 0) ranges.set(id, { first: ordered.length, count: records.length });
    for (const record of records.toSorted(byPeriod)) ordered.push(record);
  }
  const rateByLayer = new Map(layers.map(({ id, exactRate }) => [id, exactRate]));
  const wellByLayer = new Map(layers.map(({ id, well }) => [id, well.wellCode]));
  const accretion = accretionSheet(ordered, rateByLayer, heading, wellByLayer);
  const accretionOf = (layerId: string) => {
    const range = ranges.get(layerId);
    return range ? accretion.cellsOf('expense', range.first, range.count) : null;
  };
  return [layersSheet({ ...layersInput, accretionOf }), accretion];
}

/** Totals sum whole columns, so they can differ from those on screen. */
function totalsFact(layers: readonly WorkbookLayer[]): Heading {
  return layers.some(({ status }) => status === 'historical')
    ? ['Totals include historical layers, which the on-screen totals exclude. See the Status column.']
    : [];
}
