import { MissingCodeError } from './missing-code';

const RETRY_AFTER_MS = 1_000;

/** Code files that are loaded or in flight, by path. */
const downloads = new Map<string, Promise<void>>();

/**
 * Replaces Vite's preloading for an `import()`. The browser requests an imported dependency only once, and remembers a failure until the
 * page reloads. So this loads all files into the HTTP cache before importing any.
 */
export async function loadCode<Module>(
  load: () => Promise<Module>,
  paths: readonly string[] = [],
): Promise<Module> {
  await Promise.all(paths.map(downloadOnce));
  return load();
}

function downloadOnce(path: string): Promise<void> {
  const existing = downloads.get(path);
  if (existing) return existing;
  const download = fetchIntoCache(`/${path}`);
  downloads.set(path, download);
  download.catch(() => downloads.delete(path));
  return download;
}

async function fetchIntoCache(address: string, isRetry = false): Promise<void> {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.status}`);
    // A partially read response isn't cached.
    await response.arrayBuffer();
  } catch (cause) {
    // Browsers report being online shortly before the connection works.
    const isUnreached = cause instanceof TypeError && navigator.onLine;
    if (!isUnreached || isRetry) throw new MissingCodeError(`Failed to load ${address}`, { cause });
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    await fetchIntoCache(address, true);
  }
}
