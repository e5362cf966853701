import type { WorkbookLayer } from '~/domain/reports/layer-workbook';

/** 100,000.00 over 25 years at 8% with 2.5% inflation: the worked example of ruling 7. */
export const WORKBOOK_LAYER: WorkbookLayer = {
  id: 'l1',
  wellId: 'w',
  layerNumber: 1,
  layerType: 'initial',
  measurement: null,
  ratesFrom: null,
  reason: null,
  exactRate: '8.0000000000',
  effectiveInflationRate: '2.5000',
  pAndACost: '100000.00',
  previousEstimate: null,
  wellLifespan: 25,
  retirementDate: null,
  calculationDate: '2026-01-01',
  aroValue: '27070.90',
  currentAroValue: '27070.90',
  openingChange: '0.00',
  status: 'current',
  isReversed: false,
  well: { wellCode: '=A1', wellName: 'B', field: 'C' },
};
