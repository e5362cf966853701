import { parseCents } from '~/domain/money/money';
import { useFormat } from '~/hooks/use-format';
import type { SalePreview } from '~/schemas/books/sale';

/** Says that the asset that a sale takes off isn't in its gain, where depreciation is kept elsewhere. */
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
