import { useSearchParams } from '@remix-run/react';
import { useRef, useState } from 'react';
import { ReportQuery } from '~/schemas/reports/report';

/** The dates of a file as chosen in a dialog, initialized from the URL. Errors show only after the first submit. */
export function useReportPeriod() {
  const [params] = useSearchParams();
  const [period, setPeriod] = useState({
    beginDate: params.get('beginDate') ?? '',
    endDate: params.get('endDate') ?? '',
  });
  const [hasTried, setHasTried] = useState(false);
  const beginInput = useRef<HTMLInputElement>(null);
  const parsed = ReportQuery.safeParse(period);
  return {
    period,
    /** The dates, if valid. */
    valid: parsed.success ? parsed.data : null,
    periodError: hasTried && !parsed.success ? (parsed.error.issues[0]?.message ?? null) : null,
    beginInput,
    choose: (changes: Partial<ReportQuery>) => setPeriod({ ...period, ...changes }),
    /** Returns the dates, or null after showing the error. */
    submit(): ReportQuery | null {
      setHasTried(true);
      if (parsed.success) return parsed.data;
      beginInput.current?.focus();
      return null;
    },
  };
}
