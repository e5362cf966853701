import { useMemo, useState } from 'react';
import { isSupportedDate } from '~/domain/calendar/calendar-date';
import { useFetched } from '~/hooks/use-fetched';
import type { WellLayerView } from '~/schemas/books/layer-views';

/** The selected well's layers with balances as of a date, fetched only when calculating an additional layer. */
export function usePreviousLayers(wellId: string | null, date: string) {
  const [version, setVersion] = useState(0);
  const asOf = isSupportedDate(date) ? date : null;
  const path = wellId && `/api/wells/${encodeURIComponent(wellId)}/aro-layers`;
  const { data, error, isOld } = useFetched<WellLayerView[]>(
    path && (asOf ? `${path}?asOf=${asOf}` : path),
    version,
    path,
  );
  // Same array while nothing changes. Reversed layers are excluded; a settled layer still has its estimate.
  const layers = useMemo(() => data?.filter(({ isReversed }) => !isReversed) ?? null, [data]);
  return {
    /** Number of the newest layer, reversed ones included; null while loading. */
    newest: data && Math.max(0, ...data.map(({ layerNumber }) => layerNumber)),
    /** Null while loading. */
    layers,
    asOf: isOld ? null : asOf,
    error,
    reload: () => setVersion((count) => count + 1),
  };
}
