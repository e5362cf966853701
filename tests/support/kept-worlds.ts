import { env } from 'cloudflare:workers';
import type { Call } from './calls/call';
import { keepStorage } from './kept-storage';

/**
 * Finds a call a world that is as it was made: calls that need the same find the same one. `changes` tells whether the
 * call may leave it otherwise, so that it is brought back before the next.
 */
export function keptWorlds<Made>(make: (call: Call) => Promise<Made>) {
  const worlds = new Map<Call['needs'], Made>();
  let bringBack: () => Promise<boolean>;
  let touched: { needs: Call['needs'] } | null = null;

  return async (call: Call, changes = call.method !== 'GET'): Promise<Made> => {
    if (touched) {
      if (touched.needs === 'upload') await endOfUploads();
      const isWhole = await bringBack();
      // The queue may still be about the file of an upload that has ended.
      if (!isWhole || touched.needs === 'upload') worlds.delete(touched.needs);
    }
    touched = null;
    let made = worlds.get(call.needs);
    if (!made) {
      made = await make(call);
      worlds.set(call.needs, made);
      bringBack = await keepStorage();
    }
    if (changes) touched = { needs: call.needs };
    return made;
  };
}

async function endOfUploads(): Promise<void> {
  const running = env.DB.prepare('select 1 from mass_upload where finished_at is null');
  while (await running.first()) await scheduler.wait(20);
}
