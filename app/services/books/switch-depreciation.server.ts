import { and, eq, sql } from 'drizzle-orm';
import { company } from '#db/schema';
import type { Act } from '~/domain/books/act';
import { catchUpDays, type Depreciation, netArcOf } from '~/domain/books/depreciation';
import { endOfWell } from '~/domain/books/well-books';
import { addDays, type CalendarDate, utcDay } from '~/domain/calendar/calendar-date';
import { dateBounds, requireOpenDate } from '~/domain/calendar/open-dates';
import { countInWords, groupThousands } from '~/domain/money/group-thousands';
import { formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { SettingsPreview } from '~/schemas/books/posting';
import type { CompanySettingsInput } from '~/schemas/people/company-settings';
import type { CompanySettingsView } from '~/schemas/people/people-views';
import {
  type CompanyRow,
  companyReads,
  requireCompanyRow,
  requireVersion,
} from '~/services/people/change-company.server';
import {
  auditSettings,
  settingsAfter,
  toSettingsView,
  updateCompanySettings,
} from '~/services/people/company-settings.server';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import { expectThat } from '~/services/platform/expect.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import { toActPreview } from './act-preview.server';
import { requireRates } from './depreciation.server';
import { ledgerIdOf, newestPosting } from './ledger-number.server';
import { depletionRatesOf } from './policy-settings.server';
import { type PostOptions, post, postUntilCurrent } from './post.server';
import { postedPeriodEndsQuery } from './post-accretion.server';
import { OVERTAKEN } from './post-statements.server';
import { requireReviewed, reviewedOf } from './reviewed-act.server';
import { isUnreversed } from './unreversed.server';
import {
  type BookedWell,
  beginAct,
  booksReads,
  depreciationPolicy,
  pluggedState,
  toBookedWells,
} from './well-books.server';

/** Rates are read before it is known whether the company turns to them. */
const BY_RATES = sql`'units-of-production'`;

/** What a change of settings begins with, with the books where it may change depreciation. Statements not yet run. */
export function settingsReads(scope: CompanyScope, input: CompanySettingsInput) {
  const isSwitch = input.depreciation != null || input.depreciationFrom != null;
  return {
    ...companyReads(scope),
    ...(isSwitch && switchReads(scope)),
  };
}

function switchReads(scope: CompanyScope) {
  const { companies: _, ...books } = booksReads(scope, undefined, null);
  return {
    ...books,
    periodEnds: postedPeriodEndsQuery(scope),
    rates: scope.db
      .select({
        depletionRates: depletionRatesOf(BY_RATES).as('depletion_rates'),
        pluggedState: pluggedState(scope).as('plugged_state'),
        newestPosting: newestPosting(scope).as('newest_posting'),
      })
      .from(company)
      .where(eq(company.id, scope.companyId)),
    depreciated: scope.db.all<{ day: CalendarDate; method: Depreciation }>(sql`
      select p.day, p.method from posting p
      where p.company = ${ledgerIdOf(scope)} and p.kind = 'depreciation'
        and exists (select 1 from movement m where m.posting = p.id and ${isUnreversed})
      order by p.day desc, p.id desc limit 1`),
    // Layers whose last charge was by units of production: of a well that was plugged before, it was not.
    byUnits: scope.db.all<{ layer: number }>(sql`
      select distinct m.layer from posting p cross join movement m on m.posting = p.id cross join layer l on l.id = m.layer
      where p.company = ${ledgerIdOf(scope)} and p.kind = 'depreciation' and p.method = 'units-of-production'
        and l.depreciated_through = p.day and ${isUnreversed}`),
  };
}

type SwitchRows = RowsOf<ReturnType<typeof companyReads> & ReturnType<typeof switchReads>>;
type SettingsRows = RowsOf<ReturnType<typeof companyReads>> & Partial<SwitchRows>;

/**
 * Changes settings, and where the company begins to depreciate posts the catch-up, in one transaction: everything through the
 * day from which it does, or the first open one, and one posting for each period end posted since. A change of the method, and
 * no depreciation at all, hold from then on: what is posted stays.
 *
 * @param rows what settingsReads read
 * @param reviewed of the preview, where there was one
 * @throws AppError invalid without a day or for one too late; conflict where depreciation is posted through that day, a
 * depletion rate is missing, or anything but what was reviewed would be posted; as updateCompanySettings
 */
export async function changeSettings(
  ctx: CompanyAdminContext,
  companyId: string,
  input: CompanySettingsInput,
  expectedVersion: number | null,
  rows: SettingsRows,
  reviewed?: string,
): Promise<CompanySettingsView> {
  const first = isSwitch(requireCompanyRow(ctx, companyId, rows), input, rows);
  if (!first) await requireReviewed(reviewed, asReviewed(NOTHING));
  if (!first) return updateCompanySettings(ctx, companyId, input, expectedVersion, rows);
  const readAgain = () => readTogether(ctx.db, { ...companyReads(ctx), ...switchReads(ctx) });
  return postUntilCurrent(first, readAgain, async (rows) => {
    const current = requireCompanyRow(ctx, companyId, rows);
    requireVersion(current, expectedVersion);
    const { act, options, set } = planSwitch(ctx, current, input, rows);
    await requireReviewed(reviewed, asReviewed(act));
    const asRead = and(eq(company.id, companyId), eq(company.version, current.version));
    const hasSameRates = sql`${depletionRatesOf(BY_RATES)} is ${rows.rates[0]!.depletionRates}`;
    const [, , , changed] = await post(ctx, act, {
      ...options,
      first: [
        expectThat(
          ctx,
          sql`${newestPosting(ctx)} = ${rows.rates[0]!.newestPosting} and ${pluggedState(ctx)} = ${rows.rates[0]!.pluggedState}`,
          OVERTAKEN,
        ),
        expectThat(ctx, sql`exists (select 1 from ${company} where ${and(asRead, hasSameRates)})`, OVERTAKEN),
        auditSettings(ctx, companyId, { before: current, after: set, when: sql`1` }),
        ctx.db
          .update(company)
          .set({ ...set, version: sql`${company.version} + 1`, updatedAt: ctx.now.toISOString() })
          .where(asRead)
          .returning(),
      ],
    });
    return toSettingsView((changed as CompanyRow[])[0]!);
  });
}

/** The act of a change of other settings. */
const NOTHING: ReturnType<Act['finish']> = { postings: [], touched: [] };

/** What is shown of a switch are its charges: a well that changes without changing them makes it no other one. */
const asReviewed = (act: ReturnType<Act['finish']>) => ({ act, wells: [] });

/** What `changeSettings` would post, without changing or posting anything. @throws as changeSettings */
export async function previewSettings(
  ctx: CompanyAdminContext,
  companyId: string,
  input: CompanySettingsInput,
  rows: SettingsRows,
): Promise<SettingsPreview> {
  const current = requireCompanyRow(ctx, companyId, rows);
  const read = isSwitch(current, input, rows);
  const { act, wells } = read ? planSwitch(ctx, current, input, read) : { act: NOTHING, wells: [] };
  return {
    ...toActPreview(act, wells),
    reviewed: await reviewedOf(asReviewed(act)),
    assetsBelowZero: assetsBelowZero(act, wells),
  };
}

/**
 * Wells whose net asset the catch-up leaves below zero. A decrease that was posted while the company did not depreciate reduced
 * the cost by all of it, and not by what depreciation would have left of it (ruling 16).
 */
function assetsBelowZero(
  { touched }: ReturnType<Act['finish']>,
  wells: readonly BookedWell[],
): SettingsPreview['assetsBelowZero'] {
  const afterOf = new Map(touched.map(({ before, after }) => [before.id, after]));
  return wells.flatMap(({ id, wellCode, layers }) => {
    const net = layers.reduce((sum, layer) => sum + netArcOf(afterOf.get(layer.id) ?? layer), 0);
    return net < 0 ? [{ wellId: id, wellCode, net: formatCents(net) }] : [];
  });
}

/** The rows, if the input changes how the company depreciates; null where it does not. */
function isSwitch(current: CompanyRow, input: CompanySettingsInput, rows: SettingsRows): SwitchRows | null {
  const next = settingsAfter(current, input);
  const isSame =
    next.depreciation === current.depreciation &&
    (next.depreciation === 'none' || next.depreciationFrom === current.depreciationFrom);
  return isSame || !rows.depreciated ? null : (rows as SwitchRows);
}

function planSwitch(
  ctx: CompanyAdminContext,
  current: CompanyRow,
  input: CompanySettingsInput,
  rows: SwitchRows,
) {
  const set = settingsAfter(current, input);
  const wells = toBookedWells(rows);
  const { depletionRates } = rows.rates[0]!;
  const act = beginAct({ method: current.accretionMethod, ...set, depletionRates });
  restartUnits(act, wells, rows.byUnits);
  if (set.depreciation !== 'none') {
    const from = requireFrom(ctx, current, set, rows);
    const days = catchUpDays(from, {
      closedThrough: current.closedThrough,
      today: utcDay(ctx.now),
      periodEnds: rows.periodEnds.map(({ day }) => day),
    });
    const last = days.at(-1);
    if (last) {
      const layers = wells.flatMap(({ layers, field }) => layers.map((layer) => ({ ...layer, field })));
      const due = layers.filter((layer) => netArcOf(layer) !== 0 && layer.calculationDate <= last);
      requireFewCharges(due, days);
      requireRates(due, depreciationPolicy({ ...set, depletionRates }), last);
    }
    for (const day of days) for (const well of wells) catchUp(act, well, day);
  }
  const finished = act.finish();
  const charges = finished.postings.flatMap(({ movements }) => movements);
  const total = charges.reduce((sum, { arcAccumulatedCents }) => sum - BigInt(arcAccumulatedCents), 0n);
  const { depreciation, depreciationFrom } = set;
  const options: PostOptions = {
    source: 'user',
    // The company must have the version that was read.
    settings: null,
    memo: 'Depreciation begins',
    input: { depreciation, depreciationFrom },
    audit:
      finished.postings.length === 0
        ? null
        : {
            action: 'depreciation.caught_up',
            newValues: {
              depreciation,
              depreciationFrom,
              layers: new Set(charges.map(({ layerId }) => layerId)).size,
              totalDepreciation: formatCents(total),
            },
          },
  };
  return { act: finished, options, set, wells };
}

/** Charges of one catch-up, which is one transaction: D1 writes so many in some seconds, and allows it 30. */
const MAX_CHARGES = 100_000;

/**
 * Refuses a catch-up of more charges than one transaction takes, and names the earliest day that one begins on which is small
 * enough: everything before that day is one charge a layer. A single day is never too much.
 * @throws AppError
 */
function requireFewCharges(
  layers: readonly { calculationDate: CalendarDate }[],
  days: readonly CalendarDate[],
): void {
  let charges = 0;
  let begins: CalendarDate | null = null;
  for (const day of days.toReversed()) {
    charges += layers.filter(({ calculationDate }) => calculationDate <= day).length;
    if (charges <= MAX_CHARGES || begins === null) begins = day;
  }
  if (charges <= MAX_CHARGES || days.length === 1) return;
  throw new AppError(
    'conflict',
    `The catch-up would be ${countInWords(charges, 'charge')}, and at most ${groupThousands(MAX_CHARGES)} are posted at a time. Choose ${begins} or a later day: what belongs to earlier months is then posted on that day.`,
    'depreciationFrom',
  );
}

/** The day from which the company depreciates. @throws AppError */
function requireFrom(
  ctx: CompanyAdminContext,
  current: CompanyRow,
  { depreciation, depreciationFrom: from }: Pick<CompanyRow, 'depreciation' | 'depreciationFrom'>,
  { depreciated }: SwitchRows,
): CalendarDate {
  if (from === null) {
    throw new AppError('invalid', 'Enter the date from which the company depreciates', 'depreciationFrom');
  }
  // A closed day is fine: what belongs to closed months is posted on the first open day.
  requireOpenDate(from, 'depreciationFrom', dateBounds(ctx.now, null));
  const [posted] = depreciated;
  // Beginning again after a pause catches up with it. Another method, or another day, would rewrite what is posted, whether or
  // not there was a pause in between.
  const isAfterPause = current.depreciation === 'none' && posted?.method === depreciation;
  if (posted && !isAfterPause && from <= posted.day) {
    const next = addDays(posted.day, 1);
    throw new AppError(
      'conflict',
      `Depreciation is posted through ${posted.day}. Choose ${next} or a later day.`,
      'depreciationFrom',
    );
  }
  return from;
}

/** After units of production, what follows counts from what is left. */
function restartUnits(act: Act, wells: readonly BookedWell[], byUnits: readonly { layer: number }[]): void {
  if (act.depreciation?.method === 'units-of-production') return;
  const charged = new Set(byUnits.map(({ layer }) => layer));
  for (const { layers } of wells) for (const layer of layers) if (charged.has(layer.id)) act.rebase(layer);
}

function catchUp(act: Act, { layers, field }: BookedWell, day: CalendarDate): void {
  const lifeEnd = endOfWell(layers);
  if (lifeEnd === null) return;
  for (const layer of layers) {
    act.depreciate('main', layer, day, { isCompanyWide: true, periodType: null }, { lifeEnd, field });
  }
}
