import { describe, expect, it } from 'vitest';
import { createAccretionCalculator } from '~/domain/books/accretion';
import { type Act, createAct, type LayerState } from '~/domain/books/act';
import { NO_AMOUNTS } from '~/domain/books/movement';
import { reversalDate, reversePosting } from '~/domain/books/reversal';
import { type BookedPosting, openOnDay } from '~/domain/books/well-books';
import { DomainConflict } from '~/domain/money/domain-conflict';

const simple = () => createAct({ method: 'simple', calculator: createAccretionCalculator('simple') });

function layer(given: Partial<LayerState> = {}): LayerState {
  return {
    id: 1,
    wellId: 7,
    calculationDate: '2026-01-01',
    retirementDate: null,
    wellLifespanYears: 10,
    accretedThrough: null,
    currentAroCents: 12_000_000,
    discountRateBp: 1000,
    arcCostCents: 12_000_000,
    arcAccumulatedCents: 0,
    arcBaseCents: 12_000_000,
    arcBaseDay: null,
    depreciatedThrough: null,
    settledCents: 0,
    isReversed: false,
    lastPostingId: 1,
    ...given,
  };
}

/** Accretion of one layer booked after the day. */
function accretion(
  id: number,
  day: string,
  given: { base: number; expense: number; since: string | null },
): BookedPosting {
  return {
    id,
    number: id,
    kind: 'accretion',
    day,
    isCompanyWide: true,
    periodType: 'monthly',
    terms: null,
    movements: [
      {
        ...NO_AMOUNTS,
        layerId: 1,
        kind: 'accreted',
        liabilityCents: given.expense,
        accretion: { baseCents: given.base, time: { numerator: 1, denominator: 12 }, since: given.since },
      },
    ],
  };
}

/** The act's postings in short: kind, day, amounts. */
function postingsOf(act: Act) {
  return act
    .finish()
    .postings.map(({ kind, day, movements }) => [kind, day, movements.map((m) => m.liabilityCents)]);
}

describe('opening a well on a day', () => {
  it('accretes it through the day first', () => {
    const act = simple();
    const { carryingCents } = openOnDay(act, { wellCode: 'A', layers: [layer()], later: [] }, '2026-01-31');
    expect(carryingCents).toBe(12_100_000);
    expect(postingsOf(act)).toEqual([['accretion', '2026-01-31', [100_000]]]);
  });

  it('reverses the accretion beyond that day, and reposts it to the same period ends', () => {
    const act = simple();
    const read = layer({ currentAroCents: 12_200_833, accretedThrough: '2026-02-28', lastPostingId: 3 });
    const later = [
      accretion(3, '2026-02-28', { base: 12_100_000, expense: 100_833, since: '2026-01-31' }),
      accretion(2, '2026-01-31', { base: 12_000_000, expense: 100_000, since: null }),
    ];
    const { carryingCents, replay } = openOnDay(act, { wellCode: 'A', layers: [read], later }, '2026-01-15');
    // 15 of 31 days of January.
    expect(carryingCents).toBe(12_048_387);
    replay();
    expect(postingsOf(act)).toEqual([
      ['reversal', '2026-02-28', [-100_833]],
      ['reversal', '2026-01-31', [-100_000]],
      ['accretion', '2026-01-15', [48_387]],
      ['accretion', '2026-01-31', [51_821]],
      ['accretion', '2026-02-28', [100_835]],
    ]);
    const [touched] = act.finish().touched;
    expect(touched?.after).toMatchObject({ accretedThrough: '2026-02-28', currentAroCents: 12_201_043 });
    expect(touched?.before).toBe(read);
  });

  it('reposts by the method originally used, even if the company has changed it', () => {
    const effective = () =>
      createAct({ method: 'effective', calculator: createAccretionCalculator('effective') });
    const read = layer({ currentAroCents: 12_196_748, accretedThrough: '2026-02-28', lastPostingId: 3 });
    const later: BookedPosting[] = [
      {
        ...accretion(3, '2026-02-28', { base: 12_100_000, expense: 96_748, since: '2026-01-31' }),
        method: 'effective',
      },
      {
        ...accretion(2, '2026-01-31', { base: 12_000_000, expense: 100_000, since: null }),
        method: 'simple',
      },
    ];
    const act = effective();
    const { replay } = openOnDay(act, { wellCode: 'A', layers: [read], later }, '2026-01-15');
    replay();
    const methods = act.finish().postings.map(({ kind, day, method }) => [kind, day, method]);
    expect(methods.slice(2)).toEqual([
      ['accretion', '2026-01-15', 'simple'],
      ['accretion', '2026-01-31', 'simple'],
      ['accretion', '2026-02-28', 'effective'],
    ]);
    // 15 and 16 of January's 31 days under `simple`.
    expect(postingsOf(act).slice(2, 4)).toEqual([
      ['accretion', '2026-01-15', [48_387]],
      ['accretion', '2026-01-31', [51_821]],
    ]);
    const none = effective();
    openOnDay(none, { wellCode: 'A', layers: [layer()], later: [] }, '2026-01-31');
    expect(none.finish().postings).toMatchObject([{ method: 'effective' }]);
  });

  it('is refused while anything else is booked after the day', () => {
    const later: BookedPosting[] = [
      { ...accretion(9, '2026-03-01', { base: 0, expense: 0, since: null }), kind: 'calculation' },
    ];
    expect(() => openOnDay(simple(), { wellCode: 'A-1', layers: [layer()], later }, '2026-01-31')).toThrow(
      new DomainConflict(
        null,
        'Well "A-1" has a later calculation dated 2026-03-01 (posting 9). Reverse that first, or use a later date.',
      ),
    );
  });
});

describe('a failing part of an act', () => {
  it('leaves nothing behind, and keeps what came before it', () => {
    const act = simple();
    act.accrete('main', layer({ id: 2 }), '2026-01-31', { isCompanyWide: true, periodType: 'monthly' });
    expect(() =>
      act.attempt(() => {
        act.accrete('main', layer(), '2026-01-31', { isCompanyWide: true, periodType: 'monthly' });
        throw new Error('refused');
      }),
    ).toThrow('refused');
    const { postings, touched } = act.finish();
    expect(postings.map(({ movements }) => movements.map(({ layerId }) => layerId))).toEqual([[2]]);
    expect(touched.map(({ before }) => before.id)).toEqual([2]);
  });
});

describe('reversing a posting', () => {
  const wells = () => [
    {
      layers: [layer({ currentAroCents: 12_200_833, accretedThrough: '2026-02-28', lastPostingId: 3 })],
      later: [
        accretion(2, '2026-01-31', { base: 12_000_000, expense: 100_000, since: null }),
        accretion(3, '2026-02-28', { base: 12_100_000, expense: 100_833, since: '2026-01-31' }),
      ],
    },
  ];
  const own = (day: string) => day;

  it('negates its amounts and restores the layer’s accretion date', () => {
    const act = simple();
    expect(reversePosting(act, wells(), { postings: new Set([3]), includeLater: false, dateOf: own })).toBe(
      1,
    );
    const { postings, touched } = act.finish();
    expect(postings).toMatchObject([{ kind: 'reversal', day: '2026-02-28', reversesId: 3 }]);
    expect(postings[0]?.movements).toMatchObject([{ liabilityCents: -100_833, accretion: null }]);
    expect(touched[0]?.after).toMatchObject({ accretedThrough: '2026-01-31', currentAroCents: 12_100_000 });
  });

  it('is refused while later postings depend on it, naming them', () => {
    expect(() =>
      reversePosting(simple(), wells(), { postings: new Set([2]), includeLater: false, dateOf: own }),
    ).toThrow('These wells have later postings: accretion dated 2026-02-28 (posting 3).');
  });

  it('includes later postings when told to, newest first', () => {
    const act = simple();
    reversePosting(act, wells(), { postings: new Set([2]), includeLater: true, dateOf: own });
    const { postings, touched } = act.finish();
    expect(postings.map(({ reversesId }) => reversesId)).toEqual([3, 2]);
    expect(touched[0]?.after).toMatchObject({ accretedThrough: null, currentAroCents: 12_000_000 });
  });

  it('does nothing if the posting is already fully reversed', () => {
    expect(
      reversePosting(simple(), wells(), { postings: new Set([8]), includeLater: false, dateOf: own }),
    ).toBe(0);
  });

  it('removes a layer from the books by reversing its recognition', () => {
    const act = simple();
    const recognized: BookedPosting = {
      id: 1,
      number: 1,
      kind: 'calculation',
      day: '2026-01-01',
      isCompanyWide: false,
      periodType: null,
      terms: null,
      movements: [
        {
          ...NO_AMOUNTS,
          layerId: 1,
          kind: 'incurred',
          liabilityCents: 12_000_000,
          arcCostCents: 12_000_000,
          accretion: null,
        },
      ],
    };
    reversePosting(act, [{ layers: [layer()], later: [recognized] }], {
      postings: new Set([1]),
      includeLater: false,
      dateOf: own,
    });
    expect(act.finish().touched[0]?.after).toMatchObject({
      isReversed: true,
      currentAroCents: 0,
      arcCostCents: 0,
    });
  });

  it.each([
    ['while its period is open: its own day', '2026-01-31', null, null, '2026-01-31'],
    ['in a closed period: the first open day', '2026-01-31', '2026-03-31', null, '2026-04-01'],
    ['on a day asked for', '2026-01-31', null, '2026-02-10', '2026-02-10'],
    ['for later postings never before their own day', '2026-02-28', null, '2026-02-10', '2026-02-28'],
    ['a day asked for after the closed period', '2026-01-31', '2026-03-31', '2026-05-05', '2026-05-05'],
  ])('is dated %s', (_, original, closedThrough, requested, expected) => {
    expect(reversalDate(original, { closedThrough, requested })).toBe(expected);
  });
});

describe('a well measured twice in one act', () => {
  const read = layer({ currentAroCents: 12_300_000, accretedThrough: '2026-03-31', lastPostingId: 4 });
  const later = [
    accretion(4, '2026-03-31', { base: 12_200_000, expense: 100_000, since: '2026-02-28' }),
    accretion(3, '2026-02-28', { base: 12_100_000, expense: 100_000, since: '2026-01-31' }),
  ];
  const wellCode = 'A';

  it('posts the time between the two days once, and everything in the order of its balances', () => {
    const act = simple();
    openOnDay(act, { wellCode, layers: [read], later }, '2026-02-15').replay();
    const carrying = act.withRound(1, () => {
      act.dropReplays([read], '2026-03-10');
      const rest = later
        .filter(({ day }) => day > '2026-03-10')
        .map((posting) => ({ ...posting, movements: [] }));
      const { carryingCents, replay } = openOnDay(
        act,
        { wellCode, layers: [read], later: rest },
        '2026-03-10',
      );
      replay();
      return carryingCents;
    });
    expect(postingsOf(act).map(([kind, day]) => [kind, day])).toEqual([
      ['reversal', '2026-03-31'],
      ['reversal', '2026-02-28'],
      ['accretion', '2026-02-15'],
      ['accretion', '2026-02-28'],
      ['accretion', '2026-03-10'],
      ['accretion', '2026-03-31'],
    ]);
    const { postings, touched } = act.finish();
    let balance = 12_100_000;
    for (const { movements } of postings.filter(({ kind }) => kind === 'accretion')) {
      expect(movements[0]?.accretion?.baseCents).toBe(balance);
      balance += movements[0]!.liabilityCents;
      if (movements[0]?.accretion?.since === '2026-02-28') expect(balance).toBe(carrying);
    }
    expect(touched).toMatchObject([{ after: { currentAroCents: balance, accretedThrough: '2026-03-31' } }]);
  });

  it('reverses nothing if the second change is refused', () => {
    const act = simple();
    openOnDay(act, { wellCode, layers: [read], later }, '2026-02-15').replay();
    const before = act.finish();
    expect(() =>
      act.attempt(() => {
        act.dropReplays([read], '2026-02-20');
        throw new Error('refused');
      }),
    ).toThrow('refused');
    expect(act.finish()).toEqual(before);
  });
});
