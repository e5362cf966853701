import { useMemo, useState } from 'react';
import { Button } from '~/components/ui/button';
import { Note } from '~/components/ui/note';
import { Progress } from '~/components/ui/progress';
import type { AccretionMethod } from '~/domain/books/accretion';
import { formatCents } from '~/domain/money/money';
import { useMutation } from '~/hooks/use-api';
import { useFetched } from '~/hooks/use-fetched';
import { useFormat } from '~/hooks/use-format';
import { useOpenDates } from '~/hooks/use-open-dates';
import type { LayerView } from '~/schemas/books/layer-views';
import { dollars } from './dollars';
import { type MissedPosting, missedPostings } from './missed-postings';

/** So many period ends are named; of more, only the first and the last. */
const NAMED = 3;

type MissedAccretionProps = {
  well: { id: string; wellCode: string };
  method: AccretionMethod;
  /** Every period end posted for the company. */
  postedPeriodEnds: string[];
  /** The well's layers are looked at again when it changes. */
  version: unknown;
  onPosted: () => void;
};

/** Offers to post what a well's layers missed because they were calculated, or corrected, after its period ends. */
export function MissedAccretion({ well, method, postedPeriodEnds, version, onPosted }: MissedAccretionProps) {
  const format = useFormat();
  const { closedThrough } = useOpenDates();
  const { data: layers } = useFetched<LayerView[]>(
    `/api/wells/${encodeURIComponent(well.id)}/aro-layers`,
    version,
  );
  const missed = useMemo(() => {
    const periodEnds = postedPeriodEnds.filter((end) => closedThrough === null || end > closedThrough);
    return layers ? missedPostings(layers, { method, periodEnds }) : [];
  }, [layers, method, postedPeriodEnds, closedThrough]);
  const { run, pending } = useMutation({ failure: 'Failed to calculate accretion' });
  const [posted, setPosted] = useState(0);
  const last = missed.at(-1);
  if (!last) return null;

  const total = dollars(format, formatCents(missed.reduce((sum, { totalCents }) => sum + totalCents, 0n)));
  const post = async () => {
    setPosted(0);
    const outcome = await run(
      async (api) => {
        for (const { periodEnd } of missed) {
          const body = { periodType: 'monthly', periodEnd, wellId: well.id };
          await api('/api/accretion/calculate?limit=1', { method: 'POST', body });
          setPosted((count) => count + 1);
        }
      },
      () => `${total} of accretion posted for ${well.wellCode}.`,
    );
    // After a failure, what is left is offered again.
    if (!outcome.ok && outcome.error === null) return;
    onPosted();
  };

  return (
    <Note title={`${well.wellCode} missed accretion through ${format.date(last.periodEnd)}: ${total}`}>
      <p className="text-muted">{endsText(missed, (end) => format.date(end))}</p>
      {pending && missed.length > 1 && (
        <Progress label="Posting the missed accretion" value={posted} max={missed.length} />
      )}
      <Button className="mt-2" pending={pending} onClick={() => void post()}>
        Post Missed Accretion
      </Button>
    </Note>
  );
}

/** "Posts for this well alone, at Sep 30, 2026 and Oct 31, 2026." */
function endsText(missed: readonly MissedPosting[], date: (end: string) => string): string {
  const ends = missed.map(({ periodEnd }) => date(periodEnd));
  const named =
    ends.length > NAMED
      ? `${ends.length} period ends from ${ends[0]} to ${ends.at(-1)}`
      : [ends.slice(0, -1).join(', '), ends.at(-1)].filter(Boolean).join(' and ');
  return `Posts for this well alone, at ${named}.`;
}
