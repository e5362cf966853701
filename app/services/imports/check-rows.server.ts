import { previousMonthEnd, utcDay } from '~/domain/calendar/calendar-date';
import { readWellCsvHeader, type WellCsvHeader, wellCsvHeaderProblem } from '~/domain/files/well-csv';
import { createDuplicateCounter } from '~/domain/imports/duplicate-rows';
import { formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { RowCheckInput, RowCheckView } from '~/schemas/imports/mass-upload';
import { leavesBlank } from '~/schemas/imports/well-csv';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import {
  createRowDecider,
  type DecidedRows,
  requireRowSettings,
  rowSettingsQuery,
  type UploadTerms,
} from './decide-rows.server';
import { findPostedLayers } from './find-posted-layers.server';
import { catchUpEnd, requireBalanceDay } from './mass-upload.server';
import { formatReviewPoint, reviewPointQuery } from './review-point.server';

/** The company's row settings and the current position of its books. Returns unexecuted statements. */
export function checkRowsReads(scope: CompanyScope) {
  return { companies: rowSettingsQuery(scope), point: reviewPointQuery(scope) };
}

/**
 * Decides rows against the current books the way an upload does, but writes nothing. Rows of the same well depend on each
 * other and must be sent together. Rows of different wells don't.
 * @param queried rows from checkRowsReads
 * @returns errors for refused rows; what the others would add, by field and status; their changes to wells; and rows whose
 * layer is already posted
 * @throws AppError invalid for columns that an upload doesn't accept; invalid or conflict for a disallowed `asOf`
 */
export async function checkRows(
  ctx: CompanyAdminContext,
  { titles, rows, asOf, additionalCost, existing, skipPosted, wellsInBooks }: RowCheckInput,
  queried: RowsOf<ReturnType<typeof checkRowsReads>>,
): Promise<RowCheckView> {
  const now = ctx.now.toISOString();
  const company = requireRowSettings(queried.companies);
  const { customFields, closedThrough } = company;
  const today = utcDay(ctx.now);
  if (asOf) requireBalanceDay(asOf, { today, closedThrough });
  const header = readWellCsvHeader(titles, customFields);
  const problem = wellCsvHeaderProblem(header);
  if (problem !== null) throw new AppError('invalid', problem, 'titles');
  const terms: UploadTerms = {
    massUploadId: crypto.randomUUID(),
    titles,
    mapping: null,
    asOf: asOf ?? previousMonthEnd(today),
    additionalCost: additionalCost ?? null,
    changesWells: existing === 'update',
    fillsBlanks: wellsInBooks ?? false,
    skipPosted: skipPosted ?? false,
    catchUpThrough: catchUpEnd(now),
    today,
    reviewed: null,
  };
  const decide = createRowDecider(ctx, terms);
  const countDuplicates = createDuplicateCounter();
  const decided = await decide(
    rows.map(({ row, cells }) => ({
      row,
      cells,
      uploadCells: cells,
      problems: [],
      duplicates: countDuplicates(cells),
    })),
  );
  const { rejections, catchUp, unchanged } = decided.plan;
  return {
    errors: rejections.map(({ row, wellCode, error }) => ({ row, wellCode, error })),
    groups: toGroups(decided),
    updates: toUpdates(decided.plan),
    unchanged,
    repeated: skipPosted ? decided.skipped : await findPostedLayers(ctx, { ...terms, ...decided }),
    filled: wellsInBooks ? filledRows(header, decided.rows) : [],
    pluggingAccretion: formatCents(sumPluggingAccretion(decided)),
    catchUp: catchUp && {
      layers: catchUp.layers,
      from: catchUp.from,
      through: catchUpEnd(now),
      amount: formatCents(catchUp.amountCents),
    },
    reviewed: await formatReviewPoint(queried.point, company, today),
  };
}

/** Wells that rows change or add an initial layer to. The upload does either only to the version that was reviewed. */
function toUpdates({ changed, initialLayers }: DecidedRows['plan']): RowCheckView['updates'] {
  const changesByRow = new Map(changed.map(({ row, changes }) => [row, changes]));
  const initialLayerRows = new Set(initialLayers.map(({ row }) => row));
  const onlyInitialLayers = initialLayers.filter(({ row }) => !changesByRow.has(row));
  return [...changed, ...onlyInitialLayers].map(({ row, before }) => ({
    row,
    wellCode: before.wellCode,
    version: before.version,
    changes: changesByRow.get(row) ?? [],
    addsInitialLayer: initialLayerRows.has(row),
  }));
}

/** Values from the books that fill the rows' blank cells. */
function filledRows(header: WellCsvHeader, rows: DecidedRows['rows']): RowCheckView['filled'] {
  return rows.flatMap(({ row, cells, result }) => {
    if (!result.ok || !leavesBlank(header, cells)) return [];
    const { wellName, wellStatus, field, activeDate } = result.row.well;
    return [{ row, wellName, wellStatus, field, activeDate }];
  });
}

/** Accretion posted or reversed because rows change whether wells are plugged, in cents. */
function sumPluggingAccretion({ plan: { act, changed } }: DecidedRows): bigint {
  const layers = new Set(
    changed.flatMap(({ before, changesPlugging }) =>
      changesPlugging ? before.layers.map(({ id }) => id) : [],
    ),
  );
  let sum = 0n;
  for (const { movements } of act.postings) {
    for (const { layerId, kind, liabilityCents } of movements) {
      if (kind === 'accreted' && layers.has(layerId)) sum += BigInt(liabilityCents);
    }
  }
  return sum;
}

type Group = {
  wells: number;
  layers: number;
  openings: number;
  liability: bigint;
  cost: bigint;
  depreciation: bigint;
};

function toGroups({ plan, known }: DecidedRows): RowCheckView['groups'] {
  const groups = new Map<string, Group & { field: string; wellStatus: string }>();
  const groupOf = ({ field, wellStatus }: { field: string; wellStatus: string }) => {
    const key = JSON.stringify([field, wellStatus]);
    const none = { wells: 0, layers: 0, openings: 0, liability: 0n, cost: 0n, depreciation: 0n };
    const group = groups.get(key) ?? { field, wellStatus, ...none };
    groups.set(key, group);
    return group;
  };
  for (const { input } of plan.wells) groupOf(input).wells += 1;
  const inBooks = new Map([...known.values()].map((well) => [well.ledgerId, well]));
  const groupOfLayer = new Map(
    plan.layers.map(({ id, wellId }) => {
      const well = wellId < 0 ? plan.wells[0 - wellId - 1]!.input : inBooks.get(wellId)!;
      return [id, groupOf(well)] as const;
    }),
  );
  for (const group of groupOfLayer.values()) group.layers += 1;
  for (const { movements } of plan.act.postings) {
    for (const { layerId, kind, liabilityCents, arcCostCents, arcAccumulatedCents } of movements) {
      const group = groupOfLayer.get(layerId);
      if (!group) continue;
      if (kind === 'opening') group.openings += 1;
      group.liability += BigInt(liabilityCents);
      group.cost += BigInt(arcCostCents);
      group.depreciation -= BigInt(arcAccumulatedCents);
    }
  }
  return [...groups.values()].map(({ liability, cost, depreciation, ...group }) => ({
    ...group,
    liability: formatCents(liability),
    arcCost: formatCents(cost),
    arcAccumulated: formatCents(depreciation),
  }));
}
