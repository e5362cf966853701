import { useId } from 'react';
import { Segmented } from '~/components/ui/choice';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import type { ReportGroup } from '~/domain/reports/report-columns';
import { useRootData } from '~/hooks/use-root-data';
import { PeriodPresets } from './period-presets';
import { dayPresets, periodPresets } from './report-periods';
import type { ReportFilters, useReportState } from './report-state';
import { AFTER_CLOSE, SHEETS, type SheetKind } from './sheets';

/** Postings to list in the register. */
const POSTINGS: { value: ReportFilters['only']; label: string }[] = [
  { value: '', label: 'All postings' },
  { value: 'after-close', label: AFTER_CLOSE },
];

/** Comparison choices for the disclosure in total. */
const COMPARED: { value: ReportFilters['compare']; label: string }[] = [
  { value: '', label: 'One period' },
  { value: '1', label: 'Prior year' },
  { value: '2', label: 'Two prior years' },
];

const GROUPS: { value: ReportGroup; label: string }[] = [
  { value: 'total', label: 'Total' },
  { value: 'field', label: 'By field' },
  { value: 'well', label: 'By well' },
];

type SheetFiltersProps = Pick<
  ReturnType<typeof useReportState>,
  'dates' | 'changeDates' | 'filters' | 'changeFilters'
> & {
  kind: SheetKind;
  today: string;
  /** True when the dates aren't valid for a report. */
  isWrong: boolean;
};

/** Date and grouping controls of a report. */
export function SheetFilters({
  kind,
  today,
  dates,
  isWrong,
  filters,
  changeDates,
  changeFilters,
}: SheetFiltersProps) {
  const { fiscalYearEnd } = useRootData();
  const { covers, groups } = SHEETS[kind];
  const isDay = covers === 'day';
  return (
    <div className="flex flex-wrap items-end gap-x-2 gap-y-3 sm:gap-x-4">
      {!isDay && (
        <DateField
          label="Begin Date"
          value={dates.beginDate}
          isWrong={isWrong}
          onChange={(beginDate) => changeDates({ beginDate })}
        />
      )}
      <DateField
        label={isDay ? 'As of' : 'End Date'}
        value={dates.endDate}
        isWrong={isWrong}
        onChange={(endDate) => changeDates({ endDate })}
      />
      <div className="flex min-h-tap items-center">
        <PeriodPresets
          presets={isDay ? dayPresets(today, fiscalYearEnd) : periodPresets(today, fiscalYearEnd)}
          chosen={dates}
          onChoose={changeDates}
        />
      </div>
      {groups === 'buttons' && (
        <Segmented
          legend="Rows"
          hideLegend
          name="by"
          choices={GROUPS}
          value={filters.by}
          onChange={(by) => changeFilters({ by, field: '', span: '' })}
        />
      )}
      {kind === 'disclosure' && filters.by === 'total' && (
        <Segmented
          legend="Compared with"
          hideLegend
          name="compare"
          choices={COMPARED}
          value={filters.compare}
          onChange={(compare) => changeFilters({ compare })}
        />
      )}
      {kind === 'postings' && (
        <Segmented
          legend="Postings"
          hideLegend
          name="only"
          choices={POSTINGS}
          value={filters.only}
          onChange={(only) => changeFilters({ only })}
        />
      )}
    </div>
  );
}

function DateField({
  label,
  value,
  isWrong,
  onChange,
}: {
  label: string;
  value: string;
  isWrong: boolean;
  onChange: (value: string) => void;
}) {
  const name = useId();
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          name={name}
          type="date"
          className="w-34 sm:w-40"
          value={value}
          aria-invalid={isWrong ? true : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
