import { TITLE_LINES } from '~/domain/files/title-lines';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import type { ColumnTexts } from './column-questions';
import { readDateCell } from './date-text';
import type { FileRow } from './map-rows';
import { type ColumnMapping, FIRST_IS_INITIAL, type ImportMapping, locateColumns, titleKey } from './mapping';
import { readNumberCell } from './number-text';
import { wordKey } from './read-cell';
import { nonBlank } from './suspect-rows';
import { customTarget, suggestedMeaning, type Target, targetsOf, titlesOf } from './targets';
import { splitTitle } from './title-date';

/** Maximum number of cells to sample from a column. */
const MAX_SAMPLED = 200;

/**
 * Most likely title row: the one with the most well-known titles, or else the first row of text about as wide as the
 * widest. If it isn't the first row, the user is asked.
 */
export function findTitleRow(rows: readonly FileRow[], customFields: readonly CustomFieldTemplate[]): number {
  const titleIndex = buildTitleIndex(customFields);
  const head = rows.slice(0, TITLE_LINES);
  const widest = Math.max(0, ...head.map(({ cells }) => nonBlank(cells).length));
  let best: { row: number; score: number } | null = null;
  for (const { row, cells } of head) {
    const texts = nonBlank(cells);
    const recognized = countRecognized(texts, titleIndex);
    const isText = texts.every((text) => readNumberCell(text).kind === 'unreadable');
    const isWide = texts.length >= Math.max(2, widest * 0.7);
    const score = recognized >= 2 ? 10 + recognized : isText && isWide ? 1 : 0;
    if (score > (best?.score ?? 0)) best = { row, score };
  }
  return best?.row ?? head[0]?.row ?? 1;
}

/** Largest number of well-known titles in any row that could be the title row. */
export function countTitles(rows: readonly (readonly string[])[]): number {
  const titleIndex = buildTitleIndex([]);
  return Math.max(
    0,
    ...rows.slice(0, TITLE_LINES).map((cells) => countRecognized(nonBlank(cells), titleIndex)),
  );
}

function countRecognized(texts: readonly string[], titleIndex: ReadonlyMap<string, unknown>): number {
  return texts.filter((text) => titleIndex.has(titleKey(text))).length;
}

/**
 * Suggests a target for each column: the one chosen before for its title, or else one with a matching well-known title,
 * if the contents fit. Never suggests the same field twice.
 */
export function suggestMapping(
  titles: readonly string[],
  texts: readonly ColumnTexts[],
  customFields: readonly CustomFieldTemplate[],
  before: ImportMapping | null = null,
): ImportMapping {
  const targets = new Map(targetsOf(customFields).map((target) => [target.id, target]));
  const columns: ColumnMapping[] = titles.map((title) => ({ title, to: null }));
  const usedTargets = new Set<string>();
  const assign = (position: number, column: ColumnMapping) => {
    columns[position] = column;
    if (column.to !== null) usedTargets.add(column.to);
  };
  const decidedPositions = new Set<number>();
  if (before) {
    for (const { column, position } of locateColumns(before.columns, titles).matched) {
      if (column.to !== null && (!targets.has(column.to) || usedTargets.has(column.to))) continue;
      assign(position, { ...column, title: titles[position] ?? column.title });
      decidedPositions.add(position);
    }
  }
  const titleIndex = buildTitleIndex(customFields);
  const words = titles.map((title) => (titleIndex.has(titleKey(title)) ? title : splitTitle(title).words));
  const uses = Map.groupBy(words, titleKey);
  const candidates = titles.flatMap((title, position) => {
    const key = titleKey(words[position]!);
    // With several balances as of different days, only the user knows which one is meant.
    if (words[position] !== title && uses.get(key)!.length > 1) return [];
    const matches = titleIndex.get(key);
    return decidedPositions.has(position) || !matches ? [] : [{ position, matches }];
  });
  // A title at the start of a target's list is a stronger match than one at the end.
  const ranked = candidates
    .flatMap(({ position, matches }) => matches.map((match) => ({ position, ...match })))
    .sort((a, b) => a.rank - b.rank || a.position - b.position);
  const suggest = (matches: typeof ranked) => {
    for (const { position, id } of matches) {
      const target = targets.get(id)!;
      if (usedTargets.has(id) || columns[position]?.to !== null || !fitsTarget(target, texts[position]))
        continue;
      assign(position, {
        title: titles[position] ?? '',
        to: id,
        ...suggestMeanings(target, texts[position]),
      });
    }
  };
  suggest(ranked);
  // If a file has both costs, prefer the company's own: a share computed from the gross cost may round differently.
  const gross = columns.findIndex(({ to }) => to === 'grossCost');
  if (usedTargets.has('pAndACost') && gross >= 0 && !decidedPositions.has(gross)) columns[gross]!.to = null;
  // A file with names and no codes: "Well" could be either, and the code is the one that is required.
  const name = columns.find(({ to }) => to === 'wellName');
  if (name && !usedTargets.has('wellCode') && /^well$/i.test(name.title.trim())) {
    name.to = 'wellCode';
    usedTargets.delete('wellName');
    suggest(ranked.filter(({ id }) => id === 'wellName'));
  }
  return withLayerType({
    columns,
    defaults: before?.defaults ?? {},
    fillsFromFirst: before?.fillsFromFirst ?? true,
    ...(before?.wellsInBooks && { wellsInBooks: true }),
  });
}

const LAYER_AMOUNTS = new Set(['pAndACost', 'grossCost', 'currentAroValue', 'aroValue']);

/** Adds the usual layer types if a file has layers, but neither a column nor the user specifies their types. */
export function withLayerType(mapping: ImportMapping): ImportMapping {
  const targets = mapping.columns.flatMap(({ to }) => to ?? []);
  const { defaults = {} } = mapping;
  if (!targets.some((to) => LAYER_AMOUNTS.has(to)) || targets.includes('layerType')) return mapping;
  if (defaults.layerType !== undefined) return mapping;
  return { ...mapping, defaults: { ...defaults, layerType: FIRST_IS_INITIAL } };
}

/** Usual meanings of a column's words, for the words that have one. */
export function suggestMeanings(
  { id, kind }: Target,
  texts: ColumnTexts | undefined,
): Pick<ColumnMapping, 'words'> {
  if (kind !== 'words') return {};
  const words: Record<string, string> = {};
  for (const text of texts?.keys() ?? []) {
    const meaning = suggestedMeaning(id, text);
    if (meaning !== null) words[wordKey(text)] = meaning;
  }
  return { words };
}

/**
 * Adds the usual meanings of words that occur only below the rows that the suggestion was based on. Keeps everything
 * the user may have decided already.
 */
export function addMeanings(
  mapping: ImportMapping,
  targets: ReadonlyMap<string, Target>,
  sampledTexts: readonly ColumnTexts[],
  texts: readonly ColumnTexts[],
): ImportMapping {
  const columns = mapping.columns.map((column, at) => {
    const target = column.to === null ? undefined : targets.get(column.to);
    if (target?.kind !== 'words') return column;
    const sampledWords = new Set([...(sampledTexts[at]?.keys() ?? [])].map(wordKey));
    const additions = Object.entries(suggestMeanings(target, texts[at]).words ?? {}).filter(
      ([key]) => !sampledWords.has(key),
    );
    return { ...column, words: { ...Object.fromEntries(additions), ...column.words } };
  });
  return { ...mapping, columns };
}

/** Targets that a title matches, by title key, with the match's rank: 0 for the field's own name, higher is less certain. */
function buildTitleIndex(
  customFields: readonly CustomFieldTemplate[],
): Map<string, { id: string; rank: number }[]> {
  const titleIndex = new Map<string, { id: string; rank: number }[]>();
  const addTitle = (title: string, id: string, rank: number) => {
    const key = titleKey(title);
    if (key !== '') titleIndex.set(key, [...(titleIndex.get(key) ?? []), { id, rank }]);
  };
  for (const { id, label } of targetsOf(customFields)) {
    addTitle(label, id, 0);
    titlesOf(id).forEach((title, rank) => {
      addTitle(title, id, rank);
    });
  }
  for (const { fieldName } of customFields) addTitle(fieldName, customTarget(fieldName), 0);
  return titleIndex;
}

/** True when most of a column's cells are valid for a target. */
function fitsTarget({ id, kind }: Target, texts: ColumnTexts | undefined): boolean {
  const sample = [...(texts?.keys() ?? [])].filter((text) => text.trim() !== '').slice(0, MAX_SAMPLED);
  if (sample.length === 0) return true;
  const fits = sample.filter((text) => {
    if (kind === 'date') return readDateCell(text).kind !== 'unreadable';
    if (kind === 'words') return id !== 'layerType' || suggestedMeaning(id, text) !== null;
    if (kind === 'text' || kind === 'checkbox') return true;
    return readNumberCell(text).kind !== 'unreadable';
  });
  return fits.length >= sample.length * 0.6;
}
