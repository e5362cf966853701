import { ApiError, failureText, isUnauthorized } from './api-fetch';
import type { Preferences } from './preferences';
import { toast } from './toast';
import type { Api } from './use-api';

const PATH = '/api/user/preferences';

/** Queue of writes, so the last choice wins. */
let pendingWrites: Promise<unknown> = Promise.resolve();
/** Preferences created since the page's list was loaded. */
const createdKeys = new Set<string>();

/** Creates or updates a preference. @returns false when it could not be saved; the user has been notified */
export function savePreference<Key extends keyof Preferences>(
  api: Api,
  key: Key,
  value: Preferences[Key],
  exists: boolean,
): Promise<boolean> {
  return enqueueWrite(async () => {
    const create = () => api(PATH, { method: 'POST', body: { preferenceKey: key, preferenceValue: value } });
    const update = () => api(`${PATH}/${key}`, { method: 'PUT', body: { preferenceValue: value } });
    if (exists || createdKeys.has(key)) {
      // The list dates from page load. The preference may have been deleted or created elsewhere since.
      return saveOrToast('Failed to update preference', () => update().catch(onStatus(404, create)));
    }
    const isSaved = await saveOrToast('Failed to save preference', () =>
      create().catch(onStatus(409, update)),
    );
    if (isSaved) createdKeys.add(key);
    return isSaved;
  });
}

/** Deletes saved preferences, which restores the defaults. @returns true when all were deleted */
export function deletePreferences(api: Api, keys: readonly (keyof Preferences)[]): Promise<boolean> {
  return enqueueWrite(() =>
    saveOrToast('Failed to delete preference', async () => {
      for (const key of keys) {
        await api(`${PATH}/${key}`, { method: 'DELETE' }).catch(onStatus(404, async () => undefined));
        createdKeys.delete(key);
      }
    }),
  );
}

function enqueueWrite<T>(write: () => Promise<T>): Promise<T> {
  const queued = pendingWrites.then(write);
  pendingWrites = queued;
  return queued;
}

function onStatus(status: number, fallback: () => Promise<unknown>) {
  return (error: unknown) => {
    if (error instanceof ApiError && error.status === status) return fallback();
    throw error;
  };
}

async function saveOrToast(failure: string, write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    // A 401 has its own toast.
    if (!isUnauthorized(error)) {
      toast({ title: 'Error', description: failureText(error, failure), variant: 'destructive' });
    }
    return false;
  }
}
