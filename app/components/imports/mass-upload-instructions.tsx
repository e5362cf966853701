import Download from 'lucide-react/icons/download';
import { TYPE_LABELS } from '~/components/custom-fields/custom-field-types';
import { Button } from '~/components/ui/button';
import { LAYER_CSV_COLUMNS, REQUIRED_WELL_CSV_COLUMNS, WELL_CSV_TEMPLATE } from '~/domain/files/well-csv';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { saveCsvText } from '~/hooks/csv-file';

/** Optional well columns. Omits the well version, which only programs and imports know. */
const MORE_WELL_COLUMNS = ['workingInterest', 'workingInterestFrom'] as const;

type ShownColumn = (
  | typeof REQUIRED_WELL_CSV_COLUMNS
  | typeof MORE_WELL_COLUMNS
  | typeof LAYER_CSV_COLUMNS
)[number];

const FORMATS: Record<ShownColumn, string> = {
  wellCode: 'Must be unique',
  wellName: 'Text',
  wellStatus: 'Active, Inactive or Plugged',
  field: 'Text',
  activeDate: 'YYYY-MM-DD',
  workingInterest: 'Percentage: 75 means 75%',
  workingInterestFrom: 'YYYY-MM-DD',
  layerType: 'initial or additional',
  discountRate: 'Percentage: 8 means 8%',
  inflationRate: 'Percentage: 2.5 means 2.5%',
  pAndACost: 'Amount: 100000.00',
  wellLifespan: 'Whole years; or retirementDate',
  calculationDate: 'YYYY-MM-DD',
  aroValue: 'Optional; calculated if blank',
  currentAroValue: 'Optional; opening balance',
  measurement: 'Additional rows: increment, change or remeasure',
  arcCost: 'Opening balances; aroValue if blank',
  arcAccumulated: 'Opening balances; positive amount',
  retirementDate: 'YYYY-MM-DD, instead of wellLifespan',
  grossCost: 'All owners’ cost, instead of pAndACost',
};

/** The required file format, with a template to start from. */
export function UploadInstructions({ customFields }: { customFields: readonly CustomFieldTemplate[] }) {
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="font-semibold">Required CSV format</h3>
        <Button
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() => saveCsvText('wells_template.csv', [WELL_CSV_TEMPLATE])}
        >
          Download CSV Template
        </Button>
      </div>
      <ol className="flex list-decimal flex-col gap-0.5 pl-5 text-muted">
        <li>
          Use the template, or add its column headers to your own file. Column order and capitalization don’t
          matter.
        </li>
        <li>
          Enter one well per row and save as CSV UTF-8. A row with layerType “additional” adds a layer to an
          existing well.
        </li>
        <li>Rows with errors are skipped and listed with the reason. All other rows are imported.</li>
      </ol>
      <div className="grid gap-3 sm:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3">
          <Columns
            title="Well columns"
            note="Required"
            columns={REQUIRED_WELL_CSV_COLUMNS.map(toColumnFormat)}
          />
          <Columns
            title="More well columns"
            note="Optional"
            columns={MORE_WELL_COLUMNS.map(toColumnFormat)}
          />
          {customFields.length > 0 && (
            <Columns
              title="Custom field columns"
              note="By field name or display name"
              columns={customFields.map(({ fieldName, fieldType, required }) => ({
                name: fieldName,
                format: `${TYPE_LABELS[fieldType]}${required ? ', required' : ''}`,
              }))}
            />
          )}
        </div>
        <Columns
          title="ARO columns"
          note="Optional. If you fill in any of these, layerType through calculationDate are required."
          columns={LAYER_CSV_COLUMNS.map(toColumnFormat)}
        />
      </div>
    </section>
  );
}

type ColumnFormat = { name: string; format: string };

function toColumnFormat(column: ShownColumn): ColumnFormat {
  return { name: column, format: FORMATS[column] };
}

function Columns({
  title,
  note,
  columns,
}: {
  title: string;
  note: string;
  columns: readonly ColumnFormat[];
}) {
  return (
    <section className="min-w-0 rounded-lg border border-line px-3 py-2.5">
      <h4 className="font-medium">{title}</h4>
      <p className="text-xs text-muted">{note}</p>
      <dl className="mt-2 flex flex-col gap-1">
        {columns.map(({ name, format }) => (
          <div key={name} className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3">
            <dt className="code-text min-w-0 [overflow-wrap:anywhere]">{name}</dt>
            <dd className="text-right text-xs text-muted">{format}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
