import { addDateToName, CsvButton, type CsvColumns } from '~/components/ui/csv-button';
import { fetchAllRows } from '~/hooks/use-more-rows';
import { useCompany } from '~/hooks/use-root-data';

/** Saves every row of an admin panel list that matches its search, loaded or not. */
export function ListCsvButton<Row>({
  list,
  noun,
  name,
  columns,
}: {
  /** List API path, with search and sort order. */
  list: string;
  noun: string;
  /** File name without date and extension. */
  name: string;
  columns: CsvColumns<Row>;
}) {
  const companyId = useCompany()?.id ?? null;
  return (
    <CsvButton<Row>
      subject={noun}
      fileName={addDateToName(name)}
      columns={columns}
      rows={() => fetchAllRows<Row>(list, companyId)}
      aria-label={`Download CSV of ${noun}`}
    />
  );
}
