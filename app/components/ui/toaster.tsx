import { currentToast, type Toast } from '~/hooks/toast';
import { optionalPart } from './on-demand';

/** Without a connection, which is what the message may be about, a plain one must do. */
const ToastMessage = optionalPart(() => import('./toast-message'), {
  Instead: PlainToast,
  occasionOf: ({ toast }) => toast,
});

/** Where toasts appear: once in the page, at its end. */
export function Toaster() {
  const toast = currentToast.use();
  return toast && <ToastMessage toast={toast} />;
}

function PlainToast({ toast }: { toast: Toast }) {
  return (
    <div
      role="alert"
      className="fixed bottom-4 left-4 z-50 mr-4 max-w-sm rounded-lg bg-ink px-4 py-3 text-canvas print:hidden"
    >
      <strong>{toast.title}</strong> {toast.description}{' '}
      {toast.action && (
        <a
          href={toast.action.to}
          target={toast.action.opensTab ? '_blank' : undefined}
          className="inline-block min-h-6 underline"
        >
          {toast.action.label}
        </a>
      )}{' '}
      <button type="button" className="min-h-6 underline" onClick={() => currentToast.set(null)}>
        Close
      </button>
    </div>
  );
}
