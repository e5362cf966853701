import fc from 'fast-check';
import { addDays, type Day, endOfMonth } from './arithmetic';
import { type Books, liveWells, type Settings, TOO_LATE, type Well } from './books';
import { WHOLE } from './interests';
import type { InterestInput, NewWell } from './operations';
import type { Terms } from './recognition';
import type { DepletionRate, Switch } from './settings';

/** Building blocks of random operations: days, amounts, terms and wells. */

/** Company settings; depreciation is set later in the sequence. */
export const anySettings: fc.Arbitrary<Settings> = fc.record({
  depreciation: fc.constant('none' as const),
  depreciationFrom: fc.constant(null),
  method: fc.constantFrom('simple' as const, 'simple' as const, 'effective' as const),
  settlementOrder: fc.constantFrom('proportion' as const, 'proportion' as const, 'oldest' as const),
  settlementDifference: fc.constantFrom('result' as const, 'pool' as const),
  downwardRate: fc.constantFrom('average' as const, 'newest' as const),
  changeBasis: fc.constantFrom('stated' as const, 'repriced' as const),
});

export const FIRST_DAY = '2023-01-01';
const MONTHS = 18;
const DAYS = 546;
export const FIELDS = ['North', 'South'];
const CODES = ['A', 'B', 'C', 'D'];
const PERCENT = WHOLE / 100n;
const SHARES = [WHOLE, 75n * PERCENT, 50n * PERCENT, 7_343_750_000n, 3_333_333_333n];

export const monthEnd: fc.Arbitrary<Day> = fc
  .nat(MONTHS - 1)
  .map((months) => endOfMonthAfter(FIRST_DAY, months));
export const anyDay: fc.Arbitrary<Day> = fc.oneof(
  { weight: 4, arbitrary: fc.nat(DAYS).map((days) => addDays(FIRST_DAY, days)) },
  { weight: 2, arbitrary: monthEnd },
  { weight: 1, arbitrary: monthEnd.map((day) => addDays(day, 1)) },
);
export const anyDate = fc.oneof(
  { weight: 40, arbitrary: anyDay },
  { weight: 1, arbitrary: fc.constant(TOO_LATE) },
);

export const cost = fc.oneof(
  fc.constantFrom(10_000_000n, 12_000_000n, 5_000_000n, 10_000_001n),
  fc.bigInt({ min: 1n, max: 50_000_000n }),
  // Small enough that a month accretes nothing, or half a cent.
  fc.bigInt({ min: 1n, max: 2_000n }),
);
const figures = {
  discountBp: fc.oneof(fc.constantFrom(600, 800, 1_200), fc.integer({ min: 1, max: 2_000 })),
  inflationBp: fc.oneof(fc.constantFrom(0, 250), fc.integer({ min: 0, max: 900 })),
  costCents: cost,
};
// Short ones end within the days of a sequence.
export const years = fc.oneof(fc.constantFrom(1, 1, 2), fc.integer({ min: 1, max: 40 }));
/** Retirement dates: within the days of a sequence, or long after. */
const retirement: fc.Arbitrary<Day> = fc.oneof(
  anyDay,
  fc.nat(9_000).map((days) => addDays(FIRST_DAY, days)),
);
/** The life of a layer as given in requests: mostly in years, sometimes to a date, sometimes the well's own. */
const life: fc.Arbitrary<Pick<Terms, 'lifespanYears' | 'retirementDate'>> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ lifespanYears: years }) },
  { weight: 2, arbitrary: retirement.map((retirementDate) => ({ lifespanYears: null, retirementDate })) },
  { weight: 1, arbitrary: fc.constant({ lifespanYears: null }) },
);
const isGross = fc.constantFrom(false, false, false, true);
const initialFields = { layerType: fc.constant('initial' as const), measurement: fc.constant(null) };
const additionalFields = {
  layerType: fc.constant('additional' as const),
  measurement: fc.constantFrom(
    'change' as const,
    'change' as const,
    'increment' as const,
    'remeasure' as const,
  ),
};

/** Terms as given in files. */
export const uploadedTerms = fc.oneof(
  fc.record({ ...initialFields, ...figures, lifespanYears: years }),
  fc.record({ ...additionalFields, ...figures, lifespanYears: years }),
);
export const initialTerms: fc.Arbitrary<Terms> = fc
  .record({ ...initialFields, ...figures, isGross, isAcquired: fc.constantFrom(false, false, true), life })
  .map(({ life: lifeTerms, ...terms }) => ({ ...terms, ...lifeTerms }));
export const additionalTerms: fc.Arbitrary<Terms> = fc
  .record({ ...additionalFields, ...figures, isGross, life })
  .map(({ life: lifeTerms, ...terms }) => ({ ...terms, ...lifeTerms }));

/** Interests in a well, by start date. */
export const interests: fc.Arbitrary<InterestInput[]> = fc.uniqueArray(
  fc.record({
    from: anyDay,
    percent: fc.oneof(fc.constantFrom(...SHARES), fc.bigInt({ min: 1n, max: WHOLE })),
  }),
  { maxLength: 2, selector: ({ from }) => from },
);

export const anyNewWell: fc.Arbitrary<NewWell> = fc.record({
  code: fc.constantFrom(...CODES),
  field: fc.constantFrom(...FIELDS),
  activeDate: anyDay,
  status: fc.constantFrom('Active' as const, 'Active' as const, 'Inactive' as const, 'Plugged' as const),
  pluggedOn: anyDay,
  retirementDate: fc.option(retirement, { freq: 1 }),
  interests: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: interests }),
});

/** A well by number; a nonexistent one if there are none. */
export function wellAt(books: Books, pick: number): Well {
  const wells = liveWells(books);
  return (
    wells[pick % Math.max(1, wells.length)] ?? {
      id: 'nobody',
      code: 'nobody',
      field: 'North',
      activeDate: FIRST_DAY,
      status: 'Active',
      pluggedOn: null,
      arrivedPlugged: false,
      retirementDate: null,
      interests: [],
      isDeleted: false,
    }
  );
}

/** Mostly an additional layer, because a second initial layer is refused. */
export function toAdditional(terms: Terms, pick: number): Terms {
  if (pick % 10 === 0) return terms;
  // A bought interest adds a cost; a revised estimate has no origin.
  const measurement = terms.isAcquired ? 'increment' : 'change';
  return { ...terms, layerType: 'additional', measurement };
}

/** Month-end the given number of months after a day's month. */
export function endOfMonthAfter(day: Day, months: number): Day {
  const [year, month] = day.split('-').map(Number);
  return endOfMonth(new Date(Date.UTC(year!, month! - 1 + months, 1)).toISOString().slice(0, 10));
}

/**
 * A day, usually not before the newest act on a well other than accretion or depreciation: an earlier day would be refused for its date
 * alone.
 */
export function moveToLastAct({ postings }: Books, wellId: string, day: Day, isLate: boolean): Day {
  const acts = postings.filter(
    ({ kind, moves }) =>
      kind !== 'accretion' && kind !== 'depreciation' && moves.some((move) => move.wellId === wellId),
  );
  const last = acts
    .map((posting) => posting.day)
    .sort()
    .at(-1);
  return isLate && last !== undefined && day < last ? last : day;
}

const MONTH_COUNT = 24;

/** A change of the depreciation setting, and its start date. */
export const anySwitch: fc.Arbitrary<Switch> = fc.record({
  depreciation: fc.constantFrom('straight-line' as const, 'units-of-production' as const),
  from: fc.oneof({ weight: 20, arbitrary: anyDate }, { weight: 1, arbitrary: fc.constant(null) }),
});

const percentE4 = fc.oneof(fc.bigInt({ min: 0n, max: 200_000n }), fc.constantFrom(0n, 1_000_000n));

/** Rates of both fields for all months, except a few. */
export const manyRates: fc.Arbitrary<DepletionRate[]> = fc
  .tuple(percentE4, fc.array(fc.nat(2 * MONTH_COUNT - 1), { maxLength: 1 }))
  .map(([percent, skipped]) => {
    const months = Array.from({ length: MONTH_COUNT }, (_, index) =>
      endOfMonthAfter(FIRST_DAY, index).slice(0, 7),
    );
    const rates = FIELDS.flatMap((field, fieldIndex) =>
      months.map((month, index) => ({
        field,
        month,
        percentE4: (percent + BigInt(fieldIndex * 7 + index)) % 1_000_001n,
      })),
    );
    return rates.filter((_, index) => !skipped.includes(index));
  });

/** A rate or two, which may be null to remove one. */
export const fewRates: fc.Arbitrary<DepletionRate[]> = fc.uniqueArray(
  fc.record({
    field: fc.constantFrom(...FIELDS),
    month: monthEnd.map((day) => day.slice(0, 7)),
    percentE4: fc.option(percentE4, { freq: 4 }),
  }),
  { minLength: 1, maxLength: 2, selector: ({ field, month }) => `${field} ${month}` },
);
