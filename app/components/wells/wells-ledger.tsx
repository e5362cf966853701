import { customFieldText } from '~/components/custom-fields/custom-field-text';
import { type LedgerColumn, PrintedLedger } from '~/components/ui/printed-ledger';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { formatCompanyTitle } from '~/hooks/company-title';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import { useCompany } from '~/hooks/use-root-data';
import { useToday } from '~/hooks/use-today';
import type { WellView } from '~/schemas/wells/well-views';
import { listedFields, type WellsPage } from './wells-page';

/** Printed list of wells, with the list's columns. */
export default function WellsLedger({
  wells,
  page,
  onClose,
}: {
  wells: WellView[];
  page: WellsPage;
  /** Called after printing. */
  onClose: () => void;
}) {
  const format = useFormat();
  const company = useCompany();
  const today = useToday();
  const { search, status, field } = Object.fromEntries(new URLSearchParams(page.query));
  const filtered = [
    search && `search “${search}”`,
    status && `status ${status}`,
    field && `field ${field}`,
  ].filter(Boolean);
  return (
    <PrintedLedger
      title="Wells Master Data"
      facts={[
        formatCompanyTitle(company),
        ...(filtered.length > 0 ? [`Filtered by ${filtered.join(', ')}`] : []),
        wells.length < page.matching
          ? `The first ${format.integer(wells.length)} of ${countOf(page.matching, 'well', format)}. Download CSV saves all of them.`
          : countOf(wells.length, 'well', format),
        `Printed ${format.instant(new Date().toISOString())}`,
      ]}
      columns={buildColumns(format, page.customFieldTemplates)}
      rows={wells}
      rowKey={(well) => well.id}
      empty="No wells match your search criteria."
      fileName={`wells-${today}`}
      onPrinted={onClose}
    />
  );
}

function buildColumns(format: Format, templates: CustomFieldTemplate[]): LedgerColumn<WellView>[] {
  return [
    { id: 'wellCode', header: 'Well Code', cell: ({ wellCode }) => wellCode },
    { id: 'wellName', header: 'Well Name', wraps: true, cell: ({ wellName }) => wellName },
    { id: 'wellStatus', header: 'Status', cell: ({ wellStatus }) => wellStatus },
    { id: 'field', header: 'Field', wraps: true, cell: ({ field }) => field },
    { id: 'activeDate', header: 'Active Date', cell: ({ activeDate }) => format.date(activeDate) },
    ...listedFields(templates).map(
      (template): LedgerColumn<WellView> => ({
        id: template.id,
        header: template.displayName,
        wraps: true,
        align: template.fieldType === 'number' ? 'end' : 'start',
        cell: ({ customFields }) => customFieldText(template, customFields[template.fieldName], format),
      }),
    ),
  ];
}
