import Download from 'lucide-react/icons/download';
import { Button } from '~/components/ui/button';
import { RadioGroup } from '~/components/ui/choice';
import { Note } from '~/components/ui/note';
import { Table, TableFrame, Td, Th } from '~/components/ui/table';
import { targetsOf } from '~/domain/imports/targets';
import { formatCents } from '~/domain/money/money';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { countOf } from '~/hooks/count-of';
import { saveCsvTable } from '~/hooks/csv-file';
import { type Format, useFormat } from '~/hooks/use-format';
import type { WellUpdateView } from '~/schemas/imports/mass-upload';
import type { ExistingWellsChoice, Verdicts } from './use-row-verdicts';

const MAX_VISIBLE = 100;

const CHOICES = [
  { value: 'refuse', label: 'Skip them', help: 'Existing wells don’t change.' },
  {
    value: 'update',
    label: 'Update the wells',
    help: 'You’ll see old and new values first. Blank cells change nothing. A well without layers gets its initial layer or opening balance.',
  },
] as const;

/** How to handle rows whose well already exists. Wells aren't overwritten unless the user chooses to. */
export function ExistingWells({
  choice,
  onChoose,
}: {
  choice: ExistingWellsChoice;
  onChoose: (choice: ExistingWellsChoice) => void;
}) {
  return (
    <RadioGroup
      legend="Rows for existing wells"
      name="existing"
      choices={CHOICES}
      value={choice}
      onChange={onChoose}
    />
  );
}

type WellChangesProps = {
  verdicts: Pick<Verdicts, 'updates' | 'unchanged' | 'pluggingAccretion'>;
  customFields: readonly CustomFieldTemplate[];
  today: string;
};

/** Values that rows would change, with old and new side by side. */
export function WellChanges({ verdicts, customFields, today }: WellChangesProps) {
  const format = useFormat();
  const { updates, unchanged, pluggingAccretion } = verdicts;
  const labels = buildFieldLabels(customFields);
  const lines = toLines(updates);
  const remaining = lines.length - MAX_VISIBLE;
  const countWells = (count: number) => countOf(count, 'well', format);
  const changed = updates.filter(({ changes }) => changes.length > 0).length;
  const firstLayers = updates.filter(({ addsInitialLayer }) => addsInitialLayer).length;
  return (
    <section aria-labelledby="import-changes" className="flex flex-col gap-2">
      <h4 id="import-changes" className="font-semibold">
        Changes to existing wells
      </h4>
      <p role="status">
        {(changed > 0 || firstLayers === 0) && `${countWells(changed)} will change. `}
        {firstLayers > 0 &&
          `${countWells(firstLayers)} without layers will get ${firstLayers === 1 ? 'its' : 'their'} first layer. `}
        {unchanged.length > 0 &&
          `${countWells(unchanged.length)} ${unchanged.length === 1 ? 'has' : 'have'} these values already.`}
      </p>
      {pluggingAccretion !== 0n && (
        <Note title={`Plugging wells posts ${format.money(formatCents(pluggingAccretion))} of accretion.`}>
          Each well accretes through today, then stops.
        </Note>
      )}
      {lines.length > 0 && (
        <TableFrame label="Changes to existing wells" className="max-h-96">
          <Table aria-label="Changes to existing wells">
            <thead>
              <tr>
                <Th align="end">Row</Th>
                <Th>Well Code</Th>
                <Th>Field</Th>
                <Th>Now</Th>
                <Th>After Import</Th>
              </tr>
            </thead>
            <tbody>
              {lines.slice(0, MAX_VISIBLE).map(({ row, wellCode, field, from, to }) => (
                <tr key={`${row} ${field}`}>
                  <Td align="end" className="text-muted">
                    {row}
                  </Td>
                  <Td className="code-text">{wellCode}</Td>
                  <Td>{labels.get(field) ?? field}</Td>
                  <Td className="text-muted">{formatValue(from, format)}</Td>
                  <Td className="font-medium">{formatValue(to, format)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableFrame>
      )}
      {remaining > 0 && (
        <p className="text-muted">{format.integer(remaining)} more. Download them to see all.</p>
      )}
      {lines.length > 0 && (
        <Button
          className="self-start"
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() =>
            saveCsvTable(
              `import_changes_${today}.csv`,
              ['row', 'wellCode', 'field', 'from', 'to'],
              lines,
              (line) => [line.row, line.wellCode, line.field, line.from ?? '', line.to ?? ''],
            )
          }
        >
          Download Changes
        </Button>
      )}
    </section>
  );
}

function toLines(updates: readonly WellUpdateView[]) {
  return updates.flatMap(({ row, wellCode, changes }) =>
    changes.map((change) => ({ row, wellCode, ...change })),
  );
}

function buildFieldLabels(customFields: readonly CustomFieldTemplate[]): Map<string, string> {
  return new Map([
    ...targetsOf([]).map(({ id, label }) => [id, label] as const),
    ['pluggedOn', 'Plugged on'],
    ['workingInterests', 'Working interests'],
    ...customFields.map(({ fieldName, displayName }) => [`custom.${fieldName}`, displayName] as const),
  ]);
}

function formatValue(value: string | null, format: Format): string {
  if (value === null) return '(blank)';
  return /^\d{4}-\d\d-\d\d$/.test(value) ? format.date(value) : value;
}
