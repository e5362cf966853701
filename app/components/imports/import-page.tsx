import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import { useCustomFieldChange } from '~/components/custom-fields/use-custom-field-list';
import { FileTarget, TABLE_FILES } from '~/components/files/file-input';
import { useFileDrop } from '~/components/files/use-file-drop';
import { useSheetFile } from '~/components/files/use-sheet-file';
import { BackLink } from '~/components/ui/back-link';
import { Button } from '~/components/ui/button';
import { Note } from '~/components/ui/note';
import { Progress } from '~/components/ui/progress';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { useWriteBlock } from '~/hooks/use-root-data';
import { ImportFile } from './import-file';

/** Imports wells and balances from the user's own spreadsheet. Loaded on demand. */
export default function ImportPage({
  customFields,
  today,
}: {
  customFields: readonly CustomFieldTemplate[];
  today: string;
}) {
  const writeBlock = useWriteBlock();
  const { state, problem, chooseFiles, read, clear } = useSheetFile({ asksForSheet: false });
  const { create } = useCustomFieldChange({
    failure: 'Failed to add the custom field',
    success: 'Custom field added',
  });
  const canPick = !writeBlock && (state.kind === 'none' || state.kind === 'refused');
  const isOver = useFileDrop(canPick ? chooseFiles : null);
  const addField = async (content: Pick<CustomFieldTemplate, 'fieldName' | 'displayName' | 'fieldType'>) => {
    const outcome = await create({ ...content, required: false });
    return outcome.ok;
  };

  return (
    <section aria-labelledby="import-heading" className="flex max-w-6xl flex-col gap-5 pt-3">
      <div>
        <BackLink to="/?tab=wells">All Wells</BackLink>
        <div className="mt-2">
          <h2 id="import-heading" className="text-lg font-semibold">
            Import Wells and Balances
          </h2>
          <p className="text-muted">
            Use your own spreadsheet. You’ll match its columns and review every row before anything is saved.
          </p>
        </div>
      </div>
      {writeBlock ? (
        <Note title={writeBlock} className="whitespace-pre-line" />
      ) : state.kind === 'read' ? (
        <ImportFile
          // Another file or sheet starts over.
          key={`${state.file.source.name} ${state.file.source.lastModified} ${state.file.sheet}`}
          file={state.file}
          customFields={customFields}
          today={today}
          onSheet={(sheet) => void read(state.file.source, sheet)}
          onAnother={clear}
          onAddField={addField}
        />
      ) : state.kind === 'reading' ? (
        <div className="flex max-w-md flex-col gap-2 py-8">
          <p role="status" className="font-medium">
            Reading {state.name}…
          </p>
          <Progress label="File read" />
          <Button className="self-start" onClick={clear}>
            Cancel
          </Button>
        </div>
      ) : (
        <>
          {problem && (
            <Note tone="danger" title={problem}>
              Nothing was imported.
            </Note>
          )}
          <FileTarget
            icon={<FileSpreadsheet aria-hidden="true" className="mb-1 size-6 text-muted" />}
            name={isOver ? 'Drop file to read it' : 'Choose a spreadsheet, or drop it here'}
            limits="XLSX, CSV or TSV with your own column titles, up to 50 MB. It’s read on your computer first."
            accept={TABLE_FILES}
            isOver={isOver}
            onFiles={chooseFiles}
            takesFocus
            className="py-10"
          />
        </>
      )}
    </section>
  );
}
