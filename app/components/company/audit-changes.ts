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
type Formats = Pick<Format, 'currency' | 'rate' | 'date' | 'instant'>;

type Values = { oldValues?: unknown; newValues?: unknown };

/** A longer list is shown as a single value: a deleted well can include hundreds of records. */
const MAX_FLATTENED_ITEMS = 20;
/** Fields that describe a created or deleted record in its row, in order of preference. */
const MAIN_FIELDS = [
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
const PART_SEPARATOR = ' · ';
const MAX_LISTED = 3;
const MAX_VALUE_LENGTH = 60;
/** Keys derived for lookups and comparisons, which repeat a value displayed next to them. */
const INTERNAL = ['wellCodeKey', 'searchKey', 'codeKey'];
/** Version numbers and timestamps change every time, and the selected company is the one whose log this is. */
const IGNORED_FIELDS = ['version', 'updatedAt', 'selectedCompanyId'];

/**
 * Compares an audit row's old and new values. Old values that are missing from the new ones weren't touched by the change. Nested
 * objects and lists of objects are flattened by path.
 */
export function compareValues({ oldValues, newValues }: Values, formats: Formats): ValueChange[] {
  const before = flattenValues(oldValues, formats);
  const after = flattenValues(newValues, formats);
  const isUpdate = isObject(oldValues) && isObject(newValues);
  return [...new Map([...before, ...after])].map(([path, value]) => {
    const wasTouched = !isUpdate || Object.hasOwn(newValues, firstPart(path));
    const previous = before.get(path);
    const current = wasTouched ? after.get(path) : value;
    return {
      path,
      name: value.name,
      before: previous?.text ?? null,
      after: current?.text ?? null,
      // Different instants can format the same.
      isChanged: previous?.recorded !== current?.recorded,
    };
  });
}

/** Subject of a change and what happened to it, in a few words each. */
export type ChangeSummary = { subject: string | null; text: string };

type Entry = Values & Partial<Pick<AuditView, 'well' | 'concerned' | 'action'>>;

/**
 * A change on one line: `NO 15/9-A-003` and `Well status: Active → Plugged`. A creation or deletion lists the record's main fields.
 */
export function summarizeChange(entry: Entry, formats: Formats): ChangeSummary {
  const { oldValues, newValues } = entry;
  const isUpdate = isObject(oldValues) && isObject(newValues);
  const values = { ...(isObject(oldValues) ? oldValues : {}), ...(isObject(newValues) ? newValues : {}) };
  const inner = Object.values(values).find((value) => isObject(value) && 'wellCode' in value);
  const allValues: Record<string, unknown> = { ...(isObject(inner) ? inner : {}), ...values };
  const concernedText = entry.concerned ? truncate(entry.concerned) : null;
  const subject = entry.well?.wellCode ?? concernedText ?? findName(allValues);
  // Evidence of a well has both: the well, and the name that distinguishes it from the well's other evidence.
  const name = entry.well ? concernedText : null;
  if (!isUpdate)
    return {
      subject,
      text: [name, summarizeFacts(allValues, subject, formats)].filter(Boolean).join(PART_SEPARATOR),
    };
  // A value without a recorded old value isn't a change, such as the date and the proceeds of a sale.
  const isNew = (name: string) => !Object.hasOwn(oldValues, name);
  const facts = Object.fromEntries(Object.entries(newValues).filter(([name]) => isNew(name)));
  const changes = summarizeChanges(entry, isNew, formats);
  return {
    subject,
    text: [changes, summarizeFacts(facts, subject, formats)].filter(Boolean).join(PART_SEPARATOR),
  };
}

/** The same as a single string. */
export function changeSummaryText(entry: Entry, formats: Formats): string {
  const { subject, text } = summarizeChange(entry, formats);
  return [subject, text].filter(Boolean).join(PART_SEPARATOR);
}

function findName(values: Record<string, unknown>): string | null {
  const name = ['wellCode', 'displayName', 'fileName', 'name'].map((key) => values[key]).find(isName);
  return name ?? null;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function summarizeChanges(values: Values, isNew: (name: string) => boolean, formats: Formats): string {
  const changed = compareValues(values, formats).filter(
    ({ path, isChanged }) => isChanged && !IGNORED_FIELDS.includes(path) && !isNew(firstPart(path)),
  );
  const listed = changed
    .slice(0, MAX_LISTED)
    .map(
      ({ name, before, after }) =>
        `${shortenName(lastWords(name))}: ${truncate(before)} → ${truncate(after)}`,
    );
  const remainingCount = changed.length - listed.length;
  return listed.join(PART_SEPARATOR) + (remainingCount > 0 ? ` and ${remainingCount} more` : '');
}

/** The last two parts of a long path are enough. */
function lastWords(name: string): string {
  const parts = name.split(' › ');
  return (parts.length > 3 ? parts.slice(-2) : parts).join(' › ');
}

function summarizeFacts(values: Record<string, unknown>, subject: string | null, formats: Formats): string {
  return MAIN_FIELDS.filter(
    (name) => values[name] !== undefined && values[name] !== null && !isObject(values[name]),
  )
    .filter((name) => values[name] !== subject)
    .slice(0, MAX_LISTED)
    .map((name) => `${shortenName(humanizeName(name))}: ${formatFact(name, values[name], formats)}`)
    .join(PART_SEPARATOR);
}

/** A list of records shows only their number. */
function formatFact(name: string, value: unknown, formats: Formats): string {
  return Array.isArray(value) && value.some(isObject)
    ? String(value.length)
    : valueText(name, value, formats);
}

/** Drops "Well", which is clear from the subject: "Status" for "Well status". */
function shortenName(name: string): string {
  return name.replace(/^Well ([a-z])/, (_, first: string) => first.toUpperCase());
}

/** A long value is truncated here; the details show it in full. */
function truncate(text: string | null): string {
  const line = (text ?? '–').replaceAll(/\s+/g, ' ');
  return line.length > MAX_VALUE_LENGTH ? `${line.slice(0, MAX_VALUE_LENGTH - 1)}…` : line;
}

/** `well.created` as "Well created", `aroLayerId` as "ARO layer ID", `pAndACostCents` as "P&A cost". */
export function humanizeName(name: string): string {
  const text = name
    .replaceAll(/[._-]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/ (cents|bp)$/, '')
    .replaceAll(/\bp and a\b/g, 'P&A')
    .replaceAll(/\b(aro|arc|id|ip|csv|afe)\b/g, (word) => word.toUpperCase())
    .replaceAll(/\bsha256\b/g, 'SHA-256');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Never occurs in a name. */
const PATH_SEPARATOR = '\n';

function firstPart(path: string): string {
  return path.split(PATH_SEPARATOR)[0] ?? path;
}

type FlatValues = Map<string, { name: string; text: string; recorded: string }>;

function flattenValues(values: unknown, formats: Formats): FlatValues {
  const flat: FlatValues = new Map();
  const add = (path: string[], names: string[], value: unknown) => {
    if (value === null || value === undefined || value === '') return;
    if (Array.isArray(value) && value.length === 0) return;
    if (isObject(value)) {
      for (const [key, part] of Object.entries(value)) {
        if (INTERNAL.includes(key)) continue;
        // Custom fields keep the names the company gave them.
        const name = path.at(-1) === 'customFields' ? key : humanizeName(key);
        add([...path, key], [...names, name], part);
      }
    } else if (isListOfObjects(value)) {
      for (const [index, item] of value.entries()) {
        add(
          [...path, String(item.id ?? findStartDate(item) ?? index)],
          [...names, itemName(item, index, formats)],
          item,
        );
      }
    } else {
      flat.set(path.join(PATH_SEPARATOR), {
        name: names.join(' › ') || 'Value',
        // A custom field's name doesn't determine how its value is formatted.
        text: valueText(path.at(-2) === 'customFields' ? '' : (path.at(-1) ?? ''), value, formats),
        recorded: typeof value === 'object' ? JSON.stringify(value) : String(value),
      });
    }
  };
  add([], [], values);
  return flat;
}

function isListOfObjects(value: unknown): value is Record<string, unknown>[] {
  return (
    Array.isArray(value) && value.length <= MAX_FLATTENED_ITEMS && value.length > 0 && value.every(isObject)
  );
}

/** Start date of a rate table or a working interest, which identifies it. */
function findStartDate({ effectiveOn, from }: Record<string, unknown>): string | null {
  return [effectiveOn, from].find((day) => typeof day === 'string') ?? null;
}

function itemName(item: Record<string, unknown>, index: number, formats: Formats): string {
  const begin = findStartDate(item);
  if (begin) return formats.date(begin);
  const name = item.displayName ?? item.wellCode ?? item.name ?? item.periodEnd;
  if (typeof name === 'string') return name;
  const { layerNumber } = item;
  return layerNumber === undefined ? String(index + 1) : `Layer ${layerNumber}`;
}

/** Formats a recorded value for display: amounts and rates are stored in their smallest units, dates and times as ISO 8601. */
function valueText(key: string, value: unknown, formats: Formats): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Number.isSafeInteger(value)) {
    if (/cents$/i.test(key)) return formats.currency(formatCents(value as number));
    if (/bp$/i.test(key)) return `${formats.rate(formatRate(value as number))}%`;
  }
  if (typeof value === 'string') {
    if (AMOUNTS.includes(key)) return formats.currency(value);
    if (RATES.includes(key)) return `${formats.rate(value)}%`;
    if (isCalendarDate(value)) return formats.date(value);
    if (INSTANT.test(value)) return formats.instant(value);
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
