import { parseCents } from '~/domain/money/money';
import { useFormat } from '~/hooks/use-format';
import type { SalePreview } from '~/schemas/books/sale';
import type { SettlementPreview } from '~/schemas/books/settlement';

/** Explains that the asset removed by a sale isn't part of its gain or loss when depreciation is kept elsewhere. */
export function AssetSoldNote({ asset, assetTo }: Pick<SalePreview, 'asset' | 'assetTo'>) {
  const format = useFormat();
  if (assetTo !== 'accumulated' || parseCents(asset) === 0n) return null;
  return (
    <p className="text-muted">
      Depreciation is kept elsewhere, so the asset sold, {format.currency(asset)}, goes to accumulated
      depreciation. It isn’t part of the gain or loss.
    </p>
  );
}

/** Explains that the asset retired by final settlements isn't part of the gain or loss when depreciation is kept elsewhere. */
export function AssetRetiredNote({
  assetToAccumulated,
  differenceTo,
}: Pick<SettlementPreview, 'assetToAccumulated' | 'differenceTo'>) {
  const format = useFormat();
  if (parseCents(assetToAccumulated) === 0n) return null;
  return (
    <p className="text-muted">
      Depreciation is kept elsewhere, so the asset retired, {format.currency(assetToAccumulated)}, goes to
      accumulated depreciation. It isn’t part of the{' '}
      {differenceTo === 'pool' ? 'amount that goes to the pool' : 'gain or loss'}.
    </p>
  );
}
