import { useState } from 'react';
import {
  EVIDENCE_TYPES,
  evidenceTypeOf,
  MAX_EVIDENCE_BYTES,
  NOT_EVIDENCE,
} from '~/domain/files/evidence-file';
import { failureText, MessageError } from '~/hooks/api-fetch';
import { type Api, useMutation } from '~/hooks/use-api';
import type { EvidenceInput } from '~/schemas/close/evidence';

export type EvidenceTarget = Pick<EvidenceInput, 'subject' | 'id'>;

const FILE_FAILURE = 'The file couldn’t be added. Try again.';

/** Adds files and notes. Errors are reported per file at the field; the other files are added. */
export function useAddEvidence(target: EvidenceTarget, onAdded: () => void) {
  const files = useMutation({ failure: FILE_FAILURE });
  const notes = useMutation({ failure: 'Failed to add the note', success: 'Note added' });
  const [problems, setProblems] = useState<string[]>([]);
  /** Upload progress: "Sending 1 of 3: Quote.pdf". */
  const [sending, setSending] = useState<string | null>(null);

  async function addFiles(chosen: readonly File[]): Promise<void> {
    setProblems([]);
    const outcome = await files.run(
      async (api) => {
        const failures: string[] = [];
        for (const [index, file] of chosen.entries()) {
          const progress = chosen.length > 1 ? ` ${index + 1} of ${chosen.length}` : '';
          setSending(`Sending${progress}: ${file.name}`);
          try {
            await addFile(api, file, target);
          } catch (error) {
            failures.push(`${file.name}: ${failureText(error, FILE_FAILURE)}`);
          }
        }
        setProblems(failures);
        // The field shows the reasons.
        if (failures.length === chosen.length)
          throw new MessageError(failures.length === 1 ? 'The file wasn’t added.' : 'No file was added.');
        return chosen.length - failures.length;
      },
      (addedCount) => (addedCount === 1 ? 'File added' : `${addedCount} files added`),
    );
    setSending(null);
    if (outcome.ok) onAdded();
  }

  /** @returns true if the note was added */
  async function addNote(note: string): Promise<boolean> {
    const outcome = await notes.run((api) =>
      api('/api/evidence', { method: 'POST', body: { ...target, note } }),
    );
    if (!outcome.ok) return false;
    onAdded();
    return true;
  }

  return { addFiles, addNote, sending, problems, isAddingNote: notes.pending, noteProblem: notes.problem };
}

/** @throws MessageError for what the server would reject, before anything is sent; ApiError, NetworkError */
async function addFile(api: Api, file: File, target: EvidenceTarget): Promise<void> {
  const type = evidenceTypeOf(file.name);
  if (type === null) throw new MessageError(`${NOT_EVIDENCE}.`);
  if (file.size === 0) throw new MessageError('The file is empty.');
  if (file.size > MAX_EVIDENCE_BYTES)
    throw new MessageError(`The ${EVIDENCE_TYPES[type].name} file is larger than 25 MB.`);
  const { uploadURL } = await api<{ uploadURL: string }>('/api/objects/upload?for=evidence', {
    method: 'POST',
  });
  // Browsers report different MIME types for a file, so use the type of its extension.
  await api(uploadURL, { method: 'PUT', file: new Blob([file], { type }) });
  await api('/api/evidence', {
    method: 'POST',
    body: { ...target, uploadURL, fileName: file.name },
  });
}
