import CircleCheck from 'lucide-react/icons/circle-check';
import { useState } from 'react';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { failureText } from '~/hooks/api-fetch';
import { countOf } from '~/hooks/count-of';
import { useMutation } from '~/hooks/use-api';
import { type Format, useFormat } from '~/hooks/use-format';
import type { SealCheckView } from '~/schemas/audit/seal';

/** Recomputes the company's seals, on request. */
export function SealCheck() {
  const format = useFormat();
  const { run, pending } = useMutation({
    failure: 'Failed to verify the seals',
    successTitle: null,
    reloads: false,
  });
  const [check, setCheck] = useState<SealCheckView | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  const start = async () => {
    setFailure(null);
    const outcome = await run((api) => api<SealCheckView>('/api/books/verify', { method: 'POST' }));
    if (outcome.ok) setCheck(outcome.value);
    else setFailure(outcome.error);
  };

  return (
    <Card
      title="Seals"
      description="The audit log and the ledger are sealed with a signature every hour and at each close. Verifying recomputes every seal and detects anything changed, removed or added since."
      actions={
        <Button pending={pending} onClick={() => void start()}>
          Verify the Seals
        </Button>
      }
    >
      <div role="status" className="flex min-h-16 flex-col justify-center gap-1">
        {failure != null ? (
          <p className="text-danger">{format.message(failureText(failure, 'Failed to verify the seals'))}</p>
        ) : check ? (
          <Outcome check={check} />
        ) : (
          <p className="text-muted">Not verified yet.</p>
        )}
      </div>
    </Card>
  );
}

function Outcome({ check }: { check: SealCheckView }) {
  const format = useFormat();
  const { verifiedThrough, difference } = check;
  return (
    <>
      {difference ? (
        <p className="text-base font-semibold text-danger">{format.message(difference.message)}</p>
      ) : verifiedThrough ? (
        <p className="flex items-center gap-2 text-base font-semibold text-green">
          <CircleCheck aria-hidden="true" className="size-4.5 shrink-0" />
          Verified through {format.instant(verifiedThrough.createdAt)}
        </p>
      ) : (
        <p className="text-base font-semibold">Nothing is sealed yet</p>
      )}
      {difference && verifiedThrough && (
        <p>
          Everything through {format.instant(verifiedThrough.createdAt)} is unchanged since it was sealed.
        </p>
      )}
      <p className="text-muted tabular-nums">{countsText(check, format)}</p>
      {verifiedThrough && (
        <p className="text-muted">
          Seal {format.integer(verifiedThrough.number)}:{' '}
          <code className="break-all">{verifiedThrough.hash}</code>
        </p>
      )}
    </>
  );
}

function countsText({ seals, unsealed }: SealCheckView, format: Format): string {
  const entries = countOf(unsealed.auditRows, 'audit entry', format);
  const postings = countOf(unsealed.postings, 'posting', format);
  const waiting =
    unsealed.auditRows + unsealed.postings > 0 ? `; ${entries} and ${postings} not sealed yet` : '';
  return `${countOf(seals, 'seal', format)} verified${waiting}`;
}
