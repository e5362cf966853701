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

const ReverseFromUrl = onDemand(() => import('~/components/books/reverse-from-url'));
const ReviseDialog = onDemand(() => import('./revise-dialog'));

export default function CalculateTab({ page }: { page: CalculatePage }) {
  const calculation = useCalculation();
  const { results } = calculation;
  const [round, setRound] = useState(0);
  const startRef = useRef<HTMLDivElement>(null);
  const { dialog, params, open, close } = useDialogAddress();
  const postingId = params.get('posting');
  const writeBlock = useWriteBlock();
  const today = useToday();
  // The form starts over, so focus returns to its first field.
  useEffect(() => {
    if (round > 0) startRef.current?.querySelector<HTMLElement>('input:checked')?.focus();
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
      <div ref={startRef}>
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
      {results && <MissedPeriods results={results} page={page} />}
      {dialog === 'reverse' && postingId && !writeBlock && (
        <ReverseFromUrl postingId={postingId} onClose={close} />
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
function MissedPeriods({ results: { results }, page }: { results: CalculationResults; page: CalculatePage }) {
  const format = useFormat();
  const writeBlock = useWriteBlock();
  const { closedThrough } = useOpenDates();
  const [onlyResult, ...otherResults] = results;
  if (!onlyResult || writeBlock) return null;
  if (otherResults.length === 0) {
    return (
      <MissedAccretion
        key={onlyResult.id}
        well={{ id: onlyResult.wellId, wellCode: onlyResult.wellCode }}
        version={onlyResult.id}
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
        These layers missed accretion posted after their dates. Post the same period ends again, oldest first.
      </p>
      <Link to={`/?tab=accretion&through=${firstMissed}`} className={buttonClass('secondary', 'mt-2')}>
        Post Missed Accretion
      </Link>
    </Note>
  );
}
