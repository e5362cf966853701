import { classNames } from '~/components/ui/class-names';
import { TextLink } from '~/components/ui/text-link';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { type Format, useFormat } from '~/hooks/use-format';
import { wellAddress } from '~/hooks/well-address';
import { ActFigures } from './act-figures';

type NamedRow = {
  row: number;
  wellCode: string;
  /** Null where no well has the code. */
  wellId: string | null;
};

/** The columns that every table of wells begins with: the row's line in what was given, and the well. */
export function namedColumns<Row extends NamedRow>(
  format: Format,
  lineOf: (row: number) => number,
  footer?: string,
): Column<Row>[] {
  return [
    { id: 'line', header: 'Row', width: 3.25, align: 'end', cell: ({ row }) => format.integer(lineOf(row)) },
    {
      id: 'wellCode',
      header: 'Well Code',
      width: 9.5,
      isRowHeader: true,
      // Beside the dialog: what was entered stays.
      cell: ({ wellCode, wellId }) =>
        wellId === null ? (
          wellCode || '–'
        ) : (
          <TextLink to={wellAddress(wellId)} opensTab>
            {wellCode}
          </TextLink>
        ),
      footer,
    },
  ];
}

/** Makes columns of amounts, with their sums where they have one. */
export function amountColumns<Row>(format: Format, width = 10) {
  return (id: string, header: string, read: (row: Row) => string, sum?: string): Column<Row> => ({
    id,
    header: `${header} (${format.symbol})`,
    width,
    align: 'end',
    cell: (row) => format.moneyOrDash(read(row)),
    footer: sum === undefined ? undefined : format.moneyOrDash(sum),
  });
}

/** What each well would post, below the sums of it; nothing while no row is accepted. */
export function WellRows<Row extends NamedRow>({
  label,
  sums,
  columns,
  rows,
  isDense,
}: {
  label: string;
  /** What goes up, what goes down, and both together. */
  sums: readonly (readonly [name: string, amount: string])[];
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** For more columns than a laptop has room for with the usual padding. */
  isDense?: boolean;
}) {
  const format = useFormat();
  if (rows.length === 0) return null;
  return (
    <>
      <ActFigures figures={sums.map(([name, amount]) => [name, format.moneyOrDash(amount)])} />
      <VirtualTable
        label={label}
        columns={columns}
        rows={rows}
        rowKey={({ row }) => String(row)}
        // Its totals in sight above the dialog's buttons, and the beginning of what comes below it.
        className={classNames(
          'max-h-[clamp(14rem,100dvh-36rem,24rem)]!',
          isDense && '[&_td]:px-2 [&_th]:px-2',
        )}
      />
    </>
  );
}
