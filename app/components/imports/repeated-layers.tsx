import { Note } from '~/components/ui/note';
import { countOf } from '~/hooks/count-of';
import { useFormat } from '~/hooks/use-format';
import type { RepeatedLayerView } from '~/schemas/imports/mass-upload';

const SHOWN = 5;

/** Points out rows whose layers are posted already, by when that was: the same file twice doubles its balances. */
export function RepeatedLayers({
  repeated,
  verb,
}: {
  repeated: readonly RepeatedLayerView[];
  verb: 'Import' | 'Upload';
}) {
  const format = useFormat();
  if (repeated.length === 0) return null;
  const byPosting = Map.groupBy(repeated, ({ postedAt, fileName }) => `${postedAt} ${fileName}`);
  const groups = [...byPosting].sort(([one], [other]) => (one < other ? 1 : -1));
  const rest = groups.length - SHOWN;
  const [each, only] =
    repeated.length === 1
      ? ['Its well already has a layer', 'it only if it is a further layer']
      : ['Their wells already have layers', 'them only if they are further layers'];
  return (
    <div role="status">
      <Note tone="warning" title={`${countOf(repeated.length, 'row', format)} may be posted already.`}>
        <p>
          {each} with the same calculation date and cost. {verb} {only}.
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
      </Note>
    </div>
  );
}

function listed(rows: readonly RepeatedLayerView[], integer: (count: number) => string): string {
  const rest = rows.length - SHOWN;
  const shown = rows
    .slice(0, SHOWN)
    .map(({ row, wellCode, layerNumber }) => `row ${row} (${wellCode}, layer ${layerNumber})`);
  return shown.join(', ') + (rest > 0 ? `, and ${integer(rest)} more` : '');
}
