import { useEffect, useMemo, useState } from 'react';
import { ActDateField } from '~/components/books/act-fields';
import { chosenWellsKey } from '~/components/books/chosen-wells';
import { amountColumnBuilder, buildNameColumns, WellRows } from '~/components/books/row-columns';
import { RowsDialog } from '~/components/books/rows-dialog';
import type { TableColumn } from '~/components/books/table-text';
import { Checkbox } from '~/components/ui/choice';
import { amountsWidth } from '~/components/ui/figure-width';
import { Note } from '~/components/ui/note';
import type { Column } from '~/components/ui/virtual-table';
import type { ChangeBasis } from '~/domain/books/price-level';
import { parseMoney } from '~/domain/money/money';
import { countOf } from '~/hooks/count-of';
import type { Api } from '~/hooks/use-api';
import { type Format, useFormat } from '~/hooks/use-format';
import { keepState, useKeptState } from '~/hooks/use-kept-state';
import { useOpenDates } from '~/hooks/use-open-dates';
import { useCompany } from '~/hooks/use-root-data';
import type { CurrentEstimate, RevisedWell, RevisionPreview } from '~/schemas/books/revision';
import type { CalculationResults } from './use-calculation';

const COLUMNS: readonly TableColumn[] = [
  { name: 'wellCode', title: 'Well Code', otherTitles: ['Well', 'Code'], isRequired: true },
  {
    name: 'pAndACost',
    title: 'New P&A Cost',
    otherTitles: ['P&A Cost', 'Cost', 'New Estimate', 'Estimate', 'New Cost'],
    isRequired: true,
    kind: 'amount',
  },
  {
    name: 'grossCost',
    title: 'New Gross P&A Cost',
    otherTitles: ['Gross P&A Cost', 'Gross P&A', 'Gross Cost', 'Gross Estimate', 'Gross'],
    replaces: 'pAndACost',
    kind: 'amount',
  },
  { name: 'wellLifespan', title: 'Lifespan', otherTitles: ['Well Lifespan', 'Years', 'Lifespan Years'] },
  { name: 'retirementDate', title: 'Retirement Date', otherTitles: ['Retires', 'Retirement'], kind: 'date' },
  { name: 'discountRate', title: 'Discount Rate', otherTitles: ['Discount', 'CARFR'], kind: 'rate' },
  { name: 'inflationRate', title: 'Inflation Rate', otherTitles: ['Inflation'], kind: 'rate' },
  { name: 'reason', title: 'Reason', otherTitles: ['Memo', 'Comment', 'Note'] },
];

/** New estimates for many wells on one date, pasted or from a file, previewed by well, then posted together. */
export default function ReviseDialog({
  today,
  changeBasis,
  onPosted,
  onClose,
}: {
  today: string;
  changeBasis: ChangeBasis;
  onPosted: (results: CalculationResults) => void;
  onClose: () => void;
}) {
  const format = useFormat();
  const dates = useOpenDates();
  // Wells selected in the list.
  const key = chosenWellsKey(useCompany()?.id);
  const [chosenCodes] = useKeptState<string[]>(key, []);
  const [codes] = useState(chosenCodes);
  // Read once, then cleared: Back also closes the dialog, and the next one must not open with these wells.
  useEffect(() => keepState(key, []), [key]);
  const [date, setDate] = useState(today);
  const problem = dates.getProblem(date);
  const [isRemeasured, setRemeasured] = useState(false);
  const subject = useMemo(
    () => (date && !problem ? { date, movedDates: isRemeasured ? 'remeasure' : 'change' } : null),
    [date, problem, isRemeasured],
  );
  const fill = useMemo(
    () => ({
      label: 'Fill In Current Estimates',
      failure: 'Failed to read the current estimates',
      fetchRows: async (api: Api, wellCodes: readonly string[]) => {
        const wellFilter = wellCodes.length > 0 && { wellCodes };
        const body = { date, ...wellFilter };
        const estimates = await api<CurrentEstimate[]>('/api/revisions/estimates', { method: 'POST', body });
        return estimates.map(({ wellCode, estimate, repricedEstimate }) => [
          wellCode,
          changeBasis === 'repriced' ? repricedEstimate : estimate,
        ]);
      },
    }),
    [date, changeBasis],
  );
  return (
    <RowsDialog<RevisionPreview>
      title="Revise Estimates"
      description="New estimates for many wells on one date. If you leave the rates blank, an increase uses the company’s rates and a decrease those of the layers it reduces. If you leave the lifespan and the retirement date blank, the retirement date doesn’t change."
      columns={COLUMNS}
      path="/api/revisions"
      subject={subject}
      codes={codes}
      fill={fill}
      failure="Failed to revise the estimates"
      tab="calculate"
      renderRows={(preview, lineOf) => (
        <RevisedWells
          preview={preview}
          date={date}
          changeBasis={changeBasis}
          lineOf={lineOf}
          format={format}
        />
      )}
      action={({ rows, totals }) =>
        `Post ${countOf(rows.length, 'Layer', format)}, ${format.money(totals.net)}`
      }
      outcome={({ rows, totals }) =>
        `${countOf(rows.length, 'estimate', format)} revised. Net change ${format.currency(totals.net)}.`
      }
      onPosted={(preview) => onPosted(toResults(preview, date))}
      onClose={onClose}
    >
      <div className="flex flex-wrap items-start gap-x-8 gap-y-3">
        <ActDateField value={date} onChange={setDate} className="w-48" />
        <Checkbox
          label="Remeasure wells that retire earlier or later"
          help="The whole obligation is valued to the new date, at its layers’ average rates if the row has none."
          className="max-w-lg sm:mt-6"
          checked={isRemeasured}
          onChange={(event) => setRemeasured(event.target.checked)}
        />
      </div>
    </RowsDialog>
  );
}

function RevisedWells({
  preview: { rows, totals, estimates },
  date,
  changeBasis,
  lineOf,
  format,
}: {
  preview: RevisionPreview;
  date: string;
  changeBasis: ChangeBasis;
  lineOf: (row: number) => number;
  format: Format;
}) {
  const columns = useMemo(() => {
    const hasGross = rows.some(({ grossCost }) => grossCost !== null);
    return buildColumns(format, {
      lineOf,
      hasGross,
      isRepriced: changeBasis === 'repriced',
      movesRetirement: rows.some(
        ({ previousRetirementDate: before, retirementDate }) => before !== retirementDate,
      ),
      net: totals.net,
      change: estimates.net,
      amountWidth: computeAmountWidth(rows, format),
    });
  }, [format, lineOf, rows, changeBasis, totals.net, estimates.net]);
  const inflatedRows = changeBasis === 'stated' ? rows.filter(isInflation) : [];
  const limitedRows = rows.filter(({ isLimited }) => isLimited);
  const movedRows = rows.filter(
    ({ previousRetirementDate: before, retirementDate, measurement }) =>
      before !== retirementDate && measurement === 'change',
  );
  return (
    <>
      {movedRows.length > 0 && (
        <Note tone="warning" title={`${countOf(movedRows.length, 'retirement date', format)} moved`}>
          Only the change in cost is valued to the new date. To value the whole obligation to it, check{' '}
          <em>Remeasure wells that retire earlier or later</em>.
        </Note>
      )}
      {limitedRows.length > 0 && (
        <Note
          tone="warning"
          title={`${countOf(limitedRows.length, 'decrease', format)} capped at the carrying amount`}
        >
          {formatLimited(limitedRows, format)}
        </Note>
      )}
      {inflatedRows.length > 0 && (
        <Note
          tone="warning"
          title={`${countOf(inflatedRows.length, 'increase', format)} within inflation`}
          className="tabular-nums"
        >
          {formatInflation(inflatedRows, format.date(date), format)}
        </Note>
      )}
      <WellRows
        label="Revised wells"
        totals={[
          ['Increases', totals.up],
          ['Decreases', totals.down],
          ['Net change in liability', totals.net],
        ]}
        columns={columns}
        rows={rows}
        isDense
      />
    </>
  );
}

/** True when an increase is within inflation: above the old estimate, but not above it at the date's prices. */
function isInflation({ measurement, previousEstimate, repricedEstimate, newEstimate }: RevisedWell): boolean {
  const [stated, repriced, revised] = [previousEstimate, repricedEstimate, newEstimate].map(parseMoney);
  return (
    measurement === 'change' &&
    stated!.ok &&
    repriced!.ok &&
    revised!.ok &&
    stated!.cents < revised!.cents &&
    revised!.cents <= repriced!.cents
  );
}

const MAX_NAMED = 3;

function formatInflation(rows: readonly RevisedWell[], day: string, format: Format): string {
  const wells = nameWells(
    rows,
    ({ wellCode, repricedEstimate }) => `${wellCode} ${format.money(repricedEstimate)}`,
    format,
  );
  return `At ${day} prices, the old estimates are at least as high as the new ones: ${wells}. The layers already provide for that inflation. Company settings can compare new estimates at these prices.`;
}

function formatLimited(rows: readonly RevisedWell[], format: Format): string {
  const wells = nameWells(rows, ({ wellCode }) => wellCode, format);
  return `${wells}. At the row’s rates, the decrease would take the liability below zero. Check the rates and the new estimate.`;
}

/** "A-1, A-2, A-3 and 5 others" */
function nameWells(
  rows: readonly RevisedWell[],
  formatWell: (row: RevisedWell) => string,
  format: Format,
): string {
  const others = rows.length > MAX_NAMED ? ` and ${countOf(rows.length - MAX_NAMED, 'other', format)}` : '';
  return rows.slice(0, MAX_NAMED).map(formatWell).join(', ') + others;
}

function buildColumns(
  format: Format,
  {
    lineOf,
    hasGross,
    isRepriced,
    movesRetirement,
    net,
    change,
    amountWidth,
  }: {
    lineOf: (row: number) => number;
    hasGross: boolean;
    isRepriced: boolean;
    movesRetirement: boolean;
    net: string;
    change: string;
    amountWidth: number;
  },
): Column<RevisedWell>[] {
  // Narrow enough to fit a laptop screen: the posted amounts are on the right.
  const amount = amountColumnBuilder<RevisedWell>(format, amountWidth);
  return [
    ...buildNameColumns<RevisedWell>(format, lineOf, 'Total'),
    isRepriced
      ? amount('repriced', 'Old, Repriced', (row) => row.repricedEstimate)
      : amount('previous', 'Old Estimate', (row) => row.previousEstimate),
    ...(hasGross ? [amount('gross', 'New Gross', (row) => row.grossCost ?? '0.00')] : []),
    amount('new', 'New Estimate', (row) => row.newEstimate),
    amount('change', 'Change', (row) => row.change, change),
    {
      id: 'rate',
      header: 'Discount (%)',
      width: 5.5,
      align: 'end',
      cell: (row) => format.rate(row.ratesFrom ? row.effectiveRate : row.discountRate),
    },
    {
      id: 'why',
      header: 'Rates From',
      width: 7.5,
      cell: ({ rateReason }) => format.message(rateReason),
    },
    {
      id: 'retires',
      header: 'Retires',
      width: movesRetirement ? 12.5 : 7,
      cell: ({ previousRetirementDate: before, retirementDate: after }) =>
        before === after ? format.date(after) : `${format.date(before)} → ${format.date(after)}`,
    },
    amount('aroValue', 'Layer Value', (row) => row.aroValue, net),
    amount('asset', 'Asset', (row) => row.asset),
    amount('result', 'Income Effect', (row) => row.result),
  ];
}

/** At least as wide as the headings, with room for the largest amount and the cell's padding. */
function computeAmountWidth(rows: readonly RevisedWell[], format: Format): number {
  const amounts = rows.flatMap((row) => [
    row.previousEstimate,
    row.repricedEstimate,
    row.grossCost ?? '0.00',
    row.newEstimate,
    row.change,
    row.aroValue,
    row.asset,
    row.result,
  ]);
  return Math.max(7.5, amountsWidth(amounts, format.money) + 1);
}

/** Converts to calculation results, for the card that shows them. */
function toResults({ rows, refusals, totals }: RevisionPreview, date: string): CalculationResults {
  return {
    results: rows.map(({ row, wellId, wellCode, wellName, layerNumber, aroValue }) => ({
      id: `revised ${row} ${wellId}`,
      wellId,
      wellCode,
      wellName,
      layerNumber,
      layerType: 'additional' as const,
      aroValue,
      calculationDate: date,
    })),
    refusals,
    totalAroValue: totals.net,
  };
}
