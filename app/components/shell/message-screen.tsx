import type { ReactNode } from 'react';

/** A page that holds one message: what happened, and what to do. */
export function MessageScreen({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex w-full max-w-lg flex-col items-start gap-3 px-4 py-16 sm:py-24"
    >
      <h1 className="text-xl font-semibold">{title}</h1>
      <div className="flex flex-col gap-2 text-base text-muted">{children}</div>
      {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
    </main>
  );
}
