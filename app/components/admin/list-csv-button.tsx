import { CsvButton, type CsvColumns, datedName } from '~/components/ui/csv-button';
import { fetchAllRows } from '~/hooks/use-more-rows';
import { useCompany } from '~/hooks/use-root-data';

/** Saves every row of a list of the admin panel that its search lets through, whether it is here yet or not. */
export function ListCsvButton<Row>({
  list,
  what,
  name,
  columns,
}: {
  /** The call that answers the list, with its search and order. */
  list: string;
  what: string;
  /** The file's name, without day and ending. */
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
