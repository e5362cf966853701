import { describe, expect, it } from 'vitest';
import {
  type FileLayer,
  findSuspectValues,
  ordinaryLayers,
  previewEstimates,
} from '~/components/imports/file-layers';
import { createAccretionCalculator } from '~/domain/books/accretion';
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

describe('the layers of a file before it is uploaded', () => {
  // The browser doesn't know every interest of a well: a share computed here could contradict the posting.
  const layers = fileOf(['A', LAYER], ['A', ADDITIONAL], ['B', LAYER], ['b', GROSS]);

  it('are valued, except on wells with gross costs', () => {
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

  it('yield estimates for the other wells, under either meaning of the cost', () => {
    expect(previewEstimates(layers, new Map())).toEqual([
      { wellCode: 'A', currentCents: 10_000_000, addedCents: 12_000_000, totalCents: 2_000_000 },
    ]);
  });
});

describe('suspect rows', () => {
  const suspectValuesOf = (layer: Partial<UploadedLayer>, more: Partial<FileLayer> = {}) => {
    const [row] = fileOf(['A', { ...LAYER, ...layer }]);
    const terms = { estimates: new Map(), additionalCost: null, valuation: createPresentValue() };
    const accretion = { asOf: '2020-12-31', calculator: createAccretionCalculator('effective') };
    return [...findSuspectValues([{ ...row!, ...more }], { ...terms, ...accretion })].flatMap(
      (suspect) => suspect?.values ?? [],
    );
  };

  it('have a rate above 25%', () => {
    expect(suspectValuesOf({ discountRateBp: 2500, inflationRateBp: 2500 })).toEqual([]);
    expect(suspectValuesOf({ discountRateBp: 2501 })).toEqual([{ field: 'discountRate', rate: 2501 }]);
    expect(suspectValuesOf({ inflationRateBp: 7500 })).toEqual([{ field: 'inflationRate', rate: 7500 }]);
  });

  it('have a value or balance far from the one computed from cost, life and rates', () => {
    // 27,070.90 at recognition, plus 8% a year later.
    const year = 2_923_657;
    expect(suspectValuesOf({ aroValueCents: 2_800_000, currentAroCents: year })).toEqual([]);
    expect(suspectValuesOf({ currentAroCents: year * 2 })).toEqual([]);
    expect(suspectValuesOf({ currentAroCents: year * 2 + 1 })).toEqual([
      { field: 'currentAroValue', cents: year * 2 + 1, computed: year },
    ]);
    expect(suspectValuesOf({ currentAroCents: Math.floor(year / 2) })).toMatchObject([
      { field: 'currentAroValue' },
    ]);
    expect(suspectValuesOf({ currentAroCents: -year })).toMatchObject([{ field: 'currentAroValue' }]);
    expect(suspectValuesOf({ aroValueCents: 1_000_000 })).toEqual([
      { field: 'aroValue', cents: 1_000_000, computed: 2_707_090 },
    ]);
    // The balance is checked against the given value.
    expect(suspectValuesOf({ aroValueCents: 1_000_000, currentAroCents: 1_080_000 })).toMatchObject([
      { field: 'aroValue' },
    ]);
    expect(
      suspectValuesOf({ discountRateBp: 7500, aroValueCents: 2_707_090, currentAroCents: year }),
    ).toMatchObject([{ field: 'discountRate' }, { field: 'aroValue', computed: 16 }]);
  });

  it('exclude settled layers, plugged wells, small amounts, and layers that only the server can measure', () => {
    expect(suspectValuesOf({ currentAroCents: 0 })).toEqual([]);
    expect(suspectValuesOf({ currentAroCents: 9_000_000 }, { isPlugged: true })).toEqual([]);
    expect(suspectValuesOf({ pAndACostCents: 1_000, currentAroCents: 10_000 })).toEqual([]);
    expect(suspectValuesOf({ layerType: 'additional', currentAroCents: 9_000_000 })).toEqual([]);
    expect(
      suspectValuesOf({ pAndACostCents: 0, grossCostCents: 4_000_000, currentAroCents: 9_000_000 }),
    ).toEqual([]);
  });
});
