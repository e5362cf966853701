import { useSearchParams } from '@remix-run/react';
import { useRef, useState } from 'react';
import { ReportQuery } from '~/schemas/reports/report';

/**
 * The days that a file covers, as they are chosen in a dialog, beginning with those in its address; what is wrong with them is
 * said once they are submitted.
 */
export function useReportPeriod() {
  const [params] = useSearchParams();
  const [period, setPeriod] = useState({
    beginDate: params.get('beginDate') ?? '',
    endDate: params.get('endDate') ?? '',
  });
  const [hasTried, setHasTried] = useState(false);
  const beginInput = useRef<HTMLInputElement>(null);
  const checked = ReportQuery.safeParse(period);
  return {
    period,
    /** The days, if they are valid. */
    valid: checked.success ? checked.data : null,
    wrong: hasTried && !checked.success ? (checked.error.issues[0]?.message ?? null) : null,
    beginInput,
    choose: (changes: Partial<ReportQuery>) => setPeriod({ ...period, ...changes }),
    /** The days, or null after saying what is wrong with them. */
    submit(): ReportQuery | null {
      setHasTried(true);
      if (checked.success) return checked.data;
      beginInput.current?.focus();
      return null;
    },
  };
}
