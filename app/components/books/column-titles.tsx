import { useState } from 'react';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Select } from '~/components/ui/select';
import { type ChosenTitles, isIncomplete, type ReadTable, type TableColumn } from './table-text';

/** Which title each column has: asked for where a required one is missing, and otherwise on request. */
export function ColumnTitles({
  columns,
  table,
  onChoose,
}: {
  columns: readonly TableColumn[];
  table: ReadTable;
  onChoose: (change: (chosen: ChosenTitles) => ChosenTitles) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const { titles, titleOf } = table;
  const isAsked = isOpen || isIncomplete(table, columns);
  if (!isAsked) {
    return (
      <Button className="self-start" onClick={() => setOpen(true)}>
        Match Columns
      </Button>
    );
  }
  const choose = (name: string, title: string) => {
    // What was asked for stays in sight once it is answered.
    setOpen(true);
    onChoose((chosen) => {
      const before = columns.find((other) => other.name !== name && titleOf[other.name] === title);
      return { ...chosen, ...(before && { [before.name]: '' }), [name]: title };
    });
  };
  const options = [
    { value: '', label: 'None' },
    ...[...new Set(titles)].map((title) => ({ value: title, label: title })),
  ];
  return (
    <fieldset className="flex flex-col gap-2 rounded-md border border-line p-3">
      <legend className="px-1 font-medium">Your columns</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-2 lg:grid-cols-4">
        {columns.map(({ name, title }) => (
          <Field key={name} label={title}>
            {(control) => (
              <Select
                {...control}
                value={titleOf[name] ?? ''}
                options={options}
                onChange={({ target }) => choose(name, target.value)}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
