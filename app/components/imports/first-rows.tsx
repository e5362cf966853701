import { useMemo } from 'react';
import { Badge } from '~/components/ui/badge';
import { Table, TableFrame, Td, Th } from '~/components/ui/table';
import { WELL_CSV_COLUMNS } from '~/domain/files/well-csv';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { countOf } from '~/hooks/count-of';
import { useFormat } from '~/hooks/use-format';
import { createWellCsvRowReader } from '~/schemas/imports/well-csv';
import type { WellFile } from './well-file';

const MAX_VISIBLE = 5;

/** A file's first rows as parsed. The reasons for failing rows are shown above them. */
export function FirstRows({
  file,
  customFields,
}: {
  file: WellFile;
  customFields: readonly CustomFieldTemplate[];
}) {
  const format = useFormat();
  const { header, rows } = file;
  const read = useMemo(() => createWellCsvRowReader(header, customFields), [header, customFields]);
  const columns = [
    ...WELL_CSV_COLUMNS.flatMap((name) => {
      const position = header.positions[name];
      return position === undefined ? [] : [{ name: name as string, position }];
    }),
    ...header.customFields.map(({ fieldName, position }) => ({ name: fieldName, position })),
  ];
  return (
    <TableFrame label="First rows" className="shrink-0">
      <Table aria-label="First rows">
        {rows.length > MAX_VISIBLE && (
          <caption className="sticky left-0 px-3 py-2 text-left text-xs text-muted">
            First {format.integer(MAX_VISIBLE)} of {countOf(rows.length, 'row', format)}
          </caption>
        )}
        <thead>
          <tr>
            <Th align="end">Row</Th>
            <Th>Check</Th>
            {columns.map(({ name }) => (
              <Th key={name}>{name}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_VISIBLE).map(({ row, cells }) => {
            const result = read(cells);
            return (
              <tr key={row}>
                <Td align="end" className="text-muted">
                  {row}
                </Td>
                <Td>{result.ok ? <Badge tone="green">OK</Badge> : <Badge tone="red">Error</Badge>}</Td>
                {columns.map(({ name, position }) => (
                  <Td key={name} className="max-w-56 overflow-hidden text-ellipsis whitespace-nowrap">
                    {cells[position]}
                  </Td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </Table>
    </TableFrame>
  );
}
