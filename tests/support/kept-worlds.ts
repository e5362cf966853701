import { env } from 'cloudflare:workers';
import type { Call } from './calls/call';
import { snapshotStorage } from './kept-storage';

/**
 * Provides a request with unmodified test data: requests with the same needs share it. `changes` states whether the request may modify
 * the data, which is then restored before the next request.
 */
export function sharedWorlds<Made>(make: (call: Call) => Promise<Made>) {
  const worlds = new Map<Call['needs'], Made>();
  let bringBack: () => Promise<boolean>;
  let touched: { needs: Call['needs'] } | null = null;

  return async (call: Call, changes = call.method !== 'GET'): Promise<Made> => {
    if (touched) {
      if (touched.needs === 'upload') await endOfUploads();
      const isWhole = await bringBack();
      // The queue may still be working on the file of a finished upload.
      if (!isWhole || touched.needs === 'upload') worlds.delete(touched.needs);
    }
    touched = null;
    let made = worlds.get(call.needs);
    if (!made) {
      made = await make(call);
      worlds.set(call.needs, made);
      bringBack = await snapshotStorage();
    }
    if (changes) touched = { needs: call.needs };
    return made;
  };
}

async function endOfUploads(): Promise<void> {
  const running = env.DB.prepare('select 1 from mass_upload where finished_at is null');
  while (await running.first()) await scheduler.wait(20);
}
