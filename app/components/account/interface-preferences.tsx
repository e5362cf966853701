import { Card } from '~/components/ui/card';
import { Segmented, Switch } from '~/components/ui/choice';
import type { Theme } from '~/hooks/preferences';
import { usePreferences, useSetPreference } from '~/hooks/use-preferences';
import { useTheme } from '~/hooks/use-theme';

const THEMES: { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
];

/** Theme and sidebar: each choice takes effect immediately. */
export function InterfacePreferences({ isDeleted }: { isDeleted: boolean }) {
  const [theme, setTheme] = useTheme();
  const { sidebar_state: sidebar } = usePreferences();
  const setPreference = useSetPreference();
  return (
    <Card title="Interface Preferences">
      <div className="flex flex-col gap-5">
        <div>
          <Segmented legend="Theme" name="theme" choices={THEMES} value={theme} onChange={setTheme} />
          <p className="mt-1 text-xs text-muted">System matches your device setting.</p>
        </div>
        {!isDeleted && (
          <Switch
            label="Keep sidebar expanded by default"
            help="Shown on wider screens. When collapsed, only icons are visible."
            checked={sidebar}
            onChange={(event) => void setPreference('sidebar_state', event.target.checked)}
          />
        )}
      </div>
    </Card>
  );
}
