import { MissingCodeError } from './missing-code';

const RETRY_AFTER_MS = 1_000;

/** Code files that are loaded or in flight, by path. */
const arrivals = new Map<string, Promise<void>>();

/**
 * Replaces Vite's preloading for an `import()`. The browser requests an imported dependency only once, and remembers a failure until the
 * page reloads. So this loads all files into the HTTP cache before importing any.
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
    // A partially read response isn't cached.
    await response.arrayBuffer();
  } catch (cause) {
    // Browsers report being online shortly before the connection works.
    const isUnreached = cause instanceof TypeError && navigator.onLine;
    if (!isUnreached || isLastTry) throw new MissingCodeError(`Failed to load ${address}`, { cause });
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    await fetchWhole(address, true);
  }
}
