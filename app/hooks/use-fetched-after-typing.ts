import { useFetched } from './use-fetched';
import { useSettled } from './use-settled';

/** As useFetched, but waits until typing pauses. What is in sight meanwhile is old, as while another path is being fetched. */
export function useFetchedAfterTyping<T>(path: string | null, version: unknown = null, subject = path) {
  return useFetched<T>(path, version, subject, useSettled(path) === path);
}
