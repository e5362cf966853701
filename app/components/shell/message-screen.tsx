import type { ReactNode } from 'react';
import { Link } from '~/components/ui/link';
import { useRootData } from '~/hooks/use-root-data';
import { Brand } from './brand';

/** A page with a single message: what happened, and what to do. Shows the brand if nobody is signed in, since it has no header. */
export function MessageScreen({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { user } = useRootData();
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex w-full max-w-lg flex-col items-start gap-3 px-4 py-16 sm:py-24"
    >
      {!user && (
        <Link to="/" className="mb-3 inline-flex min-h-6 items-center rounded">
          <Brand />
        </Link>
      )}
      <h1 className="text-xl font-semibold">{title}</h1>
      <div className="flex flex-col gap-2 text-base text-muted">{children}</div>
      {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
    </main>
  );
}
