import { Button } from '~/components/ui/button';
import { useMutation } from '~/hooks/use-api';
import { useFormat } from '~/hooks/use-format';
import { useWriteBlock } from '~/hooks/use-root-data';

/** Marks the catch-up postings of a month-end run as reviewed. */
export function ReviewCatchUp({ periodEnd, onReviewed }: { periodEnd: string; onReviewed?: () => void }) {
  const format = useFormat();
  const writeBlock = useWriteBlock();
  const { run, pending } = useMutation({
    failure: 'Failed to mark the month-end as reviewed',
    success: `The catch-up at ${format.date(periodEnd)} is marked as reviewed.`,
  });
  const review = async () => {
    const outcome = await run((api) =>
      api(`/api/accretion/month-ends/${periodEnd}/review`, { method: 'POST' }),
    );
    if (outcome.ok) onReviewed?.();
  };
  return (
    <Button
      size="sm"
      aria-label={`Mark the catch-up at ${format.date(periodEnd)} as reviewed`}
      pending={pending}
      disabledReason={writeBlock}
      onClick={() => void review()}
    >
      Mark as Reviewed
    </Button>
  );
}
