import { createStore } from './store';

/** A short, temporary message. Destructive ones report a failure. */
export type Toast = {
  id: number;
  title: string;
  description?: string;
  /** The subject of a generic description, on its own line below it. */
  detail?: string;
  variant: 'default' | 'destructive';
  /** A follow-up action, as a link. */
  action?: ToastAction;
};

/** `opensTab`: opens a new tab, because leaving would lose unsaved entries. `reloads`: loads the document again, with the newest code. */
export type ToastAction = { label: string; to: string; opensTab?: boolean; reloads?: boolean };

/** The toast on screen. Only one shows at a time. */
export const currentToast = createStore<Toast | null>(null);

let lastId = 0;

/** Shows a toast, replacing the current one. Callable from anywhere in the browser. */
export function toast(message: Omit<Toast, 'id' | 'variant'> & Partial<Pick<Toast, 'variant'>>): void {
  lastId += 1;
  currentToast.set({ variant: 'default', ...message, id: lastId });
}
