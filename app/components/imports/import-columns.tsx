import { useMemo, useState } from 'react';
import { FormatAnswer, FormatQuestion } from '~/components/books/format-question';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { Select } from '~/components/ui/select';
import { isTemplateColumn } from '~/domain/files/well-csv';
import {
  type ColumnFindings,
  type ColumnTexts,
  selectVisibleWords,
  wordsOf,
} from '~/domain/imports/column-questions';
import type { ColumnFormat, ColumnMapping } from '~/domain/imports/mapping';
import { findOption } from '~/domain/imports/read-cell';
import { suggestMeanings } from '~/domain/imports/suggest-mapping';
import { customTarget, type Target } from '~/domain/imports/targets';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { countOf } from '~/hooks/count-of';
import { useFormat } from '~/hooks/use-format';

export type AddField = (
  content: Pick<CustomFieldTemplate, 'fieldName' | 'displayName' | 'fieldType'>,
) => Promise<boolean>;

type ImportColumnsProps = {
  columns: readonly ColumnMapping[];
  texts: readonly ColumnTexts[];
  /** Null while a column is being examined. */
  findings: readonly (ColumnFindings | null)[];
  customFields: readonly CustomFieldTemplate[];
  targets: ReadonlyMap<string, Target>;
  onChange: (at: number, column: ColumnMapping) => void;
  onAddField: AddField;
};

const SAMPLES = 3;

/** Each column of the file with its target field and its open questions. */
export function ImportColumns(props: ImportColumnsProps) {
  const { columns, texts, findings, targets } = props;
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {columns.map((column, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position in the file
          key={at}
          className="grid items-start gap-x-4 gap-y-2 px-3 py-2.5 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,3fr)]"
        >
          <ColumnName column={column} at={at} texts={texts[at]} />
          <TargetSelect {...props} column={column} at={at} />
          <div className="flex min-w-0 flex-col gap-2">
            <ColumnState
              column={column}
              findings={findings[at] ?? null}
              target={column.to === null ? undefined : targets.get(column.to)}
              texts={texts[at]}
              onChange={(next) => props.onChange(at, next)}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

function nameOf({ title }: ColumnMapping, at: number): string {
  return title || `Column ${letterOf(at)} (no title)`;
}

function ColumnName({ column, at, texts }: { column: ColumnMapping; at: number; texts?: ColumnTexts }) {
  const samples = samplesOf(texts);
  return (
    <div className="min-w-0">
      <p className="font-medium [overflow-wrap:anywhere]">{nameOf(column, at)}</p>
      <p className="overflow-hidden text-xs text-ellipsis whitespace-nowrap text-muted">
        {samples.length > 0 ? samples.join(' · ') : 'All blank'}
      </p>
    </div>
  );
}

/** First distinct texts of a column. Stops early, because there may be as many as the file has rows. */
function samplesOf(texts: ColumnTexts | undefined): string[] {
  const samples: string[] = [];
  for (const text of texts?.keys() ?? []) {
    if (text.trim() !== '') samples.push(text);
    if (samples.length === SAMPLES) break;
  }
  return samples;
}

const NEW_FIELD = ' new';

function TargetSelect({
  column,
  at,
  columns,
  texts,
  customFields,
  targets,
  onChange,
  onAddField,
}: ImportColumnsProps & { column: ColumnMapping; at: number }) {
  const [isAdding, setIsAdding] = useState(false);
  const usedTargets = new Set(columns.flatMap(({ to }, other) => (to !== null && other !== at ? [to] : [])));
  const options = [
    { value: '', label: 'Don’t import' },
    ...[...targets.values()].map(({ id, label }) => ({
      value: id,
      label: usedTargets.has(id) ? `${label} (used by another column)` : label,
    })),
    { value: NEW_FIELD, label: 'New custom field…' },
  ];
  const choose = (to: string | null) => {
    const target = to === null ? undefined : targets.get(to);
    onChange(at, { title: column.title, to, ...(target && suggestMeanings(target, texts[at])) });
  };
  if (isAdding) {
    return (
      <NewField
        title={column.title}
        names={new Set(customFields.map(({ fieldName }) => fieldName))}
        onCancel={() => setIsAdding(false)}
        onAdd={async (content) => {
          if (!(await onAddField(content))) return;
          setIsAdding(false);
          onChange(at, { title: column.title, to: customTarget(content.fieldName) });
        }}
      />
    );
  }
  return (
    <Select
      aria-label={`${nameOf(column, at)} becomes`}
      value={column.to ?? ''}
      options={options}
      onChange={({ target: { value } }) => (value === NEW_FIELD ? setIsAdding(true) : choose(value || null))}
    />
  );
}

const FIELD_TYPES = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'date', label: 'Date' },
  { value: 'checkbox', label: 'Checkbox' },
] as const;

function NewField({
  title,
  names,
  onAdd,
  onCancel,
}: {
  title: string;
  names: ReadonlySet<string>;
  onAdd: (content: Parameters<AddField>[0]) => Promise<void>;
  onCancel: () => void;
}) {
  const [displayName, setDisplayName] = useState(title.slice(0, 100));
  const [fieldType, setFieldType] = useState<(typeof FIELD_TYPES)[number]['value']>('text');
  const [pending, setPending] = useState(false);
  const add = async () => {
    setPending(true);
    await onAdd({ displayName: displayName.trim(), fieldName: fieldNameOf(displayName, names), fieldType });
    setPending(false);
  };
  return (
    <div className="flex flex-col gap-2">
      <input
        // biome-ignore lint/a11y/noAutofocus: the user just asked for this field
        autoFocus
        className="control"
        aria-label="Name of the new custom field"
        value={displayName}
        onChange={(event) => setDisplayName(event.target.value)}
      />
      <Select
        aria-label="Type of the new custom field"
        value={fieldType}
        options={FIELD_TYPES}
        onChange={(event) => setFieldType(event.target.value as typeof fieldType)}
      />
      <div className="flex gap-2">
        <Button
          pending={pending}
          disabledReason={displayName.trim() === '' ? 'Enter a field name' : null}
          onClick={add}
        >
          Add Field
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}

/** Creates a name for the API and files, of letters, digits and underscores, unique among fields and template columns. */
function fieldNameOf(displayName: string, names: ReadonlySet<string>): string {
  const plain = displayName
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 45);
  const base = plain.toLowerCase() || 'field';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (!names.has(name) && !isTemplateColumn(name)) return name;
  }
}

function ColumnState({
  column,
  target,
  texts,
  findings,
  onChange,
}: {
  column: ColumnMapping;
  target: Target | undefined;
  texts?: ColumnTexts;
  findings: ColumnFindings | null;
  onChange: (column: ColumnMapping) => void;
}) {
  const format = useFormat();
  if (!target) return null;
  if (!findings) return <p className="text-xs text-muted">Checking the cells…</p>;
  const { questions, unreadable, words } = findings;
  const answer = (id: keyof ColumnFormat, value: string) =>
    onChange({ ...column, format: { ...column.format, [id]: value } });
  const answeredFormats = Object.entries(column.format ?? {}).filter(
    ([id]) => !questions.some((question) => question.id === id),
  );
  return (
    <>
      {questions.map((question) => (
        <FormatQuestion
          key={question.id}
          question={question}
          title={column.title}
          format={format}
          onAnswer={answer}
        />
      ))}
      {target.kind === 'words' && texts && (
        <WordMeanings column={column} target={target} texts={texts} onChange={onChange} />
      )}
      {unreadable && (
        <p className="text-xs text-yellow">
          {countOf(unreadable.cells, 'cell', format)} can’t be read. First: {unreadable.message}
        </p>
      )}
      {questions.length === 0 && words.length === 0 && (
        <div className="flex min-h-8 flex-wrap items-center gap-2">
          <Badge tone={unreadable ? 'yellow' : 'green'}>{unreadable ? 'Some Unreadable' : 'OK'}</Badge>
          {answeredFormats.map(([id, value]) => (
            <FormatAnswer
              key={id}
              id={id}
              value={value}
              onChange={() => onChange({ ...column, format: { ...column.format, [id]: undefined } })}
            />
          ))}
        </div>
      )}
    </>
  );
}

/** The column's words, with a choice of meaning for each. */
function WordMeanings({
  column,
  target,
  texts,
  onChange,
}: {
  column: ColumnMapping;
  target: Target;
  texts: ColumnTexts;
  onChange: (column: ColumnMapping) => void;
}) {
  const words = useMemo(() => wordsOf(target, texts), [target, texts]);
  const { words: meanings = {} } = column;
  const visibleWords = selectVisibleWords(words, meanings);
  const { options: names = [] } = target;
  const options = [
    { value: ' ', label: 'Choose…' },
    ...names.map((option) => ({ value: option, label: option })),
    { value: '', label: 'Blank' },
  ];
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1.5">
      {visibleWords.map(([key, word]) => {
        const meaning = Object.hasOwn(meanings, key) ? meanings[key] : findOption(names, word);
        return (
          <div key={key} className="flex items-center gap-1.5">
            <span className="max-w-32 overflow-hidden text-ellipsis whitespace-nowrap">{word}</span>
            <Select
              className="w-28"
              aria-label={`${word} means`}
              value={meaning ?? ' '}
              options={options}
              onChange={({ target: { value } }) => {
                const { [key]: _, ...otherMeanings } = meanings;
                onChange({
                  ...column,
                  words: value === ' ' ? otherMeanings : { ...otherMeanings, [key]: value },
                });
              }}
            />
          </div>
        );
      })}
      {words.size > visibleWords.length && (
        <p className="text-xs text-muted">
          The column has {words.size} different words. Is this the right field for it?
        </p>
      )}
    </div>
  );
}

function letterOf(index: number): string {
  return index < 26
    ? String.fromCharCode(65 + index)
    : letterOf(Math.floor(index / 26) - 1) + letterOf(index % 26);
}
