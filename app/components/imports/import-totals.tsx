import { Note } from '~/components/ui/note';
import { FigureCell, FigureFoot, footCellClass, Table, TableFrame, Td, Th } from '~/components/ui/table';
import type { FileTotal } from '~/domain/imports/file-total';
import { formatCents } from '~/domain/money/money';
import { useFormat } from '~/hooks/use-format';
import type { GroupTotals } from './use-row-verdicts';

const AMOUNTS = ['liability', 'arcCost', 'arcAccumulated'] as const;
const COUNTS = ['wells', 'layers'] as const;

/** Totals of what would be imported, by field and status, to compare with the old spreadsheet. */
export function ImportTotals({
  fileBalances,
  total,
  groups,
}: {
  /** Sum of all balances in the file, in cents; null if it has none. */
  fileBalances: bigint | null;
  /** The total given in the file itself. */
  total: FileTotal | null;
  groups: readonly GroupTotals[];
}) {
  const format = useFormat();
  const money = (cents: bigint) => format.money(formatCents(cents));
  const sum = (name: (typeof AMOUNTS)[number]) => groups.reduce((before, group) => before + group[name], 0n);
  const count = (name: (typeof COUNTS)[number]) => groups.reduce((before, group) => before + group[name], 0);
  return (
    <>
      <TableFrame label="Totals" className="max-h-96">
        <Table aria-label="Totals">
          <thead>
            <tr>
              <Th>Field</Th>
              <Th>Status</Th>
              <Th align="end">Wells</Th>
              <Th align="end">Layers</Th>
              <Th align="end">Liability ({format.symbol})</Th>
              <Th align="end">ARC Cost ({format.symbol})</Th>
              <Th align="end">Accumulated ({format.symbol})</Th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={`${group.field}\n${group.wellStatus}`}>
                <Td>{group.field}</Td>
                <Td>{group.wellStatus}</Td>
                {COUNTS.map((name) => (
                  <FigureCell key={name}>{format.integer(group[name])}</FigureCell>
                ))}
                {AMOUNTS.map((name) => (
                  <FigureCell key={name}>{money(group[name])}</FigureCell>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td className={footCellClass} colSpan={2}>
                Total
              </td>
              {COUNTS.map((name) => (
                <FigureFoot key={name}>{format.integer(count(name))}</FigureFoot>
              ))}
              {AMOUNTS.map((name) => (
                <FigureFoot key={name}>{money(sum(name))}</FigureFoot>
              ))}
            </tr>
          </tfoot>
        </Table>
      </TableFrame>
      {fileBalances !== null && (
        <p>
          Balances in the file, including failed rows:{' '}
          <strong className="figures">{money(fileBalances)}</strong>
          {total?.difference === 0n && `, which matches the total in row ${format.integer(total.row)}`}
        </p>
      )}
      {total !== null && total.difference !== 0n && (
        <Note
          tone="warning"
          title={`The total in row ${format.integer(total.row)} of your file, ${money(total.cents)}, differs from the sum of its rows by ${money(total.difference)}`}
        >
          A row may be missing, hidden or left out, or the total may not include every row.
        </Note>
      )}
    </>
  );
}
