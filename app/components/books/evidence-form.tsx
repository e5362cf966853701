import { useId, useState } from 'react';
import { FileTarget } from '~/components/files/file-input';
import { useDropTarget } from '~/components/files/use-drop-target';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Note } from '~/components/ui/note';
import { Progress } from '~/components/ui/progress';
import { Textarea } from '~/components/ui/textarea';
import { MAX_NOTE } from '~/domain/books/evidence';
import { EVIDENCE_EXTENSIONS } from '~/domain/files/evidence-file';
import { useFormat } from '~/hooks/use-format';
import { useKeptState, useUnloadWarning } from '~/hooks/use-kept-state';
import { useCompany } from '~/hooks/use-root-data';
import { type EvidenceTarget, useAddEvidence } from './use-add-evidence';

const ACCEPTED_EXTENSIONS = EVIDENCE_EXTENSIONS.map((extension) => `.${extension}`).join(',');

/** Adds files, by drop or file picker, and notes. An unsaved note is kept for when the user returns. */
export function EvidenceForm({
  target,
  subjectName,
  onAdded,
}: {
  target: EvidenceTarget;
  subjectName: string;
  onAdded: () => void;
}) {
  const companyId = useCompany()?.id;
  const key = `note of ${companyId} on ${target.subject} ${target.id}`;
  const [note, setNote] = useKeptState(key, '');
  useUnloadWarning(key, note.trim() !== '');
  const [isMissing, setMissing] = useState(false);
  const { addFiles, addNote, sending, problems, isAddingNote, noteProblem } = useAddEvidence(target, onAdded);
  const submit = async () => {
    const isBlank = note.trim() === '';
    setMissing(isBlank);
    // Keep text typed while the note was being saved.
    if (!isBlank && (await addNote(note.trim()))) setNote((current) => (current === note ? '' : current));
  };
  return (
    <div className="grid items-start gap-x-4 gap-y-3 md:grid-cols-2 print:hidden">
      <FileZone
        subjectName={subjectName}
        sending={sending}
        problems={problems}
        onFiles={(files) => void addFiles(files)}
      />
      <div className="flex flex-col gap-2">
        <Field label="Note" errors={isMissing && note.trim() === '' ? ['Enter a note'] : undefined}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={MAX_NOTE}
              placeholder="Who approved it, and on what basis"
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        {noteProblem && <Note tone="danger" title={noteProblem} />}
        <Button className="self-start" pending={isAddingNote} onClick={() => void submit()}>
          Add Note
        </Button>
      </div>
    </div>
  );
}

function FileZone({
  subjectName,
  sending,
  problems,
  onFiles,
}: {
  subjectName: string;
  sending: string | null;
  problems: readonly string[];
  onFiles: (files: File[]) => void;
}) {
  const id = useId();
  const format = useFormat();
  const { isOver, drop } = useDropTarget(sending ? null : onFiles);
  return (
    <div className="flex flex-col gap-1">
      <span className="font-medium">Files</span>
      <FileTarget
        name={sending ?? (isOver ? 'Drop to add' : 'Choose files, or drop them here')}
        limits="PDF, XLSX, CSV, PNG or JPEG, up to 25 MB each"
        accept={ACCEPTED_EXTENSIONS}
        multiple
        disabled={sending !== null}
        isOver={isOver}
        drop={drop}
        onFiles={onFiles}
        aria-label={`Files for ${subjectName}`}
        aria-describedby={`${id}-problems`}
        aria-invalid={problems.length > 0 || undefined}
        className="min-h-20 py-3"
      />
      {sending && <Progress label={sending} />}
      <div id={`${id}-problems`} role="status" className="text-xs text-danger [overflow-wrap:anywhere]">
        {problems.map((problem) => (
          <p key={problem}>{format.message(problem)}</p>
        ))}
      </div>
    </div>
  );
}
