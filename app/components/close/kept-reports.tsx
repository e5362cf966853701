import Download from 'lucide-react/icons/download';
import { buttonClass } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Table, TableFrame, Td, Th } from '~/components/ui/table';
import { useFormat } from '~/hooks/use-format';
import type { CloseView } from '~/schemas/close/close';
import { KEPT_NAMES } from './kept-names';

/** Reports as kept by the month's closes, for download. */
export function KeptReports({ close: { month, state, reports } }: { close: CloseView }) {
  const format = useFormat();
  return (
    <Card
      title="Reports the Close Kept"
      description="As they were when the month was closed. The SHA-256 shows that a file is unchanged."
    >
      {reports.length === 0 ? (
        <p className="text-muted">
          {state === 'open'
            ? 'The close keeps rollforward, disclosure, ARC rollforward, trial balance and journal.'
            : 'This month was closed before closes kept their reports.'}
        </p>
      ) : (
        <TableFrame label="Reports the close kept">
          <Table aria-label="Reports the close kept" className="min-w-160">
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
                  <Td className="font-medium">{KEPT_NAMES[report.name]}</Td>
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
                      aria-label={`CSV of ${KEPT_NAMES[report.name]}, closed ${format.instant(report.closedAt)}`}
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
