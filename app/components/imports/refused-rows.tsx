import { useState } from 'react';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { useFormat } from '~/hooks/use-format';
import type { Refusal } from './use-row-verdicts';

const MAX_VISIBLE = 100;

type RefusedRowsProps = {
  refusals: readonly Refusal[];
  titles: readonly string[];
  positions: ReadonlyMap<string, number>;
  cellsOf: (row: number) => readonly string[];
  onCorrect: (row: number, cells: readonly string[]) => void;
};

/** Rows that would be refused, with the reason and the cells to correct. The file itself isn't changed. */
export function RefusedRows({ refusals, titles, positions, cellsOf, onCorrect }: RefusedRowsProps) {
  const format = useFormat();
  const [open, setOpen] = useState<number | null>(null);
  const remaining = refusals.length - MAX_VISIBLE;
  return (
    <section aria-label="Failed rows" className="flex flex-col gap-2">
      <h4 className="font-semibold">Failed rows</h4>
      <ul className="max-h-[32rem] divide-y divide-line overflow-auto rounded-lg border border-line bg-surface">
        {refusals.slice(0, MAX_VISIBLE).map(({ row, wellCode, error }) => (
          <li key={row} className="flex flex-col gap-2 px-3 py-2">
            <div className="flex items-start justify-between gap-3">
              <p className="min-w-0 [overflow-wrap:anywhere]">
                <span className="text-muted">Row {row}</span>{' '}
                {wellCode && <span className="code-text">{wellCode}</span>} {format.message(error)}
              </p>
              {open !== row && (
                <Button aria-label={`Correct row ${row}`} onClick={() => setOpen(row)}>
                  Correct
                </Button>
              )}
            </div>
            {open === row && (
              <RowForm
                titles={titles}
                positions={[...positions.values()].sort((a, b) => a - b)}
                cells={cellsOf(row)}
                onCancel={() => setOpen(null)}
                onSave={(cells) => {
                  setOpen(null);
                  onCorrect(row, cells);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {remaining > 0 && (
        <p className="text-muted">{format.integer(remaining)} more. Download them to see all.</p>
      )}
    </section>
  );
}

function RowForm({
  titles,
  positions,
  cells,
  onSave,
  onCancel,
}: {
  titles: readonly string[];
  positions: readonly number[];
  cells: readonly string[];
  onSave: (cells: string[]) => void;
  onCancel: () => void;
}) {
  const [values, setValues] = useState(() => titles.map((_, at) => cells[at] ?? ''));
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(values);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <div className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-3">
        {positions.map((at, index) => (
          <Field key={at} label={titles[at] || `Column ${at + 1}`}>
            {(control) => (
              <Input
                {...control}
                autoFocus={index === 0}
                value={values[at]}
                onChange={(event) => setValues(values.with(at, event.target.value))}
              />
            )}
          </Field>
        ))}
      </div>
      <div className="flex gap-2">
        <Button type="submit">Apply</Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
