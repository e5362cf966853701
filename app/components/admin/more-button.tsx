import { Button } from '~/components/ui/button';

/** Loads more rows of a list that can't be virtualized because its row heights vary. */
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
