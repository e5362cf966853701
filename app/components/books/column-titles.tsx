import { Field } from '~/components/ui/field';
import { Select } from '~/components/ui/select';
import type { ReadTable, TableColumn, TitlesByColumn } from './table-text';

/** Shows the title used for each column and lets the user choose another. */
export function ColumnTitles({
  columns,
  table,
  takesFocus,
  onChoose,
}: {
  columns: readonly TableColumn[];
  table: ReadTable;
  /** Focuses the first field, because the button that opened this is gone. */
  takesFocus: boolean;
  onChoose: (change: (chosen: TitlesByColumn) => TitlesByColumn) => void;
}) {
  const { titles, titleOf } = table;
  const choose = (name: string, title: string) =>
    onChoose((chosen) => {
      const before = columns.find((other) => other.name !== name && titleOf[other.name] === title);
      return { ...chosen, ...(before && { [before.name]: '' }), [name]: title };
    });
  const options = [
    { value: '', label: 'None' },
    ...[...new Set(titles)].map((title) => ({ value: title, label: title })),
  ];
  return (
    <fieldset className="flex flex-col gap-2 rounded-md border border-line p-3">
      <legend className="px-1 font-medium">Your columns</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-2 lg:grid-cols-4">
        {columns.map(({ name, title }, index) => (
          <Field key={name} label={title}>
            {(control) => (
              <Select
                {...control}
                ref={takesFocus && index === 0 ? focusOnce : undefined}
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

function focusOnce(select: HTMLSelectElement | null) {
  select?.focus();
}
