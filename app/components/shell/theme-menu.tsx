import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { Menu } from '~/components/ui/menu';
import type { Theme } from '~/hooks/preferences';
import { useTheme } from '~/hooks/use-theme';

const OPTIONS = [
  { value: 'light', label: 'Light', icon: <Sun /> },
  { value: 'dark', label: 'Dark', icon: <Moon /> },
  { value: 'system', label: 'System', icon: <Monitor /> },
] as const;

/** Light, dark, or the operating system's setting. */
export function ThemeMenu() {
  const [theme, setTheme] = useTheme();
  return (
    <Menu
      label="Theme"
      tooltip
      trigger={OPTIONS.find((option) => option.value === theme)?.icon}
      triggerClassName="grid h-tap min-w-8 pointer-coarse:min-w-10 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink [&_svg]:size-4"
      choice={{ value: theme, options: OPTIONS, onChange: (value) => setTheme(value as Theme) }}
    />
  );
}
