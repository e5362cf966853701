import { describe, expect, it } from 'vitest';
import {
  type AccretionMethod,
  accreteLayer,
  accretionExpense,
  accretionTime,
  createAccretionCalculator,
} from '~/domain/books/accretion';
import { estimateLeft } from '~/domain/books/estimate-left';
import { DEFAULT_JOURNAL_SETTINGS, journalRows } from '~/domain/books/journal';
import { inheritsRates, type Measurement, measureLayer } from '~/domain/books/layer';
import { endOfLife, resolveLife, ticksOfLife } from '~/domain/books/life';
import { NO_AMOUNTS } from '~/domain/books/movement';
import { type Account, MOVEMENT_KINDS, type MovementKind } from '~/domain/books/movement-kinds';
import { offsetAccounts, resultOf } from '~/domain/books/offset';
import { plugOnDay } from '~/domain/books/plugging';
import { saleTerms } from '~/domain/books/posting-terms';
import { presentValue } from '~/domain/books/present-value';
import { type EstimatedLayer, repriceEstimate } from '~/domain/books/price-level';
import {
  discountRateFor,
  discountReason,
  inflationRateFor,
  parseMaturity,
  type RateTable,
} from '~/domain/books/rate-table';
import { recognize } from '~/domain/books/recognition';
import { reversalDate } from '~/domain/books/reversal';
import { averageRates, newestRates, type RevisedLayer } from '~/domain/books/revision';
import { rollforwardRow } from '~/domain/books/rollforward';
import { sellOnDay } from '~/domain/books/sale';
import { netOf, parseInterest } from '~/domain/books/working-interest';
import { type PeriodType, periodEnd } from '~/domain/calendar/calendar-date';
import { TICKS_PER_YEAR } from '~/domain/calendar/month-scale';
import { closedMessage, lastEffectiveDate } from '~/domain/calendar/open-dates';
import { Decimal } from '~/domain/money/decimal';
import { type Cents, formatCents, MAX_CENTS } from '~/domain/money/money';
import { formatEffectiveRate, formatExactRate } from '~/domain/money/rate';

import {
  casesOf,
  cents,
  DOCUMENT,
  expectFigures,
  fraction,
  type Row,
  rate,
  tableOf,
} from '../../support/method-tables';
import { offsetOf } from '../../support/offset';
import { type LedgerEvent, sumEvents } from '../../support/report-sums';
import {
  accretedOnce,
  amountsOf,
  booked,
  broughtIn,
  CHANGED_ON,
  carriedAfterFiveYears,
  carries,
  depreciatingAct,
  examples,
  FOR_ONE,
  FOR_THE_COMPANY,
  remeasured,
  reversed,
  SALE_TERMS,
  SETTLED_FOR,
  SETTLEMENT_TERMS,
  SIMPLE,
  sellHalf,
  settleFinally,
  simpleAct,
  stepsOf,
} from '../../support/worked-well';

const OFFSET_NAMES: Partial<Record<Account, string>> = {
  expense: 'accretion expense',
  opening: 'no result',
  settlement: 'gain or loss on settlement',
  disposal: 'gain or loss on disposal',
  accumulated: 'accumulated depreciation',
  depreciation: 'depreciation expense',
};

/** Checks that the domain computes every figure that docs/accounting-method.md gives. */
const AMOUNT = /(?<![\d.,])-?\d{1,3}(?:,\d{3})*\.\d{2}(?![\d%])/g;

describe('docs/accounting-method.md', () => {
  it.each(casesOf('Present value', 'P&A cost'))('%s', (_title, row) => {
    const terms = termsOf(row);
    const pAndACostCents = cents(row['P&A cost']);
    expectFigures(row, {
      'At prices of retirement': presentValue({ ...terms, pAndACostCents, discountRateBp: 0 }),
      'Present value': presentValue({ ...terms, pAndACostCents }),
    });
  });

  it.each(casesOf('Retirement date', 'Retired on'))('%s', (_title, row) => {
    const given = { wellLifespanYears: null, retirementDate: row['Retired on']! };
    const life = resolveLife(row['Calculated on']!, given, null);
    const time = fraction(row['n in years']);
    expect(ticksOfLife(life) * time.denominator).toBe(time.numerator * TICKS_PER_YEAR);
    expect(String(life.wellLifespanYears)).toBe(row['Lifespan shown']);
    const terms = { inflationRateBp: 250, discountRateBp: 800, ...life };
    expectFigures(row, { Worth: presentValue({ ...terms, pAndACostCents: 10_000_000 }) });
  });

  it.each(casesOf('Three measurements', 'Layer value'))('%s', (_title, row) => {
    const carryingAmountCents = carriedAfterFiveYears();
    const layer = measureLayer({
      ...termsOf(row),
      layerType: 'additional',
      measurement: row.Measurement as Measurement,
      pAndACostCents: cents(row['Cost entered']),
      previous: { totalEstimateCents: 10_000_000, carryingAmountCents },
    });
    expectFigures(row, {
      'Layer value': layer.aroValueCents,
      'Estimate after': layer.totalEstimateCents,
      'Carried after': carryingAmountCents + layer.aroValueCents,
    });
  });

  it.each(casesOf('Prices of the day', 'Compared with'))('%s', (_title, row) => {
    const isRepriced = row['Compared with'] === 'repriced';
    const initial = estimated({ totalEstimateCents: 10_000_000 });
    const repricedEstimateCents = isRepriced ? repriceEstimate(FIVE_YEARS_ON, [initial]) : null;
    const layer = measureLayer({
      ...termsOf(row),
      layerType: 'additional',
      measurement: 'change',
      pAndACostCents: cents(row['Cost entered']),
      previous: {
        totalEstimateCents: initial.totalEstimateCents,
        repricedEstimateCents,
        carryingAmountCents: carriedAfterFiveYears(),
      },
    });
    expectFigures(row, {
      Previous: repricedEstimateCents ?? initial.totalEstimateCents,
      'Layer value': layer.aroValueCents,
      'Estimate after': layer.totalEstimateCents,
    });
  });

  it.each(casesOf('Prices of the day', 'At prices of'))('%s', (_title, row) => {
    const first = estimated({ totalEstimateCents: 10_000_000 });
    const second = estimated({
      calculationDate: FIVE_YEARS_ON,
      inflationRateBp: 300,
      measurement: 'change',
      totalEstimateCents: 12_000_000,
    });
    const day = row['At prices of']!;
    const added = {
      ...second,
      measurement: null,
      totalEstimateCents: 2_000_000,
      estimateLeftCents: 2_000_000,
    };
    expectFigures(row, {
      'First layer': repriceEstimate(day, [first]),
      'Second layer': repriceEstimate(day, [added]),
      Estimate: repriceEstimate(day, [first, second]),
    });
  });

  it.each(casesOf('Measured on its day', 'Step'))('%s', (_title, row) => {
    expect(remeasured().rows).toContainEqual(row);
  });

  it('Measured on its day: leaves no posting out', () => {
    expect(tableOf('Measured on its day', 'Step')).toHaveLength(remeasured().rows.length);
  });

  it.each(casesOf('Measured on its day', 'Base'))('%s', (_title, row) => {
    const layer = booked({
      calculationDate: row.Layer === 'new' ? CHANGED_ON : '2020-01-01',
      discountRateBp: rate(row.Discount),
      currentAroCents: cents(row.Base),
      accretedThrough: row['Posted through'] === 'never' ? null : row['Posted through']!,
    });
    const { time, expenseCents } = accreteLayer({
      layer,
      periodEnd: row['Period end']!,
      calculator: SIMPLE,
    })!;
    expect(time).toEqual(fraction(row['Time in years']));
    expectFigures(row, { Accretion: expenseCents });
  });

  it.each(casesOf('Rates of an additional layer', 'Rates'))('%s', (_title, row) => {
    const isFilledIn = inheritsRates({
      previous: {
        calculationDate: '2020-01-01',
        pAndACostCents: cents(row['Previous cost']),
        wellLifespanYears: Number(row['Previous years']),
      },
      next: { pAndACostCents: cents(row['New cost']), wellLifespanYears: Number(row['New years']) },
    });
    expect(row.Rates).toBe(isFilledIn ? 'filled in' : 'cleared');
  });

  it.each(casesOf('Rate tables', 'Where'))('%s', (_title, row) => {
    const tables = rateTables();
    const { numerator, denominator } = fraction(row['n in years']);
    const years = numerator / denominator;
    // All times are whole years except the one to January 16, 2036.
    const retirementDate = Number.isInteger(years) ? null : '2036-01-16';
    const wellLifespanYears = Math.ceil(years);
    const life = { calculationDate: row.Date!, wellLifespanYears, retirementDate };
    expect(ticksOfLife(life) * denominator).toBe(numerator * TICKS_PER_YEAR);
    const [discount, inflation] = [discountRateFor(tables, life)!, inflationRateFor(tables, row.Date!)!];
    expect(row['Discount taken']).toBe(`${formatExactRate(discount.rateBp)}%`);
    expect(rate(row['Inflation taken'])).toBe(inflation.rateBp);
    expect([discount.source.effectiveOn, inflation.source.effectiveOn]).toEqual([row.Table, row.Table]);
    expect(discountReason(discount.source)).toBe(
      `Discount rate from the company’s rate table dated ${row.Table}, ${row.Where}`,
    );
    const terms = { discountRateBp: discount.rateBp, inflationRateBp: inflation.rateBp, ...life };
    expectFigures(row, { 'Present value': presentValue({ ...terms, pAndACostCents: 10_000_000 }) });
  });

  it.each(casesOf('Accretion', 'Beginning balance'))('%s', (_title, row) => {
    expectFigures(row, { Simple: expense(row, 'simple'), Effective: expense(row, 'effective') });
  });

  it.each(casesOf('Accretion', 'Posted'))('%s', (_title, row) => {
    expectFigures(row, {
      Simple: yearPosted(row.Posted as PeriodType, 'simple'),
      Effective: yearPosted(row.Posted as PeriodType, 'effective'),
    });
  });

  it.each([
    ...casesOf('Time', 'Why'),
    ...casesOf('Time', 'Years'),
    ...casesOf('Plugging a well', 'Plugged on'),
  ])('%s', (_title, row) => {
    const posted = row['Posted through'];
    const time = accretionTime({
      calculationDate: row['Calculation date']!,
      wellLifespanYears: Number(row.Years ?? 25),
      accretedThrough: posted === 'never' ? null : posted!,
      pluggedOn: row['Plugged on'] ?? null,
      periodEnd: row['Period end']!,
    });
    expect(time).toEqual(fraction(row['Time in years']));
  });

  it('Plugging a well: shows the postings of the act', () => {
    const { layer, posting } = accretedOnce();
    const act = simpleAct();
    plugOnDay(act, { wellCode: 'A-1', layers: [layer], later: [posting] }, CHANGED_ON);
    const steps = stepsOf(act, { carried: layer.currentAroCents, steps: ['1', '2'] });
    const before = { Step: 'before', Posting: 'accretion', Day: posting.day };
    expect(tableOf('Plugging a well', 'Step')).toEqual(
      [{ ...before, ...amountsOf(posting.movements), ...carries(layer.currentAroCents) }, ...steps].map(
        ({ 'Initial layer': amount, 'New layer': _, ...row }) => ({ ...row, Amount: amount }),
      ),
    );
  });

  it.each(casesOf('The ledger', 'Offset'))('%s', (_title, row) => {
    const kind = row.Kind as MovementKind;
    const value = cents(row.Liability);
    const act = kind === 'depreciated' ? depreciatingAct() : simpleAct();
    if (kind === 'accreted') act.accrete('main', booked(), '2020-01-31', FOR_THE_COMPANY);
    else if (kind === 'depreciated') {
      const of = { lifeEnd: endOfLife(booked()), field: '' };
      act.depreciate('main', booked(), '2020-01-31', FOR_THE_COMPANY, of);
    } else if (kind === 'settled' || kind === 'retired') {
      settleFinally(act, booked({ accretedThrough: '2020-01-01' }), {
        day: '2020-01-01',
        costCents: SETTLED_FOR,
      });
    } else if (kind === 'divested') sellHalf(act, booked({ accretedThrough: '2020-01-01' }));
    else if (kind === 'opening') {
      act.book('main', { ...FOR_ONE, kind, day: '2020-01-01' }, booked(), broughtIn(value));
    } else {
      const measurement = kind === 'revised' ? 'change' : null;
      const origin = kind === 'acquired' ? kind : 'incurred';
      recognize(
        act,
        { ...booked(), aroValueCents: value, measurement },
        { layers: [], pluggedOn: null },
        origin,
      );
    }
    const movement = act.finish().postings[0]!.movements.find((one) => one.kind === kind);
    const { liabilityCents, arcCostCents, arcAccumulatedCents, cashCents } = movement!;
    expectFigures(row, {
      Liability: liabilityCents,
      'ARC cost': arcCostCents,
      Accumulated: arcAccumulatedCents,
      Cash: cashCents,
      Offset: arcCostCents + arcAccumulatedCents + cashCents - liabilityCents,
    });
    if (!MOVEMENT_KINDS[kind].isByTerms && liabilityCents !== 0) expect(examples()).toContain(liabilityCents);
    const { money, asset } = offsetAccounts(kind, kind === 'divested' ? SALE_TERMS : SETTLEMENT_TERMS);
    const accounts = { settled: [money], retired: [asset] }[kind as string] ?? [...new Set([money, asset])];
    const names = offsetOf(movement!) === 0 ? [] : accounts.map((account) => OFFSET_NAMES[account]);
    expect(row['Offset to']).toBe(names.join('; '));
  });

  it.each(casesOf('Working interest', 'Gross cost'))('%s', (_title, row) => {
    const interest = parseInterest(row.Interest!.replace('%', ''));
    if (!interest.ok) throw new Error(interest.reason);
    const grossCents = cents(row['Gross cost']);
    const pAndACostCents = netOf(grossCents, interest.interest);
    const terms = { inflationRateBp: 250, discountRateBp: 800, wellLifespanYears: 20 };
    expectFigures(row, {
      'P&A cost': pAndACostCents,
      Worth: presentValue({ ...terms, pAndACostCents }),
      "Partners' share": grossCents - pAndACostCents,
    });
  });

  it('Sales: has the worked sale', () => {
    const [before, sold, left] = tableOf('Sales', 'Proceeds');
    const day = '2026-03-31';
    const layer = booked({
      accretedThrough: day,
      currentAroCents: cents(before!.Liability),
      arcCostCents: cents(before!['ARC cost']),
      arcAccumulatedCents: cents(before!.Accumulated),
    });
    const act = simpleAct();
    const proceedsCents = cents(sold!.Proceeds);
    const sale = { day, interestSold: 2_500_000_000, interest: 7_500_000_000, proceedsCents };
    sellOnDay(act, { wellCode: 'A-1', layers: [layer], later: [] }, { ...sale, terms: SALE_TERMS });
    const movement = act.finish().postings[0]!.movements[0]!;
    expectFigures(sold!, {
      Liability: movement.liabilityCents,
      'ARC cost': movement.arcCostCents,
      Accumulated: movement.arcAccumulatedCents,
      Proceeds: movement.cashCents,
    });
    const after = act.stateOf(layer);
    expectFigures(left!, {
      Liability: after.currentAroCents,
      'ARC cost': after.arcCostCents,
      Accumulated: after.arcAccumulatedCents,
    });
    const net = 0 - movement.arcCostCents - movement.arcAccumulatedCents;
    const [elsewhere, here] = tableOf('Sales', 'Depreciation');
    expectFigures(elsewhere!, {
      'Gain or loss on disposal': resultOf('divested', movement, SALE_TERMS),
      'Net asset to accumulated depreciation': net,
    });
    const withDepreciation = saleTerms(
      { depreciation: 'straight-line', depreciationFrom: '2020-01-01' },
      '2020-01-01',
      SALE_TERMS.interest!,
    );
    expectFigures(here!, {
      'Gain or loss on disposal': resultOf('divested', movement, withDepreciation),
      'Net asset to accumulated depreciation': 0,
    });
  });

  it('The ledger: has every kind of movement', () => {
    expect([...new Set(tableOf('The ledger', 'Offset').map(({ Kind }) => Kind))]).toEqual(
      Object.keys(MOVEMENT_KINDS),
    );
  });

  it.each(casesOf('Correcting a mistake', 'Reversal dated'))('%s', (_title, row) => {
    const given = (text = '') => (text === 'none' ? null : text);
    const day = reversalDate(row['Posting dated']!, {
      closedThrough: given(row['Books closed through']),
      requested: given(row['Date chosen']),
    });
    expect(row['Reversal dated']).toBe(day);
  });

  it('Correcting a mistake: shows the postings of the reversal', () => {
    const { act } = reversed('calculation');
    const rows = stepsOf(act, { carried: remeasured().carriedCents, steps: [] });
    expect(tableOf('Correcting a mistake', 'Initial layer')).toEqual(
      rows.map(({ Step: _, ...row }, index) => ({
        ...row,
        Posting: `reversal of ${index === 0 ? 'accretion' : 'calculation'}`,
      })),
    );
  });

  it.each(casesOf('Correcting a mistake', 'The well carries'))('%s', (_title, row) => {
    const [, kind] = /^the (calculation|accretion) of 2026-10-15$/.exec(
      row['Reversed, with what came later']!,
    )!;
    const { layer } = reversed(kind as 'calculation' | 'accretion');
    expect(row['Posted through']).toBe(layer.accretedThrough ?? 'never');
    const { endingCents } = accreteLayer({ layer, periodEnd: '2026-10-31', calculator: SIMPLE })!;
    expectFigures(row, {
      'The well carries': layer.currentAroCents,
      'Carried after posting to 2026-10-31': endingCents,
    });
  });

  it.each(casesOf('Closed periods', 'Accepted'))('%s', (_title, row) => {
    const closedThrough = row['Books closed through']!;
    const refusal = closedMessage(row.Date!, closedThrough === 'none' ? null : closedThrough);
    expect(row.Accepted).toBe(refusal === null ? 'yes' : 'no');
  });

  it.each(casesOf('Closed periods', 'Latest date accepted'))('%s', (_title, row) => {
    expect(row['Latest date accepted']).toBe(lastEffectiveDate(row['Today (UTC)']!));
  });

  it.each(casesOf('Opening balances', 'Carried'))('%s', (_title, row) => {
    const act = simpleAct();
    const layer = booked({ currentAroCents: 0, arcCostCents: 0, accretedThrough: row.Cutover! });
    const head = { ...FOR_ONE, kind: 'opening' as const, day: row.Cutover! };
    const arcCostCents = cents(row['Value at recognition']);
    act.book('main', head, layer, { ...broughtIn(cents(row.Carried)), arcCostCents });
    act.accrete('replay', layer, row['Next period end']!, FOR_THE_COMPANY);
    const [opening, accretion] = act.finish().postings.map(({ movements }) => movements[0]!);
    expectFigures(row, {
      Carried: carriedAfterFiveYears(),
      'Opening liability': opening!.liabilityCents,
      'ARC cost': opening!.arcCostCents,
      'Next accretion': accretion!.liabilityCents,
    });
    expect(accretion!.accretion!.time).toEqual(fraction(row['Time in years']));
  });

  it.each([...casesOf('Rollforward', 'Beginning'), ...casesOf('Rollforward', 'Brought in')])(
    '%s',
    (_title, row) => {
      const tied = rollforwardRow(sumEvents(movementsFor(row), { begin: row.From!, end: row.To! }));
      expectFigures(row, {
        Beginning: tied.beginningCents,
        Additions: tied.additionsCents,
        Accretion: tied.accretionCents,
        Reductions: tied.reductionsCents,
        Ending: tied.endingCents,
      });
    },
  );

  it.each(casesOf('Journal', 'Voucher'))('%s', (_title, row) => {
    const { isReversal, cents: amount, ...event } = movementOf(row);
    const [debit, credit] = journalRows({
      event: {
        ...event,
        ...NO_AMOUNTS,
        liabilityCents: amount,
        arcCostCents: event.kind === 'accreted' ? 0 : amount,
        terms: null,
        reverses: isReversal ? '2025-01-31' : null,
        field: 'North',
        wellCode: 'A-1',
        layerNumber: 1,
        layerType: 'initial',
      },
      company: { code: 'C', settingsOf: () => DEFAULT_JOURNAL_SETTINGS },
    });
    for (const [side, entry] of [
      ['Debit', debit!],
      ['Credit', credit!],
    ] as const) {
      expect(row.Voucher).toBe(entry.voucherNumber);
      expect(row[`${side} account`]).toBe(`${entry.mainAccount}-${entry.subAccount}`);
      expect(formatCents(cents(row[side]))).toBe(entry.netValue);
    }
  });

  it.each(casesOf('Rounding', 'Booked'))('%s', (_title, row) => {
    expectFigures(row, { Booked: expense(row, 'simple') });
    const { numerator, denominator } = fraction(row['Time in years']);
    const exactly = new Decimal(cents(row['Beginning balance']))
      .times(rate(row.Discount) * numerator)
      .div(1_000_000 * denominator);
    expect(row.Exactly).toBe(exactly.toString());
  });

  it('What is left of an estimate', () => {
    const acts = tableOf('What is left of an estimate', 'Taken');
    for (const [index, act] of acts.entries()) {
      const reliefs = acts
        .slice(0, index + 1)
        .map(({ Taken, Of }) => ({ taken: cents(Taken), of: cents(Of) }));
      expectFigures(act, { 'Estimate left': estimateLeft(11_000_000, reliefs) });
    }
  });

  it.each(casesOf('Rates of an additional layer', 'Policy'))('%s', (_title, row) => {
    let totalEstimateCents = 0;
    const layers = tableOf('Rates of an additional layer', 'Carries').map((layer, index): RevisedLayer => {
      totalEstimateCents += cents(layer['Estimate added']);
      const measurement = index === 0 ? null : 'change';
      const rates = { discountRateBp: rate(layer.Discount), inflationRateBp: 0 };
      return {
        ...rates,
        measurement,
        totalEstimateCents,
        estimateLeftCents: totalEstimateCents,
        repricedEstimateCents: null,
        calculationDate: '2020-01-01',
        wellLifespanYears: 25,
        currentAroCents: cents(layer.Carries),
      };
    });
    const decrease = cents(row.Decrease);
    const rates = row.Policy === 'average' ? averageRates(layers) : newestRates(layers, 0 - decrease);
    expect(`${formatEffectiveRate(rates!.discountRateBp)}%`).toBe(row.Rate);
    expectFigures(row, {
      'Layer value': presentValue({ ...rates!, pAndACostCents: decrease, wellLifespanYears: 8 }),
    });
  });

  it('mentions no amount outside of its tables, except for the largest amount', () => {
    const lines = DOCUMENT.split('\n');
    const amountsIn = (text: string[]) => new Set(text.join('\n').match(AMOUNT));
    const inTables = amountsIn(lines.filter((line) => line.startsWith('|')));
    const inText = amountsIn(lines.filter((line) => !line.startsWith('|')));
    const largest = cents('9,999,999,999.99');
    expect(largest).toBe(MAX_CENTS);
    expect([...inText].filter((amount) => !inTables.has(amount) && cents(amount) !== largest)).toEqual([]);
  });
});

/** The movements that a row of the rollforward covers: those in its table, or the opening balance. */
function movementsFor(row: Row): LedgerEvent[] {
  if (!row['Brought in']) return tableOf('Rollforward', 'Movement').map(movementOf);
  const [{ 'Next accretion': accretion, 'Next period end': end } = {} as Row] = tableOf(
    'Opening balances',
    'Carried',
  );
  return [
    { kind: 'opening', isReversal: false, date: row['As of']!, cents: cents(row['Brought in']) },
    { kind: 'accreted', isReversal: false, date: end!, cents: cents(accretion) },
  ];
}

function movementOf(row: Row): LedgerEvent {
  const [, reversal, kind] = /^(reversal of )?(\w+)$/.exec(row.Movement!)!;
  return {
    kind: kind as MovementKind,
    isReversal: reversal !== undefined,
    date: row.Date!,
    cents: cents(row.Amount),
  };
}

function yearPosted(periodType: PeriodType, method: AccretionMethod): Cents {
  const calculator = createAccretionCalculator(method);
  const layer = {
    calculationDate: '2024-01-01',
    wellLifespanYears: 25,
    accretedThrough: null as string | null,
    currentAroCents: 10_000_000,
    discountRateBp: 800,
  };
  const months = Array.from({ length: 12 }, (_, index) => `2024-${String(index + 1).padStart(2, '0')}-01`);
  for (const end of new Set(months.map((date) => periodEnd(periodType, date)))) {
    const { endingCents } = accreteLayer({ layer, periodEnd: end, calculator })!;
    layer.currentAroCents = endingCents;
    layer.accretedThrough = end;
  }
  return layer.currentAroCents - 10_000_000;
}

/** The rate tables in the document. */
function rateTables(): RateTable[] {
  const maturities = ['5 years', '10 years', '20 years'];
  return tableOf('Rate tables', 'Effective').map((row) => ({
    effectiveOn: row.Effective!,
    discountRates: maturities.map((name) => ({
      maturity: parseMaturity(Number.parseInt(name, 10))!,
      rateBp: rate(row[name]),
    })),
    inflationRateBp: rate(row.Inflation),
  }));
}

function expense(row: Row, method: AccretionMethod): Cents {
  return accretionExpense({
    method,
    beginningCents: cents(row['Beginning balance']),
    discountRateBp: rate(row.Discount),
    time: fraction(row['Time in years']),
  });
}

const FIVE_YEARS_ON = '2025-01-01';

/** A layer of January 1, 2020 at 2.5% over 25 years. */
function estimated(
  given: Pick<EstimatedLayer, 'totalEstimateCents'> & Partial<EstimatedLayer>,
): EstimatedLayer {
  return {
    measurement: null,
    calculationDate: '2020-01-01',
    wellLifespanYears: 25,
    inflationRateBp: 250,
    estimateLeftCents: given.totalEstimateCents,
    repricedEstimateCents: null,
    ...given,
  };
}

function termsOf(row: Row) {
  return {
    inflationRateBp: rate(row.Inflation),
    discountRateBp: rate(row.Discount),
    wellLifespanYears: Number(row.Years),
  };
}
