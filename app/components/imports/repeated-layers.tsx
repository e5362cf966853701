import { PostedNote } from '~/components/books/posted-note';
import { useFormat } from '~/hooks/use-format';
import type { RepeatedLayerView } from '~/schemas/imports/mass-upload';

const SHOWN = 5;

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
  const groups = [...byPosting].sort(([one], [other]) => (one < other ? 1 : -1));
  const rest = groups.length - SHOWN;
  const isOne = repeated.length === 1;
  return (
    <div role="status">
      <PostedNote rows={repeated.length} isLeftOut={isLeftOut} onLeaveOut={onLeaveOut}>
        <p>
          {isOne ? 'Its well already has a layer' : 'Their wells already have layers'} with the same
          calculation date and cost. {adviceOn(repeated, verb)}
        </p>
        <ul className="mt-1 flex flex-col gap-1">
          {groups.slice(0, SHOWN).map(([key, rows]) => (
            <li key={key} className="[overflow-wrap:anywhere]">
              Posted {format.instant(rows[0]!.postedAt)}
              {rows[0]!.fileName !== null && ` from ${rows[0]!.fileName}`}: {listed(rows, format.integer)}
            </li>
          ))}
          {rest > 0 && <li>and {format.integer(rest)} more postings</li>}
        </ul>
      </PostedNote>
    </div>
  );
}

function adviceOn(repeated: readonly RepeatedLayerView[], verb: string): string {
  const further = repeated.filter(({ isRefused }) => !isRefused).length;
  if (further === 0) return 'A second initial layer fails.';
  return `${verb} ${further === 1 ? 'it only if it is a further layer' : 'them only if they are further layers'}.`;
}

function listed(rows: readonly RepeatedLayerView[], integer: (count: number) => string): string {
  const rest = rows.length - SHOWN;
  const shown = rows
    .slice(0, SHOWN)
    .map(({ row, wellCode, layerNumber }) => `row ${row} (${wellCode}, layer ${layerNumber})`);
  return shown.join(', ') + (rest > 0 ? `, and ${integer(rest)} more` : '');
}
