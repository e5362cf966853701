import { FileUp } from 'lucide-react';
import { useId } from 'react';
import { buttonClass } from '~/components/ui/button';

/** Takes the text of a file with a table. */
export function FileButton({
  onText,
  onProblem,
}: {
  onText: (text: string, fileName: string) => void;
  onProblem: (problem: string) => void;
}) {
  const id = useId();
  const take = async (file: File) => {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
      onText(text, file.name);
    } catch {
      onProblem(
        `“${file.name}” can’t be read. Save it as “CSV UTF-8 (comma delimited)” and choose it again.`,
      );
    }
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
