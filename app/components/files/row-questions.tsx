import { RadioGroup } from '~/components/ui/choice';
import type { RowKind, RowsInQuestion } from '~/domain/imports/rows-in-question';

/** What becomes of rows that are perhaps not meant. */
export type RowChoice = 'left-out' | 'kept';
export type RowChoices = Record<RowKind, RowChoice | null>;

export const NO_CHOICES: RowChoices = { totals: null, repeats: null, hidden: null };

/** How the rows of a kind are asked about, and what it is to keep them. */
export type RowWords = Record<RowKind, { one: string; many: string; kept: string }>;

/** The rows that the person leaves out. */
export function leftOutRows(inQuestion: readonly RowsInQuestion[], choices: RowChoices): ReadonlySet<number> {
  const leftOut = inQuestion.filter(({ kind }) => choices[kind] === 'left-out');
  return new Set(leftOut.flatMap(({ rows }) => rows));
}

const SHOWN_ROWS = 5;

/** Asks about rows that are perhaps not meant, a kind of them at a time. */
export function RowQuestions({
  inQuestion,
  choices,
  words,
  onChoose,
}: {
  inQuestion: readonly RowsInQuestion[];
  choices: RowChoices;
  words: RowWords;
  onChoose: (kind: RowKind, choice: RowChoice) => void;
}) {
  return inQuestion.map(({ kind, rows }) => (
    <RadioGroup
      key={kind}
      legend={`${rowsText(rows)} ${rows.length === 1 ? words[kind].one : words[kind].many}`}
      name={kind}
      value={choices[kind] ?? undefined}
      onChange={(choice) => onChoose(kind, choice)}
      choices={[
        { value: 'left-out' as const, label: 'Leave out' },
        { value: 'kept' as const, label: words[kind].kept },
      ]}
    />
  ));
}

function rowsText(rows: readonly number[]): string {
  const shown = rows.slice(0, SHOWN_ROWS).join(', ');
  if (rows.length === 1) return `Row ${shown}`;
  return rows.length > SHOWN_ROWS ? `Rows ${shown} and ${rows.length - SHOWN_ROWS} more` : `Rows ${shown}`;
}
