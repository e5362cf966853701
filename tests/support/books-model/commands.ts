import fc from 'fast-check';
import { addDays, endOfMonth } from './arithmetic';
import { type Books, layersOf, liveWells } from './books';
import {
  additionalTerms,
  anyDate,
  anyDay,
  anyNewWell,
  anySwitch,
  cost,
  endOfMonthAfter,
  FIELDS,
  FIRST_DAY,
  fewRates,
  initialTerms,
  interests,
  manyRates,
  monthEnd,
  moveToLastAct,
  toAdditional,
  uploadedTerms,
  wellAt,
  years,
} from './draws';
import { interestOn, WHOLE } from './interests';
import {
  accreting,
  addingWell,
  calculating,
  calculatingAll,
  changingInterests,
  changingStatus,
  closing,
  deletingWell,
  type NewWell,
  type Operation,
  reopening,
  reversing,
  revising,
  selling,
  settingRates,
  settling,
  switching,
} from './operations';
import { type UploadedLayer, type UploadRow, uploading } from './uploads';

/**
 * Random operations. Their subject (a well, a posting, a month) is drawn as a number and looked up in the books only when the operation
 * runs, so a sequence still makes sense after fast-check removes steps.
 */
export type Draw = (books: Books) => Operation;

const NO_POSTING = 999_999_999;

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
    // Half of them on or after the newest layer, so that they are not refused for their date alone.
    const from = latest && isLate && day < latest.calculationDate ? latest.calculationDate : day;
    return calculating(
      well.id,
      well.code,
      from,
      latest && terms.layerType === 'initial' ? toAdditional(terms, pick) : terms,
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
  .record({ skip: fc.constantFrom(0, 0, 0, 1, 2, 5), eachMonth: fc.boolean() })
  .map(({ skip, eachMonth }) => (books) => {
    const posted = books.postings
      .filter(({ kind, isCompanyWide }) => kind === 'accretion' && isCompanyWide)
      .map(({ day }) => day)
      .sort()
      .at(-1);
    const first = books.layers.map(({ calculationDate }) => calculationDate).sort()[0] ?? FIRST_DAY;
    const end = endOfMonthAfter(posted === undefined ? first : addDays(posted, 1), skip);
    return accreting(end, null, { eachMonth });
  });
const postAnyEnd: fc.Arbitrary<Draw> = fc
  .record({
    day: fc.oneof({ weight: 8, arbitrary: monthEnd }, { weight: 1, arbitrary: anyDate }),
    eachMonth: fc.boolean(),
  })
  .map(
    ({ day, eachMonth }) =>
      () =>
        accreting(day, null, { eachMonth }),
  );
const postOneWell: fc.Arbitrary<Draw> = fc
  .record({ pick: fc.nat(99), day: anyDate, eachMonth: fc.boolean() })
  .map(
    ({ pick, day, eachMonth }) =>
      (books) =>
        accreting(day, wellAt(books, pick), { eachMonth }),
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
    return settling(id, code, { ...terms, day: moveToLastAct(books, id, day, isLate) });
  });

const sell: fc.Arbitrary<Draw> = fc
  .record({
    pick: fc.nat(99),
    day: anyDate,
    // Share of the company's interest to sell: all, half, a part with remainders, a tiny part, or more than it owns.
    part: fc.constantFrom(1, 1, 1 / 2, 1 / 3, 1e-8, 1.01),
    proceedsCents: fc.oneof(fc.constant(0n), cost),
    isLate: fc.constantFrom(true, true, false),
  })
  .map(({ pick, day: drawn, part, proceedsCents, isLate }) => (books) => {
    const { id, code, interests } = wellAt(books, pick);
    const last = moveToLastAct(books, id, drawn, isLate);
    const changed = interests
      .map(({ from }) => from)
      .sort()
      .at(-1);
    const day = isLate && changed !== undefined && last < changed ? changed : last;
    const share = BigInt(Math.round(Number(interestOn({ interests }, day)) * part));
    const interestSold = share < 1n ? 1n : share > WHOLE ? WHOLE : share;
    return selling(id, code, { day, interestSold, proceedsCents });
  });

const rate = (least: number) => fc.option(fc.integer({ min: least, max: 1_500 }), { freq: 3 });

const revise: fc.Arbitrary<Draw> = fc
  .record({
    day: anyDate,
    isLate: fc.constantFrom(true, true, true, false),
    mode: fc.constantFrom('all' as const, 'accepted' as const, 'accepted' as const),
    movedDates: fc.constantFrom('change' as const, 'remeasure' as const),
    rows: fc.array(
      fc.record({
        pick: fc.nat(99),
        // Relative to the estimate: more, less, unchanged, or unrelated.
        part: fc.constantFrom(150n, 80n, 50n, 10n, 100n, null),
        costCents: cost,
        lifespanYears: fc.option(years, { freq: 1 }),
        discountBp: rate(1),
        inflationBp: rate(0),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ day, isLate, mode, movedDates, rows }) => (books) => {
    const wells = rows.map(({ pick }) => wellAt(books, pick));
    const days = wells.map(({ id }) => moveToLastAct(books, id, day, isLate));
    return revising({
      movedDates,
      day: days.sort().at(-1)!,
      mode,
      rows: rows.map(({ pick: _, part, costCents, ...row }, index) => {
        const { id, code } = wells[index]!;
        const estimate = layersOf(books, id).at(-1)?.estimateCents ?? 0n;
        const revised = part === null ? costCents : (estimate * part) / 100n;
        return { ...row, code, costCents: revised > 0n ? revised : costCents };
      }),
    });
  });

const changeDepreciation: fc.Arbitrary<Draw> = fc
  .record({ change: anySwitch, isOff: fc.constantFrom(false, false, true) })
  .map(
    ({ change, isOff }) =>
      () =>
        switching({ ...change, depreciation: isOff ? 'none' : change.depreciation }),
  );

const setRates: fc.Arbitrary<Draw> = fewRates.map((rates) => () => settingRates(rates));

const changeInterests: fc.Arbitrary<Draw> = fc
  .record({ pick: fc.nat(99), given: interests, isAdded: fc.boolean() })
  .map(({ pick, given, isAdded }) => (books) => {
    const well = wellAt(books, pick);
    const otherInterests = well.interests.filter(
      ({ from }) => isAdded && !given.some((change) => change.from === from),
    );
    const changed = [...otherInterests, ...given].filter(({ percent }) => percent > 0n);
    return changingInterests(
      well,
      changed.map(({ from, percent }) => ({ from, percent })),
    );
  });

const reverse: fc.Arbitrary<Draw> = fc
  .record({
    pick: fc.nat(999),
    well: fc.option(fc.nat(99)),
    after: fc.option(fc.integer({ min: -3, max: 90 }), { freq: 4 }),
    includeLater: fc.boolean(),
    wholeAct: fc.boolean(),
  })
  .map(({ pick, well, after, includeLater, wholeAct }) => (books) => {
    // Newest first, so that small numbers find postings that nothing depends on yet.
    const posting = books.postings.at(-1 - (pick % Math.max(1, books.postings.length)));
    const wellIds = [...new Set(posting?.moves.map(({ wellId }) => wellId))];
    return reversing({
      postingId: posting?.id ?? NO_POSTING,
      day: after === null || posting === undefined ? null : addDays(posting.day, after),
      wellId: well === null ? null : (wellIds[well % Math.max(1, wellIds.length)] ?? wellAt(books, well).id),
      includeLater,
      wholeAct,
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
    terms: uploadedTerms,
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
    // Files say `increment` or `change`; an added cost or an initial layer never has a negative value.
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

/** A row for an existing well repeats its known fields, and usually adds a layer. */
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

/** Any operation, with those that move balances most frequent. */
export const anyDraw: fc.Arbitrary<Draw> = fc.oneof(
  { weight: 8, arbitrary: calculate },
  { weight: 3, arbitrary: calculateAll },
  { weight: 8, arbitrary: postMonth },
  { weight: 1, arbitrary: postAnyEnd },
  { weight: 2, arbitrary: postOneWell },
  { weight: 4, arbitrary: changeStatus },
  { weight: 4, arbitrary: settle },
  { weight: 4, arbitrary: sell },
  { weight: 5, arbitrary: revise },
  { weight: 1, arbitrary: changeInterests },
  { weight: 2, arbitrary: changeDepreciation },
  { weight: 2, arbitrary: setRates },
  { weight: 6, arbitrary: reverse },
  { weight: 3, arbitrary: upload },
  { weight: 4, arbitrary: close },
  { weight: 1, arbitrary: reopen },
  { weight: 1, arbitrary: deleteWell },
  { weight: 1, arbitrary: addWell },
);

/** Start of a sequence: a depreciation setting, a few wells, and initial layers on some of them. */
export const anyBeginning: fc.Arbitrary<Draw[]> = fc
  .tuple(
    fc.option(fc.tuple(manyRates, anySwitch), { freq: 2 }),
    fc.uniqueArray(anyNewWell, { minLength: 1, maxLength: 3, selector: ({ code }) => code }),
    fc.option(calculateAllInitial(), { freq: 8 }),
    fc.option(postMonth),
  )
  .map(([depreciation, wells, layers, accretion]) => [
    ...(depreciation ? [() => settingRates(depreciation[0]), () => switching(depreciation[1])] : []),
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
