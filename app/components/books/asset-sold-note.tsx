import { parseCents } from '~/domain/money/money';
import { useFormat } from '~/hooks/use-format';
import type { SalePreview } from '~/schemas/books/sale';
import type { SettlementPreview } from '~/schemas/books/settlement';

/** Explains that the asset removed by a sale isn't part of its gain or loss when depreciation is kept elsewhere. */
export function AssetSoldNote({ asset, assetTo }: Pick<SalePreview, 'asset' | 'assetTo'>) {
  if (assetTo !== 'accumulated') return null;
  return <AccumulatedNote asset="asset sold" amount={asset} difference="gain or loss" />;
}

/** The same for final settlements, whose relief less cost may go to the pool. */
export function AssetRetiredNote({
  assetToAccumulated,
  differenceTo,
}: Pick<SettlementPreview, 'assetToAccumulated' | 'differenceTo'>) {
  const difference = differenceTo === 'pool' ? 'amount that goes to the pool' : 'gain or loss';
  return <AccumulatedNote asset="asset retired" amount={assetToAccumulated} difference={difference} />;
}

function AccumulatedNote({
  asset,
  amount,
  difference,
}: {
  asset: string;
  amount: string;
  difference: string;
}) {
  const format = useFormat();
  if (parseCents(amount) === 0n) return null;
  return (
    <p className="text-muted">
      Depreciation is kept elsewhere, so the {asset}, {format.currency(amount)}, goes to accumulated
      depreciation. It isn’t part of the {difference}.
    </p>
  );
}
