import { Spinner } from '~/components/ui/spinner';

/** Shown while the dashboard loads from a page that has none of its data. */
export function LoadingDashboard() {
  return (
    <main id="main" className="grid place-items-center py-32">
      <p role="status" className="flex items-center gap-2.5 text-muted">
        <Spinner />
        Loading your dashboard...
      </p>
    </main>
  );
}
