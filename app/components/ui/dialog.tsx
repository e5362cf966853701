import * as Radix from '@radix-ui/react-dialog';
import X from 'lucide-react/icons/x';
import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useState } from 'react';
import { askToDiscard, type DiscardWords } from '~/hooks/unsaved-entries';
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
  full: 'max-w-[86rem] min-[100rem]:max-w-[104rem]',
};

const WAIT = 'Please wait';
const SetBusy = createContext<(isBusy: boolean) => void>(() => {});

type DialogProps = {
  title: string;
  /** A sentence below the title; without one, screen readers hear the title only. */
  description?: ReactNode;
  size?: keyof typeof WIDTH;
  /** Called for Esc, the cross, and a press outside. */
  onClose: () => void;
  /** For forms, whose text would be lost: a press outside doesn't close it, and Esc, the cross and leaving the page ask once anything is entered. */
  keepOpenOnOutsidePress?: boolean;
  /** Nothing that was entered would be lost any more. */
  isSaved?: boolean;
  /** For what is lost with the dialog though nobody entered it: asks first, in these words. */
  loses?: DiscardWords;
  children: ReactNode;
};

/**
 * A window over the page, open as long as it is rendered. Import it only from components that are loaded lazily: the
 * first page does without it.
 */
export function Dialog({
  title,
  description,
  size = 'md',
  onClose,
  keepOpenOnOutsidePress = false,
  isSaved = false,
  loses,
  children,
}: DialogProps) {
  const giveFocusBack = useReturnFocus();
  const [hasInput, setHasInput] = useState(false);
  const noteInput = ({ currentTarget, target }: FormEvent) => {
    // React also tells of dialogs that were opened from this one.
    if (keepOpenOnOutsidePress && currentTarget.contains(target as Node)) setHasInput(true);
  };
  const isUnsaved = (hasInput && !isSaved) || loses !== undefined;
  const [isBusy, setIsBusy] = useState(false);
  const close = async () => {
    if (isBusy) return;
    if (!isUnsaved || (await askToDiscard())) onClose();
  };
  useLeaveWarning(isUnsaved, isSameAddress, loses);
  return (
    <Radix.Root open onOpenChange={(open) => !open && void close()}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          className={classNames(dialogClass, WIDTH[size])}
          onPointerDownOutside={(event) => keepOpenOnOutsidePress && event.preventDefault()}
          onInput={noteInput}
          onOpenAutoFocus={focusGently}
          onCloseAutoFocus={giveFocusBack}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="border-b border-line py-3.5 pr-14 pl-5">
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
          </div>
          <SetBusy.Provider value={setIsBusy}>{children}</SetBusy.Provider>
          {/* Last, so that the first field has the focus when the dialog opens. */}
          <Radix.Close asChild>
            <IconButton
              label="Close"
              icon={<X />}
              disabledReason={isBusy ? WAIT : null}
              className="absolute top-3 right-3.5 pointer-coarse:top-1.5 pointer-coarse:right-2 print:hidden"
            />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A dialog closes with any step in the history, and what it was opened from with it. */
function isSameAddress(current: URL, next: URL): boolean {
  return current.href === next.href;
}

/**
 * Radix focuses the first field with its text selected, and the first key would replace a well's code. Where there is only the
 * cross, it would be the cross, whose tooltip then takes the first Esc.
 */
function focusGently({ currentTarget }: Event): void {
  const dialog = currentTarget as HTMLElement;
  queueMicrotask(() => {
    const focused = document.activeElement;
    if (focused === dialog.lastElementChild) return dialog.focus();
    if (focused instanceof HTMLInputElement && focused.type === 'text' && !focused.readOnly) {
      focused.setSelectionRange(focused.value.length, focused.value.length);
    }
  });
}

/** What scrolls when the dialog is taller than the screen. */
export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={classNames('min-h-0 overflow-y-auto px-5 py-4 print:overflow-visible', className)}>
      {children}
    </div>
  );
}

/**
 * The buttons, in sight unless the window is low: the way out first, what the dialog is for last. On a phone they fill their lines, and
 * what the dialog is for is at the top when there is no room beside the others.
 */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={footerClass}>{children}</div>;
}

export const footerClass =
  'flex flex-wrap-reverse gap-2 border-t border-line px-5 py-3 max-sm:*:grow sm:flex-wrap sm:justify-end print:hidden';

/**
 * The way out of a form. While what the form is for is under way, the dialog stays, whatever was pressed: who leaves then would
 * believe that nothing was posted.
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
  const setIsBusy = useContext(SetBusy);
  useEffect(() => {
    if (!pending) return;
    setIsBusy(true);
    return () => setIsBusy(false);
  }, [pending, setIsBusy]);
  return (
    <Button onClick={onClick} disabledReason={pending ? WAIT : null}>
      {children}
    </Button>
  );
}

export const scrimClass = 'fixed inset-0 z-40 animate-enter bg-scrim';
// On paper it takes its place, and as many pages as it needs.
const windowClass =
  'fixed left-1/2 z-40 flex w-[calc(100vw-2rem)] -translate-x-1/2 animate-enter flex-col rounded-xl bg-raised shadow-lg outline-none print:static print:block print:w-full print:max-w-none print:translate-none print:shadow-none';
// In a low window it scrolls as a whole: title and buttons would leave no room for what is between them.
export const dialogClass = `${windowClass} top-1/2 max-h-[calc(100dvh-2rem)] -translate-y-1/2 low:overflow-y-auto low:*:shrink-0 print:max-h-none`;
/** Hangs from the top, for what grows and shrinks while one types. */
export const paletteClass = `${windowClass} top-[10dvh] max-h-[80dvh] max-w-xl`;
