import { useState } from 'react';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { classNames } from '~/components/ui/class-names';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Note } from '~/components/ui/note';
import { Skeleton } from '~/components/ui/skeleton';
import { Table, TableFrame, Td, Th } from '~/components/ui/table';
import { actorName } from '~/hooks/person-name';
import { useFormat } from '~/hooks/use-format';
import { useWriteBlock } from '~/hooks/use-root-data';
import { changeSummaryText, compareValues, humanizeName, type ValueChange } from './audit-changes';
import type { AuditRow } from './company-page';

/** One change: the user and time, and the values before and after side by side. */
export default function AuditEntryDialog({
  entry,
  isSearching,
  onClose,
}: {
  /** Null when the change isn't among the loaded rows, or not yet. */
  entry: AuditRow | null;
  isSearching: boolean;
  onClose: () => void;
}) {
  const format = useFormat();
  const isAdmin = useWriteBlock() === null;
  if (!entry) {
    return (
      <Dialog title="Change" onClose={onClose}>
        <DialogBody>
          {isSearching ? (
            <div role="status">
              <span className="sr-only">Loading change…</span>
              <Skeleton className="h-40" />
            </div>
          ) : (
            <Note title="This change isn’t in the current list.">
              <p>Clear the filters or narrow the date range to find it.</p>
            </Note>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Close</Button>
        </DialogFooter>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={humanizeName(entry.action)}
      description={`${actorName(entry)}, ${format.instant(entry.createdAt)}`}
      size="lg"
      onClose={onClose}
    >
      <DialogBody className="flex flex-col gap-4">
        <p className="font-medium [overflow-wrap:anywhere]">{changeSummaryText(entry, format)}</p>
        <Values entry={entry} />
        <AsRecorded entry={entry} />
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs text-muted">
          <dt>{humanizeName(entry.entityType)}</dt>
          <dd className="code-text break-all">{entry.entityId}</dd>
          <dt>User ID</dt>
          <dd className="code-text break-all">{entry.userId}</dd>
          {isAdmin && (
            <>
              <dt>IP address</dt>
              <dd className="code-text break-all">{entry.ipAddress ?? '–'}</dd>
              <dt>Browser</dt>
              <dd className="break-words">{entry.userAgent ?? '–'}</dd>
            </>
          )}
        </dl>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}

const SIDES: { id: 'before' | 'after'; name: string }[] = [
  { id: 'before', name: 'Before' },
  { id: 'after', name: 'After' },
];

function Values({ entry }: { entry: AuditRow }) {
  const format = useFormat();
  const [showsAll, setShowsAll] = useState(false);
  const values = compareValues(entry, format);
  const changed = values.filter(({ isChanged }) => isChanged);
  if (values.length === 0) return <p className="text-muted">No details were recorded for this change.</p>;
  // A creation has no before and a deletion no after, so every row would be marked.
  const isUpdate = entry.oldValues != null && entry.newValues != null;
  const sides = SIDES.filter(({ id }) => isUpdate || values.some((value) => value[id] !== null));
  const unchangedCount = values.length - changed.length;
  return (
    <div className="flex flex-col items-start gap-2">
      <TableFrame label="Values" className="w-full">
        <Table aria-label="Values" className={classNames('table-fixed', isUpdate && 'min-w-[32rem]')}>
          <thead>
            <tr>
              <Th className="w-1/3">Value</Th>
              {sides.map(({ id, name }) => (
                <Th key={id}>{name}</Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(showsAll ? values : changed).map((change) => (
              <ValueRow
                key={change.path}
                change={change}
                sides={sides}
                isMarked={isUpdate && change.isChanged}
              />
            ))}
          </tbody>
        </Table>
      </TableFrame>
      {unchangedCount > 0 && (
        <Button variant="ghost" onClick={() => setShowsAll(!showsAll)} aria-expanded={showsAll}>
          {showsAll ? 'Hide unchanged values' : `Show unchanged values (${unchangedCount})`}
        </Button>
      )}
    </div>
  );
}

/** The raw values from the log, so the table above can be verified. */
function AsRecorded({ entry: { oldValues, newValues } }: { entry: AuditRow }) {
  const parts = [
    { name: 'Before', values: oldValues },
    { name: 'After', values: newValues },
  ].filter(({ values }) => values !== null && values !== undefined);
  if (parts.length === 0) return null;
  return (
    <details>
      <summary className="min-h-6 w-fit cursor-pointer rounded text-accent hover:underline">Raw data</summary>
      <dl className="mt-1 flex flex-col gap-2">
        {parts.map(({ name, values }) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd>
              <pre
                // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
                tabIndex={0}
                className="code-text max-h-60 overflow-auto rounded-md bg-sunken px-3 py-2 whitespace-pre-wrap [overflow-wrap:anywhere]"
              >
                {JSON.stringify(values, null, 2)}
              </pre>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function ValueRow({
  change,
  sides,
  isMarked,
}: {
  change: ValueChange;
  sides: typeof SIDES;
  isMarked: boolean;
}) {
  return (
    <tr className={classNames(isMarked && 'bg-accent-soft')}>
      <th
        scope="row"
        className="border-b border-line px-3 py-2 text-left align-top font-medium [overflow-wrap:anywhere]"
      >
        <span className="mr-2">{change.name}</span>
        {isMarked && <Badge tone="accent">Changed</Badge>}
      </th>
      {sides.map(({ id }) => (
        <ValueCell key={id} text={change[id]} isStrong={isMarked && id === 'after'} />
      ))}
    </tr>
  );
}

function ValueCell({ text, isStrong = false }: { text: string | null; isStrong?: boolean }) {
  return (
    <Td className={classNames('py-2 align-top', isStrong && 'font-medium')}>
      {text === null ? (
        <span className="text-muted">–</span>
      ) : (
        <span className="block max-h-60 overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
          {text}
        </span>
      )}
    </Td>
  );
}
