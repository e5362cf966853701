import { and, eq, inArray, sql } from 'drizzle-orm';
import { bulkRows } from '#db/bulk-rows';
import { aroLayer, well } from '#db/schema';
import { estimateLeft } from '~/domain/books/estimate-left';
import { utcDay } from '~/domain/calendar/calendar-date';
import { formatCents } from '~/domain/money/money';
import { foldCode } from '~/domain/wells/fold-text';
import type { UploadPreviewInput, UploadPreviewView } from '~/schemas/imports/mass-upload';
import { reliefsBetween } from '~/services/books/reliefs.server';
import type { CompanyContext, CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { isListed } from '~/services/wells/well.server';
import { requireRowSettings, rowSettingsQuery } from './decide-rows.server';
import { formatReviewPoint, reviewPointQuery } from './review-point.server';

/** Data for the preview of a file. Returns unexecuted statements. */
export function uploadPreviewReads(scope: CompanyScope, { wellCodes }: UploadPreviewInput) {
  const { db } = scope;
  const keys = new Set(wellCodes.map(foldCode));
  const { column, chunks } = bulkRows([...keys], { key: (key) => key });
  const lists = chunks.map(({ from }) => sql`select ${column.key} from ${from}`);
  const newest = sql`(select max(n.layer_number) from layer n where n.well = ${well.ledgerId} and not n.is_reversed)`;
  return {
    companies: rowSettingsQuery(scope),
    point: reviewPointQuery(scope),
    wells: db
      .select({
        wellCode: well.wellCode,
        totalEstimateCents: aroLayer.totalEstimateCents,
        reliefs: reliefsBetween({ well: sql`${well.ledgerId}`, from: sql`${aroLayer.recognizedBy}` }).as(
          'reliefs',
        ),
      })
      .from(well)
      .innerJoin(aroLayer, and(eq(aroLayer.well, well.ledgerId), eq(aroLayer.layerNumber, newest)))
      .where(
        and(
          isListed(scope),
          inArray(well.wellCodeKey, lists.length > 0 ? sql`(${sql.join(lists, sql` union all `)})` : []),
        ),
      ),
  };
}

/**
 * The company's closed-through date and accretion method, the total estimates of the requested wells, and the position of
 * the books at the time.
 */
export async function toUploadPreview(
  { now }: Pick<CompanyContext, 'now'>,
  { companies, wells, point }: RowsOf<ReturnType<typeof uploadPreviewReads>>,
): Promise<UploadPreviewView> {
  const settings = requireRowSettings(companies);
  return {
    closedThrough: settings.closedThrough,
    accretionMethod: settings.method,
    wells: wells.map(({ wellCode, totalEstimateCents, reliefs }) => ({
      wellCode,
      totalEstimate: formatCents(estimateLeft(totalEstimateCents, JSON.parse(reliefs))),
    })),
    reviewed: await formatReviewPoint(point, settings, utcDay(now)),
  };
}
