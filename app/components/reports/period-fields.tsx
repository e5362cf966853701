import type { Ref } from 'react';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Note } from '~/components/ui/note';
import { useRootData } from '~/hooks/use-root-data';
import type { ReportQuery } from '~/schemas/reports/report';
import { PeriodPresets } from './period-presets';
import { periodPresets } from './report-periods';

/** Date range of a file, with presets for the usual periods. */
export function PeriodFields({
  period,
  today,
  isWrong,
  beginInput,
  onChange,
}: {
  period: ReportQuery;
  today: string;
  isWrong: boolean;
  /** Receives focus when the dates are invalid. */
  beginInput: Ref<HTMLInputElement>;
  onChange: (changes: Partial<ReportQuery>) => void;
}) {
  const { fiscalYearEnd } = useRootData();
  return (
    <>
      <div className="grid grid-cols-2 gap-2 max-sm:w-full sm:gap-4">
        <Field label="Begin Date" required>
          {(control) => (
            <Input
              {...control}
              ref={beginInput}
              name="beginDate"
              type="date"
              value={period.beginDate}
              aria-invalid={isWrong ? true : undefined}
              onChange={(event) => onChange({ beginDate: event.target.value })}
            />
          )}
        </Field>
        <Field label="End Date" required>
          {(control) => (
            <Input
              {...control}
              name="endDate"
              type="date"
              value={period.endDate}
              aria-invalid={isWrong ? true : undefined}
              onChange={(event) => onChange({ endDate: event.target.value })}
            />
          )}
        </Field>
      </div>
      <PeriodPresets presets={periodPresets(today, fiscalYearEnd)} chosen={period} onChoose={onChange} />
    </>
  );
}

/** Error note for the chosen dates. */
export function PeriodProblem({ text, period }: { text: string; period: ReportQuery }) {
  return (
    <Note tone="danger" title={text}>
      {period.beginDate === period.endDate && 'Both dates are included, so the shortest period is two days.'}
    </Note>
  );
}
