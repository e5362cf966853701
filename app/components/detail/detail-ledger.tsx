import { layerLabel } from '~/components/books/layer-label';
import { usePaperFacts } from '~/components/reports/printed-facts';
import { type LedgerColumn, PrintedLedger } from '~/components/ui/printed-ledger';
import { OPENING_CHANGE } from '~/domain/books/layer-labels';
import { formatCents, parseCents } from '~/domain/money/money';
import { formatCompanyTitle } from '~/hooks/company-title';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import { useCompany } from '~/hooks/use-root-data';
import type { SealView } from '~/schemas/audit/seal';
import type { ListedLayerView } from '~/schemas/books/layer-views';
import type { DetailPage } from './detail-page';
import { filterFacts } from './filter-facts';

/** Printed ARO Detail: every layer that matches the filters, in the same order. */
export default function DetailLedger({
  layers,
  page,
  seal,
  isRequested,
  today,
  onPrinted,
}: {
  layers: ListedLayerView[];
  page: DetailPage;
  seal: SealView | null;
  /** True when this component opens the print dialog; false when the browser already did. */
  isRequested: boolean;
  today: string;
  onPrinted: () => void;
}) {
  const format = useFormat();
  const company = useCompany();
  const paperFacts = usePaperFacts();
  const total = page.matchingLayers;
  const historical = layers.length - layers.filter(isCurrent).length;
  return (
    <PrintedLedger
      title="Asset Retirement Obligation Detail"
      facts={[
        formatCompanyTitle(company),
        ...filterFacts(page.query, layers),
        ...(layers.length < total
          ? [
              `The first ${format.integer(layers.length)} of ${format.integer(total)} layers, and their totals. The Print button prints all of them.`,
            ]
          : []),
        ...(historical > 0
          ? [`${countOf(historical, 'historical layer', format)}, left out of the totals`]
          : []),
        ...paperFacts({ seal, isRequested }),
      ]}
      columns={buildColumns(format, layers)}
      rows={layers}
      rowKey={(layer) => layer.id}
      empty="No ARO details match your filter criteria."
      fileName={`aro-detail-${today}`}
      opensDialog={isRequested}
      onPrinted={onPrinted}
    />
  );
}

function buildColumns(format: Format, layers: ListedLayerView[]): LedgerColumn<ListedLayerView>[] {
  const formatAmount = (cents: bigint) => format.moneyOrDash(formatCents(cents));
  const amount = (
    id: string,
    name: string,
    cents: (layer: ListedLayerView) => bigint,
    { addsUp = true } = {},
  ): LedgerColumn<ListedLayerView> => ({
    id,
    header: `${name} (${format.symbol})`,
    align: 'end',
    cell: (layer) => formatAmount(cents(layer)),
    // As on screen, reversed, settled and sold layers are excluded.
    total: addsUp
      ? formatAmount(layers.filter(isCurrent).reduce((sum, layer) => sum + cents(layer), 0n))
      : undefined,
  });
  const optionalAmount = (id: string, name: string, cents: (layer: ListedLayerView) => bigint) =>
    layers.some((layer) => cents(layer) !== 0n) ? [amount(id, name, cents)] : [];
  return [
    { id: 'wellCode', header: 'Well Code', cell: ({ well }) => well.wellCode, total: 'Total' },
    { id: 'wellName', header: 'Well Name', wraps: true, cell: ({ well }) => well.wellName },
    { id: 'field', header: 'Field', wraps: true, cell: ({ well }) => well.field },
    { id: 'layer', header: 'Layer', cell: layerText },
    {
      id: 'calculated',
      header: 'Calc Date',
      align: 'end',
      cell: (layer) => format.date(layer.calculationDate),
    },
    // A layer's cost is all or part of the well's estimate at the time, so a sum is meaningless.
    amount('pAndACost', 'P&A Cost', (layer) => parseCents(layer.pAndACost), { addsUp: false }),
    {
      id: 'lifespan',
      header: 'Lifespan (years)',
      align: 'end',
      cell: (layer) => format.integer(layer.wellLifespan),
    },
    {
      id: 'discount',
      header: 'Discount (%)',
      align: 'end',
      cell: (layer) => format.rate(layer.discountRate),
    },
    {
      id: 'inflation',
      header: 'Inflation (%)',
      align: 'end',
      cell: (layer) => format.rate(layer.inflationRate),
    },
    amount('initial', 'Initial ARO', (layer) => parseCents(layer.aroValue)),
    ...optionalAmount('opening', OPENING_CHANGE, getOpeningChange),
    amount('accretion', 'Accretion', (layer) => parseCents(layer.accretion)),
    ...optionalAmount('other', 'Settled, Sold, Reversed', getOtherChange),
    amount('current', 'Current ARO', (layer) => parseCents(layer.currentAroValue)),
  ];
}

function getOpeningChange({ openingChange }: ListedLayerView): bigint {
  return parseCents(openingChange);
}

/** Change since the layer was recognized or imported, other than accretion. */
function getOtherChange(layer: ListedLayerView): bigint {
  const { aroValue, currentAroValue, accretion } = layer;
  return parseCents(currentAroValue) - parseCents(aroValue) - getOpeningChange(layer) - parseCents(accretion);
}

/** "1 (Initial)", "2", "3, historical", …: the heading already says Layer. */
function layerText(layer: ListedLayerView): string {
  const label = layerLabel(layer.layerNumber).replace('Layer ', '');
  return isCurrent(layer) ? label : `${label}, historical`;
}

function isCurrent({ status }: ListedLayerView): boolean {
  return status === 'current';
}
