import Download from 'lucide-react/icons/download';
import { buttonClass } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Table, TableFrame, Td, Th } from '~/components/ui/table';
import { useFormat } from '~/hooks/use-format';
import type { CloseView } from '~/schemas/close/close';
import { SAVED_REPORT_NAMES } from './saved-report-names';

/** Reports as kept by the month's closes, for download. */
export function SavedReports({ close: { month, state, reports } }: { close: CloseView }) {
  const format = useFormat();
  return (
    <Card
      title="Reports Saved at Close"
      description="Saved as they were when the month closed. The SHA-256 shows that a file is unchanged."
    >
      {reports.length === 0 ? (
        <p className="text-muted">
          {state === 'open'
            ? 'Closing saves the rollforward, disclosure, ARC rollforward, trial balance and journal.'
            : 'This month was closed before reports were saved at close.'}
        </p>
      ) : (
        <TableFrame label="Reports saved at close">
          <Table aria-label="Reports saved at close" className="min-w-160">
            <thead>
              <tr>
                <Th>Report</Th>
                <Th>Days</Th>
                <Th>Closed</Th>
                <Th>SHA-256</Th>
                <Th align="end">File</Th>
              </tr>
            </thead>
            <tbody>
              {reports.map((report) => (
                <tr key={report.id}>
                  <Td className="font-medium">{SAVED_REPORT_NAMES[report.name]}</Td>
                  <Td className="figures whitespace-nowrap">
                    {format.date(report.beginDate)} – {format.date(report.endDate)}
                  </Td>
                  <Td className="figures whitespace-nowrap">{format.instant(report.closedAt)}</Td>
                  <Td>
                    <code className="block min-w-56 text-xs [overflow-wrap:anywhere]">{report.sha256}</code>
                  </Td>
                  <Td align="end">
                    <a
                      className={buttonClass('secondary', undefined, 'sm')}
                      href={`/api/closes/${month}/reports/${report.id}`}
                      download={report.fileName}
                      aria-label={`CSV of ${SAVED_REPORT_NAMES[report.name]}, closed ${format.instant(report.closedAt)}`}
                    >
                      <Download aria-hidden="true" className="size-4" />
                      CSV
                    </a>
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableFrame>
      )}
    </Card>
  );
}
