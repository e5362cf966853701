import type { Measurement } from '~/domain/books/layer';
import { type Interest, parseInterest } from '~/domain/books/working-interest';
import {
  addDays,
  addYears,
  type CalendarDate,
  makeDate,
  monthEnd,
  previousMonthEnd,
  splitDate,
} from '~/domain/calendar/calendar-date';
import { parseCents } from '~/domain/money/money';
import type { CustomFieldDefinition } from '~/domain/wells/custom-field-list';
import type { LayerInput } from '~/schemas/books/aro-layer';
import { RateTablesInput } from '~/schemas/books/rate-table';
import type { SaleInput } from '~/schemas/books/sale';
import type { SettlementInput } from '~/schemas/books/settlement';
import type { WellInput } from '~/schemas/wells/well';
import { calculateLayer, calculationReads } from '~/services/books/calculate-layer.server';
import { runMonthEnd } from '~/services/books/month-end.server';

import { rateTablesReads, setRateTables } from '~/services/books/rate-tables.server';
import { reviseWells, revisionReads } from '~/services/books/revise-wells.server';
import { saleReads, sellWell } from '~/services/books/sell-well.server';
import { previewSettlement, settlementReads, settleWell } from '~/services/books/settle-well.server';
import { changeSettings, settingsReads } from '~/services/books/switch-depreciation.server';
import { updateReads, updateWell } from '~/services/books/update-well.server';
import { closeMonth, closeMonthReads } from '~/services/close/close-month.server';
import { companyReads } from '~/services/people/change-company.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import { readTogether } from '~/services/platform/reads.server';
import { createWell } from '~/services/wells/create-well.server';
import { replaceCustomFields } from '~/services/wells/custom-field.server';
import { seededRandom } from './random';

/** Parameters of a demo company. Costs are in whole units of its currency. */
export type DemoCompany = {
  seed: number;
  fields: DemoField[];
  /** True when its assets are depreciated from the start. */
  depreciates?: boolean;
  /** Its rate tables, a year apart from the start on, used when estimates are reviewed. */
  rates?: { discountRates: Record<number, string>; inflationRate: string }[];
  cost: { from: number; to: number };
  /** Its custom fields for wells, and the wells' values for them by position in the list. */
  custom?: { fields: CustomFieldDefinition[]; valuesOf: (index: number) => WellInput['customFields'] };
};

/** A field with its wells. An acquired field came with an interest in them, in percent. */
type DemoField = { name: string; prefix: string; wells: number; acquiredInterest?: number };

const MONTHS = 24;

/** Books are closed at the end of each quarter, except the last one, which is still in progress. */
const OPEN_MONTHS = 3;
/** Months after plugging when a well is partly settled, and when it is finally settled. */
const PARTLY_SETTLED_AFTER = 2;
const SETTLED_AFTER = 4;
/** Month in which part of one well is sold. */
const SALE_MONTH = 15;
/** Share of wells not included in the December review of estimates. */
const UNREVIEWED_SHARE = 0.15;

type DemoWell = { id: string; input: WellInput; estimate: number; lifespan: number };

/** The day the history starts. Companies and users exist by then. */
export function firstDayOfHistory(today: CalendarDate): CalendarDate {
  return firstOfMonth(monthEndsUpTo(previousMonthEnd(today))[0]!);
}

/**
 * Two years of a company's wells, created through the same services that users call: the wells it had at the start, those drilled since,
 * estimates revised one by one and reviewed each December, a partial sale, wells plugged and settled, each month posted by the system the
 * night after it ends, and each quarter closed.
 */
export async function seedHistory(
  asOf: (date: CalendarDate) => CompanyAdminContext,
  today: CalendarDate,
  company: DemoCompany,
): Promise<void> {
  const random = seededRandom(company.seed);
  const randomCost = seededRandom(company.seed + 1);
  const randomReview = seededRandom(company.seed + 2);
  const randomBetween = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;

  const lastMonthEnd = previousMonthEnd(today);
  const months = monthEndsUpTo(lastMonthEnd);
  const openingDay = firstDayOfHistory(today);
  let wellIndex = 0;
  const plannedWells = company.fields.flatMap((field) =>
    Array.from({ length: field.wells }, (_, index) => {
      const isNew = random() < 0.12;
      const year = splitDate(openingDay).year - randomBetween(1, 24);
      const activeDate = isNew
        ? dayIn(pick(months), random())
        : makeDate(year, randomBetween(1, 12), randomBetween(1, 28));
      const status = isNew
        ? 'Active'
        : pick(['Active', 'Active', 'Active', 'Active', 'Active', 'Inactive'] as const);
      const input: WellInput = {
        wellCode: `${field.prefix}-${String(index + 1).padStart(3, '0')}`,
        wellName: `${field.name} ${index + 1}${pick(['', '', '', ' H', ' A', ' ST2'])}`,
        wellStatus: status,
        field: field.name,
        activeDate,
        customFields: company.custom?.valuesOf(wellIndex++),
        ...(field.acquiredInterest && {
          workingInterests: [interestFrom(openingDay, field.acquiredInterest)],
        }),
      };
      const lifespan = randomBetween(8, 30);
      const estimate = Math.round(randomBetween(company.cost.from, company.cost.to) / 500) * 500;
      return { input, lifespan, estimate, isNew, share: (field.acquiredInterest ?? 100) / 100 };
    }),
  );

  const wells: DemoWell[] = [];
  const add = async (
    ctx: CompanyAdminContext,
    plan: (typeof plannedWells)[number],
    calculationDate: CalendarDate,
  ) => {
    const { id } = await createWell(ctx, plan.input, await readTogether(ctx.db, companyReads(ctx)));
    const { estimate, lifespan, share } = plan;
    await calculate(ctx, {
      wellId: id,
      layerType: 'initial',
      measurement: null,
      ...(share < 1
        ? { pAndACostCents: 0, grossCostCents: estimate * 100 }
        : { pAndACostCents: estimate * 100 }),
      origin: share < 1 && !plan.isNew ? 'acquired' : 'incurred',
      wellLifespanYears: lifespan,
      discountRateBp: pick([550, 600, 625, 675, 700, 725, 800]),
      inflationRateBp: pick([200, 225, 250, 275]),
      calculationDate,
    });
    wells.push({ id, input: plan.input, estimate: Math.round(estimate * share), lifespan });
  };

  const openingContext = asOf(openingDay);
  if (company.custom) {
    const { fields } = company.custom;
    const rows = await readTogether(openingContext.db, companyReads(openingContext));
    await replaceCustomFields(
      openingContext,
      openingContext.companyId,
      { customFieldTemplates: fields },
      null,
      rows,
    );
  }
  if (company.depreciates) {
    const settings = { depreciation: 'straight-line' as const, depreciationFrom: openingDay };
    const rows = await readTogether(openingContext.db, settingsReads(openingContext, settings));
    await changeSettings(openingContext, openingContext.companyId, settings, null, rows);
  }
  if (company.rates) await enterRates(openingContext, openingDay, company.rates);
  for (const plan of plannedWells) if (!plan.isNew) await add(openingContext, plan, openingDay);

  for (const [month, end] of months.entries()) {
    const ctx = asOf(end);
    for (const plan of plannedWells) {
      const { activeDate } = plan.input;
      if (plan.isNew && monthEnd(activeDate) === end) await add(ctx, plan, activeDate);
    }
    for (let revisions = randomBetween(0, 3); revisions > 0; revisions -= 1)
      await revise(ctx, pick(wells), dayIn(end, random()));
    if (random() < 0.4) await plugWell(ctx, pick(wells), end);
    for (const well of wells) await settlePlugged(ctx, well, months.slice(0, month));
    if (month === SALE_MONTH) await sellPart(ctx, wells, end);
    if (splitDate(end).month === 12) {
      await reviewEstimates(ctx, wells, {
        date: end,
        random: randomReview,
        hasRates: Boolean(company.rates),
      });
    }
    const now = new Date(`${addDays(end, 1)}T02:00:00.000Z`);
    const { companyId } = ctx;
    await runMonthEnd({ ...ctx, now, actor: { kind: 'system' } }, { companyId, periodEnd: end });
    const isQuarter = splitDate(end).month % 3 === 0;
    if (isQuarter && month < months.length - OPEN_MONTHS) await close(asOf(addDays(end, 12)), end);
  }

  async function revise(ctx: CompanyAdminContext, well: DemoWell, calculationDate: CalendarDate) {
    const measurement = pick<Measurement>(['change', 'change', 'change', 'increment', 'remeasure']);
    const factor = measurement === 'increment' ? randomBetween(5, 20) / 100 : randomBetween(80, 130) / 100;
    const cost = Math.max(500, Math.round((well.estimate * factor) / 500) * 500);
    await calculate(ctx, {
      wellId: well.id,
      layerType: 'additional',
      measurement,
      pAndACostCents: cost * 100,
      wellLifespanYears: Math.max(2, well.lifespan - 1),
      discountRateBp: pick([600, 650, 700, 750]),
      inflationRateBp: pick([225, 250, 300]),
      // Two revisions of a well in the same month must be in the right order.
      calculationDate: monthEnd(calculationDate),
    });
    well.estimate = measurement === 'increment' ? well.estimate + cost : cost;
  }

  async function plugWell(ctx: CompanyAdminContext, well: DemoWell, pluggedOn: CalendarDate) {
    if (well.input.wellStatus === 'Plugged') return;
    well.input = { ...well.input, wellStatus: 'Plugged', pluggedOn };
    const rows = await readTogether(ctx.db, updateReads(ctx, well.id));
    await updateWell(ctx, well.id, well.input, null, rows);
  }

  /** Settles a plugged well: some work early, the rest later, for more or less than the liability. */
  async function settlePlugged(ctx: CompanyAdminContext, { id, input }: DemoWell, before: CalendarDate[]) {
    const { pluggedOn } = input;
    if (!pluggedOn) return;
    const months = before.filter((end) => end >= pluggedOn).length;
    if (months !== PARTLY_SETTLED_AFTER && months !== SETTLED_AFTER) return;
    const isFinal = months === SETTLED_AFTER;
    const settlement: SettlementInput = {
      date: dayIn(addDays(before.at(-1)!, 1), randomCost()),
      costCents: 0,
      reliefCents: null,
      isFinal,
      memo: isFinal ? 'Location restored' : 'Rig and cement',
      reference: `AFE-${1000 + Math.floor(randomCost() * 9000)}`,
    };
    const rows = await readTogether(ctx.db, settlementReads(ctx, id, settlement));
    const { carryingAmount } = await previewSettlement(ctx, { ...settlement, isFinal: true }, rows);
    const carrying = Number(parseCents(carryingAmount));
    const share = isFinal ? 0.75 + randomCost() * 0.6 : 0.3 + randomCost() * 0.2;
    const costCents = Math.round((carrying * share) / 100) * 100;
    await settleWell(ctx, id, { ...settlement, costCents }, rows);
  }
}

/** Enters the company's rates, one table per year. */
async function enterRates(
  ctx: CompanyAdminContext,
  from: CalendarDate,
  rates: NonNullable<DemoCompany['rates']>,
): Promise<void> {
  const tables = rates.map(({ discountRates, inflationRate }, years) => ({
    effectiveOn: addYears(from, years),
    discountRates: Object.entries(discountRates).map(([years, rate]) => ({ years, rate })),
    inflationRate,
  }));
  const dates = tables.map(({ effectiveOn }) => effectiveOn);
  const rows = await readTogether(ctx.db, rateTablesReads(ctx, dates));
  await setRateTables(ctx, ctx.companyId, RateTablesInput.parse({ tables }), rows);
}

/**
 * Revises the estimates of nearly all wells in one act, most of them slightly upward, at current rates: the company's own when it keeps
 * tables.
 */
async function reviewEstimates(
  ctx: CompanyAdminContext,
  wells: DemoWell[],
  { date, random, hasRates }: { date: CalendarDate; random: () => number; hasRates: boolean },
): Promise<void> {
  const reviewed = wells.filter(
    ({ input }) => input.wellStatus !== 'Plugged' && random() >= UNREVIEWED_SHARE,
  );
  const rows = reviewed.map((well) => {
    const before = well.estimate;
    well.estimate = Math.max(500, Math.round((before * (0.94 + random() * 0.16)) / 500) * 500);
    well.lifespan = Math.max(2, well.lifespan - 1);
    const rates = well.estimate > before && !hasRates ? { discountRate: '6.5', inflationRate: '2.5' } : {};
    const { wellCode } = well.input;
    return {
      ...{ wellCode, pAndACost: String(well.estimate), wellLifespan: String(well.lifespan) },
      ...rates,
      reason: 'Annual review',
    };
  });
  const revision = { date, rows, mode: 'accepted' as const, memo: null, movedDates: 'change' as const };
  await reviseWells(ctx, revision, await readTogether(ctx.db, revisionReads(ctx, revision)));
}

/** Sells 30 percent of a wholly owned well to a partner. */
async function sellPart(ctx: CompanyAdminContext, wells: DemoWell[], date: CalendarDate): Promise<void> {
  const well = wells.findLast(
    ({ input }) => input.wellStatus === 'Active' && input.workingInterests === undefined,
  );
  if (!well) return;
  const sale: SaleInput = {
    date,
    interestSold: percent(30),
    proceedsCents: Math.round(well.estimate * 10),
    memo: 'Farm-out',
  };
  await sellWell(ctx, well.id, sale, await readTogether(ctx.db, saleReads(ctx, well.id, sale)));
}

function interestFrom(from: CalendarDate, share: number) {
  return { from, percent: percent(share) };
}

function percent(share: number): Interest {
  const parsed = parseInterest(share);
  if (!parsed.ok) throw new Error(`${share} is no interest`);
  return parsed.interest;
}

async function close(ctx: CompanyAdminContext, through: CalendarDate): Promise<void> {
  await closeMonth(ctx, { through }, await readTogether(ctx.db, closeMonthReads(ctx, { through })));
}

async function calculate(ctx: CompanyAdminContext, input: LayerInput): Promise<void> {
  await calculateLayer(ctx, input, await readTogether(ctx.db, calculationReads(ctx, input)));
}

/** The last MONTHS month-ends, oldest first. */
function monthEndsUpTo(last: CalendarDate): CalendarDate[] {
  const monthEnds = [last];
  while (monthEnds.length < MONTHS) monthEnds.unshift(previousMonthEnd(monthEnds[0]!));
  return monthEnds;
}

function firstOfMonth(date: CalendarDate): CalendarDate {
  const { year, month } = splitDate(date);
  return makeDate(year, month, 1);
}

/** A day in the month of `date`, at the fraction `share` of the month. */
function dayIn(date: CalendarDate, share: number): CalendarDate {
  const { year, month, day } = splitDate(monthEnd(date));
  return makeDate(year, month, 1 + Math.floor(share * day));
}
