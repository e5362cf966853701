import type { Toast } from '~/hooks/toast';
import { classNames } from './class-names';

/** Toast position: bottom right, or bottom left when a dialog is open, to keep clear of its buttons. */
export const toastFrameClass =
  'pointer-events-auto fixed right-0 bottom-0 z-50 flex w-96 max-w-[100vw] flex-col p-4 print:hidden sm:beside-dialog:right-auto sm:beside-dialog:left-0';

/** Toast styles, by variant. */
export function toastClass({ variant }: Pick<Toast, 'variant'>, className?: string): string {
  return classNames(
    'flex animate-rise items-start gap-3 rounded-lg py-3 pr-2 pl-4 shadow-lg',
    variant === 'destructive' ? 'bg-danger-solid text-on-primary' : 'bg-raised text-ink',
    className,
  );
}
