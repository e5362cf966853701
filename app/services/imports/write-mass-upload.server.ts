import { sql } from 'drizzle-orm';
import { jsonChunks, jsonRows } from '#db/bulk';
import { isNotNullViolation, isUniqueViolation } from '#db/client';
import { accretionRecord, aroLayer, auditLog, massUpload, massUploadRejection, well } from '#db/schema';
import type { AccretionMethod } from '~/domain/books/accretion';
import { formatCents, sumCents } from '~/domain/money/money';
import {
  asGiven,
  insertLayerAudits,
  insertLayerInputs,
  insertLayerRows,
  type LayerSource,
  ofRow,
  toChunkRow,
} from '~/services/books/calculate-layer.server';
import { audit, commit, type Statement } from '~/services/platform/commit.server';
import { actorId, type CompanyAdminContext } from '~/services/platform/context.server';
import { wellColumns } from '~/services/wells/well.server';
import { isUpload } from './mass-upload.server';
import {
  type Rejection,
  rowId,
  type UploadedLayer,
  type UploadedWell,
  type UploadPlan,
} from './plan-mass-upload.server';

type MassUpload = typeof massUpload.$inferSelect;

/** A chunk of rows that are decided, and what that was decided on. */
export type UploadChunk = {
  plan: UploadPlan;
  /** The rows of the file before these. */
  processedBefore: number;
  rowCount: number;
  /** Of the first row, as a spreadsheet numbers it. */
  firstRow: number;
  company: { version: number; accretionMethod: AccretionMethod };
};

/**
 * Writes what was planned for a chunk of rows and moves the upload's counters past them, in one transaction; with the
 * last rows the upload is done.
 *
 * @returns false, with nothing written, if the rows were decided by another delivery meanwhile, or if the books are no
 * longer what the plan was made on: read again, and plan again
 */
export async function writeChunk(
  ctx: CompanyAdminContext,
  upload: MassUpload,
  chunk: UploadChunk,
): Promise<boolean> {
  try {
    await commit(ctx, chunkStatements(ctx, upload, chunk));
    return true;
  } catch (error) {
    if (
      isNotNullViolation(error, 'mass_upload.processed_rows') ||
      isUniqueViolation(error, 'well.well_code_key')
    ) {
      return false;
    }
    throw error;
  }
}

function chunkStatements(ctx: CompanyAdminContext, upload: MassUpload, chunk: UploadChunk): Statement[] {
  const { wells, layers, rejections } = chunk.plan;
  const isLast = chunk.processedBefore + chunk.rowCount === upload.totalRows;
  return [
    moveCursor(ctx, upload, chunk),
    ...insertWells(ctx, wells),
    ...insertUploadedLayers(ctx, upload, layers),
    ...insertImportedAccretion(ctx, upload, chunk),
    ...insertRejections(ctx, upload, rejections),
    settle(ctx, upload, layers, isLast),
    ...(isLast ? [auditFinished(ctx, upload)] : []),
  ];
}

/**
 * Moves the counters past the chunk. The cursor becomes null, which the table refuses and the whole transaction with it,
 * unless the upload and the company's settings still stand as they were read.
 */
function moveCursor(ctx: CompanyAdminContext, upload: MassUpload, chunk: UploadChunk): Statement {
  const { processedBefore, rowCount, plan, company } = chunk;
  const failed = plan.rejections.length;
  return ctx.db.run(sql`
    update ${massUpload} set
      processed_rows = iif(
        status = 'processing' and processed_rows = ${processedBefore}
          and (select version from company where id = ${ctx.companyId}) = ${company.version},
        ${processedBefore + rowCount}, null),
      successful_rows = successful_rows + ${rowCount - failed}, failed_rows = failed_rows + ${failed}
    where ${isUpload(ctx, upload.id)}`);
}

function insertWells(ctx: CompanyAdminContext, wells: UploadedWell[]): Statement[] {
  const [first, last] = [wells[0], wells.at(-1)];
  if (!first || !last) return [];
  const now = ctx.now.toISOString();
  return [
    ...jsonChunks(wells.map(toWellRow)).map((rows) =>
      ctx.db.run(sql`
        insert into ${well} (
          id, company_id, well_code, well_code_key, well_name, search_key, well_status, field, active_date, custom_fields,
          created_at, updated_at)
        select ${ofRow(0)}, ${ctx.companyId}, ${ofRow(1)}, ${ofRow(2)}, ${ofRow(3)}, ${ofRow(4)}, ${ofRow(5)}, ${ofRow(6)},
          ${ofRow(7)}, ${ofRow(8)}, ${now}, ${now}
        from ${jsonRows(rows)} planned`),
    ),
    ctx.db.run(sql`
      insert into ${auditLog} (
        user_id, company_id, action, entity_type, entity_id, new_values, ip_address, user_agent, created_at)
      select ${actorId(ctx)}, ${ctx.companyId}, 'well.created', 'well', id,
        json_object('wellCode', well_code, 'wellName', well_name, 'wellStatus', well_status, 'field', field,
          'activeDate', active_date, 'customFields', json(custom_fields)),
        ${ctx.request.ip}, ${ctx.request.userAgent}, ${now}
      from ${well} where id between ${first.id} and ${last.id} and +company_id = ${ctx.companyId}`),
  ];
}

function toWellRow(added: UploadedWell): unknown[] {
  const columns = wellColumns(added);
  return [
    added.id,
    columns.wellCode,
    columns.wellCodeKey,
    columns.wellName,
    columns.searchKey,
    columns.wellStatus,
    columns.field,
    columns.activeDate,
    JSON.stringify(added.customFields ?? {}),
  ];
}

/** Each statement takes rows of what it needs only: what is sent costs as much as what is written. */
function insertUploadedLayers(
  ctx: CompanyAdminContext,
  upload: MassUpload,
  layers: UploadedLayer[],
): Statement[] {
  const inputs = layers.map((layer) => [layer.id, givenIn(upload, layer)]);
  const actions = layers.map(({ id, isGiven }) => [
    id,
    isGiven ? 'aro_layer.imported' : 'aro_layer.calculated',
  ]);
  return [
    ...jsonChunks(layers.map((layer) => toLayerRow(upload, layer))).map((rows) =>
      insertLayerRows(ctx, rows, OWN_TERMS),
    ),
    ...jsonChunks(inputs).map((rows) => insertLayerInputs(ctx, rows, ofRow(1))),
    ...jsonChunks(actions).map((rows) => insertLayerAudits(ctx, rows, ofRow(1))),
  ];
}

function toLayerRow({ asOf }: MassUpload, layer: UploadedLayer): unknown[] {
  const { terms, imported, currentAroCents } = layer;
  return [
    ...toChunkRow(layer),
    terms.layerType,
    terms.measurement,
    terms.discountRateBp,
    terms.inflationRateBp,
    terms.pAndACostCents,
    terms.wellLifespanYears,
    currentAroCents,
    imported ? asOf : null,
  ];
}

/** What a layer's row has after the columns of toChunkRow. */
const OWN_TERMS: LayerSource = {
  layerType: ofRow(7),
  measurement: ofRow(8),
  discountRateBp: ofRow(9),
  inflationRateBp: ofRow(10),
  pAndACostCents: ofRow(11),
  wellLifespanYears: ofRow(12),
  currentAroCents: ofRow(13),
  accretedThrough: ofRow(14),
};

/** What the row said of the layer, in the words of the calls. */
function givenIn({ id, asOf }: MassUpload, layer: UploadedLayer) {
  const { terms, isGiven, imported } = layer;
  return {
    ...asGiven(terms),
    ...(isGiven && { aroValue: formatCents(layer.aroValueCents) }),
    ...(imported && { currentAroValue: formatCents(layer.currentAroCents), asOf }),
    massUploadId: id,
  };
}

/** One record for each open balance, from the layer's calculation date to the upload's date, under one posting's id. */
function insertImportedAccretion(
  ctx: CompanyAdminContext,
  { id, asOf }: MassUpload,
  { plan, firstRow, company }: UploadChunk,
): Statement[] {
  const records = plan.layers.flatMap((layer) =>
    layer.imported ? [{ id: layer.id, ...layer.imported }] : [],
  );
  if (records.length === 0) return [];
  const postingId = rowId(id, 'posting', firstRow);
  const rows = records.map((record) => [
    record.id,
    record.expenseCents,
    record.timeNumerator,
    record.timeDenominator,
  ]);
  return [
    ...jsonChunks(rows).map((text) =>
      ctx.db.run(sql`
        insert into ${accretionRecord} (
          company_id, aro_layer_id, posting_id, period_type, period_start, period_end, beginning_aro_cents, discount_rate_bp,
          accretion_expense_cents, ending_aro_cents, method, time_numerator, time_denominator, source, created_at)
        select ${aroLayer.companyId}, ${aroLayer.id}, ${postingId}, 'monthly', calculation_date, ${asOf}, aro_value_cents, discount_rate_bp,
          ${ofRow(1)}, current_aro_cents, ${company.accretionMethod}, ${ofRow(2)}, ${ofRow(3)}, 'import', ${ctx.now.toISOString()}
        from ${jsonRows(text)} planned
        cross join ${aroLayer} on ${aroLayer.id} = ${ofRow(0)} and ${aroLayer.companyId} = ${ctx.companyId}`),
    ),
    audit(ctx, {
      action: 'accretion.imported',
      entityType: 'accretion_posting',
      entityId: postingId,
      newValues: {
        periodEnd: asOf,
        layers: records.length,
        totalAccretion: formatCents(sumCents(records.map(({ expenseCents }) => expenseCents))),
        source: 'import',
        massUploadId: id,
      },
    }),
  ];
}

function insertRejections(
  ctx: CompanyAdminContext,
  upload: MassUpload,
  rejections: Rejection[],
): Statement[] {
  const rows = rejections.map(({ row, wellCode, error, cells }) => [row, wellCode, error, cells]);
  return jsonChunks(rows).map((text) =>
    ctx.db.run(sql`
      insert into ${massUploadRejection} (mass_upload_id, company_id, row, well_code, error, cells)
      select ${upload.id}, ${ctx.companyId}, ${ofRow(0)}, ${ofRow(1)}, ${ofRow(2)}, ${ofRow(3)}
      from ${jsonRows(text)} planned`),
  );
}

/**
 * Ends the chunk, and with the last one the upload. Layers are left out where their well has changed since it was read:
 * if any is, the cursor becomes null and the whole transaction is given up.
 */
function settle(
  ctx: CompanyAdminContext,
  upload: MassUpload,
  layers: UploadedLayer[],
  isLast: boolean,
): Statement {
  const written = sql`select count(*) from ${aroLayer}
    where id between ${layers[0]?.id ?? ''} and ${layers.at(-1)?.id ?? ''} and +company_id = ${ctx.companyId}`;
  return ctx.db.run(sql`
    update ${massUpload} set
      processed_rows = iif((${written}) = ${layers.length}, processed_rows, null)
      ${isLast ? sql`, status = 'done', finished_at = ${ctx.now.toISOString()}` : sql``}
    where ${isUpload(ctx, upload.id)}`);
}

function auditFinished(ctx: CompanyAdminContext, upload: MassUpload): Statement {
  return audit(ctx, {
    action: 'mass_upload.finished',
    entityType: 'mass_upload',
    entityId: upload.id,
    newValues: sql`(
      select json_object('asOf', as_of, 'totalProcessed', processed_rows,
        'successful', successful_rows, 'failed', failed_rows)
      from ${massUpload} where ${isUpload(ctx, upload.id)})`,
  });
}
