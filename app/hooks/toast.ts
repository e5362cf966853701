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

export type ToastAction = { label: string; to: string };

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a message in place of the one before: there is one at a time. Callable from anywhere in the browser. */
export function toast(message: Omit<Toast, 'id' | 'variant'> & Partial<Pick<Toast, 'variant'>>): void {
  lastId += 1;
  current = { variant: 'default', ...message, id: lastId };
  for (const listener of listeners) listener();
}

export function currentToast(): Toast | null {
  return current;
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
