import Download from 'lucide-react/icons/download';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '~/components/ui/alert-dialog';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { Card, StatCard } from '~/components/ui/card';
import { Checkbox, RadioGroup, Segmented, Switch } from '~/components/ui/choice';
import { CsvButton } from '~/components/ui/csv-button';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { EmptyState } from '~/components/ui/empty-state';
import { Field } from '~/components/ui/field';
import { IconButton } from '~/components/ui/icon-button';
import { Input } from '~/components/ui/input';
import { Menu } from '~/components/ui/menu';
import { Note } from '~/components/ui/note';
import { Progress } from '~/components/ui/progress';
import { SearchBox } from '~/components/ui/search-box';
import { Select } from '~/components/ui/select';
import { Skeleton } from '~/components/ui/skeleton';
import { SortableTh } from '~/components/ui/sortable-th';
import { Spinner } from '~/components/ui/spinner';
import { FigureCell, Table, TableFrame, Td } from '~/components/ui/table';
import { Tabs } from '~/components/ui/tabs';
import { Textarea } from '~/components/ui/textarea';
import { type SortValues, useSortedRows } from '~/components/ui/use-sorted-rows';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { formatCents, sumCents } from '~/domain/money/money';
import { toast } from '~/hooks/toast';

const icon = 'size-4';
const COLORS = [
  'canvas',
  'surface',
  'raised',
  'sunken',
  'line',
  'ink',
  'muted',
  'accent',
  'primary',
  'danger',
];
const ROWS = Array.from({ length: 100_000 }, (_, index) => ({
  id: `W-${index}`,
  cents: (index * 7919) % 1_000_000,
}));

/** Every UI component in each of its states, as a reference while changing one. */
export default function ComponentGallery() {
  return (
    <main id="main" className="mx-auto flex max-w-5xl flex-col gap-4 px-4 py-6 sm:px-6">
      <h1 className="text-2xl font-semibold">Components</h1>
      <Part title="Colors">
        {COLORS.map((name) => (
          <span key={name} className="flex items-center gap-1.5 text-xs">
            <span
              aria-hidden="true"
              className="size-6 rounded border border-line"
              style={{ background: `var(--color-${name})` }}
            />
            {name}
          </span>
        ))}
      </Part>
      <Buttons />
      <Part title="Badges">
        <Badge>Neutral</Badge>
        <Badge tone="accent">Accent</Badge>
        <Badge tone="green">Active</Badge>
        <Badge tone="yellow">Inactive</Badge>
        <Badge tone="red">Plugged</Badge>
      </Part>
      <Fields />
      <Choices />
      <Part title="Notes">
        <Note title="A note">What is good to know.</Note>
        <Note tone="warning" title="A warning">
          What deserves a second look.
        </Note>
        <Note tone="danger" title="A refusal">
          What happened, what was kept, and what to do.
        </Note>
      </Part>
      <Part title="Waiting">
        <Spinner />
        <Skeleton className="h-8 w-40" />
        <div className="w-48">
          <Progress label="Half done" value={50} />
        </div>
        <div className="w-48">
          <Progress label="Under way" />
        </div>
      </Part>
      <Windows />
      <TabsPart />
      <Figures />
      <Card title="Empty">
        <EmptyState message="Nothing here yet. Say what to do next.">
          <Button variant="primary">Do it</Button>
        </EmptyState>
      </Card>
    </main>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </Card>
  );
}

function Buttons() {
  return (
    <Part title="Buttons">
      <Button variant="primary" icon={<Plus aria-hidden="true" className={icon} />}>
        Primary
      </Button>
      <Button icon={<Download aria-hidden="true" className={icon} />}>Secondary</Button>
      <Button variant="ghost">Ghost</Button>
      <Button variant="danger">Danger</Button>
      <Button pending>Pending</Button>
      <Button disabled>Disabled</Button>
      <Button disabledReason="Company admin role required">With a reason</Button>
      <IconButton label="Edit" icon={<Pencil />} />
      <IconButton label="Delete" tone="danger" icon={<Trash2 />} />
    </Part>
  );
}

function Fields() {
  const [search, setSearch] = useState('');
  return (
    <Part title="Fields">
      <SearchBox
        label="Search"
        placeholder="Search"
        value={search}
        onSearch={setSearch}
        isSearching={false}
      />
      <Field label="Text" help="What it is for.">
        {(control) => <Input {...control} />}
      </Field>
      <Field label="Amount" required>
        {(control) => <Input {...control} prefix="$" defaultValue="100,000.00" />}
      </Field>
      <Field label="Refused" errors={['Well code is required']}>
        {(control) => <Input {...control} />}
      </Field>
      <Field label="Date">{(control) => <Input {...control} type="date" />}</Field>
      <Field label="Choice">
        {(control) => <Select {...control} options={[{ value: 'a', label: 'All Statuses' }]} />}
      </Field>
      <Field label="Long text">{(control) => <Textarea {...control} />}</Field>
    </Part>
  );
}

const CHOICES = [
  { value: 'change', label: 'Change', help: 'The revised total estimate.' },
  { value: 'increment', label: 'Increment', help: 'The added cost itself.' },
  { value: 'none', label: 'Disabled', disabled: true },
] as const;

function Choices() {
  return (
    <Part title="Choices">
      <Checkbox label="Checkbox" help="With help." />
      <Switch label="Switch" defaultChecked />
      <RadioGroup legend="Radio buttons" name="radio" choices={CHOICES} defaultValue="change" />
      <Segmented legend="Segments" name="segments" choices={CHOICES} defaultValue="increment" />
    </Part>
  );
}

function Windows() {
  const [open, setOpen] = useState<'dialog' | 'alert' | null>(null);
  const close = () => setOpen(null);
  return (
    <Part title="Windows">
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button onClick={() => setOpen('alert')}>Confirmation</Button>
      <Menu
        label="Menu"
        trigger="Menu"
        triggerClassName="rounded-md border border-line px-3 py-1"
        items={[
          { label: 'An item', onSelect: () => toast({ title: 'Success', description: 'It was chosen' }) },
        ]}
      />
      <Button onClick={() => toast({ title: 'Success', description: 'Well created' })}>Toast</Button>
      <Button
        onClick={() => toast({ title: 'Error', description: 'Failed to save', variant: 'destructive' })}
      >
        Toast of a failure
      </Button>
      {open === 'dialog' && (
        <Dialog title="A dialog" description="What it is about." onClose={close}>
          <DialogBody>What can be read or given here.</DialogBody>
          <DialogFooter>
            <Button onClick={close}>Close</Button>
          </DialogFooter>
        </Dialog>
      )}
      {open === 'alert' && (
        <ConfirmDialog
          title="Delete Well"
          message="Are you sure?"
          confirmLabel="Delete"
          onConfirm={close}
          onCancel={close}
        />
      )}
    </Part>
  );
}

function TabsPart() {
  const [value, setValue] = useState<'one' | 'two'>('one');
  return (
    <Card title="Tabs">
      <Tabs
        label="Tabs"
        tabs={[
          { value: 'one', label: 'One' },
          { value: 'two', label: 'Two' },
        ]}
        value={value}
        onChange={setValue}
      >
        <p className="pt-3">The panel of tab {value}.</p>
      </Tabs>
    </Card>
  );
}

type Row = (typeof ROWS)[number];

const COLUMNS: Column<Row>[] = [
  {
    id: 'id',
    header: 'Well Code',
    width: 12,
    sortable: true,
    isRowHeader: true,
    cell: (row) => row.id,
    footer: 'Total',
  },
  {
    id: 'cents',
    header: 'Current',
    width: 10,
    align: 'end',
    sortable: true,
    cell: (row) => formatCents(row.cents),
    footer: formatCents(sumCents(ROWS.map(({ cents }) => cents))),
  },
];

const VALUES: SortValues<Row> = { id: (row) => row.id, cents: (row) => row.cents };
const CSV_COLUMNS = { wellCode: (row: Row) => row.id, current: (row: Row) => formatCents(row.cents) };
const FEW_ROWS = ROWS.slice(0, 3);

/** Stat cards and tables: one as long as a company's list of wells can be, and a short one. */
function Figures() {
  const { sorted, sort, sortBy } = useSortedRows(ROWS, VALUES, 'id');
  const { sorted: few, ...sorting } = useSortedRows(FEW_ROWS, VALUES, '-cents');
  return (
    <Card title="Figures and tables">
      <dl className="mb-3 grid gap-3 sm:grid-cols-2">
        <StatCard label="Total Accretion" value="$6,684,471.19" />
        <StatCard label="Wells Processed" value="227" />
      </dl>
      <VirtualTable
        label="Rows"
        columns={COLUMNS}
        rows={sorted}
        rowKey={(row) => row.id}
        sort={sort}
        onSort={sortBy}
      />
      <div className="my-3 flex justify-end">
        <CsvButton subject="Rows" fileName="rows" columns={CSV_COLUMNS} rows={few} />
      </div>
      <TableFrame label="Few rows">
        <Table aria-label="Few rows">
          <thead>
            <tr>
              <SortableTh id="id" sorting={sorting}>
                Well Code
              </SortableTh>
              <SortableTh id="cents" sorting={sorting} align="end">
                Current
              </SortableTh>
            </tr>
          </thead>
          <tbody>
            {few.map((row) => (
              <tr key={row.id}>
                <Td>{row.id}</Td>
                <FigureCell>{formatCents(row.cents)}</FigureCell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </Card>
  );
}
