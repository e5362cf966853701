import { type SQL, sql } from 'drizzle-orm';
import { bulkRows } from '#db/bulk-rows';
import { type Act, NO_INDEX, type TouchedLayer } from '~/domain/books/act';
import type { Movement } from '~/domain/books/movement';
import { codeOfKind } from '~/domain/books/movement-kinds';
import type { PlannedPosting } from '~/domain/books/planned-postings';
import { type RateBp, rateUnits, wholeBp } from '~/domain/money/rate';
import { audit, type Statement } from '~/services/platform/commit.server';
import { actorId, type CompanyAdminContext } from '~/services/platform/context.server';
import { expectThat } from '~/services/platform/expect.server';
import { ledgerIdOf } from './ledger-number.server';
import { expectSettings } from './policy-settings.server';
import type { AddedLayer, PostOptions, WellVersion } from './post.server';

/** Message that aborts an act's transaction, also for statements added by its services. */
export const CONCURRENT_UPDATE = 'ledger: overtaken';

/** All statements of an act, except those its service adds before and after. */
export function postStatements(
  ctx: CompanyAdminContext,
  { postings, touched }: ReturnType<Act['finish']>,
  options: PostOptions,
): Statement[] {
  const { layers = [], wells = [], settings } = options;
  const company = ledgerIdOf(ctx);
  const { versions, otherWells } = splitByFirstLayer(wells, layers);
  const count = postings.length;
  // Postings get consecutive ids, so once inserted, the act's postings are the last ones. The count is inlined: D1 binds numbers
  // as floating point, and a sum with a bound number would be read as `7.0`.
  const idOf = (index: SQL) => sql`(select max(id) from posting) - ${sql.raw(String(count - 1))} + ${index}`;
  const firstId = idOf(sql`0`);
  return [
    ...(settings ? [expectSettings(ctx, settings)] : []),
    ...expectWells(ctx, otherWells),
    insertPostings(ctx, postings, company, options),
    ...insertLayers(ctx, { ...options, versions }, touched, { company, idOf }),
    ...insertMovements(ctx, postings, layers.length, firstId),
    ...updateLayers(ctx, touched, { company, idOf }),
    ctx.db.run(sql`
      update posting set movements = (select count(*) from movement where movement.posting = posting.id)
      where id >= ${firstId}`),
    ...auditOf(ctx, options, firstId),
  ].flat();
}

function auditOf(ctx: CompanyAdminContext, options: PostOptions, firstId: SQL): Statement[] {
  if (!options.audit) return [];
  const { entityType = 'posting', entityId = sql`cast(${firstId} as text)`, ...entry } = options.audit;
  return [audit(ctx, { ...entry, entityType, entityId }, sql`1`)];
}

type Keys = {
  company: SQL;
  /** Id of the act's posting at an index. */
  idOf: (index: SQL) => SQL;
};

function insertPostings(
  ctx: CompanyAdminContext,
  postings: PlannedPosting[],
  company: SQL,
  { source, memo = null, reference = null, input, newWells }: PostOptions,
): Statement[] {
  const { column, chunks } = bulkRows(
    postings.map((posting, index) => ({ posting, index })),
    {
      index: ({ index }) => index,
      day: ({ posting }) => posting.day,
      kind: ({ posting }) => posting.kind,
      well: ({ posting }) => posting.wellId,
      isCompanyWide: ({ posting }) => (posting.isCompanyWide ? 1 : 0),
      periodType: ({ posting }) => posting.periodType,
      method: ({ posting }) => posting.method,
      reverses: ({ posting }) => posting.reversesId,
      terms: ({ posting }) => posting.terms && JSON.stringify(posting.terms),
      memo: ({ posting }) => posting.memo ?? memo,
      reference: ({ posting }) => posting.reference ?? reference,
    },
  );
  let insertedCount = 0;
  return chunks.map(({ from, count }) => {
    const precedingCount = insertedCount;
    insertedCount += count;
    return ctx.db.run(sql`
      insert into posting (id, act, company, day, kind, well, source, is_company_wide, period_type, method, reverses, memo,
        reference, user_id, created_at, input, terms)
      with newest(id) as materialized (select coalesce(max(id), 0) - ${precedingCount} from posting)
      select newest.id + 1 + ${column.index}, newest.id + 1, ${company}, ${column.day}, ${column.kind},
        ${wellId(column.well, newWells)}, ${source},
        ${column.isCompanyWide}, ${column.periodType}, ${column.method}, ${column.reverses}, ${column.memo}, ${column.reference},
        ${actorId(ctx)}, ${ctx.now.toISOString()}, iif(${column.index} = 0, ${JSON.stringify(input)}, null),
        ${column.terms}
      from newest cross join ${from}`);
  });
}

/** SQL value: the ledger id of a well that may have just been added. */
function wellId(column: SQL, newWells = 0): SQL {
  if (newWells === 0) return column;
  return sql`iif(${column} < 0, (select max(ledger_id) from well) - ${newWells} - ${column}, ${column})`;
}

/**
 * Splits wells into those that get their first layer from the act, with their versions, and all others. The former have no
 * bookings that could change, and a concurrent first layer would have the same number. So only the version is checked, when the
 * layer is inserted.
 */
function splitByFirstLayer(wells: readonly WellVersion[], layers: readonly AddedLayer[]) {
  const versions = new Map<number, number | undefined>();
  for (const { wellId, layerNumber } of layers) if (layerNumber === 1) versions.set(wellId, undefined);
  const otherWells: WellVersion[] = [];
  for (const well of wells) {
    if (versions.has(well.wellId)) versions.set(well.wellId, well.version);
    else otherWells.push(well);
  }
  return { versions, otherWells };
}

/**
 * Inserts a layer only if its well is the company's and unchanged since it was read. Its cached balances start with everything
 * the act does to it. SQLite assigns layer ids in the order the rows are given, because `cross join` keeps it. Computing the ids
 * here would read the table being written, so SQLite would buffer all rows first.
 */
function insertLayers(
  ctx: CompanyAdminContext,
  { layers = [], newWells, versions }: PostOptions & { versions: ReadonlyMap<number, number | undefined> },
  touched: TouchedLayer[],
  { company, idOf }: Keys,
): Statement[] {
  if (layers.length === 0) return [];
  const totalsByLayer: TouchedLayer[] = [];
  for (const layer of touched) if (layer.before.id < 0) totalsByLayer[indexOfNewLayer(layer.before)] = layer;
  const { column, chunks } = bulkRows(layers, {
    well: ({ wellId }) => wellId,
    version: ({ wellId }) => versions.get(wellId) ?? null,
    number: ({ layerNumber }) => layerNumber,
    measurement: ({ measurement }) => measurement,
    discountRate: ({ discountRateBp }) => wholeBp(discountRateBp),
    inflationRate: ({ inflationRateBp }) => wholeBp(inflationRateBp),
    exactDiscount: ({ discountRateBp }) => exactUnits(discountRateBp),
    exactInflation: ({ inflationRateBp }) => exactUnits(inflationRateBp),
    ratesFrom: ({ ratesFrom }) => ratesFrom,
    companyRates: ({ companyRates }) => (companyRates ? JSON.stringify(companyRates) : null),
    reason: ({ reason }) => reason,
    cost: ({ pAndACostCents }) => pAndACostCents,
    gross: ({ grossCostCents }) => grossCostCents,
    scenarios: ({ scenarios }) => scenarios && JSON.stringify(scenarios),
    estimate: ({ totalEstimateCents }) => totalEstimateCents,
    repriced: ({ repricedEstimateCents }) => repricedEstimateCents,
    lifespan: ({ wellLifespanYears }) => wellLifespanYears,
    retirement: ({ retirementDate }) => retirementDate,
    retirementBefore: ({ retirementBefore }) => retirementBefore,
    date: ({ calculationDate }) => calculationDate,
    value: ({ aroValueCents }) => aroValueCents,
    isGiven: ({ isGiven }) => (isGiven ? 1 : 0),
    recognizedBy: (layer) => totalsByLayer[indexOfNewLayer(layer)]!.first,
    lastPosting: (layer) => totalsByLayer[indexOfNewLayer(layer)]!.newest,
    current: (layer) => totalsByLayer[indexOfNewLayer(layer)]!.after.currentAroCents,
    arcCost: (layer) => totalsByLayer[indexOfNewLayer(layer)]!.after.arcCostCents,
    arcAccumulated: (layer) => totalsByLayer[indexOfNewLayer(layer)]!.after.arcAccumulatedCents,
    settled: (layer) => totalsByLayer[indexOfNewLayer(layer)]!.after.settledCents,
    accretedThrough: (layer) => totalsByLayer[indexOfNewLayer(layer)]!.after.accretedThrough,
    depreciatedThrough: (layer) => totalsByLayer[indexOfNewLayer(layer)]!.after.depreciatedThrough,
    arcBase: (layer) => totalsByLayer[indexOfNewLayer(layer)]!.after.arcBaseCents,
    arcBaseDay: (layer) => totalsByLayer[indexOfNewLayer(layer)]!.after.arcBaseDay,
  });
  return chunks.flatMap(({ from, count }) => [
    ctx.db.run(sql`
      insert into layer (company, well, layer_number, measurement, discount_rate_bp, inflation_rate_bp,
        p_and_a_cost_cents, gross_cost_cents, total_estimate_cents, well_lifespan_years, retirement_date, retirement_before, calculation_date,
        aro_value_cents, is_given,
        recognized_by, current_aro_cents, arc_cost_cents, arc_accumulated_cents, settled_cents, accreted_through, depreciated_through,
        arc_base_cents, arc_base_day, last_posting, discount_rate_e12, inflation_rate_e12, rates_from, company_rates, reason, scenarios, repriced_estimate_cents)
      select ${company}, w.ledger_id, ${column.number}, ${column.measurement},
        ${column.discountRate}, ${column.inflationRate}, ${column.cost}, ${column.gross}, ${column.estimate}, ${column.lifespan}, ${column.retirement}, ${column.retirementBefore},
        ${column.date}, ${column.value}, ${column.isGiven}, ${idOf(column.recognizedBy)}, ${column.current},
        ${column.arcCost}, ${column.arcAccumulated}, ${column.settled}, ${column.accretedThrough}, ${column.depreciatedThrough},
        ${column.arcBase}, ${column.arcBaseDay}, ${idOf(column.lastPosting)}, ${column.exactDiscount}, ${column.exactInflation},
        ${column.ratesFrom}, ${column.companyRates}, ${column.reason}, ${column.scenarios}, ${column.repriced}
      from ${from}
      cross join well w on w.ledger_id = ${wellId(column.well, newWells)} and w.company_id = ${ctx.companyId} and w.deleted_at is null
        and w.version = coalesce(${column.version}, w.version)`),
    expectThat(ctx, sql`changes() = ${count}`, CONCURRENT_UPDATE),
  ]);
}

/** A rate in trillionths if it has more than two decimals of a percent; otherwise null. */
function exactUnits(rateBp: RateBp): number | null {
  return Number.isInteger(rateBp) ? null : rateUnits(rateBp);
}

/** A new layer's index in the act: 0 for −1, 1 for −2. */
function indexOfNewLayer({ id }: { id: number }): number {
  return -1 - id;
}

/** Groups movements by posting kind, so that values they share, such as zero amounts, are not sent with each movement. */
function insertMovements(
  ctx: CompanyAdminContext,
  postings: PlannedPosting[],
  newLayers: number,
  firstId: SQL,
): Statement[] {
  const rows = postings.flatMap(({ kind, movements }, index) =>
    movements.map((movement) => ({ kind, index, movement })),
  );
  const kinds = Map.groupBy(rows, ({ kind }) => kind);
  return [...kinds.values()].flatMap((rowsOfKind) =>
    insertMovementsOfKind(ctx, rowsOfKind, newLayers, firstId),
  );
}

/** A movement refers to a new layer by its negative id within the act. */
function insertMovementsOfKind(
  ctx: CompanyAdminContext,
  rows: readonly { index: number; movement: Movement }[],
  newLayers: number,
  firstId: SQL,
): Statement[] {
  const fromMovement =
    <T>(readValue: (movement: Movement) => T) =>
    ({ movement }: (typeof rows)[number]) =>
      readValue(movement);
  const { column, chunks } = bulkRows(rows, {
    posting: ({ index }) => index,
    layer: fromMovement(({ layerId }) => layerId),
    kind: fromMovement(({ kind }) => codeOfKind(kind)),
    liability: fromMovement(({ liabilityCents }) => liabilityCents),
    arcCost: fromMovement(({ arcCostCents }) => arcCostCents),
    arcAccumulated: fromMovement(({ arcAccumulatedCents }) => arcAccumulatedCents),
    cash: fromMovement(({ cashCents }) => cashCents),
    base: fromMovement(({ accretion }) => accretion?.baseCents ?? null),
    timeNumerator: fromMovement(({ accretion }) => accretion?.time.numerator ?? null),
    timeDenominator: fromMovement(({ accretion }) => accretion?.time.denominator ?? null),
    since: fromMovement(({ accretion }) => accretion?.since ?? null),
  });
  const layer =
    newLayers === 0
      ? column.layer
      : sql`iif(${column.layer} < 0, (select max(id) from layer) - ${newLayers} - ${column.layer}, ${column.layer})`;
  return chunks.map(({ from }) =>
    ctx.db.run(sql`
      insert into movement (posting, layer, kind, liability, arc_cost, arc_accumulated, cash, base, time_numerator,
        time_denominator, since)
      select ${firstId} + ${column.posting}, ${layer}, ${column.kind}, ${column.liability}, ${column.arcCost},
        ${column.arcAccumulated}, ${column.cash}, ${column.base}, ${column.timeNumerator}, ${column.timeDenominator}, ${column.since}
      from ${from}`),
  );
}

/**
 * Updates the cached balances of existing layers, each only if unchanged since it was read. The unary plus keeps SQLite off the
 * company's index, with which it would scan all given rows for each of the company's layers.
 */
function updateLayers(
  ctx: CompanyAdminContext,
  touched: TouchedLayer[],
  { company, idOf }: Keys,
): Statement[] {
  const existing = touched.filter(({ before }) => before.id > 0);
  const { column, chunks } = bulkRows(existing, {
    id: ({ before }) => before.id,
    last: ({ before }) => before.lastPostingId,
    posting: ({ newest }) => (newest === NO_INDEX ? null : newest),
    liability: ({ before, after }) => after.currentAroCents - before.currentAroCents,
    arcCost: ({ before, after }) => after.arcCostCents - before.arcCostCents,
    arcAccumulated: ({ before, after }) => after.arcAccumulatedCents - before.arcAccumulatedCents,
    settled: ({ before, after }) => after.settledCents - before.settledCents,
    accretedThrough: ({ after }) => after.accretedThrough,
    depreciatedThrough: ({ after }) => after.depreciatedThrough,
    arcBase: ({ before, after }) => after.arcBaseCents - before.arcBaseCents,
    arcBaseDay: ({ after }) => after.arcBaseDay,
    // Columns that were not read have not moved, so they keep their stored values.
    hasArcMoved: ({ before, after }) =>
      before.depreciatedThrough !== after.depreciatedThrough || before.arcBaseDay !== after.arcBaseDay
        ? 1
        : 0,
    isReversed: ({ after }) => (after.isReversed ? 1 : 0),
  });
  return chunks.flatMap(({ from, count }) => [
    ctx.db.run(sql`
      update layer set current_aro_cents = current_aro_cents + ${column.liability}, arc_cost_cents = arc_cost_cents + ${column.arcCost},
        arc_accumulated_cents = arc_accumulated_cents + ${column.arcAccumulated}, settled_cents = settled_cents + ${column.settled},
        accreted_through = ${column.accretedThrough}, arc_base_cents = arc_base_cents + ${column.arcBase},
        depreciated_through = iif(${column.hasArcMoved}, ${column.depreciatedThrough}, depreciated_through),
        arc_base_day = iif(${column.hasArcMoved}, ${column.arcBaseDay}, arc_base_day),
        is_reversed = ${column.isReversed}, last_posting = coalesce(${idOf(column.posting)}, last_posting)
      from ${from}
      where layer.id = ${column.id} and +layer.company = ${company} and layer.last_posting = ${column.last}`),
    expectThat(ctx, sql`changes() = ${count}`, CONCURRENT_UPDATE),
  ]);
}

/** Requires wells to be unchanged since they were read, before the act itself adds or changes any of their layers. */
export function expectWells(ctx: CompanyAdminContext, wells: readonly WellVersion[]): Statement[] {
  const { column, chunks } = bulkRows(wells, {
    well: ({ wellId }) => wellId,
    last: ({ lastPostingId }) => lastPostingId,
    version: ({ version }) => version ?? null,
  });
  return chunks.map(({ from }) =>
    expectThat(
      ctx,
      sql`not exists (
        select 1 from ${from}
        where exists (
          select 1 from layer l
          where l.well = ${column.well} and +l.company = ${ledgerIdOf(ctx)} and l.last_posting > ${column.last})
        or (select version from well where ledger_id = ${column.well} and company_id = ${ctx.companyId}) <> ${column.version})`,
      CONCURRENT_UPDATE,
    ),
  );
}
