import Search from 'lucide-react/icons/search';
import { type MutableRefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { onDemand } from '~/components/ui/on-demand';
import { useHotkey } from '~/hooks/use-hotkey';
import type { UserView } from '~/schemas/people/user';

const CommandPalette = onDemand(() => import('./command-palette'), TypedAhead);
const Shortcuts = onDemand(() => import('./shortcuts'));

/** Opens the command palette, like Ctrl+K (Command+K on a Mac); `?` lists the shortcuts. */
export function CommandButton({ user }: { user: UserView }) {
  const [opened, setOpened] = useState<'palette' | 'shortcuts' | null>(null);
  const command = useSyncExternalStore(
    () => () => {},
    () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K'),
    () => 'Ctrl K',
  );
  const typedAhead = useRef('');
  const openPalette = () => {
    typedAhead.current = '';
    setOpened('palette');
  };
  useHotkey('k', openPalette, { withCommand: true });
  useHotkey('?', () => setOpened('shortcuts'));
  return (
    <>
      <button
        type="button"
        aria-label="Search and commands"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        className="flex h-tap min-w-8 pointer-coarse:min-w-10 items-center justify-center gap-2 rounded-md text-muted hover:bg-sunken hover:text-ink md:w-28 md:justify-start md:border md:border-line md:bg-canvas md:px-2.5 lg:w-52 xl:w-64 [&_svg]:size-4"
        onPointerEnter={CommandPalette.preload}
        onFocus={CommandPalette.preload}
        onClick={openPalette}
      >
        <Search aria-hidden="true" />
        <span className="hidden grow text-left md:block">Search</span>
        {/* Rendered with CSS, so it isn't part of the button's accessible name. */}
        <kbd
          data-keys={command}
          className="hidden shrink-0 rounded border border-line px-1.5 text-xs whitespace-nowrap before:content-[attr(data-keys)] lg:block pointer-coarse:hidden"
        />
      </button>
      {opened === 'palette' && (
        <CommandPalette
          user={user}
          typedAhead={typedAhead}
          onClose={() => setOpened(null)}
          onShowShortcuts={() => setOpened('shortcuts')}
        />
      )}
      {opened === 'shortcuts' && <Shortcuts onClose={() => setOpened(null)} />}
    </>
  );
}

/** Buffers keystrokes until the palette's code loads, so fast typists lose no letters. */
function TypedAhead({ typedAhead }: { typedAhead: MutableRefObject<string> }) {
  useEffect(() => {
    const captureKey = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      typedAhead.current += event.key;
    };
    window.addEventListener('keydown', captureKey, true);
    return () => window.removeEventListener('keydown', captureKey, true);
  }, [typedAhead]);
  return null;
}
