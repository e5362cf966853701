import { isCalendarDate } from '~/domain/calendar/calendar-date';
import { formatCents } from '~/domain/money/money';
import { formatRate } from '~/domain/money/rate';
import type { Format } from '~/hooks/use-format';
import type { AuditView } from '~/schemas/audit/audit-views';

/** One value of an audited change, before and after. Null where it is not there. */
export type ValueChange = {
  path: string;
  name: string;
  before: string | null;
  after: string | null;
  isChanged: boolean;
};

/** How the person writes amounts, rates, dates and times. */
type Writing = Pick<Format, 'currency' | 'rate' | 'date' | 'instant'>;

type Values = { oldValues?: unknown; newValues?: unknown };

/** Lists longer than this stay one value: a deleted well may take hundreds of records along. */
const MOST_ITEMS_LAID_OUT = 20;
/** What a row of the list says of something created or deleted, as far as it has it. */
const TELLING = [
  'wellCode',
  'wellName',
  'layerNumber',
  'periodEnd',
  'aroValue',
  'aroValueCents',
  'totalAroValue',
  'totalAccretion',
  'name',
  'code',
  'role',
  'field',
  'scope',
  'reason',
  'asOf',
  'date',
  'effectiveOn',
  'closedThrough',
  'beginDate',
  'endDate',
  'layout',
  'cost',
  'wells',
  'layers',
  'relief',
  'liability',
  'failure',
  'successful',
  'failed',
];
/** Dates and lists have commas of their own. */
const BETWEEN = ' · ';
const MOST_TOLD = 3;
const LONGEST_TOLD = 60;
/** What rows are found and compared by repeats what is shown next to it. */
const INTERNAL = ['wellCodeKey', 'searchKey', 'codeKey'];
/** Numbers of versions and instants change with every change; the company that a person chose is the one whose log this is. */
const UNTOLD = ['version', 'updatedAt', 'selectedCompanyId'];

/**
 * An audit row's old and new values, side by side. Values of before that the new ones do not name were not touched by the
 * change; objects in objects, and lists of objects, are laid out by their paths.
 */
export function compareValues({ oldValues, newValues }: Values, writing: Writing): ValueChange[] {
  const before = layOut(oldValues, writing);
  const after = layOut(newValues, writing);
  const isUpdate = isObject(oldValues) && isObject(newValues);
  return [...new Map([...before, ...after])].map(([path, value]) => {
    const wasTouched = !isUpdate || Object.hasOwn(newValues, firstOf(path));
    const old = before.get(path);
    const now = wasTouched ? after.get(path) : value;
    return {
      path,
      name: value.name,
      before: old?.text ?? null,
      after: now?.text ?? null,
      // Two instants may be written alike.
      isChanged: old?.recorded !== now?.recorded,
    };
  });
}

/** What a change is about, and what happened to it, each in a few words. */
export type Story = { subject: string | null; text: string };

type Entry = Values & Partial<Pick<AuditView, 'well' | 'concerned' | 'action'>>;

/**
 * A change on one line: `NO 15/9-A-003` and `Well status: Active → Plugged`. Of what was created or deleted, what it is.
 */
export function storyOf(entry: Entry, writing: Writing): Story {
  const { oldValues, newValues } = entry;
  const isUpdate = isObject(oldValues) && isObject(newValues);
  const values = { ...(isObject(oldValues) ? oldValues : {}), ...(isObject(newValues) ? newValues : {}) };
  const inner = Object.values(values).find((value) => isObject(value) && 'wellCode' in value);
  const told: Record<string, unknown> = { ...(isObject(inner) ? inner : {}), ...values };
  const concerned = entry.concerned ? shortText(entry.concerned) : null;
  const subject = entry.well?.wellCode ?? concerned ?? nameIn(told);
  // Evidence of a well has both: the well, and the name that tells it from the well's other evidence.
  const name = entry.well ? concerned : null;
  if (!isUpdate)
    return { subject, text: [name, factsIn(told, subject, writing)].filter(Boolean).join(BETWEEN) };
  // What nothing was recorded of before is no change of it: the date and the proceeds of a sale.
  const isNew = (name: string) => !Object.hasOwn(oldValues, name);
  const facts = Object.fromEntries(Object.entries(newValues).filter(([name]) => isNew(name)));
  const changes = changesIn(entry, isNew, writing);
  return { subject, text: [changes, factsIn(facts, subject, writing)].filter(Boolean).join(BETWEEN) };
}

/** The same as one text, for a file or a name. */
export function storyText(entry: Entry, writing: Writing): string {
  const { subject, text } = storyOf(entry, writing);
  return [subject, text].filter(Boolean).join(BETWEEN);
}

function nameIn(values: Record<string, unknown>): string | null {
  const name = ['wellCode', 'displayName', 'fileName', 'name'].map((key) => values[key]).find(isName);
  return name ?? null;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function changesIn(values: Values, isNew: (name: string) => boolean, writing: Writing): string {
  const changed = compareValues(values, writing).filter(
    ({ path, isChanged }) => isChanged && !UNTOLD.includes(path) && !isNew(firstOf(path)),
  );
  const told = changed
    .slice(0, MOST_TOLD)
    .map(
      ({ name, before, after }) => `${briefly(lastWords(name))}: ${shortText(before)} → ${shortText(after)}`,
    );
  const rest = changed.length - told.length;
  return told.join(BETWEEN) + (rest > 0 ? ` and ${rest} more` : '');
}

/** The end of a long path says enough. */
function lastWords(name: string): string {
  const parts = name.split(' › ');
  return (parts.length > 3 ? parts.slice(-2) : parts).join(' › ');
}

function factsIn(told: Record<string, unknown>, subject: string | null, writing: Writing): string {
  return TELLING.filter((name) => told[name] !== undefined && told[name] !== null && !isObject(told[name]))
    .filter((name) => told[name] !== subject)
    .slice(0, MOST_TOLD)
    .map((name) => `${briefly(words(name))}: ${factText(name, told[name], writing)}`)
    .join(BETWEEN);
}

/** Of what went along with it, how many there were. */
function factText(name: string, value: unknown, writing: Writing): string {
  return Array.isArray(value) && value.some(isObject)
    ? String(value.length)
    : valueText(name, value, writing);
}

/** What is about a well need not say so of each value: "Status" for "Well status". */
function briefly(name: string): string {
  return name.replace(/^Well ([a-z])/, (_, first: string) => first.toUpperCase());
}

/** A long value is told whole among the details. */
function shortText(text: string | null): string {
  const line = (text ?? '–').replaceAll(/\s+/g, ' ');
  return line.length > LONGEST_TOLD ? `${line.slice(0, LONGEST_TOLD - 1)}…` : line;
}

/** `well.created` as "Well created", `aroLayerId` as "ARO layer ID", `pAndACostCents` as "P&A cost". */
export function words(name: string): string {
  const spaced = name
    .replaceAll(/[._-]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/ (cents|bp)$/, '')
    .replaceAll(/\bp and a\b/g, 'P&A')
    .replaceAll(/\b(aro|arc|id|ip|csv|afe)\b/g, (word) => word.toUpperCase())
    .replaceAll(/\bsha256\b/g, 'SHA-256');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Never part of a name. */
const SEPARATOR = '\n';

function firstOf(path: string): string {
  return path.split(SEPARATOR)[0] ?? path;
}

type LaidOut = Map<string, { name: string; text: string; recorded: string }>;

function layOut(values: unknown, writing: Writing): LaidOut {
  const laidOut: LaidOut = new Map();
  const add = (path: string[], names: string[], value: unknown) => {
    if (value === null || value === undefined || value === '') return;
    if (Array.isArray(value) && value.length === 0) return;
    if (isObject(value)) {
      for (const [key, part] of Object.entries(value)) {
        if (INTERNAL.includes(key)) continue;
        // The company's own fields are named by the company.
        const name = path.at(-1) === 'customFields' ? key : words(key);
        add([...path, key], [...names, name], part);
      }
    } else if (isListOfObjects(value)) {
      for (const [index, item] of value.entries()) {
        add(
          [...path, String(item.id ?? beginOf(item) ?? index)],
          [...names, itemName(item, index, writing)],
          item,
        );
      }
    } else {
      laidOut.set(path.join(SEPARATOR), {
        name: names.join(' › ') || 'Value',
        // What the company calls a field says nothing about what is in it.
        text: valueText(path.at(-2) === 'customFields' ? '' : (path.at(-1) ?? ''), value, writing),
        recorded: typeof value === 'object' ? JSON.stringify(value) : String(value),
      });
    }
  };
  add([], [], values);
  return laidOut;
}

function isListOfObjects(value: unknown): value is Record<string, unknown>[] {
  return (
    Array.isArray(value) && value.length <= MOST_ITEMS_LAID_OUT && value.length > 0 && value.every(isObject)
  );
}

/** The day from which a table of rates or an interest holds, and by which it is known. */
function beginOf({ effectiveOn, from }: Record<string, unknown>): string | null {
  return [effectiveOn, from].find((day) => typeof day === 'string') ?? null;
}

function itemName(item: Record<string, unknown>, index: number, writing: Writing): string {
  const begin = beginOf(item);
  if (begin) return writing.date(begin);
  const name = item.displayName ?? item.wellCode ?? item.name ?? item.periodEnd;
  if (typeof name === 'string') return name;
  const { layerNumber } = item;
  return layerNumber === undefined ? String(index + 1) : `Layer ${layerNumber}`;
}

/** Amounts and rates are kept in their smallest units, dates and times as ISO 8601. Here a person reads them. */
function valueText(key: string, value: unknown, writing: Writing): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Number.isSafeInteger(value)) {
    if (/cents$/i.test(key)) return writing.currency(formatCents(value as number));
    if (/bp$/i.test(key)) return `${writing.rate(formatRate(value as number))}%`;
  }
  if (typeof value === 'string') {
    if (AMOUNTS.includes(key)) return writing.currency(value);
    if (RATES.includes(key)) return `${writing.rate(value)}%`;
    if (isCalendarDate(value)) return writing.date(value);
    if (INSTANT.test(value)) return writing.instant(value);
  }
  if (!Array.isArray(value)) return String(value);
  if (value.every((item) => typeof item !== 'object' || item === null)) return value.join(', ');
  return JSON.stringify(value, null, 2);
}

/** What is recorded as the text of an amount or a rate, as the calls have it, other than in cents or basis points. */
const AMOUNTS = [
  'aroValue',
  'totalAroValue',
  'totalEstimate',
  'pAndACost',
  'totalAccretion',
  'liability',
  'asset',
  'cash',
  'result',
  'cost',
  'relief',
  'difference',
  'before',
  'after',
  'proceeds',
  'grossCost',
  'totalDepreciation',
  'reasonAbove',
  'fileAbove',
  'assetWrittenOff',
];
const RATES = ['discountRate', 'inflationRate'];
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
