import { useEffect, useState } from 'react';
import type { ColumnTexts } from '~/domain/imports/column-questions';
import { inTurns } from './in-turns';
import type { ImportFile } from './use-import-file';

const STEP = 500;

/** The texts of each column below the titles, without the rows that are left out; null while they are counted. */
export function useColumnTexts(
  file: ImportFile,
  headerRow: number,
  skipRows: ReadonlySet<number>,
): ColumnTexts[] | null {
  const [counted, setCounted] = useState<{ of: unknown; texts: ColumnTexts[] } | null>(null);
  const of = `${file.source.name} ${file.sheet} ${file.rows.length} ${headerRow} ${[...skipRows].join()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` says what is counted
  useEffect(() => {
    return inTurns(count(file, headerRow, skipRows), (texts) => setCounted({ of, texts }));
  }, [file, of]);
  return counted?.of === of ? counted.texts : null;
}

function* count(
  { rows, width }: ImportFile,
  headerRow: number,
  skipRows: ReadonlySet<number>,
): Generator<void, ColumnTexts[]> {
  const texts = Array.from({ length: width }, () => new Map<string, number>());
  let index = 0;
  for (const { row, cells } of rows) {
    index += 1;
    if (index % STEP === 0) yield;
    if (row <= headerRow || skipRows.has(row)) continue;
    for (let at = 0; at < width; at += 1) {
      const text = cells[at] ?? '';
      const column = texts[at]!;
      column.set(text, (column.get(text) ?? 0) + 1);
    }
  }
  return texts;
}
