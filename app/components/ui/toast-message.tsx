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
 * The shown toast. It waits while the pointer or focus is on it, can be swiped away, and takes Esc only while it has the
 * focus: a dialog below it closes first.
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
        {/* A press on it is none outside the dialog that is open, and a dialog takes the pointer from all else. */}
        <Branch asChild>
          <Base.Viewport
            style={{ '--toast-top': `${top}px` } as CSSProperties}
            className={classNames(
              toastFrameClass,
              'outline-none empty:hidden',
              // F6 leads to the messages: the ring is around what they say, not around the room that they have.
              '[&:focus-visible>[role]]:outline-2 [&:focus-visible>[role]]:outline-offset-2 [&:focus-visible>[role]]:outline-focus',
              // On a phone, a dialog has its buttons along its bottom.
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

/** A message of two lines, in pixels. */
const ROOM = 96;

/** Where on a phone: above the open dialog, or below the title and the cross of one that leaves no room there. */
function useTopBesideDialog(toast: Toast): number {
  const [top, setTop] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message has a place of its own
  useEffect(() => {
    const newest = () => [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
    const resizing = new ResizeObserver(() => {
      const dialog = newest();
      const head = dialog?.firstElementChild;
      const hasRoom = !dialog || !head || dialog.getBoundingClientRect().top >= ROOM;
      setTop(hasRoom ? 0 : head.getBoundingClientRect().bottom);
    });
    const follow = () => {
      resizing.disconnect();
      resizing.observe(newest() ?? document.body);
    };
    follow();
    // Another dialog may open while the message is in sight.
    const opening = new MutationObserver(follow);
    opening.observe(document.body, { childList: true });
    return () => {
      opening.disconnect();
      resizing.disconnect();
    };
  }, [toast]);
  return top;
}

function Messages() {
  const { toasts } = Base.useToastManager<Toast>();
  return toasts.map((shown) => shown.data && <Message key={shown.id} shown={shown} toast={shown.data} />);
}

/** Base UI would have a screen reader announce one more dialog. */
const readAs = (role: 'alert' | 'group') => ({ role, 'aria-modal': undefined });

function Message({ shown, toast }: { shown: Base.Root.ToastObject<Toast>; toast: Toast }) {
  const format = useFormat();
  const isFailure = toast.variant === 'destructive';
  return (
    <Base.Root
      toast={shown}
      swipeDirection="right"
      {...readAs(isFailure ? 'alert' : 'group')}
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
          onClick={() => manager.close(shown.id)}
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
        // Base UI hides it from screen readers until the pointer is on the toast.
        aria-hidden={false}
        className="grid size-6 pointer-coarse:size-10 shrink-0 place-items-center rounded opacity-80 hover:opacity-100"
      >
        <X aria-hidden="true" className="size-4" />
      </Base.Close>
    </Base.Root>
  );
}
