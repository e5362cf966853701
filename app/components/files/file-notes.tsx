import { Note } from '~/components/ui/note';
import { useFormat } from '~/hooks/use-format';
import { errorCellsText, formulaCellsText } from './cell-texts';
import type { SheetFile } from './use-sheet-file';

/** Notes about a file's cells, and what happens to rows with an error. */
export function FileNotes({ file: { notes, isWhole }, errors }: { file: SheetFile; errors: string }) {
  const format = useFormat();
  const { merges, formulas, encoding } = notes;
  const remarks = [
    isWhole &&
      merges > 0 &&
      'The sheet has merged cells. Only the first cell of each merge has a value. The others are blank.',
    isWhole && notes.errors > 0 && `${errorCellsText(notes.errors, format)} ${errors}`,
    encoding &&
      `The file isn’t UTF-8 and was read as ${encoding}. Check letters such as é and ø in the names.`,
  ].filter((remark) => remark !== false && remark !== null);
  return (
    <>
      {remarks.length > 0 && (
        <Note tone="warning" title="About this file">
          <ul className="flex list-disc flex-col gap-0.5 pl-4">
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </Note>
      )}
      {isWhole && formulas > 0 && <p className="text-xs text-muted">{formulaCellsText(formulas, format)}</p>}
    </>
  );
}
