import { and, eq, sql } from 'drizzle-orm';
import { company } from '#db/schema';
import type { Act } from '~/domain/books/act';
import { catchUpDays, type Depreciation, netArcOf } from '~/domain/books/depreciation';
import { depreciateWell } from '~/domain/books/well-books';
import { addDays, type CalendarDate, utcDay } from '~/domain/calendar/calendar-date';
import { dateBounds, requireOpenDate } from '~/domain/calendar/open-dates';
import { formatCount, groupThousands } from '~/domain/money/group-thousands';
import { formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { SettingsPreview } from '~/schemas/books/posting';
import type { CompanySettingsInput } from '~/schemas/people/company-settings';
import type { CompanySettingsView } from '~/schemas/people/people-views';
import { type CompanyRow, companyReads, requireCompanyRow } from '~/services/people/change-company.server';
import {
  auditSettings,
  settingsAfter,
  toSettingsView,
  updateCompanySettings,
} from '~/services/people/company-settings.server';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import { expectThat } from '~/services/platform/expect.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import { requireVersion } from '~/services/platform/version.server';
import { toActPreview } from './act-preview.server';
import { requireRates } from './depreciation.server';
import { ledgerIdOf, newestPosting } from './ledger-number.server';
import { depletionRatesOf } from './policy-settings.server';
import { type PostOptions, post, postUntilCurrent } from './post.server';
import { postedPeriodEndsQuery } from './post-accretion.server';
import { CONCURRENT_UPDATE } from './post-statements.server';
import { previewDigest, requireReviewed } from './reviewed-act.server';
import { isUnreversed } from './unreversed.server';
import {
  type BookedWell,
  beginAct,
  booksReads,
  depreciationPolicy,
  pluggedState,
  toBookedWells,
} from './well-books.server';

/** Rates are read before it is known whether the company switches to them. */
const UNITS_OF_PRODUCTION = sql`'units-of-production'`;

/** Unexecuted reads for a settings change, with the books if it may change depreciation. */
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
        depletionRates: depletionRatesOf(UNITS_OF_PRODUCTION).as('depletion_rates'),
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
    // Layers whose last charge was by units of production. Excludes those of wells plugged before the company used it.
    byUnits: scope.db.all<{ layer: number }>(sql`
      select distinct m.layer from posting p cross join movement m on m.posting = p.id cross join layer l on l.id = m.layer
      where p.company = ${ledgerIdOf(scope)} and p.kind = 'depreciation' and p.method = 'units-of-production'
        and l.depreciated_through = p.day and ${isUnreversed}`),
  };
}

type SwitchRows = RowsOf<ReturnType<typeof companyReads> & ReturnType<typeof switchReads>>;
type SettingsRows = RowsOf<ReturnType<typeof companyReads>> & Partial<SwitchRows>;

/**
 * Changes settings and, when the company begins to depreciate, posts the catch-up in the same transaction: everything through the
 * start date, or the first open day, and one posting per period end posted since. Changing the method or turning depreciation off
 * applies prospectively: posted amounts stay.
 *
 * @param rows result of settingsReads
 * @param reviewed digest from the preview, if one was reviewed
 * @throws AppError invalid without a start date or for one too late; conflict when depreciation is already posted through that
 * date, a depletion rate is missing, or the result differs from the reviewed preview; as updateCompanySettings
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
  if (!first) await requireReviewed(reviewed, toReviewed(NOTHING));
  if (!first) return updateCompanySettings(ctx, companyId, input, expectedVersion, rows);
  const readAgain = () => readTogether(ctx.db, { ...companyReads(ctx), ...switchReads(ctx) });
  return postUntilCurrent(first, readAgain, async (rows) => {
    const current = requireCompanyRow(ctx, companyId, rows);
    requireVersion(current, expectedVersion);
    const { act, options, set } = planSwitch(ctx, current, input, rows);
    await requireReviewed(reviewed, toReviewed(act));
    const isUnchanged = and(eq(company.id, companyId), eq(company.version, current.version));
    const hasSameRates = sql`${depletionRatesOf(UNITS_OF_PRODUCTION)} is ${rows.rates[0]!.depletionRates}`;
    const [, , , updated] = await post(ctx, act, {
      ...options,
      first: [
        expectThat(
          ctx,
          sql`${newestPosting(ctx)} = ${rows.rates[0]!.newestPosting} and ${pluggedState(ctx)} = ${rows.rates[0]!.pluggedState}`,
          CONCURRENT_UPDATE,
        ),
        expectThat(
          ctx,
          sql`exists (select 1 from ${company} where ${and(isUnchanged, hasSameRates)})`,
          CONCURRENT_UPDATE,
        ),
        auditSettings(ctx, companyId, { before: current, after: set, when: sql`1` }),
        ctx.db
          .update(company)
          .set({ ...set, version: sql`${company.version} + 1`, updatedAt: ctx.now.toISOString() })
          .where(isUnchanged)
          .returning(),
      ],
    });
    return toSettingsView((updated as CompanyRow[])[0]!);
  });
}

/** The empty act of a change to other settings. */
const NOTHING: ReturnType<Act['finish']> = { postings: [], touched: [] };

/** A switch is reviewed by its charges alone: changes to a well that don't affect them don't require another review. */
const toReviewed = (act: ReturnType<Act['finish']>) => ({ act, wells: [] });

/** Previews what `changeSettings` would post. @throws as changeSettings */
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
    reviewed: await previewDigest(toReviewed(act)),
    assetsBelowZero: assetsBelowZero(act, wells),
  };
}

/**
 * Wells whose net asset falls below zero with the catch-up. A decrease posted while the company did not depreciate reduced the
 * cost in full, not just what depreciation would have left of it (ruling 16).
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

/** The rows if the input changes how the company depreciates; otherwise null. */
function isSwitch(current: CompanyRow, input: CompanySettingsInput, rows: SettingsRows): SwitchRows | null {
  const newSettings = settingsAfter(current, input);
  const isSame =
    newSettings.depreciation === current.depreciation &&
    (newSettings.depreciation === 'none' || newSettings.depreciationFrom === current.depreciationFrom);
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
    const lastDay = days.at(-1);
    if (lastDay) {
      const layers = wells.flatMap(({ layers, field }) => layers.map((layer) => ({ ...layer, field })));
      const dueLayers = layers.filter((layer) => netArcOf(layer) !== 0 && layer.calculationDate <= lastDay);
      requireFewCharges(dueLayers, days);
      requireRates(dueLayers, depreciationPolicy({ ...set, depletionRates }), lastDay);
    }
    for (const day of days) {
      for (const well of wells)
        depreciateWell(act, 'main', well, { day, isCompanyWide: true, periodType: null });
    }
  }
  const finishedAct = act.finish();
  const charges = finishedAct.postings.flatMap(({ movements }) => movements);
  const total = charges.reduce((sum, { arcAccumulatedCents }) => sum - BigInt(arcAccumulatedCents), 0n);
  const { depreciation, depreciationFrom } = set;
  const options: PostOptions = {
    source: 'user',
    // The statements in `first` check the company's version instead.
    settings: null,
    memo: 'Depreciation begins',
    input: { depreciation, depreciationFrom },
    audit:
      finishedAct.postings.length === 0
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
  return { act: finishedAct, options, set, wells };
}

/** Maximum charges in one catch-up, which is one transaction. D1 writes this many in a few seconds and allows 30 seconds. */
const MAX_CHARGES = 100_000;

/**
 * Refuses a catch-up with more charges than one transaction can take, and names the earliest start date that is small enough:
 * everything before the start date is one charge per layer. A single day is never too many.
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
    `The catch-up would post ${formatCount(charges, 'charge')}, but the limit is ${groupThousands(MAX_CHARGES)}. Choose ${begins} or later; depreciation for earlier months then posts on that date.`,
    'depreciationFrom',
  );
}

/** The date depreciation begins. @throws AppError */
function requireFrom(
  ctx: CompanyAdminContext,
  current: CompanyRow,
  { depreciation, depreciationFrom: from }: Pick<CompanyRow, 'depreciation' | 'depreciationFrom'>,
  { depreciated }: SwitchRows,
): CalendarDate {
  if (from === null) {
    throw new AppError('invalid', 'Enter the date depreciation begins', 'depreciationFrom');
  }
  // A closed date is fine: amounts for closed months are posted on the first open day.
  requireOpenDate(from, 'depreciationFrom', dateBounds(ctx.now, null));
  const [posted] = depreciated;
  // Resuming after a pause catches up on it. Another method or date would rewrite posted amounts, whether or not there was a
  // pause in between.
  const isAfterPause = current.depreciation === 'none' && posted?.method === depreciation;
  if (posted && !isAfterPause && from <= posted.day) {
    const dayAfter = addDays(posted.day, 1);
    throw new AppError(
      'conflict',
      `Depreciation is already posted through ${posted.day}. Choose ${dayAfter} or later.`,
      'depreciationFrom',
    );
  }
  return from;
}

/** After units of production, later charges start from the remaining amount. */
function restartUnits(
  act: Act,
  wells: readonly BookedWell[],
  chargedByUnits: readonly { layer: number }[],
): void {
  if (act.depreciation?.method === 'units-of-production') return;
  const chargedIds = new Set(chargedByUnits.map(({ layer }) => layer));
  for (const { layers } of wells) for (const layer of layers) if (chargedIds.has(layer.id)) act.rebase(layer);
}
