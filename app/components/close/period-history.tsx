import { Button } from '~/components/ui/button';
import { addDateToName, CsvButton, type CsvColumns } from '~/components/ui/csv-button';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Table, TableFrame, Td, Th } from '~/components/ui/table';
import { personName } from '~/hooks/person-name';
import { useFormat } from '~/hooks/use-format';
import type { PeriodsView } from '~/schemas/books/period';

type PeriodEvent = PeriodsView['history'][number];

const CSV_COLUMNS: CsvColumns<PeriodEvent> = {
  createdAt: (event) => event.createdAt,
  action: (event) => event.action,
  closedThrough: (event) => event.through,
  user: personName,
  reason: (event) => event.reason,
};

/** Every close and reopening, newest first. */
export default function PeriodHistory({ history, onClose }: { history: PeriodEvent[]; onClose: () => void }) {
  const format = useFormat();
  return (
    <Dialog
      title="Close History"
      description="Every close and reopening, newest first"
      size="lg"
      onClose={onClose}
    >
      <DialogBody>
        <TableFrame label="Close History" className="max-h-96">
          <Table aria-label="Close History" className="min-w-120">
            <thead>
              <tr>
                <Th>When</Th>
                <Th>What</Th>
                <Th>By</Th>
                <Th>Reason</Th>
              </tr>
            </thead>
            <tbody>
              {history.map((event) => (
                <tr key={event.createdAt}>
                  <Td className="figures py-1.5 whitespace-nowrap">{format.instant(event.createdAt)}</Td>
                  <Td className="py-1.5">{eventText(event, (date) => format.date(date))}</Td>
                  <Td className="py-1.5 [overflow-wrap:anywhere]">{personName(event)}</Td>
                  <Td className="py-1.5 [overflow-wrap:anywhere]">{event.reason}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableFrame>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
        <CsvButton
          subject="Close history"
          fileName={addDateToName('close-history')}
          columns={CSV_COLUMNS}
          rows={history}
        />
      </DialogFooter>
    </Dialog>
  );
}

function eventText({ action, through }: PeriodEvent, date: (text: string) => string): string {
  if (action === 'closed') return `Closed through ${date(through ?? '')}`;
  return through ? `Reopened; closed through ${date(through)}` : 'Reopened; nothing closed';
}
