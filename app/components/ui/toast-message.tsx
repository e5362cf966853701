import * as Radix from '@radix-ui/react-toast';
import { Link } from '@remix-run/react';
import { X } from 'lucide-react';
import type { Toast } from '~/hooks/toast';
import { useFormat } from '~/hooks/use-format';
import { classNames } from './class-names';

const DISPLAY_MS = 5000;

/** The shown toast. It waits while the pointer or focus is on it, and can be swiped away. */
export default function ToastMessage({ toast }: { toast: Toast }) {
  const format = useFormat();
  const isFailure = toast.variant === 'destructive';
  return (
    <Radix.Provider duration={DISPLAY_MS} swipeDirection="right" label="Notification">
      <Radix.Root
        key={toast.id}
        type={isFailure ? 'foreground' : 'background'}
        className={classNames(
          'flex animate-rise items-start gap-3 rounded-lg py-3 pr-2 pl-4 shadow-lg data-[state=closed]:hidden',
          'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
          isFailure ? 'bg-danger-solid text-on-primary' : 'bg-raised text-ink',
        )}
      >
        <div className="min-w-0 grow">
          <Radix.Title className="font-semibold">{toast.title}</Radix.Title>
          {toast.description && <Radix.Description>{format.message(toast.description)}</Radix.Description>}
        </div>
        {toast.action && (
          <Radix.Action asChild altText={`${toast.action.label}: ${toast.description ?? toast.title}`}>
            <Link
              to={toast.action.to}
              className="min-h-6 shrink-0 self-center rounded px-1.5 font-medium text-accent hover:underline"
            >
              {toast.action.label}
            </Link>
          </Radix.Action>
        )}
        <Radix.Close
          aria-label="Close"
          className="grid size-6 shrink-0 place-items-center rounded opacity-80 hover:opacity-100"
        >
          <X aria-hidden="true" className="size-4" />
        </Radix.Close>
      </Radix.Root>
      <Radix.Viewport className="fixed right-0 bottom-0 z-50 flex w-96 max-w-[100vw] flex-col p-4 outline-none" />
    </Radix.Provider>
  );
}
