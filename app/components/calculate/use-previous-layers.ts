import { useMemo, useState } from 'react';
import { isSupportedDate } from '~/domain/calendar/calendar-date';
import { useFetched } from '~/hooks/use-fetched';
import type { WellLayerView } from '~/schemas/books/layer-views';

/** The layers of the chosen well with their balances of a day, fetched only when an additional one is to be calculated. */
export function usePreviousLayers(wellId: string | null, date: string) {
  const [version, setVersion] = useState(0);
  const asOf = isSupportedDate(date) ? date : null;
  const path = wellId && `/api/wells/${encodeURIComponent(wellId)}/aro-layers`;
  const { data, error, isOld } = useFetched<WellLayerView[]>(
    path && (asOf ? `${path}?asOf=${asOf}` : path),
    version,
    path,
  );
  // The same list while nothing changed. A layer that is reversed takes part in nothing; one that is settled still has its estimate.
  const layers = useMemo(() => data?.filter(({ isReversed }) => !isReversed) ?? null, [data]);
  return {
    /** The number of the newest one, reversed ones included; null while they are on their way. */
    newest: data && Math.max(0, ...data.map(({ layerNumber }) => layerNumber)),
    /** Null while they are on their way. */
    layers,
    asOf: isOld ? null : asOf,
    error,
    reload: () => setVersion((count) => count + 1),
  };
}
