import { FileSpreadsheet } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '~/components/ui/button';
import { DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Note } from '~/components/ui/note';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { type Format, useFormat } from '~/hooks/use-format';
import { CsvPickerButton } from './csv-picker';
import { FirstRows } from './first-rows';
import { FoundColumns } from './found-columns';
import { RowProblems } from './row-problems';
import { useRowChecks } from './use-row-checks';
import type { SendFailure } from './use-send-file';
import type { WellFile } from './well-file';

type UploadPreviewProps = {
  file: WellFile;
  customFields: readonly CustomFieldTemplate[];
  asOf: string;
  onAsOf: (date: string) => void;
  /** Why the last attempt to send it came to nothing. */
  failure: SendFailure | null;
  onUpload: () => void;
  onFiles: (files: File[]) => void;
  /** The file is to be taken as if commas stood where its separators are. */
  onUseCommas: () => void;
  onCancel: () => void;
};

/** What a file holds as far as it can be told before it is sent. */
export function UploadPreview(props: UploadPreviewProps) {
  const { file, customFields, asOf, failure } = props;
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file is another preview
  useEffect(() => heading.current?.focus(), [file]);
  const checks = useRowChecks(file, customFields);
  const hasBalances = file.header.positions.currentAroValue !== undefined;
  const count = format.integer(file.rows.length);
  const isOne = file.rows.length === 1;
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <FileSpreadsheet aria-hidden="true" className="size-5 shrink-0 text-muted" />
          <div className="min-w-0 grow">
            <h3 ref={heading} tabIndex={-1} className="font-semibold [overflow-wrap:anywhere]">
              {file.source.name}
            </h3>
            <p className="text-xs text-muted tabular-nums">
              {count} {isOne ? 'row' : 'rows'}, {sizeText(file.bytes.length, format)}
            </p>
          </div>
          <CsvPickerButton onFiles={props.onFiles}>Choose Another File</CsvPickerButton>
        </div>
        {failure && <FailureNote failure={failure} />}
        {file.problem && (
          <Note tone="danger" title="This file cannot be uploaded as it is.">
            <p>{file.problem}</p>
            {file.header.separator !== null && (
              <Button className="mt-2 text-ink" onClick={props.onUseCommas}>
                Use Commas Instead
              </Button>
            )}
          </Note>
        )}
        <FoundColumns file={file} />
        {file.problem === null && (
          <>
            <RowProblems {...checks} total={file.rows.length} />
            <FirstRows file={file} customFields={customFields} />
          </>
        )}
        {hasBalances && (
          <Field
            label="As of"
            help="The day of the balances in currentAroValue. Where one differs from aroValue, the difference is booked as accretion up to this day."
          >
            {(control) => (
              <Input
                {...control}
                type="date"
                className="max-w-44"
                name="asOf"
                value={asOf}
                onChange={(event) => props.onAsOf(event.target.value)}
              />
            )}
          </Field>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button
          variant="primary"
          disabledReason={file.problem && 'The file cannot be uploaded as it is'}
          onClick={props.onUpload}
        >
          {file.problem ? 'Upload' : `Upload ${count} ${isOne ? 'Row' : 'Rows'}`}
        </Button>
      </DialogFooter>
    </>
  );
}

function FailureNote({ failure }: { failure: SendFailure }) {
  return (
    <Note tone="danger" title={failure.text}>
      {failure.isStored
        ? 'The file has arrived, but its processing may not have begun. Upload again: it goes on from there, and nothing is added twice.'
        : 'Nothing was added.'}
    </Note>
  );
}

function sizeText(bytes: number, format: Format): string {
  return bytes < 10_240 ? `${format.integer(bytes)} bytes` : `${format.integer(Math.round(bytes / 1024))} KB`;
}
