import {
  type CustomFieldTemplate,
  type CustomFieldType,
  type CustomFieldValidation,
  RULES_OF_TYPE,
} from '~/domain/wells/custom-field';
import type { CustomFieldDefinition } from '~/domain/wells/custom-field-list';
import { CustomFieldsInput } from '~/schemas/wells/custom-field';

/** A custom field as its form holds it: all text, whatever is to become of it. */
export type CustomFieldDraft = {
  fieldName: string;
  displayName: string;
  fieldType: CustomFieldType;
  required: boolean;
  helpText: string;
  /** The rows of a dropdown's options; there is always one. The key tells rows of the same text apart. */
  options: { key: number; text: string }[];
  bounds: Record<keyof CustomFieldValidation, string>;
};

/** What the form yields; id and order are the list's matter. */
export type CustomFieldContent = Omit<CustomFieldDefinition, 'id' | 'order'>;

export function draftOf(template: CustomFieldTemplate | null): CustomFieldDraft {
  const { validation = {}, options = [] } = template ?? {};
  const text = (bound: keyof CustomFieldValidation) =>
    validation[bound] === undefined ? '' : String(validation[bound]);
  return {
    fieldName: template?.fieldName ?? '',
    displayName: template?.displayName ?? '',
    fieldType: template?.fieldType ?? 'text',
    required: template?.required ?? false,
    helpText: template?.helpText ?? '',
    options: (options.length > 0 ? options : ['']).map((option, key) => ({ key, text: option })),
    bounds: {
      minLength: text('minLength'),
      maxLength: text('maxLength'),
      min: text('min'),
      max: text('max'),
      pattern: text('pattern'),
    },
  };
}

type CheckedDraft =
  | { content: CustomFieldContent; errors: null }
  | { content: null; errors: Record<string, string[]> };

/** The field that a draft describes, or what is wrong with it by the name of the input: by the rules of the call. */
export function checkDraft(draft: CustomFieldDraft): CheckedDraft {
  const { bounds, options, ...given } = draft;
  const field = { ...given, options: options.map(({ text }) => text), validation: rulesOf(draft) };
  const checked = CustomFieldsInput.safeParse({ customFieldTemplates: [field] });
  if (checked.success) return { content: checked.data.customFieldTemplates[0]!, errors: null };
  const errors: Record<string, string[]> = {};
  for (const { path, message } of checked.error.issues) {
    const name = inputName(path.join('.'));
    errors[name] = [...(errors[name] ?? []), message];
  }
  return { content: null, errors };
}

/** Which input a message of the call is about: it names them by their place in the list. */
export function inputName(path: string): string {
  return path.replace(/^customFieldTemplates\.\d+\./, '').replace(/^options\..*/, 'options');
}

/** A pattern may begin or end with a space on purpose; rules of another type would only be in the way. */
function rulesOf({ fieldType, bounds }: CustomFieldDraft) {
  return Object.fromEntries(
    RULES_OF_TYPE[fieldType].map((rule) => [rule, rule === 'pattern' ? bounds[rule] : bounds[rule].trim()]),
  );
}
