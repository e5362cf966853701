import { Search } from 'lucide-react';
import { useState } from 'react';
import { onDemand } from '~/components/ui/on-demand';
import { tooltipProps } from '~/components/ui/tooltip';
import { useHotkey } from '~/hooks/use-hotkey';
import type { PageUser } from '~/hooks/use-root-data';

const CommandPalette = onDemand(() => import('./command-palette'));

/** Opens the command palette, as Ctrl+K does (Command+K on a Mac). */
export function CommandButton({ user }: { user: PageUser }) {
  const [isOpen, setIsOpen] = useState(false);
  useHotkey('k', () => setIsOpen(true), { withCommand: true });
  const hint = tooltipProps('Search and commands (Ctrl+K)');
  return (
    <>
      <button
        type="button"
        aria-label="Search and commands"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        className="grid size-8 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink [&_svg]:size-4"
        {...hint}
        onPointerEnter={(event) => {
          CommandPalette.preload();
          hint.onPointerEnter(event);
        }}
        onClick={() => setIsOpen(true)}
      >
        <Search aria-hidden="true" />
      </button>
      {isOpen && <CommandPalette user={user} onClose={() => setIsOpen(false)} />}
    </>
  );
}
