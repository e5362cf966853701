import * as Radix from '@radix-ui/react-alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './button';
import { classNames } from './class-names';
import { dialogClass, footerClass, scrimClass } from './dialog';
import { Note } from './note';
import { passNonceToScrollLock } from './scroll-lock-nonce';
import { useReturnFocus } from './use-return-focus';

passNonceToScrollLock();

type ConfirmDialogProps = {
  title: string;
  /** One sentence describing what will happen. */
  message: ReactNode;
  /** Details, such as the names of the items to delete, or a warning. */
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'primary';
  pending?: boolean;
  /** Error from the last attempt. */
  problem?: string | null;
  /** Reason the action can't be confirmed. */
  disabledReason?: string | null;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Confirms an action that can't be undone. Focus starts on Cancel. Lazy-load it, like any dialog. */
export function ConfirmDialog({
  title,
  message,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'danger',
  pending = false,
  problem,
  disabledReason,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && !pending && onCancel()}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          className={classNames(dialogClass, 'max-w-md overflow-y-auto')}
          onCloseAutoFocus={returnFocus}
        >
          <div className="flex flex-col gap-2 px-5 py-4">
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            <Radix.Description className="text-muted">{message}</Radix.Description>
            {children}
            {problem && <Note tone="danger" title={problem} />}
          </div>
          <div className={footerClass}>
            <Radix.Cancel asChild>
              <Button disabledReason={pending ? 'Please wait' : null}>{cancelLabel}</Button>
            </Radix.Cancel>
            <Button variant={tone} pending={pending} disabledReason={disabledReason} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
