import * as Radix from '@radix-ui/react-dialog';
import X from 'lucide-react/icons/x';
import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useState } from 'react';
import { confirmDiscard, type DiscardPromptText } from '~/hooks/unsaved-entries';
import { useLeaveWarning } from '~/hooks/use-leave-warning';
import { Button } from './button';
import { classNames } from './class-names';
import { IconButton } from './icon-button';
import { passNonceToScrollLock } from './scroll-lock-nonce';
import { useReturnFocus } from './use-return-focus';

passNonceToScrollLock();

const WIDTH = {
  sm: 'max-w-md',
  md: 'max-w-xl',
  lg: 'max-w-3xl',
  xl: 'max-w-4xl',
  '2xl': 'max-w-6xl',
  full: 'max-w-[86rem] min-[100rem]:max-w-[104rem]',
};

const BUSY_REASON = 'Please wait';
const SetBusyContext = createContext<(isBusy: boolean) => void>(() => {});

type DialogProps = {
  title: string;
  /** A sentence below the title. Without one, screen readers announce only the title. */
  description?: ReactNode;
  size?: keyof typeof WIDTH;
  /** Called on Esc, the close button, or a click outside. */
  onClose: () => void;
  /** For forms with unsaved input: clicks outside don't close, and Esc, the close button and navigation confirm once there is input. */
  keepOpenOnOutsidePress?: boolean;
  /** True when closing would no longer lose any input. */
  isSaved?: boolean;
  /** Confirmation text when closing would lose something other than user input, such as a result. */
  discardPrompt?: DiscardPromptText;
  children: ReactNode;
};

/** A modal dialog, open while rendered. Import it only from lazy-loaded components, to keep it out of the initial bundle. */
export function Dialog({
  title,
  description,
  size = 'md',
  onClose,
  keepOpenOnOutsidePress = false,
  isSaved = false,
  discardPrompt,
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus();
  const [hasInput, setHasInput] = useState(false);
  const handleInput = ({ currentTarget, target }: FormEvent) => {
    // React also bubbles events from nested dialogs.
    if (keepOpenOnOutsidePress && currentTarget.contains(target as Node)) setHasInput(true);
  };
  const isUnsaved = (hasInput && !isSaved) || discardPrompt !== undefined;
  const [isBusy, setIsBusy] = useState(false);
  const close = async () => {
    if (isBusy) return;
    if (!isUnsaved || (await confirmDiscard())) onClose();
  };
  useLeaveWarning(isUnsaved, isSameAddress, discardPrompt);
  return (
    <Radix.Root open onOpenChange={(open) => !open && void close()}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          className={classNames(dialogClass, WIDTH[size])}
          onPointerDownOutside={(event) => keepOpenOnOutsidePress && event.preventDefault()}
          onInput={handleInput}
          onOpenAutoFocus={handleOpenAutoFocus}
          onCloseAutoFocus={returnFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="border-b border-line py-3.5 pr-14 pl-5">
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
          </div>
          <SetBusyContext.Provider value={setIsBusy}>{children}</SetBusyContext.Provider>
          {/* Last in the DOM, so the first field gets focus when the dialog opens. */}
          <Radix.Close asChild>
            <IconButton
              label="Close"
              icon={<X />}
              disabledReason={isBusy ? BUSY_REASON : null}
              className="absolute top-3 right-3.5 pointer-coarse:top-1.5 pointer-coarse:right-2 print:hidden"
            />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Any history navigation closes a dialog along with the view that opened it, so only the same URL keeps its input. */
function isSameAddress(current: URL, next: URL): boolean {
  return current.href === next.href;
}

/**
 * Radix focuses the first field and selects its text, so the first keystroke would replace a well's code. Without fields,
 * Radix would focus the close button, whose tooltip then consumes the first Esc.
 */
function handleOpenAutoFocus({ currentTarget }: Event): void {
  const dialog = currentTarget as HTMLElement;
  queueMicrotask(() => {
    const focused = document.activeElement;
    if (focused === dialog.lastElementChild) return dialog.focus();
    if (focused instanceof HTMLInputElement && focused.type === 'text' && !focused.readOnly) {
      focused.setSelectionRange(focused.value.length, focused.value.length);
    }
  });
}

/** The scrolling part of a dialog that is taller than the screen. */
export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={classNames('min-h-0 overflow-y-auto px-5 py-4 print:overflow-visible', className)}>
      {children}
    </div>
  );
}

/**
 * The buttons, always visible unless the window is very short: cancel first, the main action last. On a phone they fill each line,
 * and the main action moves to the top when it doesn't fit next to the others.
 */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={footerClass}>{children}</div>;
}

export const footerClass =
  'flex flex-wrap-reverse gap-2 border-t border-line px-5 py-3 max-sm:*:grow sm:flex-wrap sm:justify-end print:hidden';

/**
 * Closes a form without saving. While the form's request is pending, the dialog can't be closed, so users don't leave
 * believing that nothing was posted.
 */
export function CancelButton({
  pending,
  onClick,
  children = 'Cancel',
}: {
  pending: boolean;
  onClick: () => void;
  children?: ReactNode;
}) {
  const setIsBusy = useContext(SetBusyContext);
  useEffect(() => {
    if (!pending) return;
    setIsBusy(true);
    return () => setIsBusy(false);
  }, [pending, setIsBusy]);
  return (
    <Button onClick={onClick} disabledReason={pending ? BUSY_REASON : null}>
      {children}
    </Button>
  );
}

export const scrimClass = 'fixed inset-0 z-40 animate-enter bg-scrim';
// In print, the dialog replaces the page and spans as many pages as it needs.
const windowClass =
  'fixed left-1/2 z-40 flex w-[calc(100vw-2rem)] -translate-x-1/2 animate-enter flex-col rounded-xl bg-raised shadow-lg outline-none print:static print:block print:w-full print:max-w-none print:translate-none print:shadow-none';
// In a short window the whole dialog scrolls, because the title and buttons would leave no room for the body.
export const dialogClass = `${windowClass} top-1/2 max-h-[calc(100dvh-2rem)] -translate-y-1/2 low:overflow-y-auto low:*:shrink-0 print:max-h-none`;
/** Anchored at the top, for dialogs whose height changes while the user types. */
export const paletteClass = `${windowClass} top-[10dvh] max-h-[80dvh] max-w-xl`;
