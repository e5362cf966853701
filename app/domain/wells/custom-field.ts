import { isCalendarDate, isSupportedDate, MAX_DATE, MIN_DATE } from '~/domain/calendar/calendar-date';
import { isCleanText, trimBlanks } from './clean-text';
import { shorten } from './shorten';

export const CUSTOM_FIELD_TYPES = ['text', 'number', 'date', 'select', 'textarea', 'checkbox'] as const;
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number];

export type CustomFieldValidation = {
  minLength?: number;
  maxLength?: number;
  min?: number;
  max?: number;
  pattern?: string;
};

/** Definition of one custom well field; a company has an ordered list of them. */
export type CustomFieldTemplate = {
  id: string;
  fieldName: string;
  displayName: string;
  fieldType: CustomFieldType;
  required: boolean;
  options?: string[];
  validation?: CustomFieldValidation;
  helpText?: string;
  order: number;
};

export type CustomFieldValue = string | number | boolean | null;

/** Maximum length of a custom field's text, in characters. */
export const MAX_VALUE_LENGTH = 10_000;
/** A double represents any number with this many digits exactly. */
const MAX_DIGITS = 15;
const MAX_NUMBER_TEXT = 100;
const MAX_SHOWN_TEXT = 100;

/** Rules that apply to each type. */
export const RULES_OF_TYPE: Record<CustomFieldType, readonly (keyof CustomFieldValidation)[]> = {
  text: ['minLength', 'maxLength', 'pattern'],
  textarea: ['minLength', 'maxLength', 'pattern'],
  number: ['min', 'max'],
  date: [],
  select: [],
  checkbox: [],
};

/** True for names that collide with object properties when values are keyed by name: `constructor`, `__proto__`, … */
export function isReservedFieldName(name: string): boolean {
  return name === 'prototype' || name in Object.prototype;
}

/** A compiled pattern, which must match the whole text. Matching takes at most `size` steps per character. */
export type Pattern = { matches: (text: string) => boolean; size: number };

export type CheckedCustomFields = {
  /** Values to store. Omits absent values and any that belong to no field. */
  values: Record<string, CustomFieldValue>;
  /** Reasons values were rejected, by field name. */
  errors: Record<string, string[]>;
};

type CheckOptions = {
  /** Compiles a pattern, or returns null if it isn't supported. Called once per pattern, when the first value needs it. */
  compilePattern: (source: string) => Pattern | null;
  /** Receives the number of steps each value's pattern took, so long-running work can pause between wells. */
  onPatternSteps?: (steps: number) => void;
};

/**
 * Creates a function that validates wells' values against a company's fields and converts them by type: text to a
 * number, or to true or false for a checkbox. Blank text and null count as absent. A required checkbox must be checked.
 * With `requiresAll` false, a required field may be absent.
 */
export function createCustomFieldCheck(
  templates: readonly CustomFieldTemplate[],
  { compilePattern, onPatternSteps }: CheckOptions,
): (rawValues: Readonly<Record<string, unknown>>, requiresAll?: boolean) => CheckedCustomFields {
  const patterns = new Map<string, Pattern | null>();
  const matches: Matches = (source, text) => {
    if (!patterns.has(source)) patterns.set(source, compilePattern(source));
    const pattern = patterns.get(source) ?? null;
    if (pattern === null) return null;
    onPatternSteps?.(pattern.size * text.length);
    return pattern.matches(text);
  };
  return (rawValues, requiresAll = true) => {
    const values: [string, CustomFieldValue][] = [];
    const errors: [string, string[]][] = [];
    for (const template of templates) {
      const { fieldName, displayName } = template;
      const input = Object.hasOwn(rawValues, fieldName) ? normalizeBlank(rawValues[fieldName]) : null;
      const isMissing = input === null || (template.fieldType === 'checkbox' && isUnchecked(input));
      if (isMissing && template.required && requiresAll) {
        errors.push([fieldName, [`${displayName} is required`]]);
      } else if (input !== null) {
        const checked = checkValue(template, input, matches);
        if ('problem' in checked) errors.push([fieldName, [checked.problem]]);
        else values.push([fieldName, checked.value]);
      }
    }
    // fromEntries instead of assignment, so a name such as __proto__ becomes an ordinary key.
    return { values: Object.fromEntries(values), errors: Object.fromEntries(errors) };
  };
}

/** Null when the pattern isn't supported. */
type Matches = (pattern: string, text: string) => boolean | null;

type Checked = { value: CustomFieldValue } | { problem: string };

function checkValue(template: CustomFieldTemplate, input: unknown, matches: Matches): Checked {
  switch (template.fieldType) {
    case 'number':
      return checkNumber(template, input);
    case 'checkbox':
      return checkCheckbox(template, input);
    case 'date':
      return checkDate(template, input);
    case 'select':
      return checkOption(template, input);
    case 'text':
    case 'textarea':
      return checkText(template, input, matches);
  }
}

function checkNumber({ displayName, validation = {} }: CustomFieldTemplate, input: unknown): Checked {
  const value = readNumber(input);
  if (value === 'not-a-number') return { problem: `${displayName} must be a number` };
  if (value === 'too-precise') return { problem: `${displayName} can’t exceed ${MAX_DIGITS} digits` };
  const { min, max } = validation;
  if (min !== undefined && value < min) return { problem: `${displayName} must be at least ${min}` };
  if (max !== undefined && value > max) return { problem: `${displayName} must be at most ${max}` };
  return { value };
}

/**
 * Parses a number, or text in decimal notation with or without an exponent. Numbers are checked by their shortest text,
 * so a value accepted once is always accepted again and never loses a digit.
 */
function readNumber(input: unknown): number | 'not-a-number' | 'too-precise' {
  if (typeof input !== 'number' && typeof input !== 'string') return 'not-a-number';
  const text = String(input);
  if (text.length > MAX_NUMBER_TEXT) return 'not-a-number';
  const [, whole = '', fraction = ''] = /^[+-]?(\d*)(?:\.(\d*))?(?:e[+-]?\d{1,3})?$/i.exec(text) ?? [];
  const value = whole + fraction === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return 'not-a-number';
  const significant = (whole + fraction).replace(/^0+/, '').replace(/0+$/, '');
  return significant.length > MAX_DIGITS ? 'too-precise' : value + 0;
}

function checkCheckbox({ displayName }: CustomFieldTemplate, input: unknown): Checked {
  if (input === true || input === 'true' || input === 'on') return { value: true };
  if (isUnchecked(input)) return { value: false };
  return { problem: `${displayName} must be true or false` };
}

function isUnchecked(input: unknown): boolean {
  return input === false || input === 'false' || input === 'off';
}

function checkDate({ displayName }: CustomFieldTemplate, input: unknown): Checked {
  if (typeof input !== 'string' || !isCalendarDate(input)) {
    return { problem: `${displayName} must be a valid date (YYYY-MM-DD)` };
  }
  if (!isSupportedDate(input)) {
    return { problem: `${displayName} must be between ${MIN_DATE} and ${MAX_DATE}` };
  }
  return { value: input };
}

function checkOption({ displayName, options = [] }: CustomFieldTemplate, input: unknown): Checked {
  if (typeof input !== 'string') return { problem: `${displayName} must be one of the listed options` };
  if (options.includes(input)) return { value: input };
  return { problem: `${displayName} has no option "${shorten(input, MAX_SHOWN_TEXT)}"` };
}

function checkText(
  { displayName, validation = {} }: CustomFieldTemplate,
  input: unknown,
  matches: Matches,
): Checked {
  if (typeof input !== 'string') return { problem: `${displayName} must be text` };
  if (!isCleanText(input)) {
    return { problem: `${displayName} must not contain control characters or direction marks` };
  }
  const { minLength = 0, maxLength = MAX_VALUE_LENGTH, pattern } = validation;
  const length = countCharacters(input);
  const maximum = Math.min(maxLength, MAX_VALUE_LENGTH);
  if (length < minLength) return { problem: `${displayName} must be at least ${minLength} characters` };
  if (length > maximum) return { problem: `${displayName} can’t exceed ${maximum} characters` };
  const hasFormat = pattern === undefined || matches(pattern, input);
  if (hasFormat) return { value: input };
  if (hasFormat === false) return { problem: `${displayName} isn’t in the required format` };
  return {
    problem: `${displayName} has a pattern that is no longer supported. A company admin must change it.`,
  };
}

/** Trims text, converts CRLF line breaks to LF, and turns blank text into null. */
function normalizeBlank(input: unknown): unknown {
  if (typeof input !== 'string') return input ?? null;
  const text = trimBlanks(input.replaceAll('\r\n', '\n'));
  return text === '' ? null : text;
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
