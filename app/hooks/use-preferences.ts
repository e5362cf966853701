import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useMemo } from 'react';
import { toastMissingCode } from './missing-code';
import type { Preferences } from './preferences';
import { isPageInUse, notifyOtherTabs, recordWrite } from './revalidation';
import { createStore } from './store';
import { useApi } from './use-api';
import { useRootData } from './use-root-data';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Preferences chosen on this page that aren't in its data yet. */
const chosenPreferences = createStore<Partial<Preferences>>({});

/** The effective preferences: those loaded with the page, overridden by choices made since. */
export function usePreferences(): Preferences {
  const { preferences } = useRootData();
  const current = chosenPreferences.use();
  return useMemo(() => ({ ...preferences, ...current }), [preferences, current]);
}

/**
 * Sets a preference. It applies immediately, and is rolled back if saving fails.
 * Signed out, only the theme is kept, in a cookie.
 */
export function useSetPreference() {
  const { user, preferences, savedPreferences } = useRootData();
  const { revalidate } = useRevalidator();
  const api = useApi();
  const isSavedToAccount = user !== null && !user.isDeleted;
  return useCallback(
    async <Key extends keyof Preferences>(key: Key, value: Preferences[Key]): Promise<void> => {
      chosenPreferences.set({ ...chosenPreferences.get(), [key]: value });
      if (key === 'theme') storeTheme(value as Preferences['theme']);
      if (!isSavedToAccount) return;
      // Users who never change a preference don't load this code.
      const isSaved = await import('./save-preference').then(
        ({ savePreference }) => savePreference(api, key, value, savedPreferences.includes(key)),
        showSaveFailure,
      );
      if (isSaved) {
        // The choice already applies.
        if (isPageInUse()) return notifyOtherTabs();
        recordWrite();
        revalidate();
      } else if (chosenPreferences.get()[key] === value) {
        chosenPreferences.set(omitChosen(key));
        if (key === 'theme') storeTheme(preferences.theme);
      }
    },
    [api, isSavedToAccount, preferences, revalidate, savedPreferences],
  );
}

/** Rendered once per page. Drops choices that are now in the page's data, and keeps the theme cookie current for after sign-out. */
export function usePreferenceUpkeep(): void {
  const { user, preferences } = useRootData();
  useEffect(() => {
    const choices = Object.entries(chosenPreferences.get());
    const remaining = choices.filter(([key, value]) => preferences[key as keyof Preferences] !== value);
    if (remaining.length < choices.length) chosenPreferences.set(Object.fromEntries(remaining));
    if (!user) return;
    // The browser process writes cookies, which takes milliseconds that would delay the page's first keystrokes.
    const themeTimer = setTimeout(() => storeTheme(preferences.theme));
    return () => clearTimeout(themeTimer);
  }, [user, preferences]);
}

/** Drops choices made on this page whose saved preferences were deleted. */
export function forgetChoices(keys: readonly (keyof Preferences)[]): void {
  for (const key of keys) chosenPreferences.set(omitChosen(key));
}

function showSaveFailure(): boolean {
  toastMissingCode('Couldn’t save your preference. Check your connection and reload the page.');
  return false;
}

function omitChosen(key: keyof Preferences): Partial<Preferences> {
  const { [key]: _, ...remaining } = chosenPreferences.get();
  return remaining;
}

/** Stores the theme in a cookie, for the server's first paint of a signed-out page. */
function storeTheme(theme: Preferences['theme']): void {
  const [prefix, secure] = window.location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', ''];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${prefix}aro_theme=${theme}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}
