import { PostedNote } from '~/components/books/posted-note';
import { useFormat } from '~/hooks/use-format';
import type { RepeatedLayerView } from '~/schemas/imports/mass-upload';

const MAX_VISIBLE = 5;

/**
 * Lists rows whose layers are already posted, grouped by posting time, and lets the user leave them out. Importing a file twice
 * doubles its balances, and this way a corrected file needn't be reduced to its new rows.
 */
export function RepeatedLayers({
  repeated,
  verb,
  isLeftOut,
  onLeaveOut,
}: {
  repeated: readonly RepeatedLayerView[];
  verb: 'Import' | 'Upload';
  isLeftOut: boolean;
  onLeaveOut: (isLeftOut: boolean) => void;
}) {
  const format = useFormat();
  if (repeated.length === 0) return null;
  const byPosting = Map.groupBy(repeated, ({ postedAt, fileName }) => `${postedAt} ${fileName}`);
  const groups = [...byPosting].sort(([a], [b]) => (a < b ? 1 : -1));
  const remaining = groups.length - MAX_VISIBLE;
  const isOne = repeated.length === 1;
  return (
    <div role="status">
      <PostedNote rows={repeated.length} isLeftOut={isLeftOut} onLeaveOut={onLeaveOut}>
        <p>
          {isOne ? 'Its well already has a layer' : 'Their wells already have layers'} with the same
          calculation date and cost. {adviceText(repeated, verb)}
        </p>
        <ul className="mt-1 flex flex-col gap-1">
          {groups.slice(0, MAX_VISIBLE).map(([key, rows]) => (
            <li key={key} className="[overflow-wrap:anywhere]">
              Posted {format.instant(rows[0]!.postedAt)}
              {rows[0]!.fileName !== null && ` from ${rows[0]!.fileName}`}: {formatRows(rows, format.integer)}
            </li>
          ))}
          {remaining > 0 && <li>and {format.integer(remaining)} more postings</li>}
        </ul>
      </PostedNote>
    </div>
  );
}

function adviceText(repeated: readonly RepeatedLayerView[], verb: string): string {
  const further = repeated.filter(({ isRefused }) => !isRefused).length;
  if (further === 0) return 'A well can’t have a second initial layer.';
  return `${verb} ${further === 1 ? 'it only if it’s an additional layer' : 'them only if they’re additional layers'}.`;
}

function formatRows(rows: readonly RepeatedLayerView[], integer: (count: number) => string): string {
  const remaining = rows.length - MAX_VISIBLE;
  const visible = rows
    .slice(0, MAX_VISIBLE)
    .map(({ row, wellCode, layerNumber }) => `row ${row} (${wellCode}, layer ${layerNumber})`);
  return visible.join(', ') + (remaining > 0 ? `, and ${integer(remaining)} more` : '');
}
