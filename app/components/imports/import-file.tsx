import { useState } from 'react';
import { useReloadHold } from '~/hooks/revalidation';
import type { FailedRows } from './failed-rows-button';
import { ImportOutcome } from './import-outcome';
import { ImportSteps, type ImportStepsProps } from './import-steps';
import { useSendRows } from './use-send-rows';

/** A sheet of a file: the steps of its import and, once that has started, only the outcome. */
export function ImportFile(props: Omit<ImportStepsProps, 'onImport'>) {
  useReloadHold();
  const { state, send, resume } = useSendRows();
  const [failed, setFailed] = useState<FailedRows | null>(null);
  const fileName = props.file.source.name;
  if (failed) {
    return (
      <ImportOutcome
        fileName={fileName}
        state={state}
        failed={failed}
        today={props.today}
        onResume={resume}
        onAnother={props.onAnother}
      />
    );
  }
  return (
    <ImportSteps
      {...props}
      onImport={(rows, failed) => {
        setFailed(failed);
        send(rows, fileName);
      }}
    />
  );
}
