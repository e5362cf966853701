import { useState } from 'react';
import { useHeldPage } from '~/hooks/revalidation';
import { ImportOutcome, type RowsToImport } from './import-outcome';
import { ImportSteps, type ImportStepsProps } from './import-steps';
import { useSendRows } from './use-send-rows';

/** A sheet of a file: the steps to its import, and once that has begun, only what becomes of it. */
export function ImportFile(props: Omit<ImportStepsProps, 'onImport'>) {
  useHeldPage();
  const { state, send, resume } = useSendRows();
  const [sent, setSent] = useState<RowsToImport | null>(null);
  const fileName = props.file.source.name;
  if (sent) {
    return (
      <ImportOutcome
        fileName={fileName}
        state={state}
        failed={sent.failed}
        today={props.today}
        onResume={resume}
        onAnother={props.onAnother}
      />
    );
  }
  return (
    <ImportSteps
      {...props}
      onImport={(rows) => {
        setSent(rows);
        send(rows, fileName);
      }}
    />
  );
}
