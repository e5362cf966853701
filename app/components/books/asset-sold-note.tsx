import { parseCents } from '~/domain/money/money';
import { useFormat } from '~/hooks/use-format';
import type { SalePreview } from '~/schemas/books/sale';

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
