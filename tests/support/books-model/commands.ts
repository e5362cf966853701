import fc from 'fast-check';
import { type Terms, TOO_LATE } from './acts';
import { addDays, type Day, endOfMonth } from './arithmetic';
import { type Books, liveWells, type Well } from './books';
import {
  accreting,
  addingWell,
  calculating,
  calculatingAll,
  changingStatus,
  closing,
  deletingWell,
  type NewWell,
  type Operation,
  reopening,
  reversing,
  settling,
} from './operations';
import { type UploadedLayer, type UploadRow, uploading } from './uploads';

/**
 * Random operations. What they are about (a well, a posting, a month) is drawn as a number, and found in the books only when
 * the operation's turn comes, so that a sequence still makes sense when fast-check has taken steps out of it.
 */
export type Draw = (books: Books) => Operation;

const FIRST_DAY = '2023-01-01';
const MONTHS = 18;
const DAYS = 546;
const FIELDS = ['North', 'South'];
const CODES = ['A', 'B', 'C', 'D'];
const NO_POSTING = 999_999_999;

const monthEnd: fc.Arbitrary<Day> = fc.nat(MONTHS - 1).map((months) => endOfMonthAfter(FIRST_DAY, months));
const anyDay: fc.Arbitrary<Day> = fc.oneof(
  { weight: 4, arbitrary: fc.nat(DAYS).map((days) => addDays(FIRST_DAY, days)) },
  { weight: 2, arbitrary: monthEnd },
  { weight: 1, arbitrary: monthEnd.map((day) => addDays(day, 1)) },
);
const anyDate = fc.oneof({ weight: 40, arbitrary: anyDay }, { weight: 1, arbitrary: fc.constant(TOO_LATE) });

const cost = fc.oneof(
  fc.constantFrom(10_000_000n, 12_000_000n, 5_000_000n, 10_000_001n),
  fc.bigInt({ min: 1n, max: 50_000_000n }),
  // So small that a month accretes nothing, or half a cent.
  fc.bigInt({ min: 1n, max: 2_000n }),
);
const figures = {
  discountBp: fc.oneof(fc.constantFrom(600, 800, 1_200), fc.integer({ min: 1, max: 2_000 })),
  inflationBp: fc.oneof(fc.constantFrom(0, 250), fc.integer({ min: 0, max: 900 })),
  costCents: cost,
  // Short ones end within the days of a sequence.
  lifespanYears: fc.oneof(fc.constantFrom(1, 1, 2), fc.integer({ min: 1, max: 40 })),
};
const initialTerms: fc.Arbitrary<Terms> = fc.record({
  layerType: fc.constant('initial' as const),
  measurement: fc.constant(null),
  ...figures,
});
const additionalTerms: fc.Arbitrary<Terms> = fc.record({
  layerType: fc.constant('additional' as const),
  measurement: fc.constantFrom(
    'change' as const,
    'change' as const,
    'increment' as const,
    'remeasure' as const,
  ),
  ...figures,
});

export const anyNewWell: fc.Arbitrary<NewWell> = fc.record({
  code: fc.constantFrom(...CODES),
  field: fc.constantFrom(...FIELDS),
  activeDate: anyDay,
  status: fc.constantFrom('Active' as const, 'Active' as const, 'Inactive' as const, 'Plugged' as const),
  pluggedOn: anyDay,
});

const addWell: fc.Arbitrary<Draw> = anyNewWell.map((well) => () => addingWell(well));

const calculate: fc.Arbitrary<Draw> = fc
  .record({
    pick: fc.nat(99),
    day: anyDate,
    terms: fc.oneof(initialTerms, additionalTerms),
    isLate: fc.boolean(),
  })
  .map(({ pick, day, terms, isLate }) => (books) => {
    const well = wellAt(books, pick);
    const latest = books.layers.filter(({ wellId }) => wellId === well.id).at(-1);
    // Half of them from the newest layer on, where they are not refused for their date alone.
    const from = latest && isLate && day < latest.calculationDate ? latest.calculationDate : day;
    return calculating(
      well.id,
      well.code,
      from,
      latest && terms.layerType === 'initial' ? asMostly(terms, pick) : terms,
    );
  });

const calculateAll: fc.Arbitrary<Draw> = fc
  .record({
    field: fc.option(fc.constantFrom(...FIELDS)),
    day: anyDate,
    terms: fc.oneof(initialTerms, additionalTerms),
    isOnActiveDates: fc.boolean(),
  })
  .map(({ field, day, terms, isOnActiveDates }) => () => {
    const date = isOnActiveDates && terms.layerType === 'initial' ? null : day;
    return calculatingAll(field, date, terms);
  });

const postMonth: fc.Arbitrary<Draw> = fc
  .record({ skip: fc.constantFrom(0, 0, 0, 1, 2, 5) })
  .map(({ skip }) => (books) => {
    const posted = books.postings
      .filter(({ kind, isCompanyWide }) => kind === 'accretion' && isCompanyWide)
      .map(({ day }) => day)
      .sort()
      .at(-1);
    const first = books.layers.map(({ calculationDate }) => calculationDate).sort()[0] ?? FIRST_DAY;
    return accreting(endOfMonthAfter(posted === undefined ? first : addDays(posted, 1), skip), null);
  });
const postAnyEnd: fc.Arbitrary<Draw> = fc
  .oneof({ weight: 8, arbitrary: monthEnd }, { weight: 1, arbitrary: anyDate })
  .map((day) => () => accreting(day, null));
const postOneWell: fc.Arbitrary<Draw> = fc.record({ pick: fc.nat(99), day: anyDate }).map(
  ({ pick, day }) =>
    (books) =>
      accreting(day, wellAt(books, pick)),
);

const changeStatus: fc.Arbitrary<Draw> = fc
  .record({
    pick: fc.nat(99),
    status: fc.constantFrom('Plugged' as const, 'Plugged' as const, 'Active' as const, 'Inactive' as const),
    day: anyDate,
    isDayKept: fc.boolean(),
  })
  .map(({ pick, status, day, isDayKept }) => (books) => {
    const well = wellAt(books, pick);
    const keepsDay = status !== 'Plugged' || (isDayKept && well.status === 'Plugged');
    return changingStatus(well, status, keepsDay ? null : day);
  });

const settle: fc.Arbitrary<Draw> = fc
  .record({
    pick: fc.nat(99),
    day: anyDate,
    costCents: fc.oneof(fc.constant(0n), cost),
    reliefCents: fc.option(fc.oneof(fc.constant(0n), cost)),
    isFinal: fc.constantFrom(false, false, true),
    isLate: fc.constantFrom(true, true, false),
  })
  .map(({ pick, day, isLate, ...terms }) => (books) => {
    const { id, code } = wellAt(books, pick);
    const moved = books.postings.filter(
      ({ kind, moves }) => kind !== 'accretion' && moves.some(({ wellId }) => wellId === id),
    );
    // Most of them after the last act, where they are not refused for their date alone.
    const last = moved
      .map((posting) => posting.day)
      .sort()
      .at(-1);
    return settling(id, code, { ...terms, day: isLate && last && day < last ? last : day });
  });

const reverse: fc.Arbitrary<Draw> = fc
  .record({
    pick: fc.nat(999),
    well: fc.option(fc.nat(99)),
    after: fc.option(fc.integer({ min: -3, max: 90 }), { freq: 4 }),
    includeLater: fc.boolean(),
  })
  .map(({ pick, well, after, includeLater }) => (books) => {
    // Newest first, so that small numbers find what nothing has been booked on yet.
    const posting = books.postings.at(-1 - (pick % Math.max(1, books.postings.length)));
    const moved = [...new Set(posting?.moves.map(({ wellId }) => wellId))];
    return reversing({
      postingId: posting?.id ?? NO_POSTING,
      day: after === null || posting === undefined ? null : addDays(posting.day, after),
      wellId: well === null ? null : (moved[well % Math.max(1, moved.length)] ?? wellAt(books, well).id),
      includeLater,
    });
  });

const deleteWell: fc.Arbitrary<Draw> = fc.nat(99).map((pick) => (books) => {
  const { id, code } = wellAt(books, pick);
  return deletingWell(id, code);
});

const close: fc.Arbitrary<Draw> = fc
  .record({
    any: anyDate,
    back: fc.constantFrom(0, 0, 1, 2),
    isAny: fc.constantFrom(false, false, false, false, true),
  })
  .map(({ any, back, isAny }) => (books) => {
    const posted = books.postings.filter(({ kind, isCompanyWide }) => kind === 'accretion' && isCompanyWide);
    const days = [...new Set(posted.map(({ day }) => day))].sort();
    return closing(isAny ? any : (days.at(-1 - (back % Math.max(1, days.length))) ?? endOfMonth(FIRST_DAY)));
  });

const reopen: fc.Arbitrary<Draw> = fc
  .record({ back: fc.nat(3), isFirst: fc.constantFrom(true, true, true, false) })
  .map(({ back, isFirst }) => ({ closedThrough }) => {
    const from = endOfMonthAfter(closedThrough ?? FIRST_DAY, -back);
    return reopening(isFirst ? `${from.slice(0, 8)}01` : from);
  });

const uploadedLayer: fc.Arbitrary<UploadedLayer> = fc
  .record({
    terms: fc.oneof(initialTerms, additionalTerms),
    calculationDate: anyDay,
    valueCents: fc.option(fc.bigInt({ min: -5_000_000n, max: 20_000_000n })),
    balanceCents: fc.option(
      fc.oneof(
        fc.constant(0n),
        fc.bigInt({ min: 0n, max: 20_000_000n }),
        fc.bigInt({ min: -5_000_000n, max: 0n }),
      ),
    ),
  })
  .map(({ terms, calculationDate, valueCents, balanceCents }) => {
    const isDecrease = valueCents !== null && valueCents < 0n;
    const isInitial = terms.layerType === 'initial';
    // Files say `increment` or `change`; a negative value is no added cost, and no initial layer's.
    const measurement = isInitial
      ? null
      : isDecrease || terms.measurement === 'change'
        ? 'change'
        : 'increment';
    const hasValue = balanceCents !== null && !(isInitial && isDecrease);
    return {
      terms: { ...terms, measurement },
      calculationDate,
      valueCents: hasValue ? valueCents : null,
      balanceCents,
    };
  });

const upload: fc.Arbitrary<Draw> = fc
  .record({
    asOf: anyDay,
    rows: fc.array(fc.record({ well: anyNewWell, layer: fc.option(uploadedLayer, { freq: 8 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
  })
  .map(
    ({ asOf, rows }) =>
      (books) =>
        uploading(
          rows.map(({ well, layer }) => rowOf(books, well, layer)),
          asOf,
        ),
  );

/** A row for a well that is there repeats what is known of it, and mostly adds a layer. */
function rowOf(
  books: Books,
  { code, field, activeDate, status }: NewWell,
  layer: UploadedLayer | null,
): UploadRow {
  const existing = liveWells(books).find((well) => well.code === code);
  if (!existing || layer?.terms.layerType !== 'additional') return { code, field, activeDate, status, layer };
  const { field: itsField, activeDate: itsDate, status: itsStatus } = existing;
  return { code, field: itsField, activeDate: itsDate, status: itsStatus, layer };
}

/** Any operation, those that move balances most often. */
export const anyDraw: fc.Arbitrary<Draw> = fc.oneof(
  { weight: 8, arbitrary: calculate },
  { weight: 3, arbitrary: calculateAll },
  { weight: 8, arbitrary: postMonth },
  { weight: 1, arbitrary: postAnyEnd },
  { weight: 2, arbitrary: postOneWell },
  { weight: 4, arbitrary: changeStatus },
  { weight: 4, arbitrary: settle },
  { weight: 6, arbitrary: reverse },
  { weight: 3, arbitrary: upload },
  { weight: 4, arbitrary: close },
  { weight: 1, arbitrary: reopen },
  { weight: 1, arbitrary: deleteWell },
  { weight: 1, arbitrary: addWell },
);

/** What a sequence begins with: a few wells, and initial layers on some of them. */
export const anyBeginning: fc.Arbitrary<Draw[]> = fc
  .tuple(
    fc.uniqueArray(anyNewWell, { minLength: 1, maxLength: 3, selector: ({ code }) => code }),
    fc.option(calculateAllInitial(), { freq: 8 }),
    fc.option(postMonth),
  )
  .map(([wells, layers, accretion]) => [
    ...wells.map((well) => () => addingWell(well)),
    ...[layers, accretion].filter((draw) => draw !== null),
  ]);

function calculateAllInitial(): fc.Arbitrary<Draw> {
  return fc.record({ day: fc.option(anyDay), terms: initialTerms }).map(
    ({ day, terms }) =>
      () =>
        calculatingAll(null, day, terms),
  );
}

/** A well by number; one that nobody has when there is none. */
function wellAt(books: Books, pick: number): Well {
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
      isDeleted: false,
    }
  );
}

/** A second initial layer is refused; once in a while is often enough. */
function asMostly(terms: Terms, pick: number): Terms {
  return pick % 10 === 0 ? terms : { ...terms, layerType: 'additional', measurement: 'change' };
}

/** The end of the month that comes so many months after a day's. */
function endOfMonthAfter(day: Day, months: number): Day {
  const [year, month] = day.split('-').map(Number);
  return endOfMonth(new Date(Date.UTC(year!, month! - 1 + months, 1)).toISOString().slice(0, 10));
}
