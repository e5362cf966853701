import { classNames } from '~/components/ui/class-names';
import { TextLink } from '~/components/ui/text-link';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { type Format, useFormat } from '~/hooks/use-format';
import { wellAddress } from '~/hooks/well-address';
import { ActFigures } from './act-figures';

type WellRow = {
  row: number;
  wellCode: string;
  /** Null when no well has the code. */
  wellId: string | null;
};

/** First columns of every table of wells: the row's line in the input, if there are lines, and the well. */
export function buildNameColumns<Row extends WellRow>(
  format: Format,
  lineOf: ((row: number) => number) | null,
  footer?: string,
): Column<Row>[] {
  const lineColumn: Column<Row>[] = lineOf
    ? [
        {
          id: 'line',
          header: 'Row',
          width: 3.25,
          align: 'end',
          cell: ({ row }) => format.integer(lineOf(row)),
        },
      ]
    : [];
  return [
    ...lineColumn,
    {
      id: 'wellCode',
      header: 'Well Code',
      width: 9.5,
      isRowHeader: true,
      // Opens a new tab, so the dialog's input isn't lost.
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

/** Creates amount columns, with a total if given. */
export function amountColumnBuilder<Row>(format: Format, width = 10) {
  return (id: string, header: string, getAmount: (row: Row) => string, sum?: string): Column<Row> => ({
    id,
    header: `${header} (${format.symbol})`,
    width,
    align: 'end',
    cell: (row) => format.moneyOrDash(getAmount(row)),
    footer: sum === undefined ? undefined : format.moneyOrDash(sum),
  });
}

/** Postings by well, with totals above. Renders nothing while no row is accepted. */
export function WellRows<Row extends WellRow>({
  label,
  totals,
  columns,
  rows,
  isDense,
}: {
  label: string;
  /** Increases, decreases, and the net. */
  totals: readonly (readonly [name: string, amount: string])[];
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Tighter padding, for more columns than fit on a laptop. */
  isDense?: boolean;
}) {
  const format = useFormat();
  if (rows.length === 0) return null;
  return (
    <>
      <ActFigures figures={totals.map(([name, amount]) => [name, format.moneyOrDash(amount)])} />
      <VirtualTable
        label={label}
        columns={columns}
        rows={rows}
        rowKey={({ row }) => String(row)}
        // Keeps the totals visible above the dialog's buttons, along with the top of what follows.
        className={classNames(
          'max-h-[clamp(14rem,100dvh-36rem,24rem)]!',
          isDense && '[&_td]:px-2 [&_th]:px-2',
        )}
      />
    </>
  );
}
