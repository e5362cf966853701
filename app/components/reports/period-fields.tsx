import type { Ref } from 'react';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Note } from '~/components/ui/note';
import { useRootData } from '~/hooks/use-root-data';
import type { ReportQuery } from '~/schemas/reports/report';
import { PeriodPresets } from './period-presets';
import { periodPresets } from './report-periods';

/** The days that a file covers, with the usual periods to choose from. */
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
  /** Where the focus goes when something is wrong with the dates. */
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

/** What is wrong with the days that were chosen. */
export function PeriodProblem({ text, period }: { text: string; period: ReportQuery }) {
  return (
    <Note tone="danger" title={text}>
      {period.beginDate === period.endDate && 'Both dates are included, so the shortest period is two days.'}
    </Note>
  );
}
