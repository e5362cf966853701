import { ApiError, failureText, isUnauthorized } from './api-fetch';
import type { Preferences } from './preferences';
import { toast } from './toast';
import type { Api } from './use-api';

const PATH = '/api/user/preferences';

/** Queue of writes, so the last choice wins. */
let writing: Promise<unknown> = Promise.resolve();
/** Preferences created since the page's list was loaded. */
const created = new Set<string>();

/** Creates or updates a preference. @returns false when it could not be saved; the user has been notified */
export function savePreference<Key extends keyof Preferences>(
  api: Api,
  key: Key,
  value: Preferences[Key],
  exists: boolean,
): Promise<boolean> {
  return inTurn(async () => {
    const create = () => api(PATH, { method: 'POST', body: { preferenceKey: key, preferenceValue: value } });
    const update = () => api(`${PATH}/${key}`, { method: 'PUT', body: { preferenceValue: value } });
    if (exists || created.has(key)) {
      // The list dates from page load. The preference may have been deleted or created elsewhere since.
      return reported('Failed to update preference', () => update().catch(onStatus(404, create)));
    }
    const isSaved = await reported('Failed to save preference', () => create().catch(onStatus(409, update)));
    if (isSaved) created.add(key);
    return isSaved;
  });
}

/** Deletes saved preferences, which restores the defaults. @returns true when all were deleted */
export function deletePreferences(api: Api, keys: readonly (keyof Preferences)[]): Promise<boolean> {
  return inTurn(() =>
    reported('Failed to delete preference', async () => {
      for (const key of keys) {
        await api(`${PATH}/${key}`, { method: 'DELETE' }).catch(onStatus(404, async () => undefined));
        created.delete(key);
      }
    }),
  );
}

function inTurn<T>(write: () => Promise<T>): Promise<T> {
  const turn = writing.then(write);
  writing = turn;
  return turn;
}

function onStatus(status: number, instead: () => Promise<unknown>) {
  return (error: unknown) => {
    if (error instanceof ApiError && error.status === status) return instead();
    throw error;
  };
}

async function reported(failure: string, write: () => Promise<unknown>): Promise<boolean> {
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
