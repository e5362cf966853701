import { Button } from './button';
import { Checkbox, Segmented } from './choice';
import { Dialog, DialogBody, DialogFooter } from './dialog';
import { DEFAULT_VIEW, type TableView } from './use-table-view';

/** Column width limits, in rem. */
const MIN_WIDTH_REM = 4;
const MAX_WIDTH_REM = 40;

type ListedColumn = { id: string; name: string; width: number; isFixed: boolean };

/** Visible columns, column widths and row height of a table. Changes apply immediately, in this browser only. */
export default function TableOptions({
  columns,
  view,
  onChange,
  onClose,
}: {
  columns: readonly ListedColumn[];
  view: TableView;
  onChange: (view: TableView) => void;
  onClose: () => void;
}) {
  const setShown = (id: string, isShown: boolean) =>
    onChange({
      ...view,
      hidden: isShown ? view.hidden.filter((hiddenId) => hiddenId !== id) : [...view.hidden, id],
    });
  return (
    <Dialog title="Columns" description="Kept in this browser." size="sm" onClose={onClose}>
      <DialogBody className="flex flex-col gap-4">
        <Segmented
          legend="Rows"
          name="density"
          value={view.isCompact ? 'compact' : 'comfortable'}
          onChange={(density) => onChange({ ...view, isCompact: density === 'compact' })}
          choices={[
            { value: 'comfortable', label: 'Comfortable' },
            { value: 'compact', label: 'Compact' },
          ]}
        />
        <ul className="flex flex-col gap-1">
          {columns.map(({ id, name, width, isFixed }) => (
            <li key={id} className="grid grid-cols-[minmax(0,1fr)_8rem] items-center gap-3">
              <Checkbox
                label={name}
                checked={!view.hidden.includes(id)}
                disabled={isFixed}
                onChange={(event) => setShown(id, event.target.checked)}
              />
              <input
                type="range"
                aria-label={`Width of ${name}`}
                className="h-6"
                min={MIN_WIDTH_REM}
                max={MAX_WIDTH_REM}
                step={0.5}
                value={view.widths[id] ?? width}
                disabled={view.hidden.includes(id)}
                onChange={(event) =>
                  onChange({ ...view, widths: { ...view.widths, [id]: Number(event.target.value) } })
                }
              />
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => onChange(DEFAULT_VIEW)}>Reset</Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
