import { Toast as Base } from '@base-ui/react/toast';
import { Branch } from '@radix-ui/react-dismissable-layer';
import X from 'lucide-react/icons/x';
import { type CSSProperties, useEffect, useState } from 'react';
import type { Toast } from '~/hooks/toast';
import { useFormat } from '~/hooks/use-format';
import { classNames } from './class-names';
import { Link } from './link';
import { toastClass, toastFrameClass } from './toast-class';

const DISPLAY_MS = 5000;

const manager = Base.createToastManager<Toast>();

/**
 * The visible toast. Its timer pauses while the pointer or focus is on it, it can be swiped away, and it handles Esc only while
 * focused; otherwise Esc closes the dialog below it.
 */
export default function ToastMessage({ toast }: { toast: Toast }) {
  useEffect(() => {
    const id = manager.add({ id: String(toast.id), data: toast });
    return () => manager.close(id);
  }, [toast]);
  const top = useTopBesideDialog(toast);
  return (
    <Base.Provider toastManager={manager} timeout={DISPLAY_MS}>
      <Base.Portal>
        {/* Clicks on the toast don't count as outside the open dialog, and the toast stays clickable despite the modal dialog. */}
        <Branch asChild>
          <Base.Viewport
            style={{ '--toast-top': `${top}px` } as CSSProperties}
            className={classNames(
              toastFrameClass,
              'outline-none empty:hidden',
              // F6 focuses the viewport; draw the ring around the message, not the viewport.
              '[&:focus-visible>[role]]:outline-2 [&:focus-visible>[role]]:outline-offset-2 [&:focus-visible>[role]]:outline-focus',
              // On phones, dialogs have their buttons along the bottom.
              'max-sm:beside-dialog:top-(--toast-top) max-sm:beside-dialog:bottom-auto',
            )}
          >
            <Messages />
          </Base.Viewport>
        </Branch>
      </Base.Portal>
    </Base.Provider>
  );
}

/** Height of a two-line message, in pixels. */
const MIN_SPACE_ABOVE_DIALOG = 96;

/** Top offset on phones: 0 if there is room above the open dialog, otherwise below its title bar. */
function useTopBesideDialog(toast: Toast): number {
  const [top, setTop] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message computes its own position
  useEffect(() => {
    const findTopDialog = () =>
      [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
    const resizeObserver = new ResizeObserver(() => {
      const dialog = findTopDialog();
      const titleBar = dialog?.firstElementChild;
      const hasRoom = !dialog || !titleBar || dialog.getBoundingClientRect().top >= MIN_SPACE_ABOVE_DIALOG;
      setTop(hasRoom ? 0 : titleBar.getBoundingClientRect().bottom);
    });
    const observeTopDialog = () => {
      resizeObserver.disconnect();
      resizeObserver.observe(findTopDialog() ?? document.body);
    };
    observeTopDialog();
    // Another dialog may open while the message is visible.
    const dialogObserver = new MutationObserver(observeTopDialog);
    dialogObserver.observe(document.body, { childList: true });
    return () => {
      dialogObserver.disconnect();
      resizeObserver.disconnect();
    };
  }, [toast]);
  return top;
}

function Messages() {
  const { toasts } = Base.useToastManager<Toast>();
  return toasts.map((item) => item.data && <Message key={item.id} item={item} toast={item.data} />);
}

/** Base UI would have screen readers announce the toast as another dialog. */
const getRoleProps = (role: 'alert' | 'group') => ({ role, 'aria-modal': undefined });

function Message({ item, toast }: { item: Base.Root.ToastObject<Toast>; toast: Toast }) {
  const format = useFormat();
  const isFailure = toast.variant === 'destructive';
  return (
    <Base.Root
      toast={item}
      swipeDirection="right"
      {...getRoleProps(isFailure ? 'alert' : 'group')}
      className={toastClass(toast, 'data-ending-style:hidden')}
    >
      <div className="min-w-0 grow">
        <Base.Title render={<p />} className="font-semibold">
          {toast.title}
        </Base.Title>
        {toast.description && (
          <Base.Description render={<p />}>{format.message(toast.description)}</Base.Description>
        )}
        {toast.detail && <p className="tabular-nums [overflow-wrap:anywhere]">{toast.detail}</p>}
      </div>
      {toast.action && (
        <Link
          to={toast.action.to}
          reloadDocument={toast.action.opensTab || toast.action.reloads}
          {...(toast.action.opensTab && { target: '_blank', rel: 'noreferrer' })}
          onClick={() => manager.close(item.id)}
          className={classNames(
            'min-h-6 pointer-coarse:min-h-10 shrink-0 self-center rounded px-1.5 font-medium',
            isFailure ? 'underline' : 'text-accent hover:underline',
          )}
        >
          {toast.action.label}
          {toast.action.opensTab && <span className="sr-only"> (opens a new tab)</span>}
        </Link>
      )}
      <Base.Close
        aria-label="Close"
        // Base UI hides it from screen readers until the toast is hovered.
        aria-hidden={false}
        className="grid size-6 pointer-coarse:size-10 shrink-0 place-items-center rounded opacity-80 hover:opacity-100"
      >
        <X aria-hidden="true" className="size-4" />
      </Base.Close>
    </Base.Root>
  );
}
