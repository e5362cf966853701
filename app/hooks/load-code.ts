import { MissingCodeError } from './missing-code';

const RETRY_AFTER_MS = 1_000;

/** Files of code that have come, or are on their way, by their path. */
const arrivals = new Map<string, Promise<void>>();

/**
 * Takes the place of Vite's own preloading of what an `import()` needs. A file that others import is asked for once: if the connection
 * fails then, the browser remembers that until the page is reloaded. So all files are in its cache before it imports any.
 */
export async function loadCode<Module>(
  load: () => Promise<Module>,
  paths: readonly string[] = [],
): Promise<Module> {
  await Promise.all(paths.map(arrivalOf));
  return load();
}

function arrivalOf(path: string): Promise<void> {
  const known = arrivals.get(path);
  if (known) return known;
  const arrival = fetchWhole(`/${path}`);
  arrivals.set(path, arrival);
  arrival.catch(() => arrivals.delete(path));
  return arrival;
}

async function fetchWhole(address: string, isLastTry = false): Promise<void> {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.status}`);
    // Half a file stays in no cache.
    await response.arrayBuffer();
  } catch (cause) {
    // A browser says that it is online a moment before it is.
    const isUnreached = cause instanceof TypeError && navigator.onLine;
    if (!isUnreached || isLastTry) throw new MissingCodeError(`Failed to load ${address}`, { cause });
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    await fetchWhole(address, true);
  }
}
