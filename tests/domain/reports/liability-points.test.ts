import { describe, expect, it } from 'vitest';
import { dayTicks, liabilityPoints } from '~/components/well-page/liability-points';
import { listSettlements } from '~/components/well-page/list-settlements';
import type { WellLedgerView } from '~/schemas/reports/report-views';

let balance = 0;
function row(given: Partial<WellLedgerView> & { liability: string }): WellLedgerView {
  balance += Number(given.liability);
  return {
    postingId: '1',
    kind: 'accreted',
    postingKind: 'accretion',
    effectiveOn: '2024-01-31',
    aroLayerId: '1',
    layerNumber: 1,
    asset: '0.00',
    cash: '0.00',
    result: '0.00',
    pool: '0.00',
    interestSold: null,
    liabilityBalance: balance.toFixed(2),
    arcCost: '0.00',
    arcAccumulated: '0.00',
    arcNet: '0.00',
    memo: null,
    reference: null,
    isReversed: false,
    userId: 'system',
    user: null,
    createdAt: '2024-02-01T02:00:00.000Z',
    ...given,
  };
}

function settledLedger(): WellLedgerView[] {
  balance = 0;
  const settlement = { postingId: '7', postingKind: 'settlement', effectiveOn: '2024-02-29' } as const;
  return [
    row({ kind: 'incurred', postingKind: 'calculation', effectiveOn: '2024-01-01', liability: '100.00' }),
    row({ liability: '1.00' }),
    row({ postingId: '6', effectiveOn: '2024-02-29', liability: '1.01' }),
    row({
      ...settlement,
      kind: 'settled',
      liability: '-60.01',
      cash: '-70.00',
      result: '-9.99',
      reference: 'AFE 7',
    }),
    row({ ...settlement, layerNumber: 2, kind: 'settled', liability: '-42.00' }),
    row({ ...settlement, kind: 'retired', liability: '0.00', asset: '-100.00' }),
  ];
}

describe('the points in the chart of a well’s liability', () => {
  it('are one per day, marked by the most significant movement', () => {
    expect(liabilityPoints(settledLedger())).toEqual([
      { day: '2024-01-01', change: '100.00', balance: '100.00', marks: ['incurred'] },
      { day: '2024-01-31', change: '1.00', balance: '101.00', marks: ['accretion'] },
      { day: '2024-02-29', change: '-101.00', balance: '0.00', marks: ['settled', 'accretion'] },
    ]);
  });

  it('mark a reversed movement as a reversal', () => {
    balance = 0;
    const points = liabilityPoints([
      row({ liability: '5.00' }),
      row({ postingKind: 'reversal', effectiveOn: '2024-03-01', liability: '-5.00' }),
    ]);
    expect(points.map(({ marks }) => marks)).toEqual([['accretion'], ['reversal']]);
  });

  it('have a time axis in months or years, depending on the space', () => {
    const days = (first: string, last: string, most: number) =>
      dayTicks(first, last, most).map(({ day }) => day);
    expect(days('2024-01-01', '2024-03-15', 6)).toEqual(['2024-01-01', '2024-02-01', '2024-03-01']);
    expect(days('2024-01-02', '2024-12-31', 6)).toEqual([
      '2024-03-01',
      '2024-05-01',
      '2024-07-01',
      '2024-09-01',
      '2024-11-01',
    ]);
    expect(dayTicks('2020-05-05', '2026-01-01', 8)).toContainEqual({ day: '2021-01-01', isYear: true });
    for (const most of [1, 3, 5, 9]) {
      expect(days('1990-01-01', '2099-12-31', most).length).toBeLessThanOrEqual(Math.max(most, 6));
    }
  });
});

describe('the settlements of a well’s ledger', () => {
  it('summarize a posting: cost, relief, and the difference', () => {
    expect(listSettlements(settledLedger())).toEqual([
      {
        postingId: '7',
        effectiveOn: '2024-02-29',
        memo: null,
        reference: 'AFE 7',
        cost: '70.00',
        relief: '102.01',
        difference: '32.01',
        assetWrittenOff: '0.00',
        net: '32.01',
        goesToPool: false,
        isFinal: true,
        isReversed: false,
      },
    ]);
  });

  it('show if the difference went to the pool, and if the settlement is reversed', () => {
    balance = 0;
    const given = { postingKind: 'settlement', kind: 'settled', isReversed: true } as const;
    const [settlement] = listSettlements([
      row({ ...given, liability: '-50.00', cash: '-60.00', pool: '10.00' }),
    ]);
    expect(settlement).toMatchObject({
      difference: '-10.00',
      goesToPool: true,
      isFinal: false,
      isReversed: true,
    });
  });
});
