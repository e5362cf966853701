import { useEffect, useRef, useState } from 'react';
import { CalculateForm } from './calculate-form';
import type { CalculatePage } from './calculate-page';
import { ResultsCard } from './results-card';
import { useCalculation } from './use-calculation';

export default function CalculateTab({ page }: { page: CalculatePage }) {
  const calculation = useCalculation();
  const [round, setRound] = useState(0);
  const start = useRef<HTMLDivElement>(null);
  // The form begins anew, and so does the keyboard.
  useEffect(() => {
    if (round > 0) start.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, [round]);
  return (
    <div className="flex flex-col gap-4 pt-4">
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
      <ResultsCard results={calculation.results} />
    </div>
  );
}
