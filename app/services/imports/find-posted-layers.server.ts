import { sql } from 'drizzle-orm';
import { massUpload } from '#db/schema';
import { lowersEstimate, measurementOf } from '~/domain/books/uploaded-layer';
import type { Cents } from '~/domain/money/money';
import { foldText } from '~/domain/wells/fold-text';
import type { RepeatedLayerView } from '~/schemas/imports/mass-upload';
import type { WellCsvRow } from '~/schemas/imports/well-csv';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import { planOrRefusal } from '~/services/books/plan-layer.server';
import type { AddedLayer } from '~/services/books/post.server';
import { uploadOf } from '~/services/books/upload-acts.server';
import type { BookedLayer } from '~/services/books/well-books.server';
import type { CompanyScope } from '~/services/platform/context.server';
import type { DecidedRows, UploadTerms } from './decide-rows.server';
import { withNetCost } from './plan-uploaded-layer.server';

/** The outcome of a chunk's rows, and the inputs that decided it. */
type Decided = Pick<DecidedRows, 'rows' | 'plan' | 'known'> &
  Pick<UploadTerms, 'massUploadId' | 'additionalCost'>;

/** A row with the layers of its well that may be the same. `isEqual` compares the row with such a layer's value. */
type Candidate = {
  row: number;
  wellCode: string;
  matches: BookedLayer[];
  isEqual: (facts: PostingDetails) => boolean;
  isRefused: boolean;
};

/**
 * Rows whose layers appear to be in the books already. It isn't certain, because two equal layers may be intended. Amounts
 * of opening balances don't matter: the same layers as of a later month are still the same layers. Each layer in the books
 * matches at most one row, and layers that this upload posted match none. Identical rows match one layer each, even across
 * chunks of the file: the first row gets the newest layer, the next row the one before it.
 * @param matchedLayers layers in the books that already match rows, with the text of those rows; new matches are added
 */
export async function findPostedLayers(
  scope: CompanyScope,
  decided: Decided,
  matchedLayers: Map<number, string> = new Map(),
): Promise<RepeatedLayerView[]> {
  const candidates = [...acceptedCandidates(decided), ...refusedCandidates(decided)].sort(
    (a, b) => a.row - b.row,
  );
  if (candidates.length === 0) return [];
  const detailsById = await readPostingDetails(
    scope,
    candidates.flatMap(({ matches }) => matches.map(({ id }) => id)),
  );
  const duplicatesByRow = new Map(decided.rows.map((row) => [row.row, row.duplicates]));
  return candidates.flatMap(({ row, wellCode, matches, isEqual, isRefused }) => {
    const { text, before } = duplicatesByRow.get(row)!;
    const available = matches.filter(({ id }) => {
      const details = detailsById.get(id);
      const isAvailable = (matchedLayers.get(id) ?? text) === text;
      return details && details.uploadId !== decided.massUploadId && isAvailable && isEqual(details);
    });
    const match = available.at(-1 - before);
    if (!match) return [];
    matchedLayers.set(match.id, text);
    const { postedAt, fileName } = detailsById.get(match.id)!;
    return [{ row, wellCode, layerNumber: match.layerNumber, postedAt, fileName, isRefused }];
  });
}

/** Accepted rows whose layer moves an amount. */
function acceptedCandidates({ plan, known, rows }: Decided): Candidate[] {
  const loweringRows = new Set(
    rows.flatMap(({ row, result }) =>
      result.ok && result.row.layer && lowersEstimate(result.row.layer) ? [row] : [],
    ),
  );
  const wells = new Map([...known.values()].map((well) => [well.ledgerId, well]));
  const movements = plan.act.postings.flatMap((posting) => posting.movements);
  const openings = new Map(
    movements
      .filter(({ kind }) => kind === 'opening')
      .map(({ layerId, liabilityCents }) => [layerId, liabilityCents]),
  );
  return plan.layers.flatMap((layer, at) => {
    const well = wells.get(layer.wellId);
    const hasAmount = (openings.get(layer.id) ?? layer.aroValueCents) !== 0;
    const row = plan.layerRows[at]!;
    // A row that lowers the estimate starts from the current one, so its total can't be compared. Its value can.
    const isLowering = loweringRows.has(row);
    const isSame = (booked: BookedLayer) =>
      isLowering ? isDecreaseOf(layer, booked) : hasSameTerms(layer, booked);
    const matches = well && hasAmount ? well.layers.filter(isSame) : [];
    if (matches.length === 0) return [];
    const isEqual = ({ aroValueCents }: PostingDetails) =>
      (openings.has(layer.id) && !isLowering) || aroValueCents === layer.aroValueCents;
    return [{ row, wellCode: well!.wellCode, matches, isEqual, isRefused: false }];
  });
}

/**
 * Rows refused because of the books, for example for a second initial layer. These rows weren't measured, so everything they
 * state about the layer must match.
 */
function refusedCandidates({ rows, plan, known, additionalCost }: Decided): Candidate[] {
  const rejected = new Set(plan.rejections.map(({ row }) => row));
  return rows.flatMap(({ row, result }) => {
    const rowLayer = result.ok && rejected.has(row) ? result.row.layer : null;
    const well = rowLayer && known.get(foldText((result as { row: WellCsvRow }).row.well.wellCode));
    if (!rowLayer || !well) return [];
    const layer = planOrRefusal(() => withNetCost(rowLayer, well));
    if (typeof layer === 'string') return [];
    // Only initial layers have no measurement. For any other layer without one, the meaning of its cost isn't known yet.
    const measurement = layer.layerType === 'initial' ? null : measurementOf(layer, additionalCost);
    if (measurement === null && layer.layerType !== 'initial') return [];
    const isLowering = lowersEstimate(layer);
    if (isLowering && layer.aroValueCents === null) return [];
    const isSame = (booked: BookedLayer) =>
      isLowering ? isDecreaseOf(layer, booked) : hasSameTerms({ ...layer, measurement }, booked);
    const matches = well.layers.filter(
      (booked) =>
        isSame(booked) &&
        layer.discountRateBp === booked.discountRateBp &&
        layer.inflationRateBp === booked.inflationRateBp,
    );
    const isEqual = ({ aroValueCents }: PostingDetails) =>
      (layer.currentAroCents !== null && !isLowering) ||
      layer.aroValueCents === null ||
      layer.aroValueCents === aroValueCents;
    return matches.length > 0 ? [{ row, wellCode: well.wellCode, matches, isEqual, isRefused: true }] : [];
  });
}

function hasSameTerms(
  layer: Pick<AddedLayer, 'calculationDate' | 'pAndACostCents' | 'measurement'>,
  booked: BookedLayer,
): boolean {
  return (
    layer.calculationDate === booked.calculationDate &&
    layer.pAndACostCents === booked.pAndACostCents &&
    layer.measurement === booked.measurement
  );
}

function isDecreaseOf(
  { calculationDate }: Pick<AddedLayer, 'calculationDate'>,
  booked: BookedLayer,
): boolean {
  return booked.measurement === 'change' && booked.calculationDate === calculationDate;
}

type PostingDetails = {
  id: number;
  aroValueCents: Cents;
  postedAt: string;
  fileName: string | null;
  uploadId: string | null;
};

/** When layers were posted, and by which upload. */
async function readPostingDetails(
  scope: CompanyScope,
  ids: readonly number[],
): Promise<Map<number, PostingDetails>> {
  const rows = await scope.db.all<PostingDetails>(sql`
    select l.id, l.aro_value_cents as "aroValueCents", p.created_at as "postedAt", u.file_name as "fileName",
      u.id as "uploadId"
    from layer l join posting p on p.id = l.recognized_by join posting a on a.id = p.act
      left join ${massUpload} u on u.id = ${uploadOf('a')} and u.company_id = ${scope.companyId}
    where l.id in (select value from json_each(${JSON.stringify(ids)})) and +l.company = ${ledgerIdOf(scope)}`);
  return new Map(rows.map((row) => [row.id, row]));
}
