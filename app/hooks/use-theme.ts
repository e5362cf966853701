import type { Theme } from './preferences';
import { usePreferences, useSetPreference } from './use-preferences';

/** The chosen theme and its setter. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const { theme } = usePreferences();
  const set = useSetPreference();
  return [theme, (next) => void set('theme', next)];
}
