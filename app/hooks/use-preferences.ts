import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useMemo } from 'react';
import { toastMissingCode } from './missing-code';
import type { Preferences } from './preferences';
import { isPageInUse, noteWrite, tellOtherTabs } from './revalidation';
import { createStore } from './store';
import { useApi } from './use-api';
import { useRootData } from './use-root-data';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** What has been chosen on this page and is not in the page's data yet. */
const chosen = createStore<Partial<Preferences>>({});

/** The preferences in force: those that came with the page, and over them what has been chosen since. */
export function usePreferences(): Preferences {
  const { preferences } = useRootData();
  const current = chosen.use();
  return useMemo(() => ({ ...preferences, ...current }), [preferences, current]);
}

/**
 * Sets a preference: it applies immediately, and is taken back when it could not be saved.
 * Signed out, the theme alone is kept, in a cookie.
 */
export function useSetPreference() {
  const { user, preferences, savedPreferences } = useRootData();
  const { revalidate } = useRevalidator();
  const api = useApi();
  const isKept = user !== null && !user.isDeleted;
  return useCallback(
    async <Key extends keyof Preferences>(key: Key, value: Preferences[Key]): Promise<void> => {
      chosen.set({ ...chosen.get(), [key]: value });
      if (key === 'theme') keepTheme(value as Preferences['theme']);
      if (!isKept) return;
      // Who sets no preference need not fetch how it is done.
      const isSaved = await import('./save-preference').then(
        ({ savePreference }) => savePreference(api, key, value, savedPreferences.includes(key)),
        cannotSave,
      );
      if (isSaved) {
        // The choice applies already.
        if (isPageInUse()) return tellOtherTabs();
        noteWrite();
        revalidate();
      } else if (chosen.get()[key] === value) {
        chosen.set(without(key));
        if (key === 'theme') keepTheme(preferences.theme);
      }
    },
    [api, isKept, preferences, revalidate, savedPreferences],
  );
}

/** Rendered once per page: what has been loaded need not be remembered, and the theme is right after a sign-out too. */
export function usePreferenceUpkeep(): void {
  const { user, preferences } = useRootData();
  useEffect(() => {
    const choices = Object.entries(chosen.get());
    const rest = choices.filter(([key, value]) => preferences[key as keyof Preferences] !== value);
    if (rest.length < choices.length) chosen.set(Object.fromEntries(rest));
    if (!user) return;
    // The browser's process writes cookies, which takes milliseconds that the page's first keys should not wait for.
    const keeping = setTimeout(() => keepTheme(preferences.theme));
    return () => clearTimeout(keeping);
  }, [user, preferences]);
}

/** What was chosen here no longer holds, for it has been taken away again. */
export function forgetChoices(keys: readonly (keyof Preferences)[]): void {
  for (const key of keys) chosen.set(without(key));
}

function cannotSave(): boolean {
  toastMissingCode('Couldn’t save your preference. Check your connection and reload the page.');
  return false;
}

function without(key: keyof Preferences): Partial<Preferences> {
  const { [key]: _, ...rest } = chosen.get();
  return rest;
}

/** Where the server finds it for the first paint of a page without a signed-in person. */
function keepTheme(theme: Preferences['theme']): void {
  const [prefix, secure] = window.location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', ''];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${prefix}aro_theme=${theme}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}
