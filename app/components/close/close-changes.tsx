import { IN_TOTAL } from '~/components/reports/report-state';
import { ReportTable } from '~/components/reports/report-table';
import { sheetTable } from '~/components/reports/sheets';
import { Ties } from '~/components/reports/ties-badge';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/note';
import { Skeleton } from '~/components/ui/skeleton';
import { FigureCell, Table, TableFrame, Td, Th } from '~/components/ui/table';
import { failureText } from '~/hooks/api-fetch';
import { useFetched } from '~/hooks/use-fetched';
import { useFormat } from '~/hooks/use-format';
import type { CloseView } from '~/schemas/close/close';
import type { CloseChangesView } from '~/schemas/close/close-changes';
import { changedFigures, changesTie, changesTitle, reopeningText } from './close-changes-text';

/** A reopened month's figures at each close, and the postings that account for the difference. */
export default function CloseChanges({ close, version }: { close: CloseView; version: unknown }) {
  const changesQuery = useFetched<CloseChangesView[]>(`/api/closes/${close.month}/changes`, version);
  return (
    <Card
      title="Changes Since an Earlier Close"
      description="The month’s figures at each close, and every posting entered in between that changed them"
    >
      {changesQuery.error != null ? (
        <Note
          tone="danger"
          title={failureText(changesQuery.error, 'Failed to load the changes since the close')}
        >
          <Button className="mt-2" onClick={changesQuery.retry}>
            Try Again
          </Button>
        </Note>
      ) : changesQuery.data === null ? (
        <Skeleton className="h-64" />
      ) : (
        <div className="flex flex-col gap-6">
          {changesQuery.data.map((change) => (
            <Changes key={change.before.at} change={change} close={close} />
          ))}
        </div>
      )}
    </Card>
  );
}

function Changes({ change, close }: { change: CloseChangesView; close: CloseView }) {
  const format = useFormat();
  const title = changesTitle(change, format);
  const reopening = reopeningText(change, format);
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h3 className="font-medium">{title}</h3>
      {reopening && <p className="text-muted">{reopening}.</p>}
      <Ties {...changesTie(change, format)} />
      <Figures change={change} label={`Figures ${title}`} />
      {change.count === 0 ? (
        <p className="text-muted">No postings entered in between affect this month.</p>
      ) : (
        <Postings change={change} close={close} />
      )}
    </section>
  );
}

function Figures({ change, label }: { change: CloseChangesView; label: string }) {
  const format = useFormat();
  return (
    <TableFrame label={label} className="max-w-3xl">
      <Table aria-label={label}>
        <thead>
          <tr>
            <Th>Figure</Th>
            <Th align="end">Before ({format.symbol})</Th>
            <Th align="end">Change ({format.symbol})</Th>
            <Th align="end">After ({format.symbol})</Th>
          </tr>
        </thead>
        <tbody>
          {changedFigures(change).map(({ name, before, change: by, after, isSum }) => (
            <tr key={name} className={isSum ? 'font-semibold' : undefined}>
              <Td>{name}</Td>
              <FigureCell>{format.moneyOrDash(before)}</FigureCell>
              <FigureCell>{format.moneyOrDash(by)}</FigureCell>
              <FigureCell>{format.moneyOrDash(after)}</FigureCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
}

/** Postings as in the posting register, each with a link to its details. */
function Postings({ change: { postings, count }, close }: { change: CloseChangesView; close: CloseView }) {
  const format = useFormat();
  const table = sheetTable('postings', postings, { filters: IN_TOTAL, day: close.end, format });
  const columns = table.columns.map((column) =>
    column.id === 'postingId'
      ? {
          ...column,
          link: ({ postingId }: (typeof table.rows)[number]) => ({
            to: `/?tab=detail&dialog=posting&posting=${postingId}`,
          }),
        }
      : column,
  );
  return (
    <>
      <ReportTable label="Postings in between" table={{ ...table, columns }} empty="" />
      {count > postings.length && (
        <p className="text-muted">
          The first {format.integer(postings.length)} of {format.integer(count)} postings. The posting
          register has all of them.
        </p>
      )}
    </>
  );
}
