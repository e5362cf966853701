import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useMemo } from 'react';
import { toastMissingCode } from './missing-code';
import type { Preferences } from './preferences';
import { isPageInUse, noteWrite, tellOtherTabs } from './revalidation';
import { createStore } from './store';
import { useApi } from './use-api';
import { useRootData } from './use-root-data';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Preferences chosen on this page that aren't in its data yet. */
const chosen = createStore<Partial<Preferences>>({});

/** The effective preferences: those loaded with the page, overridden by choices made since. */
export function usePreferences(): Preferences {
  const { preferences } = useRootData();
  const current = chosen.use();
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
  const isKept = user !== null && !user.isDeleted;
  return useCallback(
    async <Key extends keyof Preferences>(key: Key, value: Preferences[Key]): Promise<void> => {
      chosen.set({ ...chosen.get(), [key]: value });
      if (key === 'theme') keepTheme(value as Preferences['theme']);
      if (!isKept) return;
      // Users who never change a preference don't load this code.
      const isSaved = await import('./save-preference').then(
        ({ savePreference }) => savePreference(api, key, value, savedPreferences.includes(key)),
        cannotSave,
      );
      if (isSaved) {
        // The choice already applies.
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

/** Rendered once per page. Drops choices that are now in the page's data, and keeps the theme cookie current for after sign-out. */
export function usePreferenceUpkeep(): void {
  const { user, preferences } = useRootData();
  useEffect(() => {
    const choices = Object.entries(chosen.get());
    const rest = choices.filter(([key, value]) => preferences[key as keyof Preferences] !== value);
    if (rest.length < choices.length) chosen.set(Object.fromEntries(rest));
    if (!user) return;
    // The browser process writes cookies, which takes milliseconds that would delay the page's first keystrokes.
    const keeping = setTimeout(() => keepTheme(preferences.theme));
    return () => clearTimeout(keeping);
  }, [user, preferences]);
}

/** Drops choices made on this page whose saved preferences were deleted. */
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

/** Stores the theme in a cookie, for the server's first paint of a signed-out page. */
function keepTheme(theme: Preferences['theme']): void {
  const [prefix, secure] = window.location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', ''];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${prefix}aro_theme=${theme}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}
