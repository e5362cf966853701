import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createAccretionCalculator } from '~/domain/books/accretion';
import { createAct, type LayerState } from '~/domain/books/act';
import { endOfLife } from '~/domain/books/life';
import type { Cents } from '~/domain/money/money';
import { expected, vectors } from '../../support/ledger-vectors';
import { booked, FOR_THE_COMPANY } from '../../support/worked-well';

/** Vectors that this project computes. Each one appears in a test's title or data. */
const COMPUTED = [
  ...['RF-APA-2013', 'RF-KOS-2019', 'RF-PDCE-2019', 'RF-XEC-2010', 'RF-MTDR-2023', 'DV-NBL-2014'],
  ...['EPV-FAS143-1', 'EPV-FAS157-C7', 'EPV-EZLEASE', 'SC-FAS143-1', 'SC-FAS157-LAYER2'],
  ...['SC-FAS143-2LAYERS', 'ST-FAS143-1', 'ST-CEDAR', 'ST-COPPER', 'ST-1096339', 'ARC-ANALYSTNOTES'],
  ...['ARC-UOP-1', 'ARC-REV-UP', 'ARC-FLOOR', 'ARC-WRITTEN-OFF', 'REV-DOWN-RATE', 'ST-PARTIAL'],
  ...['ST-FULLCOST', 'ST-SE', 'ST-OLDEST-FIRST', 'WI-NET', 'WI-PARTSALE', 'RATE-LOOKUP', 'EZ-REVERSAL'],
];
/** A note with amounts held for sale and currency translation, which these books do not have. */
const OUTSIDE = ['RF-MUR-2019'];
/** Column headers of other systems: no figures to compute. */
const HEADERS = /^EX-/;

const TESTS = new URL('../../', import.meta.url);
const HERE = 'ledger-vectors.test.ts';

/** Every test in domain and worker, without comments: a vector mentioned only in a comment is not tested. */
const tests = ['domain/', 'worker/']
  .flatMap((folder) => {
    const url = new URL(folder, TESTS);
    const files = readdirSync(url, { recursive: true, encoding: 'utf8' });
    return files
      .filter((file) => file.endsWith('.test.ts') && !file.endsWith(HERE))
      .map((file) => readFileSync(new URL(file, url), 'utf8'));
  })
  .concat(
    readFileSync(new URL(import.meta.url), 'utf8')
      .split('describe(')
      .slice(1),
  )
  .join('\n')
  .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

describe('the ledger vectors', () => {
  it.each(COMPUTED)('%s is computed by a test', (id) => {
    expect(new RegExp(`${id}(?![\\w-])`).test(tests)).toBe(true);
  });

  it.skipIf(vectors.length === 0)('are all covered here', () => {
    const figures = vectors.map(({ id }) => id).filter((id) => !HEADERS.test(id));
    expect(figures.toSorted()).toEqual([...COMPUTED, ...OUTSIDE].toSorted());
  });
});

type Year = { beginning: Cents; accretion: Cents; ending: Cents; depreciation: Cents };

/**
 * The years of a layer, each posted through its end, with each figure rounded to whole dollars before the next year begins, as in the
 * published schedules.
 */
function yearsInDollars(layer: LayerState, years: readonly number[]): Year[] {
  const rows: Year[] = [];
  let state = layer;
  for (const year of years) {
    const act = createAct({
      method: 'simple',
      calculator: createAccretionCalculator('simple'),
      depreciation: { method: 'straight-line', from: '2000-01-01' },
    });
    const day = `${year}-12-31`;
    act.accrete('main', state, day, FOR_THE_COMPANY);
    act.depreciate('main', state, day, FOR_THE_COMPANY, { lifeEnd: endOfLife(layer), field: '' });
    const after = act.stateOf(state);
    const accretion = dollars(after.currentAroCents - state.currentAroCents);
    const depreciation = dollars(state.arcAccumulatedCents - after.arcAccumulatedCents);
    const beginning = state.currentAroCents;
    state = { ...after, currentAroCents: beginning + accretion };
    rows.push({ beginning, accretion, ending: state.currentAroCents, depreciation });
  }
  return rows;
}

const dollars = (cents: Cents) => Math.round(cents / 100) * 100;
const text = (cents: Cents) => String(cents / 100);
const firstYears = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index);

/** The layer of FAS 143, example 1: 194,879 at 8.5% for ten years. */
const FIRST = booked({
  calculationDate: '2002-12-31',
  wellLifespanYears: 10,
  discountRateBp: 850,
  currentAroCents: 19_487_900,
  arcCostCents: 19_487_900,
  arcBaseCents: 19_487_900,
});
/** The layer that FAS 157 adds after two years: 19,704 at 8% for eight. */
const SECOND = booked({
  id: 2,
  calculationDate: '2004-12-31',
  wellLifespanYears: 8,
  discountRateBp: 800,
  currentAroCents: 1_970_400,
  arcCostCents: 1_970_400,
  arcBaseCents: 1_970_400,
});

type Schedule = { rows: { year: number; beginning: string; accretion: string; ending: string }[] };

/** Accretion by year, copied from the vectors. */
const scheduleOf = (first: number, beginning: number, accretion: readonly number[]): Schedule => {
  let balance = beginning;
  const rows = accretion.map((amount, index) => {
    const row = { year: first + index, beginning: String(balance), accretion: String(amount) };
    balance += amount;
    return { ...row, ending: String(balance) };
  });
  return { rows };
};

const columnsOf = (rows: readonly Year[], first: number) =>
  rows.map(({ beginning, accretion, ending }, index) => ({
    year: first + index,
    beginning: text(beginning),
    accretion: text(accretion),
    ending: text(ending),
  }));

/** Only the compared columns: the vectors also include depreciation. */
const accretionOf = ({ rows }: Schedule) =>
  rows.map(({ year, beginning, accretion, ending }) => ({ year, beginning, accretion, ending }));

const FIRST_ACCRETION = [16565, 17973, 19500, 21158, 22956, 24908, 27025, 29322, 31814, 34519];
const SECOND_ACCRETION = [1576, 1702, 1839, 1986, 2145, 2316, 2501, 2702];

describe('the published schedules, in whole dollars a year', () => {
  it('SC-FAS143-1: 194,879 grows to 440,619 in ten years', () => {
    const schedule = expected('SC-FAS143-1', scheduleOf(2003, 194_879, FIRST_ACCRETION));
    const rows = yearsInDollars(FIRST, firstYears(2003, 10));
    expect(columnsOf(rows, 2003)).toEqual(accretionOf(schedule));
    expect(rows.at(-1)!.ending).toBe(44_061_900);
  });

  it('SC-FAS157-LAYER2: 19,704 grows to 36,471, one dollar less than the 36,472 that was discounted', () => {
    const schedule = expected('SC-FAS157-LAYER2', scheduleOf(2005, 19_704, SECOND_ACCRETION));
    const rows = yearsInDollars(SECOND, firstYears(2005, 8));
    expect(columnsOf(rows, 2005)).toEqual(accretionOf(schedule));
    expect(rows.at(-1)!.ending).toBe(3_647_100);
  });

  it('SC-FAS143-2LAYERS: both side by side, each at its own rate', () => {
    const together = FIRST_ACCRETION.slice(2).map((amount, index) => amount + SECOND_ACCRETION[index]!);
    const { arcDepreciationFrom2005, ...schedule } = expected('SC-FAS143-2LAYERS', {
      ...scheduleOf(2005, 249_121, together),
      arcDepreciationFrom2005: '21951.00',
    });
    const first = yearsInDollars(FIRST, firstYears(2003, 10)).slice(2);
    const second = yearsInDollars(SECOND, firstYears(2005, 8));
    const sums = first.map((row, index) => ({
      beginning: row.beginning + second[index]!.beginning,
      accretion: row.accretion + second[index]!.accretion,
      ending: row.ending + second[index]!.ending,
      depreciation: row.depreciation + second[index]!.depreciation,
    }));
    expect(columnsOf(sums, 2005)).toEqual(accretionOf(schedule));
    for (const { depreciation } of sums) {
      expect((depreciation / 100).toFixed(2)).toBe(arcDepreciationFrom2005);
    }
  });
});
