import { createStore } from './store';

/** A short message that comes and goes. Destructive ones report a failure. */
export type Toast = {
  id: number;
  title: string;
  description?: string;
  /** Of what, in a line of its own below a description that says only what. */
  detail?: string;
  variant: 'default' | 'destructive';
  /** What can be done about it, as a link. */
  action?: ToastAction;
};

/** `opensTab`: in a new tab, because leaving would lose what was entered. `reloads`: as a document, with the newest code. */
export type ToastAction = { label: string; to: string; opensTab?: boolean; reloads?: boolean };

/** The message on the screen: there is one at a time. */
export const currentToast = createStore<Toast | null>(null);

let lastId = 0;

/** Shows a message in place of the one before. Callable from anywhere in the browser. */
export function toast(message: Omit<Toast, 'id' | 'variant'> & Partial<Pick<Toast, 'variant'>>): void {
  lastId += 1;
  currentToast.set({ variant: 'default', ...message, id: lastId });
}
