import { useEffect, useRef, useState } from 'react';
import MissedAccretion from '~/components/books/missed-accretion';
import { Button, buttonClass } from '~/components/ui/button';
import { Link } from '~/components/ui/link';
import { Note } from '~/components/ui/note';
import { onDemand } from '~/components/ui/on-demand';
import { useDialogAddress } from '~/hooks/use-address';
import { useFormat } from '~/hooks/use-format';
import { useOpenDates } from '~/hooks/use-open-dates';
import { useWriteBlock } from '~/hooks/use-root-data';
import { useToday } from '~/hooks/use-today';
import { CalculateForm } from './calculate-form';
import type { CalculatePage } from './calculate-page';
import { ResultsCard } from './results-card';
import { type CalculationResults, useCalculation } from './use-calculation';

const ReverseInAddress = onDemand(() => import('~/components/books/reverse-in-address'));
const ReviseDialog = onDemand(() => import('./revise-dialog'));

export default function CalculateTab({ page }: { page: CalculatePage }) {
  const calculation = useCalculation();
  const { results } = calculation;
  const [round, setRound] = useState(0);
  const start = useRef<HTMLDivElement>(null);
  const { dialog, params, open, close } = useDialogAddress();
  const postingId = params.get('posting');
  const writeBlock = useWriteBlock();
  const today = useToday();
  // The form starts over, so focus returns to its first field.
  useEffect(() => {
    if (round > 0) start.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, [round]);
  return (
    <div className="flex flex-col gap-4 pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted">
          One layer, or one for each well of a field. To revise many wells, use Revise Estimates.
        </p>
        <Button
          disabledReason={writeBlock}
          onPointerEnter={ReviseDialog.preload}
          onFocus={ReviseDialog.preload}
          onClick={() => open('revise')}
        >
          Revise Estimates
        </Button>
      </div>
      <div ref={start}>
        <CalculateForm
          key={round}
          page={page}
          calculation={calculation}
          onReset={() => {
            calculation.clear();
            setRound(round + 1);
          }}
        />
      </div>
      <ResultsCard results={results} />
      {results && <Missed results={results} page={page} />}
      {dialog === 'reverse' && postingId && !writeBlock && (
        <ReverseInAddress postingId={postingId} onClose={close} />
      )}
      {dialog === 'revise' && !writeBlock && (
        <ReviseDialog
          today={today}
          changeBasis={page.changeBasis}
          onPosted={calculation.show}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Layers dated before posted accretion have missed it. For a single well, it can be posted here. */
function Missed({ results: { results }, page }: { results: CalculationResults; page: CalculatePage }) {
  const format = useFormat();
  const writeBlock = useWriteBlock();
  const { closedThrough } = useOpenDates();
  const [only, ...others] = results;
  if (!only || writeBlock) return null;
  if (others.length === 0) {
    return (
      <MissedAccretion
        key={only.id}
        well={{ id: only.wellId, wellCode: only.wellCode }}
        version={only.id}
        screen={{ tab: 'calculate' }}
      />
    );
  }
  const earliest = results.map(({ calculationDate }) => calculationDate).sort()[0] ?? '';
  const firstMissed = page.postedPeriodEnds.findLast(
    (end) => end > earliest && (closedThrough === null || end > closedThrough),
  );
  if (!firstMissed) return null;
  return (
    <Note
      title={`Accretion through ${format.date(page.postedPeriodEnds[0] ?? firstMissed)} is already posted`}
    >
      <p>
        These layers missed what was posted after their dates. Post the same period ends again, oldest first.
      </p>
      <Link to={`/?tab=accretion&through=${firstMissed}`} className={buttonClass('secondary', 'mt-2')}>
        Post Missed Accretion
      </Link>
    </Note>
  );
}
