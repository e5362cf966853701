import { Badge, type BadgeTone } from '~/components/ui/badge';
import { WELL_CSV_COLUMNS } from '~/domain/files/well-csv';
import type { WellFile } from './well-file';

/** Lists the file's recognized, missing, duplicate and ignored columns. */
export function ColumnSummary({ file: { header } }: { file: WellFile }) {
  const recognized = [
    ...WELL_CSV_COLUMNS.filter((column) => header.positions[column] !== undefined),
    ...header.customFields.map(({ fieldName }) => fieldName),
  ];
  // With another separator, the titles are read as one, so missing ones can't be identified.
  if (header.separator !== null) return null;
  return (
    <section aria-label="Columns" className="flex flex-col gap-1.5">
      <Group name="Recognized" tone="green" titles={recognized} />
      <Group name="Missing" tone="red" titles={header.missing} />
      <Group name="Duplicate" tone="red" titles={header.repeated} />
      <Group name="Ignored" tone="yellow" titles={header.ignored.map(({ title }) => title)} />
    </section>
  );
}

function Group({ name, tone, titles }: { name: string; tone: BadgeTone; titles: readonly string[] }) {
  if (titles.length === 0) return null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <h4 className="w-24 shrink-0 text-muted">{name}</h4>
      <ul className="flex min-w-0 grow basis-60 flex-wrap gap-1">
        {titles.map((title, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat, and the list never changes
          <li key={position}>
            <Badge tone={tone}>{title}</Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}
