import type { Toast } from '~/hooks/toast';
import { classNames } from './class-names';

/** Where messages are: a dialog has its buttons at its bottom right, and then they are at the left. */
export const toastFrameClass =
  'pointer-events-auto fixed right-0 bottom-0 z-50 flex w-96 max-w-[100vw] flex-col p-4 print:hidden sm:beside-dialog:right-auto sm:beside-dialog:left-0';

/** How a message looks, by whether it reports a failure. */
export function toastClass({ variant }: Pick<Toast, 'variant'>, className?: string): string {
  return classNames(
    'flex animate-rise items-start gap-3 rounded-lg py-3 pr-2 pl-4 shadow-lg',
    variant === 'destructive' ? 'bg-danger-solid text-on-primary' : 'bg-raised text-ink',
    className,
  );
}
