import { Dialog, DialogBody } from '~/components/ui/dialog';

const SHORTCUTS: readonly [string, readonly string[]][] = [
  ['Search and commands', ['Ctrl+K', '⌘K']],
  ['Search the list on the screen', ['/']],
  ['Keyboard shortcuts', ['?']],
  ['Move between tabs, menu items or list rows', ['↑', '↓', '←', '→']],
  ['Open the chosen tab, link or row', ['Enter']],
  ['Select a row', ['Space']],
  ['Close a dialog or a menu', ['Esc']],
  ['Go to the message at the bottom of the screen', ['F6']],
];

/** Keyboard shortcuts that work on every screen. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard Shortcuts" size="sm" onClose={onClose}>
      <DialogBody>
        <dl className="flex flex-col">
          {SHORTCUTS.map(([description, keys]) => (
            <div
              key={description}
              className="flex items-center justify-between gap-4 border-b border-line py-1.5 last:border-0"
            >
              <dt>{description}</dt>
              <dd className="flex shrink-0 gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="rounded border border-line bg-sunken px-1.5 text-xs leading-5 text-muted"
                  >
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  );
}
