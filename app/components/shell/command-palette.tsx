import * as Radix from '@radix-ui/react-dialog';
import { useNavigate } from '@remix-run/react';
import Search from 'lucide-react/icons/search';
import { type MutableRefObject, useMemo, useState } from 'react';
import { classNames } from '~/components/ui/class-names';
import { paletteClass, scrimClass } from '~/components/ui/dialog';
import { Spinner } from '~/components/ui/spinner';
import { useReturnFocus } from '~/components/ui/use-return-focus';
import { useDebouncedFetch } from '~/hooks/use-debounced-fetch';
import { usePreferences, useSetPreference } from '~/hooks/use-preferences';
import { useCompany } from '~/hooks/use-root-data';
import { useTheme } from '~/hooks/use-theme';
import type { UserView } from '~/schemas/people/user';
import type { WellSummary } from '~/schemas/wells/well-views';
import { buildCommands, buildFieldCommand, buildWellCommand, type Command, matchesCommand } from './commands';
import { useMenuSearch } from './use-menu-search';

const MAX_WELLS = 8;
const MAX_FIELDS = 5;

type PaletteProps = {
  user: UserView;
  /** Text typed before the palette loaded. */
  typedAhead: MutableRefObject<string>;
  onClose: () => void;
  onShowShortcuts: () => void;
};

/** One search box for everything: open a screen or a well, or start an action, without leaving the keyboard. */
export default function CommandPalette(props: PaletteProps) {
  const { onClose } = props;
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content className={paletteClass} aria-describedby={undefined} onCloseAutoFocus={returnFocus}>
          <Radix.Title className="sr-only">Search and commands</Radix.Title>
          <Choices {...props} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Choices({ user, typedAhead, onClose, onShowShortcuts }: PaletteProps) {
  const navigate = useNavigate();
  const [, setTheme] = useTheme();
  const setPreference = useSetPreference();
  const { sidebar_state } = usePreferences();
  const [typed, setTyped] = useState(typedAhead.current);
  const { commands, isLoading } = useCommands(user, typed.trim());
  const runCommand = (command: Command) => {
    if (command.effect === 'shortcuts') return onShowShortcuts();
    onClose();
    switch (command.effect) {
      case 'sidebar':
        return void setPreference('sidebar_state', !sidebar_state);
      case 'light':
      case 'dark':
      case 'system':
        return setTheme(command.effect);
      case 'leave':
        return window.location.assign(command.to);
      default:
        navigate(command.to);
    }
  };
  const menu = useMenuSearch<Command>({
    id: 'commands',
    labels: { input: 'Search and commands', list: 'Commands' },
    items: commands,
    isLoading,
    itemKey: ({ id }) => id,
    onChoose: runCommand,
    typed,
    onType: setTyped,
  });
  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line px-4 text-muted">
        <Search aria-hidden="true" className="size-4 shrink-0" />
        <input
          {...menu.inputProps}
          placeholder="Search wells, fields, screens and actions"
          maxLength={200}
          autoComplete="off"
          className="h-12 min-w-0 grow bg-transparent text-base text-ink outline-none placeholder:text-muted"
        />
        {isLoading && <Spinner />}
        <kbd className="rounded border border-line px-1.5 text-xs max-sm:hidden">Esc</kbd>
      </div>
      <div {...menu.menuProps} className="min-h-0 overflow-y-auto p-1.5 empty:hidden">
        {[...Map.groupBy(commands, ({ group }) => group)].map(([group, groupCommands]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset isn't allowed in a listbox
          <div key={group} role="group" aria-label={group}>
            <div aria-hidden="true" className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
              {group}
            </div>
            {groupCommands.map((command) => {
              const index = commands.indexOf(command);
              return (
                <div
                  key={command.id}
                  {...menu.getItemProps({ item: command, index })}
                  className={classNames(
                    'flex min-h-9 pointer-coarse:min-h-tap cursor-default items-center gap-2 rounded-md px-2.5',
                    menu.highlightedIndex === index && 'bg-sunken',
                  )}
                >
                  <span
                    className={classNames(
                      'shrink-0 truncate',
                      command.hint ? 'max-w-3/4 font-medium' : 'max-w-full',
                    )}
                  >
                    {command.label}
                  </span>
                  {command.hint && <span className="min-w-0 truncate text-muted">{command.hint}</span>}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p role="status" className="px-4 py-3 text-muted empty:hidden">
        {commands.length === 0 &&
          (isLoading
            ? 'Searching…'
            : 'No results. Try a well code, a well name, a field, a screen or an action.')}
      </p>
    </>
  );
}

/** Commands that match the typed text, and the server's matching fields and wells. */
function useCommands(user: UserView, typed: string): { commands: Command[]; isLoading: boolean } {
  const company = useCompany();
  const buildSearchPath = (list: string, limit: number) =>
    company && typed ? `${list}?${new URLSearchParams({ search: typed, limit: String(limit) })}` : null;
  const fields = useDebouncedFetch<string[]>(buildSearchPath('/api/fields', MAX_FIELDS));
  const wells = useDebouncedFetch<WellSummary[]>(buildSearchPath('/api/wells', MAX_WELLS));
  const isLoading = fields.isLoading || wells.isLoading;
  const commands = useMemo(
    () => [
      ...buildCommands(user, company).filter((command) => matchesCommand(command, typed)),
      // Add both together: otherwise Enter could choose the first well while the fields above it are still loading.
      ...(isLoading ? [] : (fields.data ?? []).map(buildFieldCommand)),
      ...(isLoading ? [] : (wells.data ?? []).map(buildWellCommand)),
    ],
    [user, company, typed, isLoading, fields.data, wells.data],
  );
  return { commands, isLoading };
}
