import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CustomFieldTemplate,
  createCustomFieldCheck,
  isReservedFieldName,
  MAX_VALUE_LENGTH,
} from '~/domain/wells/custom-field';
import { numberCustomFields, valueMoves } from '~/domain/wells/custom-field-list';
import { compilePattern, compileSavedPattern } from '~/schemas/wells/pattern';

function field(given: Partial<CustomFieldTemplate> = {}): CustomFieldTemplate {
  const fieldName = given.fieldName ?? 'it';
  return {
    id: `id_${fieldName}`,
    fieldName,
    displayName: 'It',
    fieldType: 'text',
    required: false,
    order: 0,
    ...given,
  };
}

const checkCustomFields = (templates: CustomFieldTemplate[], values: Record<string, unknown>) =>
  createCustomFieldCheck(templates, { compilePattern })(values);

const check = (given: Partial<CustomFieldTemplate>, value: unknown) =>
  checkCustomFields([field(given)], { it: value });

const number = { fieldType: 'number' } as const;
const checkbox = { fieldType: 'checkbox' } as const;
const date = { fieldType: 'date' } as const;
const select: Partial<CustomFieldTemplate> = { fieldType: 'select', options: ['North', 'South'] };

describe('createCustomFieldCheck', () => {
  it('trims invisible characters from a value', () => {
    expect(check(select, 'North\u200b')).toEqual(check(select, 'North'));
  });

  it('compiles each pattern once for all wells, and only when a value needs it', () => {
    const compiled: string[] = [];
    const steps: number[] = [];
    const checkWell = createCustomFieldCheck(
      [
        field({ fieldName: 'a', validation: { pattern: 'x+' } }),
        field({ fieldName: 'b', validation: { pattern: 'x+' } }),
        field({ fieldName: 'c', validation: { pattern: 'y+' } }),
        field({ fieldName: 'd', validation: { pattern: 'z+' } }),
      ],
      {
        compilePattern: (source) => {
          compiled.push(source);
          return { ...compilePattern(source), size: 10 };
        },
        onPatternSteps: (more) => steps.push(more),
      },
    );
    for (let well = 0; well < 1_000; well += 1) {
      expect(checkWell({ a: 'xx', b: 'y', c: 'yyy' }).errors).toEqual({
        b: ['It isn’t in the required format'],
      });
    }
    expect(compiled).toEqual(['x+', 'y+']);
    expect(steps.slice(0, 4)).toEqual([20, 10, 30, 20]);
  });

  it('reports a saved pattern that is no longer supported', () => {
    const checkWell = createCustomFieldCheck([field({ validation: { pattern: '\\p{Diacritic}' } })], {
      compilePattern: compileSavedPattern,
    });
    expect(checkWell({ it: '^' }).errors.it).toEqual([
      'It has a pattern that is no longer supported. A company admin must change it.',
    ]);
  });

  it('skips the check for required fields on request', () => {
    const checkWell = createCustomFieldCheck([field({ required: true })], { compilePattern });
    expect(checkWell({}).errors).toEqual({ it: ['It is required'] });
    expect(checkWell({}, false).errors).toEqual({});
  });
});

describe('checkCustomFields', () => {
  it.each<[Partial<CustomFieldTemplate>, unknown, unknown]>([
    [{}, ' text ', 'text'],
    [{ fieldType: 'textarea' }, 'two\r\nlines', 'two\nlines'],
    [{ validation: { minLength: 2, maxLength: 2 } }, '😀Ø', '😀Ø'],
    [{ validation: { pattern: '[A-Z]\\d+' } }, 'A12', 'A12'],
    [number, 12, 12],
    [number, ' 12.50 ', 12.5],
    [number, '-1e3', -1000],
    [number, '.5', 0.5],
    [number, '1e20', 1e20],
    [number, 4.72680940241529e133, 4.72680940241529e133],
    [number, '0.30', 0.3],
    [number, -0, 0],
    [number, '42501201300000', 42_501_201_300_000],
    [{ ...number, validation: { min: -1, max: 1 } }, '-1', -1],
    [date, '2024-02-29', '2024-02-29'],
    [select, 'South', 'South'],
    [checkbox, true, true],
    [checkbox, 'on', true],
    [checkbox, 'false', false],
    [{ ...checkbox, required: true }, 'true', true],
  ])('%j accepts %j', (template, given, value) => {
    const checked = check(template, given);
    expect(checked).toEqual({ values: { it: value }, errors: {} });
    expect(Object.is(checked.values.it, value)).toBe(true);
  });

  it.each<[Partial<CustomFieldTemplate>, unknown, string]>([
    [{ required: true }, undefined, 'It is required'],
    [{ required: true }, null, 'It is required'],
    [{ required: true }, ' \n ', 'It is required'],
    [{ ...number, required: true }, '', 'It is required'],
    [{ ...checkbox, required: true }, false, 'It is required'],
    [{}, 5, 'It must be text'],
    [{}, true, 'It must be text'],
    [{}, ['text'], 'It must be text'],
    [{}, {}, 'It must be text'],
    [{}, 'a\0b', 'It must not contain control characters or direction marks'],
    [{}, 'a\u202eb', 'It must not contain control characters or direction marks'],
    [{}, 'a\ud800', 'It must not contain control characters or direction marks'],
    [{}, 'x'.repeat(MAX_VALUE_LENGTH + 1), 'It can’t exceed 10000 characters'],
    [{ validation: { minLength: 3 } }, 'Ø😀', 'It must be at least 3 characters'],
    [{ validation: { maxLength: 3 } }, 'four', 'It can’t exceed 3 characters'],
    [{ validation: { pattern: '\\d+' } }, 'a1', 'It isn’t in the required format'],
    [number, 'twelve', 'It must be a number'],
    [number, '12,5', 'It must be a number'],
    [number, '0x10', 'It must be a number'],
    [number, '.', 'It must be a number'],
    [number, 'Infinity', 'It must be a number'],
    [number, Number.NaN, 'It must be a number'],
    [number, Number.POSITIVE_INFINITY, 'It must be a number'],
    [number, '1e999', 'It must be a number'],
    [number, true, 'It must be a number'],
    [number, '9'.repeat(10_000), 'It must be a number'],
    [number, '1234567890.1234567', 'It can’t exceed 15 digits'],
    [number, 0.1 + 0.2, 'It can’t exceed 15 digits'],
    [number, 2 ** 60, 'It can’t exceed 15 digits'],
    [{ ...number, validation: { min: 1 } }, 0.5, 'It must be at least 1'],
    [{ ...number, validation: { max: 1 } }, '1.5', 'It must be at most 1'],
    [date, '2023-02-29', 'It must be a valid date (YYYY-MM-DD)'],
    [date, '01/02/2024', 'It must be a valid date (YYYY-MM-DD)'],
    [date, 20_240_101, 'It must be a valid date (YYYY-MM-DD)'],
    [date, '1066-10-14', 'It must be between 1900-01-01 and 2199-12-31'],
    [select, 'West', 'It has no option "West"'],
    [select, 'W'.repeat(9_000), `It has no option "${'W'.repeat(100)}…"`],
    [select, 1, 'It must be one of the listed options'],
    [checkbox, 'perhaps', 'It must be true or false'],
    [checkbox, 1, 'It must be true or false'],
  ])('%j refuses %j', (template, given, message) => {
    expect(check(template, given)).toEqual({ values: {}, errors: { it: [message] } });
  });

  it('drops absent values, and values without a field', () => {
    const templates = [field({ fieldName: 'a' }), field({ fieldName: 'b', fieldType: 'number' })];
    expect(checkCustomFields(templates, { a: '', b: null, c: 'gone' })).toEqual({ values: {}, errors: {} });
  });

  it('reports every field with an error', () => {
    const templates = [
      field({ fieldName: 'a', displayName: 'A', required: true }),
      field({ fieldName: 'b', displayName: 'B', fieldType: 'number' }),
    ];
    expect(checkCustomFields(templates, { b: 'x' }).errors).toEqual({
      a: ['A is required'],
      b: ['B must be a number'],
    });
  });

  it('accepts built-in property names as field names', () => {
    const templates = ['__proto__', 'constructor', 'toString'].map((fieldName) => field({ fieldName }));
    expect(checkCustomFields(templates, {}).values).toEqual({});
    const { values } = checkCustomFields(templates, JSON.parse('{"__proto__": "x", "constructor": "y"}'));
    expect(JSON.stringify(values)).toBe('{"__proto__":"x","constructor":"y"}');
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
  });

  it('never throws, and accepts its own output unchanged', () => {
    const templates = (['text', 'number', 'date', 'select', 'textarea', 'checkbox'] as const).map(
      (fieldType) => field({ fieldName: fieldType, fieldType, options: ['a', 'b'] }),
    );
    const value = fc.oneof(
      fc.jsonValue(),
      fc.string(),
      fc.double().map(String),
      fc.constantFrom('a', 'on', '2024-02-29'),
    );
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(templates.map(({ fieldName }) => [fieldName, value]))),
        (given) => {
          const { values } = checkCustomFields(templates, given);
          expect(checkCustomFields(templates, values)).toEqual({ values, errors: {} });
        },
      ),
    );
  });
});

describe('isReservedFieldName', () => {
  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'])(
    '%s',
    (name) => {
      expect(isReservedFieldName(name)).toBe(true);
    },
  );
  it.each(['operator', 'Constructor', 'proto', 'length', '_'])('not %s', (name) => {
    expect(isReservedFieldName(name)).toBe(false);
  });
});

describe('numberCustomFields', () => {
  it('sorts by order, numbers from 0 and assigns ids to new fields', () => {
    const { id: _a, order: _b, ...unnumbered } = field({ fieldName: 'new' });
    const list = numberCustomFields(
      [
        field({ fieldName: 'b', order: 7 }),
        field({ fieldName: 'a', order: -3 }),
        unnumbered,
        { ...unnumbered, fieldName: 'newer' },
        field({ fieldName: 'c', id: 'field_1000', order: 7 }),
      ],
      1000,
    );
    expect(list.map(({ fieldName, id, order }) => [fieldName, id, order])).toEqual([
      ['a', 'id_a', 0],
      ['new', 'field_1001', 1],
      ['newer', 'field_1002', 2],
      ['b', 'id_b', 3],
      ['c', 'field_1000', 4],
    ]);
  });
});

describe('valueMoves', () => {
  const named = (names: Record<string, string>) =>
    Object.entries(names).map(([id, fieldName]) => field({ id, fieldName }));
  it.each([
    [{ 1: 'a', 2: 'b' }, { 2: 'b', 1: 'a' }, []],
    [{ 1: 'a' }, { 1: 'a', 2: 'b' }, []],
    [
      { 1: 'a' },
      { 1: 'b' },
      [
        ['a', 'b'],
        ['b', null],
      ],
    ],
    [
      { 1: 'a', 2: 'b' },
      { 1: 'b', 2: 'a' },
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
    ],
    [
      { 1: 'a', 2: 'b' },
      { 1: 'b' },
      [
        ['a', 'b'],
        ['b', null],
      ],
    ],
    // The same name, but a different field.
    [{ 1: 'a' }, { 2: 'a' }, [['a', null]]],
    [
      { 1: 'a' },
      { 1: 'A' },
      [
        ['a', 'A'],
        ['A', null],
      ],
    ],
  ] as [Record<string, string>, Record<string, string>, [string, string | null][]][])(
    '%j to %j',
    (before, after, moves) => {
      expect([...valueMoves(named(before), named(after))]).toEqual(moves);
    },
  );
});
