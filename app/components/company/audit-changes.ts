import { isCalendarDate } from '~/domain/calendar/calendar-date';
import { formatCents } from '~/domain/money/money';
import { formatRate } from '~/domain/money/rate';
import type { Format } from '~/hooks/use-format';
import type { AuditView } from '~/schemas/audit/audit-views';

/** One value of an audited change, before and after. Null when absent. */
export type ValueChange = {
  path: string;
  name: string;
  before: string | null;
  after: string | null;
  isChanged: boolean;
};

/** The user's formats for amounts, rates, dates and times. */
type Writing = Pick<Format, 'currency' | 'rate' | 'date' | 'instant'>;

type Values = { oldValues?: unknown; newValues?: unknown };

/** A longer list is shown as a single value: a deleted well can include hundreds of records. */
const MOST_ITEMS_LAID_OUT = 20;
/** Fields that describe a created or deleted record in its row, in order of preference. */
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
/** Not a comma, which dates and lists contain. */
const BETWEEN = ' · ';
const MOST_TOLD = 3;
const LONGEST_TOLD = 60;
/** Keys derived for lookups and comparisons, which repeat a value displayed next to them. */
const INTERNAL = ['wellCodeKey', 'searchKey', 'codeKey'];
/** Version numbers and timestamps change every time, and the selected company is the one whose log this is. */
const UNTOLD = ['version', 'updatedAt', 'selectedCompanyId'];

/**
 * Compares an audit row's old and new values. Old values that are missing from the new ones weren't touched by the change. Nested
 * objects and lists of objects are flattened by path.
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
      // Different instants can format the same.
      isChanged: old?.recorded !== now?.recorded,
    };
  });
}

/** Subject of a change and what happened to it, in a few words each. */
export type ChangeSummary = { subject: string | null; text: string };

type Entry = Values & Partial<Pick<AuditView, 'well' | 'concerned' | 'action'>>;

/**
 * A change on one line: `NO 15/9-A-003` and `Well status: Active → Plugged`. A creation or deletion lists the record's main fields.
 */
export function summarizeChange(entry: Entry, writing: Writing): ChangeSummary {
  const { oldValues, newValues } = entry;
  const isUpdate = isObject(oldValues) && isObject(newValues);
  const values = { ...(isObject(oldValues) ? oldValues : {}), ...(isObject(newValues) ? newValues : {}) };
  const inner = Object.values(values).find((value) => isObject(value) && 'wellCode' in value);
  const told: Record<string, unknown> = { ...(isObject(inner) ? inner : {}), ...values };
  const concerned = entry.concerned ? shortText(entry.concerned) : null;
  const subject = entry.well?.wellCode ?? concerned ?? nameIn(told);
  // Evidence of a well has both: the well, and the name that distinguishes it from the well's other evidence.
  const name = entry.well ? concerned : null;
  if (!isUpdate)
    return { subject, text: [name, factsIn(told, subject, writing)].filter(Boolean).join(BETWEEN) };
  // A value without a recorded old value isn't a change, such as the date and the proceeds of a sale.
  const isNew = (name: string) => !Object.hasOwn(oldValues, name);
  const facts = Object.fromEntries(Object.entries(newValues).filter(([name]) => isNew(name)));
  const changes = changesIn(entry, isNew, writing);
  return { subject, text: [changes, factsIn(facts, subject, writing)].filter(Boolean).join(BETWEEN) };
}

/** The same as a single string. */
export function changeSummaryText(entry: Entry, writing: Writing): string {
  const { subject, text } = summarizeChange(entry, writing);
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

/** The last two parts of a long path are enough. */
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

/** A list of records shows only their number. */
function factText(name: string, value: unknown, writing: Writing): string {
  return Array.isArray(value) && value.some(isObject)
    ? String(value.length)
    : valueText(name, value, writing);
}

/** Drops "Well", which is clear from the subject: "Status" for "Well status". */
function briefly(name: string): string {
  return name.replace(/^Well ([a-z])/, (_, first: string) => first.toUpperCase());
}

/** A long value is truncated here; the details show it in full. */
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

/** Never occurs in a name. */
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
        // Custom fields keep the names the company gave them.
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
        // A custom field's name doesn't determine how its value is formatted.
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

/** Start date of a rate table or a working interest, which identifies it. */
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

/** Formats a recorded value for display: amounts and rates are stored in their smallest units, dates and times as ISO 8601. */
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

/** Amounts and rates recorded as text, as in the API, instead of in cents or basis points. */
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
