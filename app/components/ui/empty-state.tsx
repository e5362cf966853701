import type { ReactNode } from 'react';

/** Shown when a list or page is empty, with the next step to take. */
export function EmptyState({ message, children }: { message: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-12 text-center">
      <p className="max-w-md text-balance text-muted">{message}</p>
      {children && <div className="flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
