import { RadioGroup } from '~/components/ui/choice';
import type { RowKind, SuspectRows } from '~/domain/imports/suspect-rows';

/** The user's decision on rows that may not be data. */
export type RowChoice = 'left-out' | 'kept';
export type RowChoices = Record<RowKind, RowChoice | null>;

export const NO_CHOICES: RowChoices = { totals: null, repeats: null, hidden: null };

/** Question text per kind of row, and the label for keeping the rows, with its own text for one row if it differs. */
export type RowQuestionTexts = Record<
  RowKind,
  { one: string; many: string; keepLabel: string; keepOneLabel?: string }
>;

/** Rows that the user chose to leave out. */
export function leftOutRows(suspectRows: readonly SuspectRows[], choices: RowChoices): ReadonlySet<number> {
  const leftOut = suspectRows.filter(({ kind }) => choices[kind] === 'left-out');
  return new Set(leftOut.flatMap(({ rows }) => rows));
}

const SHOWN_ROWS = 5;

/** Asks about rows that may not be data, one question per kind. */
export function RowQuestions({
  suspectRows,
  choices,
  texts,
  onChoose,
}: {
  suspectRows: readonly SuspectRows[];
  choices: RowChoices;
  texts: RowQuestionTexts;
  onChoose: (kind: RowKind, choice: RowChoice) => void;
}) {
  return suspectRows.map(({ kind, rows }) => (
    <RadioGroup
      key={kind}
      legend={`${rowsText(rows)} ${rows.length === 1 ? texts[kind].one : texts[kind].many}`}
      name={kind}
      value={choices[kind] ?? undefined}
      onChange={(choice) => onChoose(kind, choice)}
      choices={[
        { value: 'left-out' as const, label: 'Leave out' },
        { value: 'kept' as const, label: getKeepLabel(texts[kind], rows.length) },
      ]}
    />
  ));
}

function getKeepLabel({ keepLabel, keepOneLabel }: RowQuestionTexts[RowKind], count: number): string {
  return count === 1 ? (keepOneLabel ?? keepLabel) : keepLabel;
}

function rowsText(rows: readonly number[]): string {
  const shown = rows.slice(0, SHOWN_ROWS).join(', ');
  if (rows.length === 1) return `Row ${shown}`;
  return rows.length > SHOWN_ROWS ? `Rows ${shown} and ${rows.length - SHOWN_ROWS} more` : `Rows ${shown}`;
}
