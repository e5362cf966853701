import { Button } from '~/components/ui/button';

/** The next rows of a list whose rows differ in height, and so cannot be windowed. */
export function MoreButton({
  hasMore,
  more,
  onClick,
}: {
  hasMore: boolean;
  more: 'loading' | 'failed' | null;
  onClick: () => void;
}) {
  if (!hasMore) return null;
  return (
    <div className="flex items-center gap-3">
      <Button pending={more === 'loading'} onClick={onClick}>
        Show More
      </Button>
      {more === 'failed' && (
        <p role="status" className="text-danger">
          Couldn’t load more rows.
        </p>
      )}
    </div>
  );
}
