import { currentToast, type Toast } from '~/hooks/toast';
import { optionalPart } from './on-demand';
import { toastClass, toastFrameClass } from './toast-class';

/** Falls back to a plain toast when the code can't load, such as when the toast reports a lost connection. */
const ToastMessage = optionalPart(() => import('./toast-message'), {
  Fallback: PlainToast,
  getRetryKey: ({ toast }) => toast,
});

/** Shows the current toast. Render once, at the end of the page. */
export function Toaster() {
  const toast = currentToast.use();
  return toast && <ToastMessage toast={toast} />;
}

function PlainToast({ toast }: { toast: Toast }) {
  return (
    <div className={toastFrameClass}>
      <div role="alert" className={toastClass(toast)}>
        <div className="min-w-0 grow">
          <p className="font-semibold">{toast.title}</p>
          <p>{toast.description}</p>
        </div>
        {toast.action && (
          <a
            href={toast.action.to}
            target={toast.action.opensTab ? '_blank' : undefined}
            className="inline-block min-h-6 shrink-0 self-center px-1.5 underline"
          >
            {toast.action.label}
          </a>
        )}
        <button
          type="button"
          className="min-h-6 shrink-0 self-center rounded px-1.5 font-medium underline"
          onClick={() => currentToast.set(null)}
        >
          Close
        </button>
      </div>
    </div>
  );
}
