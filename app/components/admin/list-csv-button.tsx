import { CsvButton, type CsvColumns, datedName } from '~/components/ui/csv-button';
import { fetchAllRows } from '~/hooks/use-more-rows';
import { useCompany } from '~/hooks/use-root-data';

/** Saves every row of an admin panel list that matches its search, loaded or not. */
export function ListCsvButton<Row>({
  list,
  what,
  name,
  columns,
}: {
  /** List API path, with search and sort order. */
  list: string;
  what: string;
  /** File name without date and extension. */
  name: string;
  columns: CsvColumns<Row>;
}) {
  const companyId = useCompany()?.id ?? null;
  return (
    <CsvButton<Row>
      what={what}
      fileName={datedName(name)}
      columns={columns}
      rows={() => fetchAllRows<Row>(list, companyId)}
      aria-label={`Download CSV of ${what}`}
    />
  );
}
