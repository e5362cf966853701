import { sql } from 'drizzle-orm';
import { massUpload } from '#db/schema';
import type { Cents } from '~/domain/money/money';
import type { RepeatedLayerView } from '~/schemas/imports/mass-upload';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import type { AddedLayer } from '~/services/books/post.server';
import { uploadOf } from '~/services/books/upload-acts.server';
import type { BookedLayer } from '~/services/books/well-books.server';
import type { CompanyScope } from '~/services/platform/context.server';
import type { DecidedRows } from './decide-rows.server';

/**
 * Rows whose layers their wells have already, as it seems: two equal layers may be meant. Where a balance is brought
 * in it doesn't matter how much it is, because the same layers as of a later month are the same layers.
 */
export async function repeatedLayers(
  scope: CompanyScope,
  { plan, known }: Pick<DecidedRows, 'plan' | 'known'>,
): Promise<RepeatedLayerView[]> {
  const wells = new Map([...known.values()].map((well) => [well.ledgerId, well]));
  const movements = plan.act.postings.flatMap((posting) => posting.movements);
  const openings = new Map(
    movements
      .filter(({ kind }) => kind === 'opening')
      .map(({ layerId, liabilityCents }) => [layerId, liabilityCents]),
  );
  const alike = plan.layers.flatMap((layer, at) => {
    const well = wells.get(layer.wellId);
    const isMoved = (openings.get(layer.id) ?? layer.aroValueCents) !== 0;
    const found = well && isMoved ? well.layers.filter((booked) => hasSameTerms(layer, booked)) : [];
    return found.length > 0 ? [{ row: plan.layerRows[at]!, wellCode: well!.wellCode, layer, found }] : [];
  });
  if (alike.length === 0) return [];
  const facts = await readFacts(
    scope,
    alike.flatMap(({ found }) => found.map(({ id }) => id)),
  );
  return alike.flatMap(({ row, wellCode, layer, found }) => {
    const isEqual = ({ id }: BookedLayer) =>
      openings.has(layer.id) || facts.get(id)?.aroValueCents === layer.aroValueCents;
    const newest = found.findLast(isEqual);
    if (!newest) return [];
    const { postedAt, fileName } = facts.get(newest.id)!;
    return [{ row, wellCode, layerNumber: newest.layerNumber, postedAt, fileName }];
  });
}

function hasSameTerms(layer: AddedLayer, booked: BookedLayer): boolean {
  return (
    layer.calculationDate === booked.calculationDate &&
    layer.pAndACostCents === booked.pAndACostCents &&
    layer.measurement === booked.measurement
  );
}

type Facts = { id: number; aroValueCents: Cents; postedAt: string; fileName: string | null };

/** When layers were posted, and by which upload. */
async function readFacts(scope: CompanyScope, ids: readonly number[]): Promise<Map<number, Facts>> {
  const rows = await scope.db.all<Facts>(sql`
    select l.id, l.aro_value_cents as "aroValueCents", p.created_at as "postedAt", u.file_name as "fileName"
    from layer l join posting p on p.id = l.recognized_by join posting a on a.id = p.act
      left join ${massUpload} u on u.id = ${uploadOf('a')} and u.company_id = ${scope.companyId}
    where l.id in (select value from json_each(${JSON.stringify(ids)})) and +l.company = ${ledgerIdOf(scope)}`);
  return new Map(rows.map((row) => [row.id, row]));
}
