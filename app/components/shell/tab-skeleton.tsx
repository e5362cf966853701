import { Skeleton } from '~/components/ui/skeleton';

/** Placeholder while a tab's data or code loads. */
export function TabSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4 pt-4">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-7 w-64 max-w-full" />
      <Skeleton className="h-16" />
      <Skeleton className="h-96" />
    </div>
  );
}
