import { POSTING_NAMES } from '~/domain/books/posting-kind-names';
import { countOf } from '~/hooks/count-of';
import type { Format } from '~/hooks/use-format';
import type { PostingRegisterView } from '~/schemas/reports/report-views';
import type { SheetRow } from './sheets';

/** Rows of the posting register with display text added to the API's fields. */
export function registerRows(rows: readonly SheetRow[], format: Format): SheetRow[] {
  return (rows as unknown as PostingRegisterView[]).map((row) => ({
    ...row,
    id: row.postingId,
    date: format.date(row.effectiveOn),
    kindName: POSTING_NAMES[row.kind],
    of: row.wellCode || countOf(row.movements, 'movement', format),
    entered: format.instant(row.enteredAt),
    remarks: formatRemarks(row, format),
  }));
}

/** A correction of an earlier period shows the date of the posting it reverses. */
function otherDayText({ reversesOn, effectiveOn }: PostingRegisterView, format: Format): string {
  return reversesOn && reversesOn !== effectiveOn ? ` of ${format.date(reversesOn)}` : '';
}

function formatRemarks(row: PostingRegisterView, format: Format): string {
  return [
    row.afterClose ? 'After the close' : '',
    row.reversesId ? `Reverses ${row.reversesId}${otherDayText(row, format)}` : '',
    row.reversedBy ? `Reversed by ${row.reversedBy.replaceAll(' ', ', ')}` : '',
    row.memo ?? '',
    row.reference ?? '',
    row.evidence > 0 ? `Evidence: ${format.integer(row.evidence)}` : '',
  ]
    .filter((remark) => remark !== '')
    .join(' · ');
}
