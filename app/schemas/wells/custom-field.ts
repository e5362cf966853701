import { z } from 'zod';
import {
  CUSTOM_FIELD_TYPES,
  type CustomFieldValidation,
  isReservedFieldName,
  MAX_VALUE_LENGTH,
  RULES_OF_TYPE,
} from '~/domain/wells/custom-field';
import type { CustomFieldDefinition } from '~/domain/wells/custom-field-list';
import { line, optionalInput, requiredLines, requiredText } from '~/schemas/platform/text';
import { compilePattern, PatternError, patternSize } from './pattern';
import { MAX_CUSTOM_FIELDS_TEXT } from './well';

const MAX_FIELDS = 100;
const MAX_OPTIONS = 1_000;
/** The list is one database row, and its old and new state are one audit log row: 2 MB at most. */
const MAX_LIST_BYTES = 500_000;
/** Maximum steps to validate one well: half a second of the slowest patterns, during which nothing else runs. */
const MAX_STEPS_OF_A_WELL = 10_000_000;
/** Maximum steps of all patterns, which must be compiled before the first well is validated. */
const MAX_PATTERN_SIZES = 20_000;

function number(name: string) {
  return z.preprocess(
    (input) => (typeof input === 'string' && input.length <= 30 ? Number(input) : input),
    z.number(`${name} must be a number`),
  );
}

function length(name: string) {
  return number(name).pipe(
    z
      .number()
      .int(`${name} must be a whole number`)
      .min(0, `${name} must be at least 0`)
      .max(MAX_VALUE_LENGTH, `${name} must be at most ${MAX_VALUE_LENGTH}`),
  );
}

const pattern = z.string('Pattern must be text').check(({ value, issues }) => {
  try {
    compilePattern(value);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    issues.push({ code: 'custom', message: error.message, input: value });
  }
});

const validation = z
  .object(
    {
      minLength: optionalInput(length('Minimum length')),
      maxLength: optionalInput(length('Maximum length')),
      min: optionalInput(number('Minimum value')),
      max: optionalInput(number('Maximum value')),
      pattern: optionalInput(pattern),
    },
    'Validation must be an object',
  )
  .refine(({ minLength, maxLength }) => !isBeyond(minLength, maxLength), {
    path: ['maxLength'],
    message: 'Maximum length can’t be less than minimum length',
  })
  .refine(({ min, max }) => !isBeyond(min, max), {
    path: ['max'],
    message: 'Maximum value can’t be less than minimum value',
  });

const fieldName = requiredText('Field name is required', 50)
  .regex(/^[A-Za-z0-9_]*$/, 'Use only letters, numbers and underscores')
  .refine((name) => !isReservedFieldName(name), 'This field name is reserved. Choose another.');

const options = z
  .array(line('Options must be text', 200, 'An option can’t exceed 200 characters'), 'Options must be a list')
  .transform((given) => given.filter((option) => option !== ''))
  .pipe(z.array(z.string()).max(MAX_OPTIONS, `You can add up to ${MAX_OPTIONS} options`))
  .check(({ value, issues }) => {
    const twice = firstDuplicate(value);
    if (twice !== null) {
      issues.push({ code: 'custom', message: `Duplicate option "${twice}"`, input: value });
    }
  });

const definition = z
  .object(
    {
      id: optionalInput(requiredText('Id must be text', 100)),
      fieldName,
      displayName: requiredText('Display name is required', 100),
      fieldType: z.enum(
        CUSTOM_FIELD_TYPES,
        'Field type must be text, number, date, select, textarea or checkbox',
      ),
      required: z.boolean('Required must be true or false').default(false),
      options: options.nullish(),
      validation: validation.nullish(),
      helpText: optionalInput(requiredLines('Help text must be text', 500)),
      order: optionalInput(z.number('Order must be a number').int('Order must be a whole number')),
    },
    'A custom field must be an object',
  )
  .refine(({ fieldType, options: given }) => fieldType !== 'select' || (given && given.length > 0), {
    path: ['options'],
    message: 'At least one option is required',
  })
  .transform(relevantParts);

/** A company's complete list of custom fields. */
export const CustomFieldsInput = z.object({
  customFieldTemplates: z
    .array(definition, 'Custom fields must be a list')
    .max(MAX_FIELDS, `You can add up to ${MAX_FIELDS} custom fields`)
    .check(({ value: list, issues }) => {
      for (const [key, message] of [
        ['fieldName', (text: string) => `Field name "${text}" is already in use`],
        ['id', (text: string) => `Duplicate id "${text}"`],
      ] as const) {
        for (const [index, text] of repetitions(list.map((field) => field[key]?.toLowerCase()))) {
          issues.push({
            code: 'custom',
            message: message(list[index]?.[key] ?? text),
            path: [index, key],
            input: text,
          });
        }
      }
      if (new TextEncoder().encode(JSON.stringify(list)).length > MAX_LIST_BYTES) {
        issues.push({
          code: 'custom',
          message: 'Your custom fields exceed the size limit. Remove some options or shorten the help text.',
          input: list,
        });
      }
      if (areTooSlow(list)) {
        issues.push({
          code: 'custom',
          message:
            'The patterns together take too long to check. Set maximum lengths for the fields, or use fewer or smaller repetitions.',
          input: list,
        });
      }
    }),
});
export type CustomFieldsInput = z.infer<typeof CustomFieldsInput>;

/** Removes settings that don't apply to the field's type, such as options of a number or the maximum value of a text. */
function relevantParts({
  options: givenOptions,
  validation: givenRules,
  helpText,
  id,
  order,
  ...field
}: Omit<CustomFieldDefinition, 'options' | 'validation'> & {
  options?: string[] | null;
  validation?: CustomFieldValidation | null;
}): CustomFieldDefinition {
  const rules = RULES_OF_TYPE[field.fieldType].filter((rule) => givenRules?.[rule] !== undefined);
  return {
    ...(id !== undefined && { id }),
    ...field,
    ...(field.fieldType === 'select' && { options: givenOptions ?? [] }),
    ...(rules.length > 0 && {
      validation: Object.fromEntries(rules.map((rule) => [rule, givenRules?.[rule]])),
    }),
    ...(helpText !== undefined && { helpText }),
    ...(order !== undefined && { order }),
  };
}

/** Considers the slowest possible well: its texts are as long as allowed, under the largest patterns. */
function areTooSlow(list: readonly CustomFieldDefinition[]): boolean {
  const patterns = list
    .filter(({ validation: rules }) => rules?.pattern !== undefined)
    .map(({ validation: rules }) => ({
      size: patternSize(rules!.pattern!),
      longest: rules?.maxLength ?? MAX_VALUE_LENGTH,
    }))
    .sort((a, b) => b.size - a.size);
  let sizes = 0;
  let steps = 0;
  let charactersLeft = MAX_CUSTOM_FIELDS_TEXT;
  for (const { size, longest } of patterns) {
    const characters = Math.min(longest, charactersLeft);
    charactersLeft -= characters;
    steps += size * characters;
    sizes += size;
  }
  return steps > MAX_STEPS_OF_A_WELL || sizes > MAX_PATTERN_SIZES;
}

function isBeyond(from: number | undefined, to: number | undefined): boolean {
  return from !== undefined && to !== undefined && from > to;
}

function firstDuplicate(texts: string[]): string | null {
  const [first] = repetitions(texts);
  return first ? first[1] : null;
}

/** Texts that occur earlier in the list, with their positions. */
function repetitions(texts: (string | undefined)[]): [index: number, text: string][] {
  const seen = new Set<string>();
  const found: [number, string][] = [];
  for (const [index, text] of texts.entries()) {
    if (text === undefined) continue;
    if (seen.has(text)) found.push([index, text]);
    seen.add(text);
  }
  return found;
}
