import { useDebounced } from './use-debounced';
import { useFetched } from './use-fetched';

/** Like useFetched, but waits until typing pauses. The old data stays on screen until then, as while another path loads. */
export function useDebouncedFetch<T>(path: string | null, version: unknown = null, subject = path) {
  return useFetched<T>(path, version, subject, useDebounced(path) === path);
}
