import FileUp from 'lucide-react/icons/file-up';
import { useId } from 'react';
import { buttonClass } from '~/components/ui/button';
import { decodeText } from '~/domain/files/decode-text';

/** Takes the text of a file with a table, as any spreadsheet saves it. */
export function FileButton({
  onText,
  onProblem,
}: {
  onText: (text: string, fileName: string) => void;
  onProblem: (problem: string) => void;
}) {
  const id = useId();
  const take = async (file: File) => {
    const bytes = await file.arrayBuffer().catch(() => null);
    const { text } = bytes ? decodeText(new Uint8Array(bytes)) : { text: null };
    if (text === null) onProblem(`“${file.name}” can’t be read. Save it as CSV and choose it again.`);
    else onText(text, file.name);
  };
  return (
    <label
      htmlFor={id}
      className={`${buttonClass()} has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
    >
      <FileUp aria-hidden="true" className="size-4" />
      Choose CSV File
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file, corrected, can be chosen again.
          event.target.value = '';
          if (file) void take(file);
        }}
      />
    </label>
  );
}
