import { useFetched } from './use-fetched';
import { useSettled } from './use-settled';

/** Like useFetched, but waits until typing pauses. The old data stays on screen until then, as while another path loads. */
export function useFetchedAfterTyping<T>(path: string | null, version: unknown = null, subject = path) {
  return useFetched<T>(path, version, subject, useSettled(path) === path);
}
