import { describe, expect, it } from 'vitest';
import { type FileLayer, ordinaryLayers, previewEstimates } from '~/components/imports/file-layers';
import { createPresentValue } from '~/domain/books/present-value';
import type { UploadedLayer } from '~/domain/books/uploaded-layer';

const LAYER: UploadedLayer = {
  layerType: 'initial',
  discountRateBp: 800,
  inflationRateBp: 250,
  pAndACostCents: 10_000_000,
  grossCostCents: null,
  wellLifespanYears: 25,
  calculationDate: '2020-01-01',
  aroValueCents: null,
  currentAroCents: null,
  measurement: null,
  arcCostCents: null,
  arcAccumulatedCents: null,
  retirementDate: null,
};
const ADDITIONAL: UploadedLayer = { ...LAYER, layerType: 'additional', pAndACostCents: 2_000_000 };
const GROSS: UploadedLayer = { ...ADDITIONAL, pAndACostCents: 0, grossCostCents: 4_000_000 };

const fileOf = (...rows: [wellCode: string, layer: UploadedLayer][]): FileLayer[] =>
  rows.map(([wellCode, layer], at) => ({ row: at + 2, wellCode, isPlugged: false, layer }));

describe('the layers of a file before it is sent', () => {
  // The browser does not know every interest of a well: a share worked out here could contradict what is posted.
  const layers = fileOf(['A', LAYER], ['A', ADDITIONAL], ['B', LAYER], ['b', GROSS]);

  it('are valued without those of wells with gross costs', () => {
    const options = {
      estimates: new Map(),
      additionalCost: 'added',
      valuation: createPresentValue(),
    } as const;
    expect([...ordinaryLayers(layers, options)].map((layer) => layer?.currentAroCents ?? null)).toEqual([
      2_707_090,
      541_418,
      null,
      null,
    ]);
  });

  it('make estimates of the other wells, whichever their cost is taken for', () => {
    expect(previewEstimates(layers, new Map())).toEqual([
      { wellCode: 'A', currentCents: 10_000_000, addedCents: 12_000_000, totalCents: 2_000_000 },
    ]);
  });
});
